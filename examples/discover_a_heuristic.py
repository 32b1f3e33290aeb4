"""Fit a heuristic to proved positions of a small board, and see what it is worth."""

import lastknight as lk

found = lk.discover(
    quick=True,
    board=lk.Position(5, 5),
    positions=2000,
    nodes=100,
    pairs=20,
    features=["exact_reach_own(k=1)", "exact_reach_opp(k=1)", "exact_reach_own(k=2)", "exits_own"],
    features_only=True,
    seed=1,
)

for role in found.words:
    print(role)
last = found.curve[-1].test
print(f"the move on top wins in {last.accuracy.value:.0%} of {last.critical} critical positions")
for match in found.verification.matches:
    won, lost = match.facts["ww"], match.facts["ll"]
    print(f"against {match.opponent}, {match.nodes} nodes: {won} pairs won, {lost} lost")
print(found.sentence)
print(found.spec)

"""An analysis from Python: a question, its games, and the facts that a report shows."""

import lastknight as lk
from lastknight.analysis import Inquiry, Session, analyse, read_opponents

# An idea: count moves while the board is open, and squares within reach when it fills up.
late_reach = lk.switch("improved", "reach(k=2)", blank=0.6)

inquiry = Inquiry(
    candidates=(late_reach,),
    companions=(lk.heuristic("open"),),
    opponents=read_opponents(["Random", "Minimax(open, depth=2)"], nodes=100),
    start=lk.Position(width=5, height=5),
    nodes=100,
    effort="quick",
    pairs=200,
)
facts = analyse(Session(inquiry), command=["python", "examples/analyse_a_heuristic.py"])

print(facts.direct[0].sentence)
for budget in facts.budgets:
    elo = budget.record.elo.through(round)
    equal = f"equal {budget.kind} ({budget.limit})"
    print(f"{equal:20} {elo.value} Elo, from {elo.low} to {elo.high}")
for rating in facts.ranking.ratings:
    print(f"{rating.rank:12} {facts.heuristics[rating.heuristic].name}")
print("games:", facts.origin.games, " forfeits:", facts.audit.forfeits)

# lastknight.report.write_report(facts, Path("my-report")) writes the pages from this.

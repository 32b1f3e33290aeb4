"""Find a weight by games, then check it on openings that the search never played."""

import lastknight as lk

found = lk.tune(
    "improved - w * center",
    {"w": (-1, 1)},
    nodes=200,
    pairs=1280,
    against="open",
    check_pairs=400,
    seed=1,
)

for one in found.parameters:
    print(f"{one.name}: {one.value:g}, from {one.spread.low:.2g} to {one.spread.high:.2g} (95 %)")
for check in found.checks:
    print(f"against {check.opponent}: {check.verdict}")
print(found.sentence)
print(found.tuned)

"""Count the openings of two plies, and how many are distinct under symmetry."""

import lastknight as lk

for side in (3, 4, 5, 6, 7):
    start = lk.Position(width=side, height=side)
    openings = [start.play(one).play(two) for one in start.blank for two in start.play(one).blank]
    distinct = {position.canonical() for position in openings}
    print(f"{side}x{side}: {len(openings):5} openings, {len(distinct):3} distinct under symmetry")

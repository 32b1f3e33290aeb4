"""Count the ways to begin, and how many of them are really different."""

import lastknight as lk

for side in (3, 4, 5, 6, 7):
    start = lk.Position(width=side, height=side)
    openings = [start.play(one).play(two) for one in start.blank for two in start.play(one).blank]
    different = {position.canonical() for position in openings}
    print(f"{side}x{side}: {len(openings):5} openings, {len(different):3} differ under symmetry")

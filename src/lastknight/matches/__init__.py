"""Games between players: planned, played, stored, counted.

A `plan` says what to play; the `engine` plays what is missing with a runner and keeps it in the
`store`; `results` counts it, `game_record` and `archive` give single games.
"""

"""Games between players: planned, played, stored, counted.

`plan` says what is to be played, `engine` plays what is missing and keeps it in the `store`,
`runners` do the playing, `results` say what came of it.
"""

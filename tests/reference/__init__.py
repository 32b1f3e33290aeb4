"""The slow, obvious reference that the fast native core is tested against.

It is written from the rules alone, uses only the standard library, and never imports lastknight.
"""

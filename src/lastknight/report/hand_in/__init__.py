"""The hand-in: an analysis on two pages, in the form that courses on this game ask for."""

"""The words and blocks a report is made of, and how they become text."""

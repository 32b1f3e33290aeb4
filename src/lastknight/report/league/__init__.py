"""The pages and files of a league."""

"""The text of reports: facts with their sources, prose, blocks, Markdown, CSV."""

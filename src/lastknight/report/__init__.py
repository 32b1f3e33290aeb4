"""The report: facts of an analysis become a page, Markdown, JSON and CSV files.

A report is made from the facts alone; `analysis_folder` plays an analysis and writes its report.
"""

from lastknight.report.chapters.answer import summary
from lastknight.report.facts_json import load_facts, read_facts
from lastknight.report.write import write_report

__all__ = ["load_facts", "read_facts", "summary", "write_report"]

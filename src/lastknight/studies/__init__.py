"""The experiments of the five analyses as data to run again, and the ledger of their claims."""

from lastknight.studies.claim_run import ClaimResult, run_ledger
from lastknight.studies.claims import Claim, read_claims
from lastknight.studies.study import STUDIES, Study, read_study
from lastknight.studies.study_run import StudyResult, run_study
from lastknight.studies.study_text import write_study

__all__ = [
    "STUDIES",
    "Claim",
    "ClaimResult",
    "Study",
    "StudyResult",
    "read_claims",
    "read_study",
    "run_ledger",
    "run_study",
    "write_study",
]

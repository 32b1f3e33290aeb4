"""The experiments of the five analyses as data that can be run again, and the ledger of claims."""

from lastknight.studies.claims import Claim, read_claims
from lastknight.studies.experiment import StudyResult, run_study
from lastknight.studies.forms import write_study
from lastknight.studies.ledger import ClaimResult, run_ledger
from lastknight.studies.study import STUDIES, Study, read_study

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

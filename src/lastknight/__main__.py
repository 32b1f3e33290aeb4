"""`python -m lastknight` is the command line."""

import sys

from lastknight.cli import main

if __name__ == "__main__":
    sys.exit(main())

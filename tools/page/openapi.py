"""Writes the OpenAPI description of the server, from which the types of the API are made."""

import json
import sys
from pathlib import Path

from lastknight.web.app import make_api
from lastknight.web.settings import Settings

description = make_api(Settings()).openapi()
Path(sys.argv[1]).write_text(json.dumps(description), encoding="utf-8")

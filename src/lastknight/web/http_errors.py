"""Errors of the API, and the one-line JSON answers they turn into."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from lastknight.errors import LastknightError
from lastknight.spec import shorten

DEFECT = "internal error; see the server's log"
_LONGEST = 500


class HttpError(HTTPException):
    """A request that cannot be answered: the reason in one line, and the status code."""

    def __init__(self, line: str, status: int = 400) -> None:
        super().__init__(status, line)
        self.line = line
        self.status = status


def error_answer(line: str, status: int) -> JSONResponse:
    """The answer that reports an error."""
    return JSONResponse({"error": one_line(line)}, status_code=status)


def one_line(text: str) -> str:
    """Text without line breaks, cut where it is too long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."


def handle_errors(app: FastAPI) -> None:
    """Make an application answer every error with one line."""
    app.add_exception_handler(HttpError, _answer_http_error)
    app.add_exception_handler(LastknightError, _answer_user_error)
    app.add_exception_handler(RequestValidationError, _answer_validation_error)
    app.add_exception_handler(HTTPException, _answer_status)
    app.add_exception_handler(Exception, _answer_defect)


async def _answer_http_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HttpError)
    return error_answer(error.line, error.status)


async def _answer_user_error(_: Request, error: Exception) -> JSONResponse:
    return error_answer(str(error), 400)


async def _answer_validation_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    return error_answer(describe_invalid(error.errors()[0]), 422)


def describe_invalid(error: Mapping[str, Any]) -> str:
    """What is wrong with a value of a request: what was expected, and what was given.

    >>> low = {"type": "greater_than_equal", "loc": ("query", "width"), "ctx": {"ge": 1}}
    >>> describe_invalid({**low, "input": "0"})
    "width must be at least 1, got '0'"
    """
    places = [str(part) for part in error["loc"] if part not in ("query", "body", "path")]
    where = ".".join(places) or "the request"
    kind, context = str(error["type"]), error.get("ctx", {})
    if kind == "value_error":
        return f"{where}: {str(error['msg']).removeprefix('Value error, ')}"
    wanted = _EXPECTED.get(kind, "has the wrong form; see docs/api.md").format_map(context)
    given = error.get("input")
    if kind in _WITHOUT_VALUE or isinstance(given, dict | list):
        return f"{where} {wanted}"
    came = "nothing" if given in ("", None) else shorten(str(given))
    return f"{where} {wanted}, got {came}"


_EXPECTED = {
    "missing": "is missing",
    "extra_forbidden": "is not a field of this request",
    "json_invalid": "is not JSON",
    "bool_parsing": "must be true or false",
    "bool_type": "must be true or false",
    "dict_type": "must be an object",
    "float_parsing": "must be a number",
    "float_type": "must be a number",
    "finite_number": "must be a finite number",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a smaller whole number",
    "int_type": "must be a whole number",
    "list_type": "must be a list",
    "literal_error": "must be {expected}",
    "model_attributes_type": "must be an object",
    "model_type": "must be an object",
    "string_type": "must be text",
    "string_pattern_mismatch": "must match {pattern}",
    "string_too_long": "must have at most {max_length} characters",
    "string_too_short": "must have at least {min_length} characters",
    "too_long": "must have at most {max_length} entries",
    "too_short": "must have at least {min_length} entries",
    "greater_than": "must be more than {gt}",
    "greater_than_equal": "must be at least {ge}",
    "less_than": "must be less than {lt}",
    "less_than_equal": "must be at most {le}",
    "union_tag_invalid": "must have a {discriminator} that is {expected_tags}",
    "union_tag_not_found": "needs a {discriminator}",
}
_WITHOUT_VALUE = {
    *("missing", "extra_forbidden", "json_invalid", "union_tag_invalid", "union_tag_not_found"),
    *("string_too_long", "string_too_short", "too_long", "too_short"),
}


async def _answer_status(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    lines = {
        404: "no such address; docs/api.md lists all addresses",
        405: "this address does not support that method; see docs/api.md",
    }
    phrase = HTTPStatus(error.status_code).phrase.lower()
    answer = error_answer(lines.get(error.status_code, phrase), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _answer_defect(_: Request, __: Exception) -> JSONResponse:
    return error_answer(DEFECT, 500)

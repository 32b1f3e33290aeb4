"""Errors of the API, and the one-line JSON answers they turn into."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from lastknight.errors import LastknightError

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
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("query", "body", "path"))
    reason = str(first["msg"]).removeprefix("Value error, ")
    return error_answer(f"{where}: {reason}" if where else reason, 422)


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

"""What goes wrong, as one clear line: the errors of the web, and the answers they become."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from lastknight.errors import LastknightError

DEFECT = "something went wrong in the server; its log says what"
_LONGEST = 500


class Problem(HTTPException):
    """A request that is not answered, and why, with the status that says so."""

    def __init__(self, line: str, status: int = 400) -> None:
        super().__init__(status, line)
        self.line = line
        self.status = status


def problem_answer(line: str, status: int) -> JSONResponse:
    """The answer that says what is wrong."""
    return JSONResponse({"error": one_line(line)}, status_code=status)


def one_line(text: str) -> str:
    """A text without its line breaks, and not too long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."


def answer_problems(app: FastAPI) -> None:
    """Let every error of an application be answered by one line."""
    app.add_exception_handler(Problem, _of_problem)
    app.add_exception_handler(LastknightError, _of_mistake)
    app.add_exception_handler(RequestValidationError, _of_validation)
    app.add_exception_handler(HTTPException, _of_status)
    app.add_exception_handler(Exception, _of_defect)


async def _of_problem(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, Problem)
    return problem_answer(error.line, error.status)


async def _of_mistake(_: Request, error: Exception) -> JSONResponse:
    return problem_answer(str(error), 400)


async def _of_validation(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("query", "body", "path"))
    said = str(first["msg"]).removeprefix("Value error, ")
    return problem_answer(f"{where}: {said}" if where else said, 422)


async def _of_status(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    lines = {
        404: "there is nothing here; docs/api.md lists what there is",
        405: "this address does not take that method; docs/api.md says which it takes",
    }
    phrase = HTTPStatus(error.status_code).phrase.lower()
    answer = problem_answer(lines.get(error.status_code, phrase), error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _of_defect(_: Request, __: Exception) -> JSONResponse:
    return problem_answer(DEFECT, 500)

"""`lastknight play`: a game in the terminal, for people and programs."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from lastknight._core import Rng
from lastknight.cli.support.commands import EXPLORE, command
from lastknight.cli.support.options import BoardOptions, Seed
from lastknight.cli.support.outputs import check_named_file, describe_reason, try_file
from lastknight.cli.support.rules import excludes, unused
from lastknight.cli.support.screen import make_console, render_board, render_game
from lastknight.errors import ArgumentError, IllegalMove, LastknightError, NotationError
from lastknight.games import Game
from lastknight.matches.atomic_file import replace_file
from lastknight.notation import format_square
from lastknight.players import Player, player
from lastknight.text_file import decode

HUMAN = "human"
PROMPT_HELP = "Type a square such as d4, or: moves, undo, save FILE, help, quit."


@command(
    "lastknight play human 'AlphaBeta(improved, nodes=15000)' --save game.txt",
    panel=EXPLORE,
    rules=[
        excludes("--load", "--width --height --blocked", reason="a saved game has its own board"),
        unused(
            "--seed",
            when=lambda given: (
                [given.get(one, "").lower() for one in ("ONE", "TWO")] == [HUMAN, HUMAN]
            ),
            reason="--seed is for players that choose by chance, and two people play here",
        ),
    ],
)
def play(
    board: BoardOptions,
    one: Annotated[
        str | None,
        typer.Argument(help="Player 1: human, or a player's spec. Default: human, or as saved."),
    ] = None,
    two: Annotated[
        str | None, typer.Argument(help="Player 2. Default: random, or as saved.")
    ] = None,
    seed: Seed = 1,
    save: Annotated[
        Path | None,
        typer.Option(
            callback=check_named_file, help="Save the game in this file after every move."
        ),
    ] = None,
    load: Annotated[
        Path | None, typer.Option(help="Continue the game in this file, with its players.")
    ] = None,
) -> None:
    """Play a game in the terminal, against a program or another person, or watch two programs.

    Moves are typed as squares; undo, save and quit work at every turn.
    """
    game = Game(board.start, players=(HUMAN, "random"))
    if load is not None:
        game = _read_game(load)
    first, second = game.players
    players = (_read_player(one or first), _read_player(two or second))
    game = replace(game, players=(str(players[0] or HUMAN), str(players[1] or HUMAN)))
    _check_save(save, load)
    shown = TerminalGame(make_console(), game, players, seed, save)
    shown.keep()
    if None in players:
        shown.play_with_people()
    else:
        shown.play_alone()
    if shown.problem:
        raise LastknightError(f"{shown.problem}; the game is printed above")


def _read_player(text: str) -> Player | None:
    """A player from its spec, or None for a person; `random` may be in lower case."""
    if text.lower() == HUMAN:
        return None
    return player("Random" if text.lower() == "random" else text)


def _check_save(save: Path | None, load: Path | None) -> None:
    """Refuse to save over another game."""
    if save is None or not save.is_file() or not save.stat().st_size:
        return
    if load is None or not save.samefile(load):
        raise ArgumentError(
            f"{save} already exists; continue its game with --load {save}, or name another file"
        )


def _read_game(path: Path) -> Game:
    try:
        return Game.parse(decode(path.read_bytes(), "the file"))
    except (IllegalMove, NotationError) as error:
        reason = str(error).removeprefix("not a game: ")
        raise NotationError(f"{path} is not a saved game: {reason}") from None


@dataclass
class TerminalGame:
    """A game in play, and the screen it is shown on."""

    console: Console
    game: Game
    players: tuple[Player | None, Player | None]
    seed: int
    file: Path | None
    problem: str = ""
    """Why the game could not be saved; empty if it could."""

    def play_with_people(self) -> None:
        """Ask for people's moves at the prompt until the game ends or someone quits."""
        self.console.print(PROMPT_HELP)
        drawn = None
        while self.game.winner is None:
            if self.is_human():
                if drawn != self.game:
                    self.console.print(render_board(self.console, self.game.position))
                    drawn = self.game
                if not self.ask():
                    break
            else:
                mover = self.game.position.to_move
                self.move(self.choose())
                self.console.print(f"player {mover} goes to {format_square(self.game.moves[-1])}")
        self.print_result()

    def play_alone(self) -> None:
        """Play to the end and draw every position of the game."""
        while self.game.winner is None:
            self.move(self.choose())
        self.console.print(render_game(self.console, self.game))
        self.print_result()

    def is_human(self) -> bool:
        """Whether the player to move is a person."""
        return self.players[self.game.position.to_move - 1] is None

    def choose(self) -> str:
        """Let the player to move choose; depends only on the seed and the number of moves."""
        chooser = self.players[self.game.position.to_move - 1]
        assert chooser is not None
        seed = Rng(self.seed, stream=len(self.game.moves)).next()
        return format_square(chooser.choose(self.game.position, seed=seed).move)

    def ask(self) -> bool:
        """Read one line from the prompt; False if the person wants to stop."""
        try:
            words = self.console.input("> ").split()
        except EOFError:
            return False
        match words:
            case ["quit" | "exit"]:
                return False
            case ["undo"]:
                self.undo()
            case ["save", name]:
                self.save(Path(name))
            case ["moves"]:
                legal = map(format_square, self.game.position.legal_moves())
                self.console.print("legal moves:", *legal)
            case [square] if square != "help":
                self.try_move(square)
            case _:
                self.console.print(PROMPT_HELP)
        return True

    def save(self, path: Path) -> None:
        """Save the game in the file that the person named, or print why that failed."""
        try:
            try_file(path)
            replace_file(path, str(self.game))
        except OSError as error:
            self.console.print(f"cannot save in {path}: {describe_reason(error)}")
        else:
            self.console.print(f"saved in {path}")

    def try_move(self, square: str) -> None:
        """Make a person's move, or print why it is not legal."""
        try:
            self.move(square)
        except (IllegalMove, NotationError) as error:
            self.console.print(str(error))

    def undo(self) -> None:
        """Go back to the last position in which a person was to move."""
        earlier = self.game.undo()
        while earlier.moves and self.players[earlier.position.to_move - 1] is not None:
            earlier = earlier.undo()
        if not self.game.moves or self.players[earlier.position.to_move - 1] is not None:
            self.console.print("you have no move to take back")
            return
        self.game = earlier
        self.keep()

    def move(self, square: str) -> None:
        """Make a move and save the game."""
        self.game = self.game.play(square)
        self.keep()

    def keep(self) -> None:
        """Save the game in its file, if it has one."""
        if self.file is None:
            return
        try:
            replace_file(self.file, str(self.game))
        except OSError as error:
            self.problem = f"cannot write {self.file}: {describe_reason(error)}"
        else:
            self.problem = ""

    def print_result(self) -> None:
        """Print the game and its result."""
        if self.game.winner is not None and None in self.players:
            self.console.print(render_board(self.console, self.game.position))
        self.console.print(str(self.game), end="", soft_wrap=True)

"""``status``: turn, phase, who owes what, what has come in."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from adjudicator.cli.options import format_option, game_option, open_game

if TYPE_CHECKING:
    from adjudicator.engine.referee import Stop
    from adjudicator.files.desk import Desk
    from adjudicator.files.game_folder import GameFolder
    from adjudicator.files.inbox import Filed, Inbox

OWED = 4


@click.command("status")
@game_option
@format_option("text", "json")
def command(game_dir: Path, form: str) -> int:
    """Tell turn, phase, who owes what, what has come in. Exit code 4: something is owed."""
    from adjudicator.cli.output import talk, tell_json
    from adjudicator.files.inbox import Inbox

    folder = open_game(game_dir)
    inbox = Inbox.read(folder.path, folder.game.turn)
    for sentence in inbox.broken:
        talk(sentence)
    if folder.is_cut_off():
        talk("state.yaml shows a position that the log does not reach: the log is cut off; see: adjudicator verify")
    elif folder.is_behind():
        talk("state.yaml does not show the position of the log; the next resolve rebuilds it")
    status = status_of(folder, inbox)
    if form == "json":
        tell_json(status)
    else:
        _tell(status)
    return OWED if status["owed"] else 0


def status_of(folder: GameFolder, inbox: Inbox) -> dict[str, Any]:
    """What ``status`` tells, as JSON."""
    from adjudicator.files.desk import desk_of_folder
    from adjudicator.files.resolve_game import look_ahead
    from adjudicator.reports.naming import Naming

    naming = Naming.of(folder.rules, folder.scenario)
    desk = desk_of_folder(folder)
    outlook = look_ahead(folder, inbox)
    stop = outlook.stop
    return {
        "game": folder.id,
        "scenario": folder.scenario.name,
        "turn": outlook.turn,
        "turns": folder.rules.turns,
        "date": naming.date(outlook.turn),
        "phase": outlook.phase,
        "phase_title": naming.phase(outlook.phase) if outlook.phase else "",
        "position": folder.log.position,
        "is_over": bool(stop and stop.kind == "over"),
        "score": {side: folder.game.score.get(side, 0) for side in folder.rules.sides},
        "owed": owed_of(stop, inbox, outlook.turn) if stop else [],
        "sides": {side: _received(inbox, desk, side, outlook.turn) for side in folder.rules.sides},
    }


def owed_of(stop: Stop, inbox: Inbox, turn: int) -> list[dict[str, Any]]:
    """Who owes what after a stop, and why it is owed."""
    if stop.kind == "question":
        question = stop.question["question"]
        return [{"side": side, "what": "decision", "question": question, "section": ""} for side in stop.sides]
    if stop.kind not in ("orders", "refused"):
        return []
    from adjudicator.files.sheet import DEPLOYMENT, kind_of_section

    whole = "deployment" if kind_of_section(stop.section) == DEPLOYMENT else "orders"
    what = "correction" if stop.kind == "refused" else whole if stop.part == 1 else "further orders"
    return [
        {"side": side, "what": what, "section": stop.section, "question": "", "why": _why(stop, inbox, side, turn)}
        for side in stop.sides
    ]


def _why(stop: Stop, inbox: Inbox, side: str, turn: int) -> str:
    from adjudicator.files.sheet import kind_of_section

    if stop.kind == "refused":
        illegal = {finding.order for finding in stop.findings if finding.order.startswith(f"{side} ")}
        return f"illegal: {', '.join(sorted(illegal, key=lambda name: (len(name), name)))}"
    kind = kind_of_section(stop.section)
    filed = inbox.latest(kind, side, turn)
    if filed is None:
        return f"no {kind} received"
    if stop.part > 1:
        return f"the part in orders/{filed.name} is carried out and ends in 'more'"
    return f"orders/{filed.name} has no section '{stop.section}'"


def _received(inbox: Inbox, desk: Desk, side: str, turn: int) -> dict[str, Any]:
    """The side's latest file for the turn, and the earlier ones of which something was carried out."""
    orders = inbox.latest("orders", side, turn)
    standing = inbox.latest("standing", side)
    deployment = inbox.latest("deployment", side, 1) if desk.rules.opening else None
    of_turn = [f for f in inbox.filed if (f.sheet.kind, f.sheet.side, f.sheet.turn) == ("orders", side, turn)]
    earlier = [filed for filed in of_turn if filed is not orders and desk.carried_out(filed.sheet)]
    return {
        "orders": f"orders/{orders.name}" if orders else None,
        "sections": _counts(orders) if orders else {},
        "carried_out": desk.carried_out(orders.sheet) if orders else [],
        "earlier": [
            {"orders": f"orders/{filed.name}", "sections": _counts(filed), "carried_out": desk.carried_out(filed.sheet)}
            for filed in earlier
        ],
        "standing": f"orders/{standing.name}" if standing else None,
        "deployment": f"orders/{deployment.name}" if deployment else None,
    }


def _counts(filed: Filed) -> dict[str, int]:
    """How many orders each section of a file has; ``more`` is none."""
    from adjudicator.model.orders import MORE

    return {name: sum(entry != MORE for entry in entries) for name, entries in filed.sheet.sections.items()}


def _in_words(received: Mapping[str, Any], *, is_earlier: bool = False) -> str:
    """A file of orders with its sections; of an earlier one only those that were carried out count."""
    done = received["carried_out"]
    sections = [
        f"{name}: {count or 'nothing'}{' carried out' if name in done else ''}"
        for name, count in received["sections"].items()
        if name in done or not is_earlier
    ]
    return f"{received['orders']} ({', '.join(sections)})"


def _tell(status: dict[str, Any]) -> None:
    from adjudicator.cli.output import tell

    day = f", {status['date']}" if status["date"] else ""
    tell(f"game {status['game']}: {status['scenario']}, position {status['position']}")
    phase = f", {status['phase_title']}" if status["phase"] else ""
    tell(f"Game-Turn {status['turn']} of {status['turns']}{day}{phase}")
    tell(f"Victory Points: {', '.join(f'{side} {points}' for side, points in status['score'].items())}")
    for side, received in status["sides"].items():
        files = [_in_words(earlier, is_earlier=True) for earlier in received["earlier"]]
        text = "; ".join([*files, _in_words(received)]) if received["orders"] else "no orders received"
        standing = f"; standing orders {received['standing']}" if received["standing"] else "; no standing orders"
        deployment = f"deployment {received['deployment']}; " if received["deployment"] else ""
        tell(f"{side}: {deployment}{text}{standing}")
    for owed in status["owed"]:
        if owed["what"] == "decision":
            tell(f"owed by {owed['side']}: a decision, {owed['question']}")
        elif owed["what"] == "deployment":
            tell(f"owed by {owed['side']}: its deployment ({owed['why']})")
        else:
            words = "corrected orders" if owed["what"] == "correction" else owed["what"]
            tell(f"owed by {owed['side']}: {words} for {owed['section']} ({owed['why']})")
    if status["is_over"]:
        tell("the game is over")
    elif not status["owed"]:
        tell("nothing is owed: resolve can go on")

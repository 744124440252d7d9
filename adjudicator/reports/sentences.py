"""One event in one sentence, for those kinds that are worth telling one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from adjudicator.reports.chronicle import Entry, is_stand, kind_of, values_of
from adjudicator.reports.folding import GIVEN_BY, brackets, folded, is_loss, is_stay
from adjudicator.reports.loss_words import lost, stood
from adjudicator.reports.naming import Naming
from adjudicator.reports.score_lines import tell_verdict
from adjudicator.reports.silence import is_silence
from adjudicator.reports.unmet import wish_of
from adjudicator.reports.words import capital, cited, counted, ended, listed

Verb = tuple[str, str]
"""A verb of one and of many."""

TOLD_MARKERS: Mapping[str, tuple[Verb, Verb]] = {
    "disrupted": (("is disrupted", "are disrupted"), ("recovers from disruption", "recover from disruption")),
    "inactive": (("turns non-active", "turn non-active"), ("turns active", "turn active")),
    "flanked": (("is flanked", "are flanked"), ("is no longer flanked", "are no longer flanked")),
    "strongpoint": (("forms a strongpoint", "form strongpoints"), ("gives up its strongpoint", "give up strongpoints")),
}
"""Markers that players see, with what is said when they are set and lifted."""

UNTOLD_NOES = ("chase",)
"""Choices of which only a yes is worth telling."""

TOLD_MARKS: Mapping[str, str] = {
    "garrison_lost": "The garrison of {} is destroyed",
    "wreck": "A wreck is left in {}",
}
_GOES: Mapping[str, Verb] = {
    "retreat": ("retreats", "retreat"),
    "advance": ("advances", "advance"),
    "displaced": ("is displaced", "are displaced"),
    "overrun": ("overruns the hex and enters it", "overrun the hex and enter it"),
    "chase": ("chases", "chase"),
    "rail": ("goes by rail", "go by rail"),
    "move": ("moves", "move"),
    "enter": ("enters the map", "enter the map"),
}


def tell(entries: Iterable[Entry], naming: Naming) -> list[str]:
    """Sentences for a run of entries; units that fare alike share one. Kinds that say nothing alone are left out."""
    told = (entry for entry in entries if is_told(entry))
    return [ended(_TELLERS[kind_of(group[0])](group, naming)) for group in folded(told)]


def route(path: Sequence[str]) -> str:
    """Hexes in the order passed."""
    return "-".join(path)


def face(revealed: Entry) -> str:
    """What an untried unit shows: ``a 5-6 with two steps``."""
    values = values_of(revealed)
    steps = int(values["steps"])
    with_steps = f" with {counted(steps, 'step')}" if steps > 1 else ""
    return f"a {values['face']}{with_steps}"


def is_told(entry: Entry) -> bool:
    """Whether an entry is worth a sentence of its own, or the beginning of one."""
    kind = kind_of(entry)
    if kind in ("marked", "unmarked"):
        return "quiet" not in values_of(entry) and values_of(entry)["marker"] in TOLD_MARKERS
    if kind == "hex_marked":
        return values_of(entry)["mark"] in TOLD_MARKS
    if kind == "chosen" and (is_silence(entry) or _is_untold_no(entry)):
        return False
    if kind in ("placed", "removed") and "quiet" in values_of(entry):
        return False
    return kind in _TELLERS and (kind != "flag" or "says" in values_of(entry))


def _is_untold_no(entry: Entry) -> bool:
    return values_of(entry)["value"] == "no" and values_of(entry)["kind"] in UNTOLD_NOES


def _units(group: Sequence[Entry], naming: Naming) -> str:
    return listed(naming.unit_list([str(entry["subject"]) for entry in group]))


def _verb(verb: Verb, group: Sequence[Entry]) -> str:
    return verb[0] if len(group) == 1 else verb[1]


def _moved(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    path = [str(number) for number in values["path"]]
    verb = _verb(_GOES.get(values["how"], ("goes", "go")), group)
    place = naming.place(path[-1])
    if values["how"] == "displaced":
        return f"{_units(group, naming)} {verb} from {path[0]} to {naming.hex(path[-1])}{brackets(group)}"
    return f"{_units(group, naming)} {verb}{f' to {place}' if place else ''}: {route(path)}{brackets(group)}"


def _placed(group: Sequence[Entry], naming: Naming) -> str:
    is_dismount = values_of(group[0]).get("how") == "dismount"
    verb = _verb(("dismounts", "dismount") if is_dismount else ("is placed", "are placed"), group)
    return f"{_units(group, naming)} {verb} in {naming.hex(str(values_of(group[0])['hex']))}{brackets(group)}"


def _removed(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    box = str(values.get("box", "eliminated"))
    why = str(values.get("why", "")).removeprefix("eliminated: ")
    if is_loss(group[0]):
        return lost(group, naming)
    if box == "committed":
        return f"{_units(group, naming)} {_verb(('leaves', 'leave'), group)} the map{brackets(group, why)}"
    if box == "eliminated":
        return f"{_units(group, naming)} {_verb(('is eliminated', 'are eliminated'), group)}{brackets(group, why)}"
    return f"{_units(group, naming)} {_verb(('leaves', 'leave'), group)} the map for {box}{brackets(group, why)}"


def _steps(group: Sequence[Entry], naming: Naming) -> str:
    if is_loss(group[0]):
        return lost(group, naming)
    values = values_of(group[0])
    gained = counted(int(values["to"]) - int(values["from"]), "step")
    return f"{_units(group, naming)} regains {gained}{brackets(group, str(values.get('why', '')))}"


def _revealed(group: Sequence[Entry], naming: Naming) -> str:
    return f"{_units(group, naming)} turns out to be {face(group[0])}{brackets(group)}"


def _marked(group: Sequence[Entry], naming: Naming) -> str:
    return f"{_units(group, naming)} {_verb(TOLD_MARKERS[values_of(group[0])['marker']][0], group)}{brackets(group)}"


def _unmarked(group: Sequence[Entry], naming: Naming) -> str:
    return f"{_units(group, naming)} {_verb(TOLD_MARKERS[values_of(group[0])['marker']][1], group)}{brackets(group)}"


def _hex_marked(group: Sequence[Entry], naming: Naming) -> str:
    text = TOLD_MARKS[values_of(group[0])["mark"]]
    return text.format(naming.hex(str(group[0]["subject"]))) + brackets(group)


def _scored(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    side = capital(naming.side(str(group[0]["subject"])))
    won = counted(int(values["points"]), "point")
    return f"{side} scores {won}{brackets(group, str(values.get('why', '')))}"


def _unscored(group: Sequence[Entry], naming: Naming) -> str:
    return f"{capital(str(values_of(group[0])['why']))}{brackets(group)}"


def _victory(group: Sequence[Entry], naming: Naming) -> str:
    return tell_verdict(group[0], naming)


def _chosen(group: Sequence[Entry], naming: Naming) -> str:
    if is_stand(group[0]):
        return stood(group, naming)
    values = values_of(group[0])
    given = GIVEN_BY.get(values["by"], values["by"])
    if is_stay(group[0]):
        stayers = listed(naming.unit_list([str(values_of(entry)["unit"]) for entry in group]))
        return f"{stayers} {_verb(('does', 'do'), group)} not advance{cited((), given)}"
    if values["kind"] == "opportunity_fire":
        entered = listed(naming.unit_list([str(unit_id) for unit_id in values["units"]]))
        given = f"on {entered} in {values['hex']}, {given}"
    return f"{capital(naming.side(values['side']))} decides {given}: {values['text']}{brackets(group)}"


def _no_retreat(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    hexes = counted(int(values["hexes"]), "hex")
    return f"The {naming.side_name(values['side'])} units have no way to retreat {hexes}{brackets(group)}"


def _nothing_happened(group: Sequence[Entry], naming: Naming) -> str:
    return f"Nothing comes of it: {values_of(group[0])['why']}{brackets(group)}"


def _strongpoint_holds(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    units = listed(naming.unit_list([str(unit_id) for unit_id in values["units"]]))
    verb = "stands" if len(values["units"]) == 1 else "stand"
    return f"In its strongpoint {units} {verb}, untouched by {values['result']}{brackets(group)}"


def _unaffected(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    units = listed(naming.unit_list([str(unit_id) for unit_id in values["units"]]))
    verb = "is" if len(values["units"]) == 1 else "are"
    return f"{units}, disrupted, {verb} untouched by {values['result']}{brackets(group)}"


def _exchange(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    regiments = listed(str(unit_id) for unit_id in values["regiments"])
    where = f" in {naming.hex(values['hex'])}" if values["hex"] else ""
    done = {"breakdown": "is broken down into", "reform": "is re-formed from", "trade": "is traded for the eliminated"}
    return f"{_units(group, naming)} {done[values['verb']]} {regiments}{where}{brackets(group)}"


def _deployed(group: Sequence[Entry], naming: Naming) -> str:
    values, ids = values_of(group[0]), naming.brief()
    side = naming.side_name(str(group[0]["subject"]))
    told = [f"{place} {listed(ids.unit_list(units))}" for place, units in values["hexes"].items()]
    told += [f"{box} {listed(ids.unit_list(units))}" for box, units in values["boxes"].items()]
    told += [f"{division} broken down into {listed(into)}" for division, into in values["broken"].items()]
    whose = "as the scenario puts them" if values["by"] == "scenario" else "as ordered"
    return f"The {side} units are set up {whose}{brackets(group)}: {'; '.join(told)}"


def _air_assigned(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    who = f"{capital(naming.side(values['side']))} spends an Air Point"
    if values["as"] == "supply":
        return f"{who} to supply the units in {naming.hex(str(group[0]['subject']))}{brackets(group)}"
    return f"{who} as {values['as']}{brackets(group)}"


def _unmet(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    by = f"order {values['by']}" if values["by"] != "standing orders" else values["by"]
    return f"Void: the {wish_of(group[0])}, by {by}{cited(tuple(group[0].get('cases', ())), str(values['why']))}"


def _flag(group: Sequence[Entry], naming: Naming) -> str:
    says = str(values_of(group[0])["says"])
    return f"{says[:1].upper()}{says[1:]}{brackets(group)}"


def _initiative(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    # A log keeps no order of keys: the higher roll comes first.
    ranked = sorted(values.get("rolls", {}).items(), key=lambda roll: (-roll[1], roll[0]))
    rolls = " to ".join(f"{naming.side_name(side)} {value}" for side, value in ranked)
    why = {"scenario": "by the scenario", "tie": f"{rolls}, and the other side had it before"}.get(values["why"], rolls)
    return f"{capital(naming.side(str(group[0]['subject'])))} has the initiative: {why}{brackets(group)}"


def _initiative_tied(group: Sequence[Entry], naming: Naming) -> str:
    rolls = values_of(group[0])["rolls"]
    both = " and ".join(naming.side(side) for side in naming.sides if side in rolls)
    return f"{capital(both)} both roll {min(rolls.values())} for the initiative and roll again{brackets(group)}"


def _rally(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    bonus = f" and {values['bonus']} for its terrain" if values["bonus"] else ""
    verb = "rallies" if values["succeeds"] else "does not rally"
    return f"{_units(group, naming)} {verb}: die {values['value']}, morale {values['morale']}{bonus}{brackets(group)}"


def _wire(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    verb = "gets through" if values["succeeds"] else "is held up by"
    die = f"die {values['value']}, morale {values['morale']}"
    return f"{_units(group, naming)} {verb} the wire in {values['hex']}: {die}{brackets(group)}"


def _passed(group: Sequence[Entry], naming: Naming) -> str:
    return f"{capital(naming.side(str(group[0]['subject'])))} passes"


def _passenger(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    verb = "escapes" if values["survives"] else "does not escape"
    return f"{_units(group, naming)} {verb} from its transport: die {values['value']}{brackets(group)}"


def _loaded(group: Sequence[Entry], naming: Naming) -> str:
    return f"{_units(group, naming)} goes aboard {naming.unit(values_of(group[0])['on'])}{brackets(group)}"


def _unloaded(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    return f"{_units(group, naming)} gets off {naming.unit(values['from'])} into {values['hex']}{brackets(group)}"


def _stopped(group: Sequence[Entry], naming: Naming) -> str:
    is_hit = "by" not in values_of(group[0])
    verb = _verb(("is hit and stops", "are hit and stop") if is_hit else ("stops", "stop"), group)
    return f"{_units(group, naming)} {verb} in {values_of(group[0])['hex']}{brackets(group)}"


def _not_done(group: Sequence[Entry], naming: Naming) -> str:
    values = values_of(group[0])
    says = {"fire": "does not fire", "unload": "does not get off"}.get(values["what"], "cannot carry out the rest")
    return f"{_units(group, naming)} {says}: {values['why']}{brackets(group)}"


_TELLERS: Mapping[str, Callable[[Sequence[Entry], Naming], str]] = {
    "moved": _moved,
    "placed": _placed,
    "removed": _removed,
    "steps": _steps,
    "revealed": _revealed,
    "marked": _marked,
    "unmarked": _unmarked,
    "hex_marked": _hex_marked,
    "scored": _scored,
    "unscored": _unscored,
    "victory": _victory,
    "flag": _flag,
    "chosen": _chosen,
    "no_retreat": _no_retreat,
    "nothing_happened": _nothing_happened,
    "strongpoint_holds": _strongpoint_holds,
    "unaffected": _unaffected,
    "exchange": _exchange,
    "air_assigned": _air_assigned,
    "unmet": _unmet,
    "deployed": _deployed,
    "initiative": _initiative,
    "initiative_tied": _initiative_tied,
    "rally": _rally,
    "wire": _wire,
    "passed": _passed,
    "passenger": _passenger,
    "loaded": _loaded,
    "unloaded": _unloaded,
    "stopped": _stopped,
    "not_done": _not_done,
}

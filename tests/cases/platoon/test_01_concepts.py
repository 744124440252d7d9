"""General concepts: dice, stacking, eligible units (1.0)."""

import pytest

from adjudicator.rulesets.platoon.rules import PlatoonRules
from tests.cases.platoon.board import board


@pytest.mark.case("platoon", "1.5")
def test_a_unit_with_a_status_marker_is_not_eligible() -> None:
    units = {
        "de-pz4-1": "C3",
        "de-pz4-2": "C4 fired",
        "de-inf-1": "C5 moved",
        "de-inf-2": "C6 disrupted",
        "de-sdkfz251-1": "C7 reduced",
        "de-inf-3": "on de-sdkfz251-1",
        "de-inf-4": "turn/1",
    }
    position = board(units)
    assert [unit_id for unit_id in units if position.is_eligible(unit_id)] == ["de-pz4-1", "de-sdkfz251-1"]


@pytest.mark.parametrize(("option", "eligible"), [("no", True), ("yes", False)])
@pytest.mark.case("platoon", "1.5", "4.5")
def test_whether_a_flanked_unit_is_eligible(option: str, eligible: bool) -> None:
    position = board({"de-pz4-1": "C3 flanked"}, options={"flanked_is_status": option})
    assert position.is_eligible("de-pz4-1") is eligible


@pytest.mark.case("platoon", "1.2", "1.5")
def test_a_unit_is_described_as_its_counter_shows_it() -> None:
    units = {"de-pz4-1": "C3", "su-t34-1": "C7 reduced moved", "de-sdkfz251-1": "D4", "de-inf-1": "on de-sdkfz251-1"}
    position = board(units)
    rules = PlatoonRules(position.setting)
    told = rules.describe_unit(position.game, "de-pz4-1")
    assert (told["values"], told["move"]) == ("9-5-4", 14)
    assert told["figures"] == [
        "Armor Piercing Firepower 9, range red",
        "High Explosive Firepower 5, range red",
        "armor 4, die -1",
        "fires on the move, blue",
    ]
    assert rules.describe_unit(position.game, "su-t34-1")["move"] == 0, "it is marked Moved"
    assert rules.describe_unit(position.game, "de-sdkfz251-1")["carries"] == "de-inf-1"

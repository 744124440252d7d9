"""General concepts: dice, stacking, eligible units (1.0)."""

import pytest

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

"""Random legal play as the engine runs it: a toy ruleset, and a player that proposes whatever comes to mind."""

from adjudicator.engine.apply import fold
from adjudicator.engine.dice import Dice, secret_of_seed
from adjudicator.engine.picks import Picks
from adjudicator.engine.referee import NoInput, Referee
from adjudicator.engine.self_play import attempt, play_at_random, write_section
from adjudicator.model.events import Event
from tests.toy.rules import GRID, ToyRules, open_toy

THROW = Dice(secret_of_seed("toy"), "toy").roll


class ToyPlayer:
    def propose(self, game, side, section, part, pick):
        for unit_id in pick.named(str(part)).shuffled(sorted(game.units)):
            hexes = [GRID.number(pick.one_of(GRID.hexes)) for _ in range(1 + pick.below(2))]
            for number in map(GRID.number, GRID.hexes):
                verb = "shell" if section == "barrage" else "storm"
                game = yield from attempt(game, {verb: number, "with": unit_id})
            if section == "march":
                game = yield from attempt(game, {"move": unit_id, "path": hexes})

    def propose_standing(self, game, side, pick):
        return {"snap_fire": pick.one_of(("fire", "hold"))}


class Listed:
    """Proposes what it is given, and keeps the games it was resumed with."""

    def __init__(self, *orders):
        self.orders = orders
        self.seen = []

    def propose(self, game, side, section, part, pick):
        for order in self.orders:
            self.seen.append((yield order))


def written(player, wait):
    events = [Event("phase_ended", "both/barrage"), Event("phase_begun", "blue/march", {"turn": 1})]
    game = fold(open_toy(r2="C3"), events)
    cited = []
    return write_section(ToyRules(), player, game, "blue", Picks("1"), cite=cited.extend, wait=wait), cited


def test_a_section_keeps_what_is_legal_and_cites_what_is_not():
    player = Listed({"move": "b1", "path": ["A2"]}, {"move": "r1", "path": ["D1"]}, {"move": "b2", "path": ["E5"]})
    assert written(player, 0) == ([player.orders[0]], ["1.2", "3.1"])
    assert player.seen[0].units["b1"].hex == GRID.hex("A2")
    assert player.seen[1:] == [None, None]


def test_a_section_waits_for_dice_or_goes_on_with_what_hangs_on_them():
    storm, follow = {"storm": "C3", "with": "b1"}, {"move": "b2", "path": ["C3"]}
    assert written(Listed(storm, follow), 100) == ([storm, "more"], [])
    assert written(Listed(storm, follow), 0) == ([storm, follow], [])


def test_a_game_is_decided_by_its_seed_and_can_be_replayed():
    first, again, other = (play_at_random(ToyRules(), ToyPlayer(), open_toy(), seed, THROW) for seed in ("1", "1", "2"))
    assert first.entries == again.entries != other.entries
    assert first.game.turn == 2
    assert first.tally.cases["1.2"] > 0
    referee = Referee(ToyRules(), open_toy(), NoInput(), THROW, first.entries)
    assert referee.run().kind == "over"
    assert referee.game == first.game


def test_losses_are_counted_with_the_steps_of_units_that_are_gone():
    played = play_at_random(ToyRules(), ToyPlayer(), open_toy(), "1", THROW)
    gone = {side: [u for u in played.game.units.values() if u.box and u.id[0] == side[0]] for side in ("blue", "red")}
    for side, units in gone.items():
        assert played.tally.units[side] == len(units)
        assert played.tally.steps[side] >= len(units)
    assert sum(played.tally.units.values()) > 0


def test_a_game_may_be_cut_short():
    played = play_at_random(ToyRules(), ToyPlayer(), open_toy(), "1", THROW, turns=1)
    assert (played.game.turn, played.game.done) == (1, "both/rally")

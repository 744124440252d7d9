"""Choices at random that a seed decides."""

from collections import Counter

from adjudicator.engine.picks import Picks


def test_the_same_names_give_the_same_choices_and_other_names_others():
    def hundred(*names):
        pick = Picks(*names)
        return [pick.below(1000) for _ in range(100)]

    assert hundred("1", "a") == hundred("1", "a") == [Picks("1").named("a").below(1000), *hundred("1", "a")[1:]]
    assert hundred("1", "a") != hundred("1", "b")
    assert hundred("1", "a") != hundred("1a")


def test_choices_are_pinned():
    pick = Picks("spring", "T01")
    assert [pick.below(6) for _ in range(12)] == [1, 3, 3, 2, 5, 0, 5, 3, 2, 0, 3, 1]


def test_every_choice_is_as_likely():
    pick = Picks("even")
    counts = Counter(pick.below(3) for _ in range(3000))
    assert sorted(counts) == [0, 1, 2]
    assert all(900 < count < 1100 for count in counts.values())
    assert 200 < sum(pick.chance(25) for _ in range(1000)) < 300


def test_some_and_all_of_several_things():
    pick = Picks("some")
    assert all(len(set(pick.some_of("abcde", 3))) == 3 for _ in range(50))
    assert sorted(pick.some_of("ab", 9)) == ["a", "b"]
    assert {"".join(pick.shuffled("abc")) for _ in range(100)} == {"abc", "acb", "bac", "bca", "cab", "cba"}
    assert not pick.chance(0)
    assert pick.chance(100)

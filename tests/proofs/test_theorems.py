"""Every theorem in a tiny scope: it holds, its witness is refuted, and nothing is left out of the registry."""

from __future__ import annotations

import inspect
from types import ModuleType

import pytest

from tsr_proofs.command_line import faults as wrong_words
from tsr_proofs.command_line import theorems as command_line_theorems
from tsr_proofs.configured import environment_theorems, output_theorems
from tsr_proofs.configured import faults as wrong_run
from tsr_proofs.configured import tier_theorems as configured_tier_theorems
from tsr_proofs.confinement import faults as wrong_boundary
from tsr_proofs.confinement import lemmas as confinement_lemmas
from tsr_proofs.confinement import theorems as confinement_theorems
from tsr_proofs.discovery import faults as wrong_walk
from tsr_proofs.discovery import theorems as discovery_theorems
from tsr_proofs.discovery import without_config
from tsr_proofs.environment import dotenv_theorems, names, values
from tsr_proofs.environment import faults as wrong_variable
from tsr_proofs.exhaust import Box, Hunt, Share, hunt, study
from tsr_proofs.fence import faults as wrong
from tsr_proofs.fence import findings, kernel_conformance, lemmas, replay, tier_theorems, walk_theorems
from tsr_proofs.fence import theorems as fence_theorems
from tsr_proofs.fence.findings import EmptiedBox
from tsr_proofs.fence.kernel_conformance import KernelBox
from tsr_proofs.fence.operands import NONE, ONE, PARENTS, TWO
from tsr_proofs.fence.registered import FENCE, REPLAYS, TIERS, WALK
from tsr_proofs.fence.replay import ReplayBox
from tsr_proofs.fence.runs import RunBox
from tsr_proofs.fence.tier_theorems import WidenedBox
from tsr_proofs.fence.walk_theorems import ChainBox, TextBox, WalkBox
from tsr_proofs.forms import faults as wrong_form
from tsr_proofs.forms import theorems as form_theorems
from tsr_proofs.graph import faults as wrong_order
from tsr_proofs.graph import theorems as graph_theorems
from tsr_proofs.packages import dependencies, markers, members, selection
from tsr_proofs.packages import faults as wrong_package
from tsr_proofs.packages import runs as package_runs
from tsr_proofs.permissions import faults as wrong_mode
from tsr_proofs.permissions import theorems as permission_theorems
from tsr_proofs.permissions.registered import GUARANTEE, JUDGING
from tsr_proofs.permissions.registered import HUNTED as HUNTED_WORLDS
from tsr_proofs.processes import alike, exits, interrupts, one_process, order, progress, starting, tear_down
from tsr_proofs.processes import faults as wrong_machine
from tsr_proofs.processes import lemmas as process_lemmas
from tsr_proofs.processes import scopes as machine_scopes
from tsr_proofs.registry import THEOREMS
from tsr_proofs.rows import largest
from tsr_proofs.search_path import faults as wrong_path
from tsr_proofs.search_path import lemmas as path_lemmas
from tsr_proofs.search_path import theorems as path_theorems
from tsr_proofs.seeding import Fault
from tsr_proofs.theorem import Exhaustive, Symbolic, says
from tsr_proofs.trees import Scope
from tsr_proofs.work import Step, _do, run

RUNS = (
    RunBox(Scope(1, 1), ONE + NONE, 1, 2),
    RunBox(Scope(1, 1), TWO, 2, 1),
    RunBox(Scope(1, 2), PARENTS, 1, 2),
    RunBox(Scope(2, 1), ONE, 1, 1),
)
WIDENED = (WidenedBox(RunBox(Scope(1, 1), ONE + TWO, 2, 1, plain=True), (("ab",), ())),)
WALKS = (WalkBox(Scope(1, 2, ends=True), 2), ChainBox())
KERNEL = (KernelBox(Scope(1, 1, fifos=True, twins=True, ends=True), 2, chroot=False),)
REPLAYED = (ReplayBox(RunBox(Scope(1, 2), ONE, 1, 2), chroot=False),)
SHORT_RUNS = machine_scopes.HUNTED[0], machine_scopes.HUNTED[3]
EXPLORING = {module.__name__ for module in (tear_down, interrupts, order, progress)}
TINY: dict[str, tuple[Box, ...]] = {
    **{theorem.name: RUNS for theorem in FENCE},
    **{theorem.name: WIDENED for theorem in TIERS},
    **{theorem.name: WALKS for theorem in WALK},
    **{theorem.name: REPLAYED for theorem in REPLAYS},
    **{theorem.name: HUNTED_WORLDS[:9] for theorem in (*JUDGING, *GUARANTEE)},
    **{theorem.name: SHORT_RUNS for theorem in THEOREMS if theorem.holds.__module__ in EXPLORING},
    "beneath-as-text": (TextBox(4),),
    "kernel-conforms": KERNEL,
}
FINDINGS = [theorem for theorem in THEOREMS if isinstance(theorem, Exhaustive) and theorem.expected == "refuted"]
EXHAUSTIVE = [theorem for theorem in THEOREMS if isinstance(theorem, Exhaustive) and theorem not in FINDINGS]


def tiny(theorem: Exhaustive) -> tuple[Box, ...]:
    """A tiny scope: the first of those in which faults are looked for, where none is named here."""
    return TINY.get(theorem.name, theorem.hunted[:1])


@pytest.mark.parametrize("theorem", EXHAUSTIVE, ids=lambda theorem: theorem.name)
def test_a_theorem_holds_in_a_tiny_scope(theorem: Exhaustive) -> None:
    for box in tiny(theorem):
        found = study(Share(box, (theorem.holds,), 0, 1))
        assert found.cases > 0
        assert found.counterexamples == (None,)


@pytest.mark.parametrize("theorem", EXHAUSTIVE, ids=lambda theorem: theorem.name)
def test_a_witness_is_refuted(theorem: Exhaustive) -> None:
    assert hunt(Hunt(theorem.witness, theorem.hunted)).counterexample is not None


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("no-escape", wrong.TEXT_ONLY),
        ("no-escape", wrong.BY_LETTERS),
        ("no-escape", wrong.MKDIR_UNJUDGED),
        ("no-over-refusal", wrong.RM_FOLLOWS),
        ("only-the-named", wrong.RM_THROUGH_LINKS),
        ("outside-is-the-same", wrong.DOTS_POPPED),
        ("root-stays", wrong.ROOT_MAY_GO),
        ("content-lands-alike", wrong.NEVER_RESUMED),
        ("entry-lands-alike", wrong.SLASH_IS_CONTENT),
        ("wider-permits-more", wrong.LAST_ONLY),
        ("assignments-judged", wrong_run.NAMED_ONLY),
        ("guarded-arrive", wrong_run.CLEANED),
        ("no-value-printed", wrong_run.VALUE_TOLD),
        ("flag-lifts-two", wrong_run.FLAG_LIFTS_PERM),
        ("nothing-else-lifts", wrong_run.VARIABLE_LIFTS),
        ("values-expanded", wrong_variable.AGAIN),
        ("dotenv-read", wrong_variable.FIRST_QUOTE),
        ("path-judged", wrong_path.FIRST_AND_LAST),
        ("path-strict", wrong_path.UNEXPANDED),
        ("governing", wrong_walk.FIRST_HOME),
        ("modes-judged", wrong_mode.LAST_ALONE),
        ("strict-unexposed", wrong_mode.NOTHING_ABOVE),
        ("order", wrong_order.LAST_FIRST),
        ("packages-wait", wrong_order.ITSELF_SPARED),
        ("project-alike", wrong_walk.PROJECT_PAST_GIT),
        ("config-decides", wrong_walk.NEAREST_OF_BOTH),
        ("members-found", wrong_package.EXPANSIONS_UNJUDGED),
        ("packages-within", wrong_package.MANIFEST_UNJUDGED),
        ("selection", wrong_package.BY_PATH_ALONE),
        ("depends-by-names", wrong_package.LETTERS_ONLY),
        ("packages-ordered", wrong_package.IN_LAYERS),
        ("affected", wrong_package.DIRECT_ONLY),
        ("refused-in-circles", wrong_package.WHENEVER_ANY),
        ("units-planned", wrong_package.SELECTED_ONLY),
        ("resumed", wrong_package.PASSED_UPSTREAM),
        ("units-played", wrong_package.UPSTREAM_UNAWAITED),
        ("forms", wrong_form.FAN_OUTS_TOO),
        ("inherited-behind", wrong_form.INSTEAD),
        ("confinement-decided", wrong_boundary.PROJECT_TURNS_OFF),
        ("project-never-widens", wrong_boundary.USERS_WHEN_CONFINED),
        ("flags-are-words", wrong_words.VALUES_COUNT),
        ("torn-groups-are-dead", wrong_machine.LEADER_ENDS_GRACE),
        ("all-is-told", wrong_machine.WITHOUT_TEAR_DOWN),
        ("second-ends-it", wrong_machine.SECOND_IGNORED),
        ("exit-is-admissible", wrong_machine.LAST_COUNTS),
        ("may-start", wrong_machine.NONE_PARALLEL),
        ("own-groups", wrong_machine.UPSTREAM_OVERLOOKED),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_fault_is_noticed_and_taken_out_again(name: str, fault: Fault) -> None:
    theorem = next(theorem for theorem in EXHAUSTIVE if theorem.name == name)
    kill = hunt(Hunt(theorem.holds, theorem.hunted, fault))
    assert kill.counterexample is not None
    assert "falls over" not in kill.counterexample
    assert study(Share(tiny(theorem)[0], (theorem.holds,), 0, 1)).counterexamples == (None,)


def test_what_is_expected_to_be_refuted_of_the_fence_is() -> None:
    seen, linked = FINDINGS[-2:]
    touch = EmptiedBox(RunBox(Scope(1, 1), (("touch",),), 1, 6, plain=True))
    twins = RunBox(Scope(2, 1, twins=True), (("touch",),), 1, 1)
    for theorem, box in ((seen, touch), (linked, twins)):
        assert hunt(Hunt(theorem.holds, (box,))).counterexample is not None


@pytest.mark.parametrize("theorem", FINDINGS[:-2], ids=lambda theorem: theorem.name)
def test_what_is_expected_to_be_refuted_is(theorem: Exhaustive) -> None:
    assert hunt(Hunt(theorem.holds, theorem.boxes["quick"])).counterexample is not None
    assert hunt(Hunt(theorem.witness, theorem.hunted)).counterexample is not None


def test_every_finding_says_what_is_gained() -> None:
    assert [theorem.name for theorem in FINDINGS if theorem.finding is None] == []
    assert [theorem.name for theorem in EXHAUSTIVE if theorem.finding is not None] == []


def test_shares_are_the_whole() -> None:
    whole = study(Share(RUNS[0], (), 0, 1)).cases
    assert sum(study(Share(RUNS[0], (), index, 3)).cases for index in range(3)) == whole


# --- the registry ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "module",
    [
        fence_theorems,
        findings,
        kernel_conformance,
        replay,
        tier_theorems,
        walk_theorems,
        environment_theorems,
        output_theorems,
        configured_tier_theorems,
        names,
        values,
        dotenv_theorems,
        path_theorems,
        discovery_theorems,
        permission_theorems,
        without_config,
        command_line_theorems,
        confinement_theorems,
        form_theorems,
        graph_theorems,
        dependencies,
        markers,
        members,
        package_runs,
        selection,
        alike,
        exits,
        interrupts,
        one_process,
        order,
        progress,
        starting,
        tear_down,
    ],
    ids=lambda module: module.__name__,
)
def test_every_property_is_registered(module: ModuleType) -> None:
    """A property is a public function of one case that says what is wrong; a claim names its clause first."""
    used = {used for theorem in THEOREMS for used in (theorem.holds, theorem.witness)}
    properties = [function for _, function in inspect.getmembers(module, _is_property) if _of(function, module)]
    assert properties
    assert [function.__name__ for function in properties if function not in used] == []


def _is_property(value: object) -> bool:
    return (
        inspect.isfunction(value) and value.__annotations__.get("return") == "str | None" and value.__name__[0] != "_"
    )


def _of(function: object, module: ModuleType) -> bool:
    return getattr(function, "__module__", None) == module.__name__


def test_every_lemma_is_registered() -> None:
    symbolic = [theorem for theorem in THEOREMS if isinstance(theorem, Symbolic)]
    used = {theorem.holds for theorem in symbolic} | {theorem.witness for theorem in symbolic}
    there = [
        f
        for module in (lemmas, path_lemmas, process_lemmas, confinement_lemmas)
        for _, f in inspect.getmembers(module, inspect.isfunction)
    ]
    assert {f for f in there if "post: __return__" in (f.__doc__ or "")} == used


def test_every_theorem_names_its_clauses_first() -> None:
    for theorem in THEOREMS:
        assert (theorem.holds.__doc__ or "").startswith(theorem.clauses[0]), theorem.name
        assert says(theorem.holds)[0].islower() or says(theorem.holds)[0] in "`", theorem.name
        assert len({fault.name for fault in theorem.faults}) == len(theorem.faults)


def test_every_theorem_but_a_finding_has_faults() -> None:
    assert [theorem.name for theorem in THEOREMS if not theorem.faults] == [theorem.name for theorem in FINDINGS]


def test_names_are_used_once() -> None:
    assert len({theorem.name for theorem in THEOREMS}) == len(THEOREMS)


def test_a_theorem_without_a_scope_is_an_error() -> None:
    first = EXHAUSTIVE[0]
    bare = Exhaustive("bare", first.clauses, first.holds, first.witness, {}, (), ())
    with pytest.raises(ValueError, match="bare"):
        run((bare,), "quick", 1)


def test_a_scope_that_is_part_of_another_is_not_said() -> None:
    assert largest(["2N 1T", "1N 1T", "1N 2T", "chains of 41 links"]) == ["2N 1T", "1N 2T", "chains of 41 links"]


def test_a_step_that_ends_an_iteration_is_an_error_and_no_end_of_the_results() -> None:
    with pytest.raises(RuntimeError, match="a step"):
        _do((0, Step(("hunt", "a step"), next, iter(()))))

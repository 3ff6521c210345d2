"""One live tree and the model's own value of it, side by side: made, linked and worked on by builtins, step by step.

Run as a program, it confines itself to its scratch, plays, and prints what it has come across as JSON. With
`TSR_LIVE=long` in the environment it plays much longer, and another game each time.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, MultipleResults, RuleBasedStateMachine, initialize, multiple, rule
from hypothesis.stateful import run_state_machine_as_test as play

from tsr_model import filesystem as model
from tsr_model.builtins import BUILTINS
from tsr_model.effect import Call
from tsr_model.fence import Bounds, Refused, within
from tsr_model.filesystem import Number, at_place, place_of
from tsr_model.prediction import Prediction, allowed_of
from tsr_model.world import place_in_world, world
from tsr_oracle.expected import answer, differences
from tsr_oracle.generator.fence_tree import relative
from tsr_oracle.materialise import materialise
from tsr_oracle.observe import Observation, Seen, snapshot
from tsr_oracle.scratch import OLD, Area, World
from tsr_oracle.sealed import run_in
from tsr_oracle.subject import Hosted
from tsr_oracle.worker_sandbox import confine
from tsr_spec.case import WORLD, File, Given
from tsr_spec.tree_text import parse_tree

ALLOWED = ("../shared", "../later")
COMMANDS = ("cat", "cp", "mkdir", "mv", "rm", "touch")
CONFIG = f"[security]\nallow_paths = {json.dumps(ALLOWED)}\n" + "".join(
    f'[tasks.{name}]\nrun = "{name}"\n' for name in COMMANDS
)
"""A task for each builtin. Its operands are typed behind `--`, so that the config stays as it is."""

START = (
    *parse_tree("ws/a/f: inside 1\nws/l -> ../out\nout/f: canary 1\nout/d/\nshared/s: shared 1\n"),
    File("ws/tasks.toml", CONFIG),
)
NAMES = st.sampled_from(("a", "b", "c"))
MODES = st.sampled_from((0o644, 0o644, 0o600, 0o755))
WAYS = st.sampled_from(
    (*("as it is",) * 5, *("below",) * 4, "absolute", "slash", "far below", "back", "by a missing name", "dot")
)
UMASKS = st.sampled_from((0o022, 0o022, 0o077))
LINKS = ("relative", "relative", "absolute", "dangling", "in a circle", "upwards", "slash", "through")

counts: Counter[str] = Counter()
"""What was come across, over all games."""


class Live(RuleBasedStateMachine):
    """The tree in scratch, the model's file system, and after each step: are they the same?"""

    area: Area
    subject: Hosted
    paths: Bundle[str] = Bundle("paths")

    world: World

    def teardown(self) -> None:
        if hasattr(self, "world"):
            self.area.discard(self.world)

    # --- making --------------------------------------------------------------------------------------------------

    @initialize(target=paths)
    def start(self) -> MultipleResults[str]:
        given = Given((), START)
        self.world, self.files = materialise(given, self.area), world(given).files
        return multiple(
            "ws", "ws", "ws/a", "ws/a", "ws/a/f", "ws/l", "out", "out/f", "out/d", "shared", "shared/s", "later"
        )

    @rule(target=paths, above=paths, name=NAMES, mode=st.sampled_from((0o755, 0o755, 0o700)))
    def directory(self, above: str, name: str, mode: int) -> Any:
        """A directory, where there is room for one."""
        holder = self.room(above, name)
        if holder is None:
            return multiple()
        place = self.world.place(f"{above}/{name}")
        os.mkdir(place)
        os.chmod(place, mode)
        self.add(holder, name, model.Directory({}, holder, mode, device=1))
        return f"{above}/{name}"

    @rule(target=paths, above=paths, name=NAMES, mode=MODES)
    def file(self, above: str, name: str, mode: int) -> Any:
        """A file with bytes of its own."""
        holder = self.room(above, name)
        if holder is None:
            return multiple()
        data = f"{above.partition('/')[0]} {len(self.files.nodes)}\n"
        self.write(f"{above}/{name}", data, mode)
        self.add(holder, name, model.File(data, mode))
        return f"{above}/{name}"

    @rule(target=paths, above=paths, name=NAMES, to=paths, how=st.sampled_from(LINKS))
    def link(self, above: str, name: str, to: str, how: str) -> Any:
        """A symbolic link: to what there is, to nothing, to itself, up, out, through another one."""
        holder = self.room(above, name)
        if holder is None:
            return multiple()
        target = {
            "relative": relative(above, to),
            "absolute": f"{WORLD}/{to}",
            "dangling": f"{relative(above, to)}/missing",
            "in a circle": name,
            "upwards": "/".join([".."] * above.count("/")) or ".",
            "slash": f"{relative(above, to)}/",
            "through": f"{relative(above, to)}/{name}",
        }[how]
        os.symlink(self.world.real(target), self.world.place(f"{above}/{name}"))
        self.add(holder, name, model.Link(target))
        return f"{above}/{name}"

    @rule(target=paths, above=paths, name=NAMES, to=paths)
    def hard_link(self, above: str, name: str, to: str) -> Any:
        """A further name for a file, also across the bounds."""
        holder, number = self.room(above, name), at_place(self.files, place_in_world(to))
        if holder is None or number is None or not isinstance(self.files.nodes[number], model.File):
            return multiple()
        os.link(self.world.place(to), self.world.place(f"{above}/{name}"))
        self.files = model.with_hard_link(self.files, holder, name, number)
        return f"{above}/{name}"

    @rule(target=paths, above=paths, name=NAMES)
    def fifo(self, above: str, name: str) -> Any:
        """A FIFO."""
        holder = self.room(above, name)
        if holder is None:
            return multiple()
        os.mkfifo(self.world.place(f"{above}/{name}"))
        self.add(holder, name, model.Special("fifo"))
        return f"{above}/{name}"

    def room(self, above: str, name: str) -> Number | None:
        """The directory that is physically at `above`, if there is one and it has no such entry."""
        number = at_place(self.files, place_in_world(above))
        node = None if number is None else self.files.nodes[number]
        return number if isinstance(node, model.Directory) and name not in node.entries else None

    def write(self, path: str, data: str, mode: int) -> None:
        place = self.world.place(path)
        with open(place, "x", encoding="utf-8") as file:
            file.write(data)
        os.chmod(place, mode)
        os.utime(place, (OLD, OLD))

    def add(self, holder: Number, name: str, node: model.Node) -> None:
        self.files, _ = model.with_entry(self.files, holder, name, node)

    # --- running -------------------------------------------------------------------------------------------------

    @rule(option=st.sampled_from(("-r", "", "-f", "-rf")), path=paths, way=WAYS, umask=UMASKS)
    def rm(self, option: str, path: str, way: str, umask: int) -> None:
        self.run("rm", option, [written(path, way)], umask)

    @rule(option=st.sampled_from(("-r", "")), source=paths, way=WAYS, to=paths, onto=WAYS, umask=UMASKS)
    def cp(self, option: str, source: str, way: str, to: str, onto: str, umask: int) -> None:
        self.run("cp", option, [written(source, way), written(to, onto)], umask)

    @rule(source=paths, way=WAYS, to=paths, onto=WAYS)
    def mv(self, source: str, way: str, to: str, onto: str) -> None:
        self.run("mv", "", [written(source, way), written(to, onto)])

    @rule(option=st.sampled_from(("-p", "")), path=paths, way=WAYS, umask=UMASKS)
    def mkdir(self, option: str, path: str, way: str, umask: int) -> None:
        self.run("mkdir", option, [written(path, way)], umask)

    @rule(path=paths, way=WAYS, umask=UMASKS)
    def touch(self, path: str, way: str, umask: int) -> None:
        self.run("touch", "", [written(path, way)], umask)

    @rule(name=st.sampled_from(("cat", "rm", "touch", "cp", "mv")), first=paths, second=paths, third=paths, way=WAYS)
    def several(self, name: str, first: str, second: str, third: str, way: str) -> None:
        self.run(name, "", [written(first, "as it is"), written(second, "as it is"), written(third, way)])

    def run(self, name: str, option: str, operands: list[str], umask: int = 0o022) -> None:
        """A builtin, through the runner and through the model; both go on with what it has left."""
        words = (*((option,) if option else ()), *operands)
        foretold = self.foretell(name, words, umask)
        before = snapshot(self.world)
        given = Given((name, "--", *words), (), umask=umask)
        seen = run_in(self.world, given, self.area, self.subject)
        found = differences(given, answer(given, foretold), seen, wording=True)
        assert not found, f"{name} {' '.join(words)}: {found}\n{seen.stderr}"
        assert not seen.survivors
        assert not seen.beyond
        if foretold.bounds is not None:
            outside_stays(before, seen, foretold.bounds)
        self.files = foretold.files
        count_what_happened(name, foretold)

    def foretell(self, name: str, words: tuple[str, ...], umask: int) -> Prediction:
        """What the model's builtin makes of the model's own state."""
        root = at_place(self.files, place_in_world("ws"))
        assert root is not None
        allowed = allowed_of(self.files, root, ALLOWED)
        if not isinstance(allowed, tuple):
            return Prediction(64, "load", ("EXIT-4", "FENCE-2"), self.files)
        bounds = Bounds(place_of(self.files, root), allowed)
        effect = BUILTINS[name](Call(self.files, root, bounds, umask), words)
        return Prediction(
            exit=effect.status,
            stage="run",
            clauses=tuple(effect.clauses),
            files=effect.files,
            bounds=bounds,
            stdout=effect.stdout,
            messages=tuple(effect.messages),
            touched=tuple(effect.touched),
            table=None,
        )


def written(path: str, way: str) -> str:
    """The operand for a path of the world, as it is typed in the workspace."""
    text = relative("ws", path)
    return {
        "as it is": text,
        "absolute": f"{WORLD}/{path}",
        "slash": f"{text}/",
        "below": f"{text}/b",
        "far below": f"{text}/b/c",
        "back": f"{text}/../b",
        "by a missing name": f"missing/../{text}",
        "dot": f"{text}/.",
    }[way]


def outside_stays(before: dict[str, Seen], seen: Observation, bounds: Bounds) -> None:
    """FENCE-G4 by itself, without the model: but for files that have a name inside, nothing outside has changed."""
    first = {one.same_as or path for path, one in before.items() if within(place_in_world(path), bounds) is not None}
    outside = {path: one for path, one in before.items() if within(place_in_world(path), bounds) is None}
    for path, was in outside.items():
        now = seen.tree.get(path)
        assert now is not None, f"{path} is gone"
        if (was.same_as or path) not in first and isinstance(was.entry, File):
            assert replace(now, same_as=None) == replace(was, same_as=None), path
    new = {path for path in seen.tree if within(place_in_world(path), bounds) is None} - outside.keys()
    assert not new, f"{new} were made"


def count_what_happened(name: str, foretold: Prediction) -> None:
    counts["runs"] += 1
    counts[name] += 1
    counts["refused"] += any(isinstance(message.reason, Refused) for message in foretold.messages)
    counts["changed"] += any(verb not in ("read", "list") for verb, _ in foretold.touched)
    counts["failed"] += foretold.exit != 0
    counts.update(dict.fromkeys(foretold.clauses, 1))


def main() -> int:
    """Play in scratch that nothing can be written outside of, and print what was come across."""
    long = os.environ.get("TSR_LIVE") == "long"
    with Area() as area, Hosted() as subject:
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = os.path.join(os.fsdecode(area.root), "records", "hypothesis")
        confine(area)
        Live.area, Live.subject = area, subject
        chosen = settings(
            max_examples=2000 if long else 120,
            stateful_step_count=60 if long else 40,
            derandomize=not long,
            database=None,
            deadline=None,
            phases=(Phase.generate, Phase.shrink),
            print_blob=long,
            suppress_health_check=list(HealthCheck),
        )
        play(Live, settings=chosen)
    print(json.dumps(dict(sorted(counts.items()))))
    return 0


if __name__ == "__main__":
    sys.exit(main())

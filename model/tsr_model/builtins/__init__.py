"""The ten builtins: `(call, words) -> Effect` with a status of 0, 1 or 2 (EXIT-5), one module for each that touches
files."""

from __future__ import annotations

from collections.abc import Callable

from tsr_model.builtins.cat import cat
from tsr_model.builtins.cp import cp
from tsr_model.builtins.mkdir import mkdir
from tsr_model.builtins.mv import mv
from tsr_model.builtins.rm import rm
from tsr_model.builtins.touch import touch
from tsr_model.builtins.words import echo, false, pwd, true
from tsr_model.effect import Call, Effect

BUILTINS: dict[str, Callable[[Call, tuple[str, ...]], Effect]] = {
    "cat": cat,
    "cp": cp,
    "echo": echo,
    "false": false,
    "mkdir": mkdir,
    "mv": mv,
    "pwd": pwd,
    "rm": rm,
    "touch": touch,
    "true": true,
}

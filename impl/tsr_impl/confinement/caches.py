"""Where known tools keep their caches within a boundary (CONF-7)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# Each variable, and the place beneath the cache root that it names: the tool's usual one, where that is beneath
# `~/.cache`, so that what is cached already is found. `.` is the cache root itself.
BENEATH = {
    "XDG_CACHE_HOME": ".",
    "npm_config_cache": "npm",
    "pnpm_config_store_dir": "pnpm/store",
    "YARN_GLOBAL_FOLDER": "yarn/berry",
    "COREPACK_HOME": "node/corepack",
    "BUN_INSTALL_CACHE_DIR": "bun",
    "DENO_DIR": "deno",
    "PIP_CACHE_DIR": "pip",
    "UV_CACHE_DIR": "uv",
    "POETRY_CACHE_DIR": "pypoetry",
    "PRE_COMMIT_HOME": "pre-commit",
    "HF_HUB_CACHE": "huggingface/hub",
    "HF_XET_CACHE": "huggingface/xet",
    "CARGO_HOME": "cargo",
    "SCCACHE_DIR": "sccache",
    "GOCACHE": "go-build",
    "GOPATH": "go",
    "GOMODCACHE": "go/pkg/mod",
    "GRADLE_USER_HOME": "gradle",
    "COMPOSER_CACHE_DIR": "composer",
    "BUNDLE_USER_CACHE": "bundle",
    "NUGET_PACKAGES": "nuget/packages",
    "NUGET_HTTP_CACHE_PATH": "nuget/http",
    "NUGET_PLUGINS_CACHE_PATH": "nuget/plugins",
}
# Other variables by which somebody may have said where it is to be: each of them stands for the one above.
ALSO = {
    "npm_config_cache": ("NPM_CONFIG_CACHE",),
    "pnpm_config_store_dir": ("PNPM_CONFIG_STORE_DIR",),
    "HF_HUB_CACHE": ("HUGGINGFACE_HUB_CACHE", "HF_HOME"),
    "HF_XET_CACHE": ("HF_HOME",),
    "GOMODCACHE": ("GOPATH",),
    "BUNDLE_USER_CACHE": ("BUNDLE_USER_HOME",),
}


def variables(cache: str, environment: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
    """What a confined command gets beside its `environment`: nothing that is set there, be it empty, is changed."""
    root = cache.encode("utf-8", "surrogateescape").rstrip(b"/")
    return {
        name.encode("ascii"): root + (b"/" + place.encode("ascii") if place != "." else b"") or b"/"
        for name, place in BENEATH.items()
        if not any(one.encode("ascii") in environment for one in (name, *ALSO.get(name, ())))
    }

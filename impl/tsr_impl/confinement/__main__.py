"""The launcher as a process of its own: `python -m tsr_impl.confinement`, or this file by its path.

`python -I -S …/confinement/__main__.py` starts quickest, and no variable of the environment and no `.pth` file has a
say; the two packages that it takes are found from where this file lies. `-m` without `-I` is for those who trust the
working directory: Python looks for modules of its own there before the first line of this is read.
"""

import sys

if not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
    # The working directory, or the one of this file, came first on the module path: neither has modules for us.
    del sys.path[0]
if __spec__ is None:
    sys.path.append(__file__.rsplit("/", 3)[0])

if __name__ == "__main__":
    from tsr_impl.confinement.command import main

    sys.exit(main(sys.argv[1:]))

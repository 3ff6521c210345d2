"""`python -m tsr_impl`: the runner as a process of its own."""

import sys

if __spec__ is not None and not (sys.flags.isolated or getattr(sys.flags, "safe_path", False)):
    # `-m` put the working directory first on the module path, and a workspace that holds a
    # file called `tomllib.py` must not become part of the runner (THREAT-2).
    del sys.path[0]

if __name__ == "__main__":
    from tsr_impl.start import main

    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails where a C++ file is not formatted as .clang-format says; with --fix, formats it."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

# Other versions break lines differently.
VERSION = 14
SKIPPED = 77


def find_clang_format():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        if program := shutil.which(name):
            version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
            if re.search(rf"version {VERSION}\.", version):
                return program
    return None


def main():
    root = Path(__file__).resolve().parents[2]
    program = find_clang_format()
    if program is None:
        print(f"check_format: skipped, there is no clang-format {VERSION} (Debian 12 package clang-format)")
        return SKIPPED
    files = sorted(
        str(file.relative_to(root))
        for folder in ("engine", "ui", "app", "tests")
        for file in (root / folder).rglob("*")
        if file.suffix in (".h", ".cpp")
    )
    mode = ["-i"] if "--fix" in sys.argv[1:] else ["--dry-run", "-Werror"]
    result = subprocess.run([program, *mode, *files], cwd=root)
    if result.returncode != 0:
        print("check_format: run tests/architecture/check_format.py --fix")
    return result.returncode


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails where a C++ file is not formatted as .clang-format says; with --fix, formats it.

`--cache FILE` keeps digests of files that are known to be formatted, so that only changed ones are checked again.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
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


def sources():
    """Paths of all C++ files and their digests, which depend on the style and on the version too."""
    style = hashlib.sha256(f"{VERSION}".encode() + (ROOT / ".clang-format").read_bytes())
    for folder in ("engine", "ui", "app", "tests"):
        for file in (ROOT / folder).rglob("*"):
            if file.suffix in (".h", ".cpp"):
                digest = style.copy()
                digest.update(file.read_bytes())
                yield str(file.relative_to(ROOT)), digest.hexdigest()


def run_formatter(program, mode, files):
    """True if it succeeds, with a process for each processor; each gets a share of the files."""
    count = max(1, min(os.cpu_count() or 1, len(files)))
    shares = [files[i::count] for i in range(count)] if files else []
    with ThreadPoolExecutor(count) as pool:
        results = pool.map(lambda share: subprocess.run([program, *mode, *share], cwd=ROOT).returncode, shares)
        return not any(list(results))


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--cache", type=Path)
    options, _ = parser.parse_known_args(arguments)
    program = find_clang_format()
    if program is None:
        print(f"check_format: skipped, there is no clang-format {VERSION} (Debian 12 package clang-format)")
        return SKIPPED
    digests = dict(sources())
    formatted = set(options.cache.read_text().split()) if options.cache and options.cache.exists() else set()
    files = sorted(file for file, digest in digests.items() if digest not in formatted)
    if not run_formatter(program, ["-i"] if options.fix else ["--dry-run", "-Werror"], files):
        print("check_format: run tests/architecture/check_format.py --fix")
        return 1
    if options.cache and not options.fix:
        options.cache.write_text("\n".join(sorted(digests.values())) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

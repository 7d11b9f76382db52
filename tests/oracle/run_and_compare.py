#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs both oracle programs and compares: run_and_compare.py ORACLE_SIMBODY ORACLE_TRAMMEL FOLDER. What they print stays
in the folder."""

import subprocess
import sys
from pathlib import Path

import compare


def run(command, output):
    with open(output, "w", encoding="utf-8") as file:
        return subprocess.run(command, stdout=file, check=False).returncode


def main(original, trammel, folder):
    theirs, ours = Path(folder) / "theirs.txt", Path(folder) / "ours.txt"
    run([original], theirs)
    run([trammel, str(theirs)], ours)
    return compare.main(theirs, ours)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

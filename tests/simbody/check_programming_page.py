#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails where code on the page about programming is not, line for line, in the program named at the top of its block."""

import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "resources" / "help" / "programming.md"
PROGRAMS = ROOT / "tests" / "simbody" / "tutorial"
BLOCK = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)


def is_part_of(block, program):
    """Whether the lines of the block follow each other in the program, all moved in by the same number of spaces."""
    margins = {len(line) - len(line.lstrip()) for line in program.splitlines()}
    return any("\n" + textwrap.indent(block, " " * margin) in "\n" + program for margin in margins)


def findings(page, programs):
    """What is wrong with the text of the page, given the texts of the programs by name; empty if nothing is."""
    shown = set()
    for match in BLOCK.finditer(page):
        line = page.count("\n", 0, match.start()) + 1
        language, _, name = match[1].partition(" ")
        if language != "cpp" or name not in programs:
            yield f"line {line}: the block must begin with ```cpp and the name of a program, not ```{match[1]}"
            continue
        shown.add(name)
        if not is_part_of(match[2], programs[name]):
            yield f"line {line}: this code is not in {name}"
    for name in sorted(set(programs) - shown):
        yield f"no code of {name} is shown"


def prove_that_it_can_fail():
    programs = {"a.cpp": "int main() {\n    f();\n\n    g();\n}\n"}
    good = "```cpp a.cpp\nf();\n\ng();\n```\n"
    assert not list(findings(good, programs))
    for wrong in (good.replace("g()", "h()"), good.replace("\n\n", "\n"), good.replace("a.cpp", "b.cpp"), ""):
        assert list(findings(wrong, programs)), wrong


def main():
    prove_that_it_can_fail()
    programs = {file.name: file.read_text(encoding="utf-8") for file in PROGRAMS.glob("*.cpp")}
    found = list(findings(PAGE.read_text(encoding="utf-8"), programs))
    for finding in found:
        print(f"{PAGE.relative_to(ROOT)}: {finding}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails where C++ on the programming page or in README.md is not, line for line, in the program named in its block."""

import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "resources" / "help" / "programming.md", ROOT / "README.md"]
PROGRAMS = ROOT / "tests" / "simbody" / "tutorial"
BLOCK = re.compile(r"^```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)


def is_part_of(block, program):
    """Whether the lines of the block follow each other in the program, all moved in by the same number of spaces."""
    margins = {len(line) - len(line.lstrip()) for line in program.splitlines()}
    return any("\n" + textwrap.indent(block, " " * margin) in "\n" + program for margin in margins)


def findings(pages, programs):
    """Errors in the pages, given the programs; both are texts by name."""
    shown = set()
    for page, text in pages.items():
        for match in BLOCK.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            language, _, name = match[1].partition(" ")
            if language in ("sh", "console"):
                continue
            if language != "cpp" or name not in programs:
                yield f"{page}:{line}: the block must begin with ```cpp and the name of a program, not ```{match[1]}"
                continue
            shown.add(name)
            if not is_part_of(match[2], programs[name]):
                yield f"{page}:{line}: this code is not in {name}"
    for name in sorted(set(programs) - shown):
        yield f"no code of {name} is shown"


def prove_that_it_can_fail():
    programs = {"a.cpp": "int main() {\n    f();\n\n    g();\n}\n"}
    good = "```cpp a.cpp\nf();\n\ng();\n```\n"
    assert not list(findings({"page": good + "```sh\nls\n```\n"}, programs))
    for wrong in (good.replace("g()", "h()"), good.replace("\n\n", "\n"), good.replace("a.cpp", "b.cpp"), ""):
        assert list(findings({"page": wrong}, programs)), wrong


def main():
    prove_that_it_can_fail()
    programs = {file.name: file.read_text(encoding="utf-8") for file in PROGRAMS.glob("*.cpp")}
    pages = {str(page.relative_to(ROOT)): page.read_text(encoding="utf-8") for page in PAGES}
    found = list(findings(pages, programs))
    for finding in found:
        print(finding)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

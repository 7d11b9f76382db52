#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails, with file and line, where text departs from the project's vocabulary.

Reads strings of the window, engine messages and type documentation, help pages, READMEs, packaging texts, comments,
identifiers and test names. banned_words.txt lists the terms to avoid, each with its replacement.

words_baseline.txt counts the known findings per file and rule. A count must match exactly: a larger one is a new
finding, a smaller one must be recorded with `check_words.py --shrink`, which never raises a rule's total.
Other options: `--list [PATH...]` prints the known findings too, of the given files or folders only.
"""

import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import check_architecture

HERE = Path(__file__).resolve().parent
BANNED_WORDS = HERE / "banned_words.txt"
BASELINE = HERE / "words_baseline.txt"

KINDS = frozenset("ui engine test help comment name".split())
GROUPS = {
    "message": frozenset("ui engine test".split()),
    "prose": KINDS - {"name"},
    "all": KINDS,
}

# Written by the program from strings that are checked in their own files, or quoting what they forbid.
SKIPPED = re.compile(
    r"resources/help/(types|validation)\.md$|packaging/THIRD_PARTY_NOTICES\.md$"
    r"|tests/architecture/(test_check_words\.py|words_baseline\.txt)$"
)
MAX_TOOLTIP = 90


class Finding(NamedTuple):
    path: str
    line: int
    rule: str
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


class Rule(NamedTuple):
    pattern: re.Pattern
    source: str
    replacement: str
    kinds: frozenset


class Text:
    """A piece of prose that may span lines; knows the line of each of its characters."""

    def __init__(self, kind, line, text=""):
        self.kind = kind
        self.text = ""
        self.starts = []
        self.append(line, text)

    def append(self, line, text):
        self.starts.append((len(self.text), line))
        self.text += text

    def line_at(self, offset):
        start, line = max(s for s in self.starts if s[0] <= offset)
        return line + self.text.count("\n", start, offset)


def read_rules(lines):
    rules = []
    for line in lines:
        if not line.strip() or line.startswith("#"):
            continue
        source, replacement, scope = line.rstrip("\n").rsplit("|", 2)
        kinds = frozenset().union(*(GROUPS.get(word, {word}) for word in scope.split(",")))
        if not kinds <= KINDS:
            raise ValueError(f"banned_words.txt: unknown scope in '{line}'")
        rules.append(Rule(re.compile(re.sub(r" (?!\))", r"\\s+", source), re.IGNORECASE), source, replacement, kinds))
    return rules


CPP_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | R"(?P<fence>[^()\s]*)\((?P<raw>.*?)\)(?P=fence)"
      | (?P<string>"(?:\\.|[^"\\\n])*")
      | (?P<char>(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+')
      | (?P<name>[A-Za-z_]\w*)
      | (?P<newline>\n)
      | (?P<space>[ \t]+)
      | (?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
CODE_SPAN = re.compile(r"`[^`\n]*`|SimTK::\w+|https?://\S+|@p \w+")
ESCAPES = re.compile(r"\\[ntr]")


def blank(match):
    return re.sub(r"[^\n]", "_", match[0])


def string_kind(path):
    if path.startswith("tests/"):
        return "test"
    return "engine" if path.startswith("engine/") else "ui"


def cpp_texts(path, source):
    """Comments (neighboring lines as one), strings (adjacent literals as one) and the first use of each identifier."""
    texts, names = [], set()
    comment = string = None
    code_on_line, line = False, 1
    for token in CPP_TOKEN.finditer(source):
        kind, value = token.lastgroup, token[0]
        if kind == "fence" or token["raw"] is not None:
            kind, value = "string", token["raw"]
            texts.append(Text(string_kind(path), line, value))
            string = None
        elif kind == "comment":
            if "SPDX-License-Identifier" not in value:
                words = re.sub(r"^(///?<?|/\*+)\s?", "", value)
                if comment is not None and not code_on_line:
                    comment.append(line, "\n" + words)
                    comment.starts[-1] = (comment.starts[-1][0] + 1, line)
                else:
                    comment = Text("comment", line, words)
                    texts.append(comment)
        elif kind == "string":
            words = ESCAPES.sub("  ", value[1:-1])
            if string is not None:
                string.append(line, words)
            else:
                string = Text(string_kind(path), line, words)
                texts.append(string)
        elif kind == "newline":
            if comment is not None and code_on_line:
                comment = None
            code_on_line = False
        elif kind != "space":
            string = None
            if kind == "name" and value not in names:
                names.add(value)
                texts.append(Text("name", line, words_of(value)))
        if kind not in ("comment", "newline", "space"):
            code_on_line, comment = True, None
        line += token[0].count("\n")
    return [t for t in texts if t.kind in ("comment", "name") or re.search(r"\w\W*\s+\W*\w", t.text) or "<" in t.text]


def words_of(identifier):
    """`getNextPose` and `get_next_pose` as 'get next pose'."""
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", identifier).split("_")
    return " ".join(part.lower() for part in parts if part)


def script_texts(source):
    texts = [Text("comment", source.count("\n", 0, m.start()) + 1, m[1]) for m in
             re.finditer(r'"""(.*?)"""', source, re.DOTALL)]
    for number, line in enumerate(source.split("\n"), start=1):
        match = re.match(r"\s*#(?!!) ?(.*)", line)
        if match and "SPDX" not in match[1]:
            previous = texts[-1] if texts else None
            if previous is not None and previous.starts[-1][1] == number - 1 and previous.text:
                previous.append(number, "\n" + match[1])
                previous.starts[-1] = (previous.starts[-1][0] + 1, number)
            else:
                texts.append(Text("comment", number, match[1]))
    return texts


def help_texts(source):
    source = re.sub(r"```.*?```|<pre>.*?</pre>|<style>.*?</style>|<!--.*?-->", blank, source, flags=re.DOTALL)
    return [Text("help", 1, re.sub(r"<[^>\n]*>", blank, source))]


def model_texts(source):
    """Descriptions and names of elements in a model file; its keys are the file format's."""
    return [Text("help", source.count("\n", 0, m.start()) + 1, m[1]) for m in
            re.finditer(r'"(?:notes|description|name)": ?"((?:\\.|[^"\\])*)"', source)]


HELP = re.compile(r"\.(md|html|xml|desktop|1)$")


def texts_of(file):
    source = "\n".join(file.lines)
    if SKIPPED.search(file.path):
        return []
    if file.is_cpp():
        return cpp_texts(file.path, source)
    if file.path.endswith(".trammel"):
        return model_texts(source)
    if HELP.search(file.path) and not file.path.startswith("LICENSES/"):
        return help_texts(source)
    if file.is_script() or file.is_cmake():
        return script_texts(source)
    return []


FRAGMENT_START = re.compile(r"[^\w]*(Of|Those|What|The same)\b")
TEST_NAME = re.compile(r"\bTEST(?:_F|_P)?\(\s*\w+,\s*((?:Of|Those|What|TheSame)(?=[A-Z])\w*)")


def check_starts(file, texts):
    for text in texts:
        if text.kind == "comment":
            if match := FRAGMENT_START.match(text.text):
                yield Finding(file.path, text.starts[0][1], "comment starts with a fragment",
                              f"comment starts with '{match[1]}': state the contract or the reason")
    if file.is_cpp():
        for number, line in file.numbered():
            if match := TEST_NAME.search(line):
                yield Finding(file.path, number, "test name is a fragment",
                              f"'{match[1]}': name the condition and the result")


LITERALS = r'((?:"(?:\\.|[^"\\\n])*"\s*)+)'
TOOLTIP = re.compile(
    rf"set(?:ToolTip|StatusTip)\([^;\"]*?{LITERALS}"
    + rf'|\{{\s*"[\w.]+",\s*tr\("(?:\\.|[^"\\])*"\),\s*tr\({LITERALS}\)'
)


def check_tooltips(file):
    if not file.path.startswith(("ui/", "app/")) or not file.is_cpp():
        return
    source = "\n".join(file.lines)
    for match in TOOLTIP.finditer(source):
        text = "".join(re.findall(r'"((?:\\.|[^"\\])*)"', match[1] or match[2]))
        line = source.count("\n", 0, match.start(1) if match[1] else match.start(2)) + 1
        if len(text) > MAX_TOOLTIP:
            message = f"tooltip of {len(text)} characters, at most {MAX_TOOLTIP}"
            yield Finding(file.path, line, "tooltip is too long", message)
        if text.endswith("."):
            yield Finding(file.path, line, "tooltip ends in a period", "tooltip ends in a period")


def check_vocabulary(file, texts, rules):
    for text in texts:
        words = CODE_SPAN.sub(blank, text.text) if text.kind != "name" else text.text
        words = words.replace("&", "") if text.kind == "ui" and "<" not in words else words
        for rule in rules:
            if text.kind in rule.kinds:
                for match in rule.pattern.finditer(words):
                    said = re.sub(r"\s+", " ", match[0])
                    yield Finding(file.path, text.line_at(match.start()), rule.source, f"'{said}': {rule.replacement}")


def check(root, rules):
    """All findings in the tree below root, in order of path and line."""
    findings = []
    for file in check_architecture.source_tree(Path(root)):
        texts = texts_of(file)
        findings += check_starts(file, texts)
        findings += check_tooltips(file)
        findings += check_vocabulary(file, texts, rules)
    return sorted(findings)


def read_baseline(text):
    """Counts by (path, rule)."""
    rows = (line.split("\t") for line in text.splitlines() if line and not line.startswith("#"))
    return Counter({(path, rule): int(count) for path, rule, count in rows})


def write_baseline(counts):
    head = "# Known findings of check_words.py: path, rule, count. Only check_words.py --shrink writes this file.\n"
    return head + "".join(f"{path}\t{rule}\t{count}\n" for (path, rule), count in sorted(counts.items()))


def counts_of(findings):
    return Counter((f.path, f.rule) for f in findings)


def differences(findings, baseline):
    """Messages for every file and rule whose count is not that of the baseline."""
    counts = counts_of(findings)
    messages = []
    for path, rule in sorted(counts.keys() | baseline.keys()):
        now, known = counts[path, rule], baseline[path, rule]
        if now > known:
            messages += [str(f) for f in findings if (f.path, f.rule) == (path, rule)]
            if known:
                messages.append(f"{path}: {known} of the findings above are known, {now - known} new")
        elif now < known:
            messages.append(f"{path}: {now} findings of '{rule}', {known} in the baseline: run check_words.py --shrink")
    return messages


def shrunk(findings, baseline):
    """The counts to store. They follow moved files, but no rule gets more findings in all than the baseline has."""
    counts = counts_of(findings)
    totals, known = Counter(), Counter()
    for (_, rule), count in counts.items():
        totals[rule] += count
    for (_, rule), count in baseline.items():
        known[rule] += count
    kept = Counter()
    for key, count in counts.items():
        kept[key] = count if totals[key[1]] <= known[key[1]] else min(count, baseline[key])
    return +kept


def main(arguments):
    root = HERE.parents[1]
    rules = read_rules(BANNED_WORDS.read_text(encoding="utf-8").splitlines())
    baseline = read_baseline(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else Counter()
    findings = check(root, rules)
    if arguments[:1] == ["--list"]:
        prefixes = tuple(arguments[1:]) or ("",)
        for finding in findings:
            if finding.path.startswith(prefixes):
                print(finding)
        return 0
    if arguments == ["--shrink"]:
        counts = shrunk(findings, baseline)
        BASELINE.write_text(write_baseline(counts), encoding="utf-8")
        print(f"check_words: the baseline has {sum(counts.values())} findings, it had {sum(baseline.values())}")
        baseline = counts
    messages = differences(findings, baseline)
    for message in messages:
        print(message)
    print(f"check_words: {len(messages)} messages; {len(findings)} findings are known" if messages else
          f"check_words: no new findings, {len(findings)} known")
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

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
    # Finds at least all that `pattern` finds in the same text in lower case, several times as fast.
    probe: re.Pattern
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

    def append_line(self, line, text):
        self.text += "\n"
        self.append(line, text)

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
        regex = re.sub(r" (?!\))", r"\\s+", source)
        # A pattern that starts with letters is searched by them, one that starts with a word boundary place by place.
        probe = re.compile(regex.removeprefix(r"\b"))
        rules.append(Rule(re.compile(regex, re.IGNORECASE), probe, source, replacement, kinds))
    return rules


# Code is one token up to the next comment, string or character, line breaks included.
CPP_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)
      | R"(?P<fence>[^()\s]*)\((?P<raw>.*?)\)(?P=fence)"
      | (?P<string>"(?:\\.|[^"\\\n])*")
      | (?P<char>(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+')
      | (?P<space>\s+)
      | (?P<code>(?:(?!R")\w+|[^\w\s"'/]+|/(?![/*])|(?<=[0-9a-fA-F])'|\s+(?=[^\s"'/]))+)
      | (?P<other>.)""",
    re.DOTALL | re.VERBOSE,
)
NAME = re.compile(r"[A-Za-z_]\w*")
CODE_SPAN = re.compile(r"`[^`\n]*`|SimTK::\w+|https?://\S+|@p \w+")
ESCAPES = re.compile(r"\\[ntr]")


def blank(match):
    return re.sub(r"[^\n]", "_", match[0])


def string_kind(path):
    if path.startswith("tests/"):
        return "test"
    return "engine" if path.startswith("engine/") else "ui"


def cpp_texts(path, source):
    """Comments (neighboring lines as one) and strings (adjacent literals as one); and the code between, by line."""
    texts, code = [], []
    comment = string = None
    code_on_line, line = False, 1
    for token in CPP_TOKEN.finditer(source):
        kind, value = token.lastgroup, token[0]
        breaks = value.count("\n")
        if token["raw"] is not None:
            texts.append(Text(string_kind(path), line, token["raw"]))
            string = comment = None
            code_on_line = True
        elif kind == "comment":
            if "SPDX-License-Identifier" not in value:
                words = re.sub(r"^(///?<?|/\*+)\s?", "", value)
                if comment is not None and not code_on_line:
                    comment.append_line(line, words)
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
            code_on_line, comment = True, None
        elif kind == "space":
            if breaks:
                comment = None if code_on_line else comment
                code_on_line = False
        else:
            if kind == "code":
                code.append((line, value))
            string = comment = None
            code_on_line = True
        line += breaks
    return [t for t in texts if t.kind == "comment" or re.search(r"\w\W*\s+\W*\w", t.text) or "<" in t.text], code


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
                previous.append_line(number, match[1])
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


def texts_of(file, source):
    """Its texts, and its code as (line, code) of each piece, where names are to be checked."""
    if SKIPPED.search(file.path):
        return [], []
    if file.is_cpp():
        return cpp_texts(file.path, source)
    if file.path.endswith(".trammel"):
        return model_texts(source), []
    if HELP.search(file.path) and not file.path.startswith("LICENSES/"):
        return help_texts(source), []
    if file.is_script() or file.is_cmake():
        return script_texts(source), []
    return [], []


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


def check_tooltips(file, source):
    if not file.path.startswith(("ui/", "app/")) or not file.is_cpp():
        return
    for match in TOOLTIP.finditer(source):
        text = "".join(re.findall(r'"((?:\\.|[^"\\])*)"', match[1] or match[2]))
        line = source.count("\n", 0, match.start(1) if match[1] else match.start(2)) + 1
        if len(text) > MAX_TOOLTIP:
            message = f"tooltip of {len(text)} characters, at most {MAX_TOOLTIP}"
            yield Finding(file.path, line, "tooltip is too long", message)
        if text.endswith("."):
            yield Finding(file.path, line, "tooltip ends in a period", "tooltip ends in a period")


def prose_of(text):
    """The text of a string or comment as rules see it: without code, and as the window shows it."""
    words = CODE_SPAN.sub(blank, text.text)
    return words.replace("&", "") if text.kind == "ui" and "<" not in words else words


def probed(rules, words):
    """The rules that may find something in a list of words; a text's end and start are as another character."""
    joined = "\0".join(words).lower()
    return [rule for rule in rules if rule.probe.search(joined)]


def matches(rules, kind, words):
    """Rule, place and message of each finding in a text."""
    for rule in rules:
        if kind in rule.kinds:
            for match in rule.pattern.finditer(words):
                said = re.sub(r"\s+", " ", match[0])
                yield rule.source, match.start(), f"'{said}': {rule.replacement}"


def check_vocabulary(file, texts, rules):
    prose = [prose_of(text) for text in texts]
    suspects = probed(rules, prose)
    for text, words in zip(texts, prose):
        for rule, place, message in matches(suspects, text.kind, words):
            yield Finding(file.path, text.line_at(place), rule, message)


class Names:
    """Checks identifiers, each once in the tree, and finds the first use of those with findings in each file."""

    def __init__(self, rules):
        self.rules = [rule for rule in rules if "name" in rule.kinds]
        self.known = set()
        self.banned = {}

    def learn(self, names):
        names = [name for name in names if name not in self.known]
        self.known.update(names)
        words = [words_of(name) for name in names]
        suspects = probed(self.rules, words)
        for name, text in zip(names, words) if suspects else ():
            if found := [(rule, message) for rule, _, message in matches(suspects, "name", text)]:
                self.banned[name] = found

    def check(self, file, code):
        names = set().union(*(NAME.findall(text) for _, text in code))
        self.learn(names)
        for name in names & self.banned.keys():
            line, text = next(piece for piece in code if name in NAME.findall(piece[1]))
            start = next(m.start() for m in NAME.finditer(text) if m[0] == name)
            for rule, message in self.banned[name]:
                yield Finding(file.path, line + text.count("\n", 0, start), rule, message)


def check(root, rules):
    """All findings in the tree below root, in order of path and line."""
    findings = []
    names = Names(rules)
    for file in check_architecture.source_tree(Path(root)):
        source = "\n".join(file.lines)
        texts, code = texts_of(file, source)
        findings += check_starts(file, texts)
        findings += check_tooltips(file, source)
        findings += check_vocabulary(file, texts, rules)
        findings += names.check(file, code)
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

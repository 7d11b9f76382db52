#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that each kind of text is read, that each rule can fail, and that the baseline only shrinks."""

import tempfile
import unittest
from collections import Counter
from pathlib import Path

import check_words

RULES = check_words.read_rules(
    [
        "# comment",
        r"\banew\b|again|all",
        r"\btime lines?\b|timeline|prose",
        r"\bsockets?\b|connection|message,help",
        r"(?<!no )\brooms?\b|module|comment",
    ]
)


class Words(unittest.TestCase):
    def findings(self, files):
        with tempfile.TemporaryDirectory() as folder:
            for path, text in files.items():
                file = Path(folder) / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            return check_words.check(folder, RULES)

    def lines(self, path, text):
        return [(f.line, f.rule) for f in self.findings({path: text})]

    def test_strings_comments_and_identifiers_are_read(self):
        source = 'int a;  // begin anew\nauto b = tr("Run "\n    "anew");\nvoid startAnew();\nvoid startAnew();\n'
        self.assertEqual([(1, r"\banew\b"), (3, r"\banew\b"), (4, r"\banew\b")], self.lines("ui/a.cpp", source))

    def test_a_term_across_lines_is_found_where_it_starts(self):
        self.assertEqual([(2, r"\btime lines?\b")], self.lines("engine/a.h", "/// Shows\n/// the time\n/// line.\n"))
        self.assertEqual([(3, r"\btime lines?\b")], self.lines("resources/help/runs.md", "# Runs\n\nThe time\nline.\n"))

    def test_a_term_across_two_texts_is_no_finding(self):
        self.assertEqual([], self.lines("ui/a.cpp", 'f("the time", "lines");\n'))
        self.assertEqual([(2, r"\banew\b")], self.lines("ui/a.cpp", 'f("the time", b);\ng("anew, c");\n'))

    def test_names_are_found_in_each_file_at_their_first_use(self):
        files = {"ui/a.cpp": "int b;\n\nint runAnew;\n", "ui/b.cpp": "// runAnew\nrunAnew(); runAnew();\n"}
        found = [(f.path, f.line) for f in self.findings(files)]
        self.assertEqual([("ui/a.cpp", 3), ("ui/b.cpp", 2)], found)

    def test_scopes_separate_strings_from_comments(self):
        self.assertEqual([], self.lines("engine/a.cpp", "// The socket.\nint socket;\n"))
        self.assertEqual([(1, r"\bsockets?\b")], self.lines("engine/a.cpp", 'fail("No such socket.");\n'))
        self.assertEqual([], self.lines("engine/a.cpp", 'find("socket");\n'))
        self.assertEqual([], self.lines("engine/a.h", "// No room here.\n"))
        self.assertEqual([(1, r"(?<!no )\brooms?\b")], self.lines("engine/a.h", "// This room.\n"))

    def test_code_in_texts_is_exempt(self):
        self.assertEqual([], self.lines("README.md", "Call `anew()`.\n\n```\nanew\n```\n"))

    def test_models_scripts_and_packaging_texts_are_read(self):
        rule = [(1, r"\banew\b")]
        self.assertEqual(rule, self.lines("models/a.trammel", '{"notes": "Begin anew.", "anew": 1}\n'))
        self.assertEqual(rule, self.lines("packaging/man/trammel.1", "Begin anew.\n"))
        self.assertEqual(rule, self.lines("tests/CMakeLists.txt", "# Begin anew.\n"))
        self.assertEqual(rule, self.lines("tests/a.py", '"""Begin anew."""\n'))

    def test_comments_and_test_names_that_start_with_a_fragment_fail(self):
        for start in ("Of the run.", "Those of a run.", "What runs.", "The same."):
            self.assertEqual([(1, "comment starts with a fragment")], self.lines("engine/a.h", f"/// {start}\n"))
        self.assertEqual([], self.lines("engine/a.h", "/// Whatever.\n/// Of it.\n"))
        self.assertEqual(
            [(1, "test name is a fragment")], self.lines("tests/unit/a_test.cpp", "TEST(Run, WhatItKeeps) {}\n")
        )

    def test_tooltips_that_are_long_or_end_in_a_period_fail(self):
        self.assertEqual([(1, "tooltip ends in a period")], self.lines("ui/a.cpp", 'b->setToolTip(tr("Go."));\n'))
        long = "x" * 80 + '"\n "' + "y" * 20
        self.assertEqual([(1, "tooltip is too long")], self.lines("ui/a.cpp", f'b->setToolTip(tr("{long}"));\n'))
        self.assertEqual(
            [(2, "tooltip ends in a period")], self.lines("ui/a.cpp", 'add({"a.b", tr("B"),\n     tr("Go.")});\n')
        )

    def test_a_count_that_differs_from_the_baseline_is_reported(self):
        found = self.findings({"a.md": "Anew. Anew.\n"})
        counts = check_words.counts_of(found)
        key = ("a.md", r"\banew\b")
        self.assertEqual([], check_words.differences(found, counts))
        self.assertEqual("a.md:1: 'Anew': again", check_words.differences(found, Counter())[0])
        self.assertIn("1 new", check_words.differences(found, Counter({key: 1}))[-1])
        self.assertIn("--shrink", check_words.differences(found, Counter({key: 3}))[0])

    def test_the_baseline_shrinks_and_follows_moved_files_but_never_grows(self):
        found = self.findings({"a.md": "Anew. Anew.\n"})
        rule = r"\banew\b"
        self.assertEqual({("a.md", rule): 2}, check_words.shrunk(found, Counter({("a.md", rule): 5})))
        self.assertEqual({("a.md", rule): 2}, check_words.shrunk(found, Counter({("old.md", rule): 2})))
        self.assertEqual({("a.md", rule): 1}, check_words.shrunk(found, Counter({("a.md", rule): 1})))
        self.assertEqual({}, check_words.shrunk(found, Counter({("old.md", rule): 1})))

    def test_the_baseline_reads_what_it_writes(self):
        counts = Counter({("a.md", r"\banew|new\b"): 2})
        self.assertEqual(counts, check_words.read_baseline(check_words.write_baseline(counts)))

    def test_the_list_of_banned_words_is_valid(self):
        lines = check_words.BANNED_WORDS.read_text(encoding="utf-8").splitlines()
        rules = check_words.read_rules(lines)
        self.assertGreater(len(rules), 100)
        self.assertEqual(len(rules), len({rule.source for rule in rules}), "a regex is listed twice")
        with self.assertRaises(ValueError):
            check_words.read_rules(["a|b|nowhere"])


if __name__ == "__main__":
    unittest.main()

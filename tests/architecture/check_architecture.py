#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails, with file, line and rule, where the source tree leaves the module table in modules.py."""

import os
import re
import statistics
import sys
from pathlib import Path
from typing import NamedTuple

import modules


class Finding(NamedTuple):
    path: str
    line: int
    rule: str
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: [{self.rule}] {self.text}"


class SourceFile:
    """A file of the tree, by its path relative to the root; binary files have no lines."""

    def __init__(self, root, path):
        self.path = path
        try:
            self.lines = (root / path).read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            self.lines = []

    def is_cpp(self):
        return self.path.endswith((".h", ".cpp"))

    def is_cmake(self):
        return self.path.endswith((".cmake", "CMakeLists.txt"))

    def is_script(self):
        return self.path.endswith((".py", ".sh")) or bool(self.lines and self.lines[0].startswith("#!"))

    def numbered(self):
        return enumerate(self.lines, start=1)


def source_tree(root):
    """All files that belong to the repository, sorted."""
    found = []
    for folder, subfolders, names in os.walk(root):
        relative = Path(folder).relative_to(root).as_posix()
        at_top = relative == "."
        subfolders[:] = sorted(
            s for s in subfolders if s not in (".git", "__pycache__") and not (at_top and s in modules.TOP_LEVEL_IGNORED)
        )
        prefix = "" if at_top else relative + "/"
        found += [prefix + n for n in sorted(names) if not (at_top and n in modules.TOP_LEVEL_IGNORED)]
    return [SourceFile(root, path) for path in found]


def module_of(path):
    """The longest row of the table that holds the path, or None."""
    fitting = [module for module in modules.MODULES if path.startswith(module + "/")]
    return max(fitting, key=len, default=None)


def library_of(name, kind):
    """The library of an included header (kind 0) or of a CMake target (kind 1), or None."""
    return next((lib for lib, patterns in modules.LIBRARIES.items() if re.match(patterns[kind], name)), None)


INCLUDE = re.compile(r'\s*#\s*include\s*(?:<([^>]+)>|"([^"]+)")')


def check_includes(files):
    for file in files:
        if not file.is_cpp():
            continue
        module = module_of(file.path)
        if module is None:
            yield Finding(file.path, 1, "module", "no module of the table in tests/architecture/modules.py holds this file")
            continue
        for number, line in file.numbered():
            if match := INCLUDE.match(line):
                wrong = wrong_library(module, match[1]) if match[1] else wrong_module(module, file, match[2], files)
                if wrong:
                    yield Finding(file.path, number, "include", wrong)


def wrong_library(module, header):
    if header in modules.STANDARD_HEADERS:
        return None
    library = library_of(header, 0)
    if library is None:
        return f"<{header}> belongs to no library that tests/architecture/modules.py knows"
    if library not in modules.MODULES[module].libraries:
        return f"{module} may not include <{header}> ({library})"
    return None


def wrong_module(module, file, header, files):
    if header.endswith(".moc") or header.startswith("moc_") or module in modules.INSTALLED_HEADERS.get(header, ()):
        return None
    root_folder = header.split("/")[0]
    target = module_of(header if root_folder in ("ui", "app", "tests") else "engine/" + header)
    if target is None:
        beside = os.path.dirname(file.path) + "/" + header
        if module.startswith("tests") and any(f.path == beside for f in files):
            return None
        return f'"{header}" is no path from the include root (engine/ for the engine, the top for ui and app)'
    if target != module and target not in modules.MODULES[module].modules:
        return f'{module} may not include "{header}" ({target})'
    return None


def folder_arrow(path, header):
    """The folders, side by side within a module, from which and to which an include leads; None elsewhere."""
    target = header if header.split("/")[0] == "ui" else "engine/" + header
    if module_of(path) is None or module_of(target) != module_of(path):
        return None
    shared = os.path.commonpath([path, target])
    sides = [file[len(shared) + 1 :].split("/") for file in (path, target)]
    return None if any(len(side) < 2 for side in sides) else tuple(f"{shared}/{side[0]}" for side in sides)


def check_folders(files):
    """Folders side by side within a module may include each other in one direction only."""
    arrows = {}
    for file in files:
        for number, line in file.numbered() if file.is_cpp() else ():
            match = INCLUDE.match(line)
            if match and match[2] and (arrow := folder_arrow(file.path, match[2])):
                arrows.setdefault(arrow, []).append((file.path, number))
    for (source, target), places in arrows.items():
        back = arrows.get((target, source), [])
        # The rarer direction, or the first by name, is the one to turn.
        if (len(places), source) < (len(back), target):
            for path, number in places:
                yield Finding(path, number, "folders", f"{source} may not include {target}, which includes it")


FUNCTION_BODY = re.compile(r"\bfunction\s*\(.*?\bendfunction\b", re.DOTALL)


def cmake_calls(file, command):
    """(line, arguments as words) of each call of the command; not in comments, nor where functions are defined."""
    text = "\n".join(re.sub(r"#.*", "", line) for line in file.lines)
    text = FUNCTION_BODY.sub(lambda body: "\n" * body[0].count("\n"), text)
    for match in re.finditer(rf"\b{command}\s*\(([^)]*)\)", text):
        yield text.count("\n", 0, match.start()) + 1, match[1].split()


# The commands that make the library of one module, by the file that calls them.
MODULE_COMMANDS = {"engine/CMakeLists.txt": ("trammel_module", "engine/"), "ui/CMakeLists.txt": ("trammel_ui_module", "ui/")}


def check_link_graph(files):
    for file in files:
        if file.path in MODULE_COMMANDS:
            command, folder = MODULE_COMMANDS[file.path]
            for number, words in cmake_calls(file, command):
                module = folder + words[0]
                if module in modules.MODULES:
                    yield from wrong_links(file, number, module, dependencies(words[1:]))
                else:
                    yield Finding(file.path, number, "link", f"{module} has no row in tests/architecture/modules.py")
        if file.path.startswith(("ui/", "app/")) and file.is_cmake():
            for number, words in cmake_calls(file, "target_link_libraries"):
                module = module_of_target(words[0]) or module_of(file.path)
                yield from wrong_links(file, number, module, words[1:])


def module_of_target(target):
    """The module whose library or program this target is, or None."""
    if target in ("trammel-cli", "trammel_cli"):
        return "app/cli"
    if target == "trammel_python":
        return "app/python"
    by_target = {"trammel_" + module.removeprefix("engine/").replace("/", "_"): module for module in modules.MODULES}
    return by_target.get(target)


def dependencies(words):
    taken = False
    for word in words:
        if word in ("DEPS", "PCH"):
            taken = word == "DEPS"
        elif taken:
            yield word


def wrong_links(file, number, module, targets):
    row = modules.MODULES.get(module, modules.Row())
    for target in targets:
        # trammel_engine is the shared library of all modules of the engine.
        if target in ("PUBLIC", "PRIVATE", "INTERFACE", "trammel_options", "trammel_engine") or target.startswith(("-", "$<")):
            continue
        other = module_of_target(target)
        if other not in row.modules | {module} if other else library_of(target, 1) not in row.libraries:
            yield Finding(file.path, number, "link", f"{module or file.path} may not link {target}")


# A type states its key as a constant of its class, or in the descriptor it fills in.
TYPE_KEY = re.compile(
    r'\bconstexpr\b[^;=]*\bkey(?:\[\])?\s*[={]\s*"([^"]+)"' + r'|\b(?:descriptor|type|d)\.key\s*=\s*"([^"]+)"'
)
LITERAL_OR_COMMENT = re.compile(r'"((?:\\.|[^"\\])*)"|//.*')
NOT_A_TYPE = re.compile(r"//.*not a type: \S")


def registered_type_keys(files):
    """The keys of all families (folders with a registry.cpp), and findings for families that state none."""
    keys, findings = {}, []
    for registry in (f for f in files if f.path.startswith("engine/") and f.path.endswith("/registry.cpp")):
        family = os.path.dirname(registry.path)
        members = [f for f in files if f.is_cpp() and os.path.dirname(f.path) == family]
        stated = {m[1] or m[2]: f.path for f in members for line in f.lines for m in TYPE_KEY.finditer(line)}
        if not stated:
            text = 'no type of this family states its key as `constexpr ... key = "..."`'
            findings.append(Finding(registry.path, 1, "type-name", text))
        keys.update(stated)
    return keys, findings


def check_type_names(files):
    keys, findings = registered_type_keys(files)
    yield from findings
    registries = {os.path.dirname(f.path) for f in files if f.path.endswith("/registry.cpp")}
    for file in files:
        if not file.is_cpp() or not file.path.startswith(modules.TYPE_BLIND):
            continue
        if os.path.dirname(file.path) in registries:
            continue
        for number, line in file.numbered():
            if NOT_A_TYPE.search(line):
                continue
            for match in LITERAL_OR_COMMENT.finditer(line):
                key = match[1]
                if key and len(key) >= 3 and key in keys:
                    yield Finding(
                        file.path, number, "type-name",
                        f'"{key}" is a type of element ({keys[key]}); take it from the TypeCatalog, or end the line '
                        "with `// not a type: REASON`",
                    )


def check_sizes(files):
    lengths = []
    for file in files:
        if file.is_cpp() or file.is_cmake() or file.is_script():
            if len(file.lines) > modules.MAX_LINES:
                yield Finding(
                    file.path, modules.MAX_LINES + 1, "size",
                    f"{len(file.lines)} lines, more than {modules.MAX_LINES}; split it by concept",
                )
        if file.is_cpp():
            lengths.append(len(file.lines))
    if len(lengths) >= modules.MIN_FILES_FOR_STATISTICS:
        median, percentile = statistics.median(lengths), statistics.quantiles(lengths, n=10)[-1]
        if median > modules.MAX_MEDIAN_LINES:
            text = f"the median source file has {median:.0f} lines, more than {modules.MAX_MEDIAN_LINES}"
            yield Finding(".", 1, "size", text)
        if percentile > modules.MAX_90TH_PERCENTILE_LINES:
            text = f"one source file in ten has {percentile:.0f} lines, more than {modules.MAX_90TH_PERCENTILE_LINES}"
            yield Finding(".", 1, "size", text)


def check_licences(files):
    for file in files:
        if not (file.is_cpp() or file.is_cmake() or file.is_script()):
            continue
        number = 2 if file.lines and file.lines[0].startswith("#!") else 1
        line = file.lines[number - 1] if len(file.lines) >= number else ""
        allowed = next(names for pattern, names in modules.LICENCES if pattern.match(file.path))
        comment = "//" if file.is_cpp() else "#"
        if line not in [f"{comment} SPDX-License-Identifier: {name}" for name in allowed]:
            yield Finding(
                file.path, number, "licence",
                f"must begin with '{comment} SPDX-License-Identifier: {' or '.join(allowed)}'",
            )


def check_top_level(files):
    present = {file.path.split("/")[0] for file in files}
    for name in sorted(present - modules.TOP_LEVEL):
        if not name.startswith("."):
            yield Finding(name, 1, "top-level", "is not one of the fixed names at the top of the repository")
    for name in sorted(modules.TOP_LEVEL - present):
        yield Finding(name, 1, "top-level", "is missing at the top of the repository")


# Put together from parts, so that this file does not break its own rules.
POSTPONED = re.compile(r"\b(" + "|".join(("TO" "DO", "FIX" "ME", "XX" "X", "HA" "CK")) + r")\b(?!\([^)\s][^)]*\))")
MACHINE_PATH = re.compile(r"(?<![\w.~$}/-])/(?:home|root|work|Users|mnt|media)/[\w.]")
EXAMPLE_TREES = "tests/architecture/test_check_architecture.py"


def check_text(files):
    for file in files:
        if file.path == EXAMPLE_TREES or file.path.startswith("LICENSES/"):
            continue
        for number, line in file.numbered():
            if match := POSTPONED.search(line):
                yield Finding(file.path, number, "postponed", f"write {match[1]}(reason), or do it now")
            if match := MACHINE_PATH.search(line):
                yield Finding(file.path, number, "machine-path", f"'{match[0]}...' exists on one machine only")


# No test depends on time that passes, measured or slept. Speed is a ratio in tests/benchmarks.
TIMED = {
    ".cpp": re.compile(
        r"\b(?:qWait|qSleep|u?sleep|nanosleep|msleep|sleep_(?:for|until)|clock_gettime|gettimeofday)\(|\bstd::clock\b"
        r"|\b(?:(?:steady|system|high_resolution)_clock|QElapsedTimer|QDeadlineTimer|schedstat)\b|singleShot\(\s*[1-9]"
    ),
    ".py": re.compile(r"\btime\.(?:sleep|time|monotonic|perf_counter|process_time)\("),
}
TIMED[".h"] = TIMED[".cpp"]
# A test of what is absent shows nothing; therefore it fails.
SKIPS = re.compile(r"\b(?:GTEST_SKIP|QSKIP)\b(?!.*not installed)")


def check_tests(files):
    for file in files:
        timed = TIMED.get(os.path.splitext(file.path)[1])
        if not timed or not file.path.startswith("tests/") or file.path.startswith("tests/benchmarks/"):
            continue
        if file.path == EXAMPLE_TREES:
            continue
        for number, line in file.numbered():
            if match := timed.search(line):
                text = f"'{match[0]}': wait for the fact itself (tests/ui/settle.h), and count instead of measuring time"
                yield Finding(file.path, number, "timed-test", text)
            if SKIPS.search(line):
                text = "a test skips only what needs a program or device that is 'not installed'; choose its cases instead"
                yield Finding(file.path, number, "skipped-test", text)


UNNAMED_NAMESPACE = re.compile(r"^namespace \{\n(.*?)^\}  // namespace$", re.DOTALL | re.MULTILINE)
LOCAL_NAME = re.compile(
    r"^(?=\S)(?:(?:struct|class|enum class|enum) (?P<type>\w+)\b[^;(\n]*\{"
    r"|(?:constexpr|const) [\w:<>, *&]+? (?P<constant>\w+)(?:\{|\[| =)"
    r"|(?!using |template |return )[\w:<>,&*\[\] ]+[ &*>](?P<function>\w+)\((?P<parameters>[^{;]*)\) (?:noexcept )?\{)",
    re.MULTILINE,
)


def parameter_types(parameters):
    """The types of a parameter list, without names, defaults and white space."""
    flat = re.sub(r"<[^<>]*>", lambda m: m[0].replace(",", ";"), re.sub(r"\s+", " ", parameters))
    return tuple(re.sub(r"(?<=[ &*>])\w+$", "", part.split("=")[0].strip()).strip() for part in flat.split(","))


def check_local_names(files):
    """Names in unnamed namespaces differ within a module, whose files are compiled together: see the preset check."""
    first = {}
    for file in files:
        module = module_of(file.path)
        if module is None or module.startswith("tests") or not file.path.endswith(".cpp"):
            continue
        source = "\n".join(file.lines)
        for space in UNNAMED_NAMESPACE.finditer(source):
            for match in LOCAL_NAME.finditer(space[1]):
                name = match["type"] or match["constant"] or match["function"]
                types = parameter_types(match["parameters"]) if match["function"] else None
                other = first.setdefault((module, name, types), file.path)
                if other != file.path:
                    line = source.count("\n", 0, space.start(1) + match.start()) + 1
                    yield Finding(file.path, line, "local name", f"'{name}' has a namesake in {other}: rename or share it")


RULES = (
    check_includes,
    check_folders,
    check_local_names,
    check_link_graph,
    check_type_names,
    check_sizes,
    check_licences,
    check_top_level,
    check_text,
    check_tests,
)


def check(root):
    """All findings in the tree below root, in order of path and line."""
    files = source_tree(Path(root))
    return sorted(finding for rule in RULES for finding in rule(files))


def main():
    default_root = Path(__file__).resolve().parents[2]
    findings = check(Path(sys.argv[1]) if len(sys.argv) > 1 else default_root)
    for finding in findings:
        print(finding)
    print(f"check_architecture: {len(findings)} findings" if findings else "check_architecture: clean")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())

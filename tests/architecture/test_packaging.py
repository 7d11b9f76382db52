#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves what the scripts and data files in packaging/ promise, with stand-ins for apt, sudo and the programs."""

import os
import re
import shutil
import stat
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
SCRIPTS = [PACKAGING / name for name in ("setup", "build", "run", "test", "validate")] + [ROOT / ".ci" / "run"]


class Sandbox:
    """A folder with a space in its name, a log, and programs that only write down how they were called."""

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.path = Path(self.temporary.name) / "a place"
        self.bin = self.path / "bin"
        self.bin.mkdir(parents=True)
        self.log = self.path / "log"
        self.log.touch()
        for tool in "awk bash basename dirname env mktemp nproc paste realpath rm sed tee true".split():
            (self.bin / tool).symlink_to(shutil.which(tool))

    def program(self, path, body="true"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'#!/bin/bash\necho "{path.name} $*" >>"{self.log}"\n{body}\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def run(self, script, *arguments, cwd=None, **environment):
        keep = {k: v for k, v in os.environ.items() if k in ("LC_ALL", "TMPDIR")}
        return subprocess.run(
            [self.bin / "bash", str(script), *arguments],
            cwd=cwd or self.path, env={**keep, "PATH": str(self.bin), **environment},
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )

    def calls(self):
        return self.log.read_text().splitlines()


class SetupScript(unittest.TestCase):
    def setUp(self):
        self.box = Sandbox()
        self.addCleanup(self.box.temporary.cleanup)
        shutil.copytree(PACKAGING, self.box.path / "packaging")
        self.setup = self.box.path / "packaging" / "setup"

    def system(self, installed, apt="true"):
        """A Debian on which the given packages are installed."""
        cases = "".join(f"{name}) echo -n installed;; " for name in installed)
        self.box.program(self.box.bin / "dpkg-query", f'case "${{@: -1}}" in {cases}*) exit 1;; esac')
        self.box.program(self.box.bin / "apt-get", apt)
        self.box.program(self.box.bin / "sudo", '[[ $1 == -n ]] && shift; exec "$@"')

    def apt_calls(self):
        return [call for call in self.box.calls() if call.startswith("apt-get")]

    def list_file(self, text):
        (self.box.path / "packaging" / "packages.txt").write_text(text)

    def test_calls_no_apt_when_nothing_is_missing(self):
        self.list_file("[build]\ncmake\n[gui-build]\n[run]\nlibgl1 # why\n")
        self.system(["cmake", "libgl1"])
        self.assertEqual(0, self.box.run(self.setup).returncode)
        self.assertEqual([], self.apt_calls())

    def test_installs_only_what_is_missing_of_the_named_sections(self):
        self.list_file("[build]\ncmake\nninja-build # fast\n\n# note\n[test]\nxvfb\n[other]\nnever\n")
        self.system(["cmake"])
        result = self.box.run(self.setup, "build", "test")
        self.assertEqual(0, result.returncode, result.stderr)
        update, install = self.apt_calls()
        self.assertRegex(update, r" update$")
        self.assertRegex(install, r" install -y --no-install-recommends ninja-build xvfb$")

    def test_says_so_when_packages_cannot_be_installed(self):
        self.list_file("[build]\ncmake\n")
        self.system([], apt='[[ "$*" != *install* ]]')
        result = self.box.run(self.setup, "build")
        self.assertEqual(1, result.returncode)
        self.assertIn("could not be installed", result.stderr)

    def test_says_what_is_needed_on_a_system_without_apt(self):
        self.list_file("[build]\ncmake\n")
        result = self.box.run(self.setup, "build")
        self.assertEqual(1, result.returncode)
        self.assertRegex(result.stderr, r"no apt-get(.|\n)*cmake(.|\n)*TRAMMEL_SKIP_SETUP=1")
        self.assertEqual(0, self.box.run(self.setup, "build", TRAMMEL_SKIP_SETUP="1").returncode)

    def test_refuses_a_section_that_does_not_exist(self):
        self.system([])
        result = self.box.run(self.setup, "no-such-section")
        self.assertEqual(1, result.returncode)
        self.assertIn("no-such-section", result.stderr)
        self.assertEqual([], self.apt_calls())


class RunScript(unittest.TestCase):
    def setUp(self):
        self.box = Sandbox()
        self.addCleanup(self.box.temporary.cleanup)
        self.root = self.box.path / "the clone"
        (self.root / "packaging").mkdir(parents=True)
        (self.root / "models").mkdir()
        shutil.copy(PACKAGING / "run", self.root / "packaging" / "run")
        (self.root / "models" / "four_bar.trammel").write_text("{}")
        self.box.program(self.root / "packaging" / "setup")
        self.box.program(self.root / "packaging" / "build")
        for name in ("trammel", "trammel-cli"):
            self.box.program(self.root / "build" / "release" / "bin" / name)

    def run_script(self, *arguments, **environment):
        return self.box.run(self.root / "packaging" / "run", *arguments, **environment)

    def test_opens_the_four_bar_in_the_window(self):
        self.assertEqual(0, self.run_script(DISPLAY=":0").returncode)
        model = self.root / "models" / "four_bar.trammel"
        self.assertEqual(["setup build gui-build run", "build release trammel trammel-cli", f"trammel {model}"], self.box.calls())

    def test_opens_a_file_named_from_where_one_stands(self):
        (self.box.path / "my model.trammel").write_text("{}")
        self.assertEqual(0, self.run_script("my model.trammel", WAYLAND_DISPLAY="w").returncode)
        self.assertEqual(f"trammel {self.box.path / 'my model.trammel'}", self.box.calls()[-1])

    def test_without_a_display_runs_headless_and_leaves_table_and_picture(self):
        for environment in ({}, {"DISPLAY": ":0", "TRAMMEL_HEADLESS": "1"}):
            with self.subTest(environment):
                self.box.log.write_text("")
                result = self.run_script(**environment)
                self.assertEqual(0, result.returncode, result.stderr)
                model, out = self.root / "models" / "four_bar.trammel", self.root / "build" / "release" / "four_bar"
                self.assertEqual(
                    [
                        f"trammel-cli run {model} --until 10 --csv {out}.csv",
                        f"trammel render {model} --at 1 -o {out}.png",
                    ],
                    self.box.calls()[2:],
                )
                self.assertIn(f"{out}.csv", result.stdout)
                self.assertIn(f"{out}.png", result.stdout)

    def test_fails_when_the_program_fails(self):
        self.box.program(self.root / "build" / "release" / "bin" / "trammel-cli", "exit 3")
        self.assertEqual(3, self.run_script().returncode)

    def test_says_so_when_there_is_no_such_file_before_it_installs_anything(self):
        result = self.run_script("nowhere.trammel")
        self.assertEqual(1, result.returncode)
        self.assertIn("nowhere.trammel", result.stderr)
        self.assertEqual([], self.box.calls())


class TestScript(unittest.TestCase):
    def setUp(self):
        self.box = Sandbox()
        self.addCleanup(self.box.temporary.cleanup)
        self.root = self.box.path / "the clone"
        (self.root / "packaging").mkdir(parents=True)
        shutil.copy(PACKAGING / "test", self.root / "packaging" / "test")
        (self.box.bin / "mkdir").symlink_to(shutil.which("mkdir"))
        self.box.program(self.root / "packaging" / "setup")
        self.box.program(self.root / "packaging" / "build")

    def run_script(self, ctest, *arguments, **environment):
        self.box.program(self.box.bin / "ctest", ctest)
        return self.box.run(self.root / "packaging" / "test", *arguments, **environment)

    def test_says_in_the_last_line_how_many_passed(self):
        result = self.run_script("echo '100% tests passed, 0 tests failed out of 7'")
        self.assertEqual(0, result.returncode, result.stderr)
        self.assertEqual(
            "packaging/test: passed. 100% tests passed, 0 tests failed out of 7", result.stdout.splitlines()[-1]
        )
        self.assertEqual(["setup build gui-build run test", "build check"], self.box.calls()[:2])

    def test_fails_when_a_test_fails(self):
        result = self.run_script("echo '86% tests passed, 1 tests failed out of 7'; exit 8")
        self.assertEqual(8, result.returncode)
        self.assertEqual(
            "packaging/test: FAILED. 86% tests passed, 1 tests failed out of 7", result.stdout.splitlines()[-1]
        )

    def test_fails_when_the_build_fails_and_runs_no_test(self):
        self.box.program(self.root / "packaging" / "build", "exit 1")
        self.assertEqual(1, self.run_script("true").returncode)
        self.assertNotIn("ctest", " ".join(self.box.calls()))

    def test_hides_the_settings_of_the_person_who_runs_it_and_leaves_nothing_behind(self):
        show = 'echo "home=$HOME runtime=$XDG_RUNTIME_DIR platform=${QT_QPA_PLATFORM-none}"; touch "$HOME/left"'
        (self.box.bin / "touch").symlink_to(shutil.which("touch"))
        result = self.run_script(show, HOME="/someone", QT_QPA_PLATFORM="wayland")
        home, platform = re.search(r"home=(\S+) runtime=\S+ platform=(\S+)", result.stdout).groups()
        self.assertNotEqual("/someone", home)
        self.assertEqual("none", platform)
        self.assertFalse(os.path.exists(home))


class Files(unittest.TestCase):
    def test_scripts_are_executable_and_parse(self):
        for script in SCRIPTS:
            with self.subTest(script.name):
                self.assertTrue(os.access(script, os.X_OK))
                subprocess.run(["bash", "-n", str(script)], check=True)

    def test_scripts_explain_themselves_and_do_nothing_else(self):
        box = Sandbox()
        self.addCleanup(box.temporary.cleanup)
        shutil.copytree(PACKAGING, box.path / "packaging")
        scripts = [p for p in (box.path / "packaging").iterdir() if p.is_file() and b"bash" in p.read_bytes()[:30]]
        self.assertGreater(len(scripts), 10)
        for script in scripts:
            for option in ("-h", "--help"):
                with self.subTest(script=script.name, option=option):
                    # Here nothing can be installed or built.
                    result = box.run(script, option)
                    self.assertEqual((result.returncode, result.stderr), (0, ""))
                    self.assertRegex(result.stdout, rf"^Usage: packaging/{script.name}\b.*\n.+")

    @unittest.skipUnless(shutil.which("shellcheck"), "shellcheck is not installed")
    def test_scripts_pass_shellcheck(self):
        subprocess.run(["shellcheck", *map(str, SCRIPTS)], check=True)

    def test_each_package_is_listed_once(self):
        lines = [line.split("#")[0].strip() for line in (PACKAGING / "packages.txt").read_text().splitlines()]
        names = [line for line in lines if line and not line.startswith("[")]
        self.assertEqual(len(names), len(set(names)))
        self.assertTrue(all(re.fullmatch(r"[a-z0-9][a-z0-9+.-]+", name) for name in names), names)

    def test_media_types_of_importers_are_registered(self):
        """A format of models, named by an "application/..." type, opens from the file manager with its own type."""
        application = "io.github.trammel.Trammel"
        desktop = (PACKAGING / f"{application}.desktop").read_text()
        opened = re.search(r"^MimeType=(.*);$", desktop, re.MULTILINE)[1].split(";")
        declared = (PACKAGING / f"{application}.mime.xml").read_text()
        importers = 0
        for header in sorted((ROOT / "engine" / "import").rglob("*.h")):
            source = header.read_text()
            for row in re.findall(r"key = .*?void read\(", source, re.DOTALL):
                importers += 1
                value = dict(re.findall(r'\b(label|mediaType|rootElement) = "([^"]*)"', row))
                endings = re.findall(r'"(\w+)"', re.search(r"endings\(\) { return {(.*?)}", row)[1])
                if not value["mediaType"].startswith("application/"):
                    continue
                self.assertIn(value["mediaType"], opened, f"{header.name}: add it to MimeType in {application}.desktop")
                # Many formats have files that end in ".xml".
                globs = "".join(f'    <glob pattern="*.{each}" weight="40"/>\n' for each in endings if each != "xml")
                block = f"""  <mime-type type="{value['mediaType']}">
    <comment>{value['label']}</comment>
    <sub-class-of type="application/xml"/>
    <root-XML namespaceURI="" localName="{value['rootElement']}"/>
{globs}  </mime-type>
"""
                if not value["rootElement"]:
                    block = re.sub(r"    <(sub-class-of|root-XML).*\n", "", block)
                self.assertTrue(block in declared, f"{header.name}: add this to {application}.mime.xml:\n{block}")
        self.assertGreater(importers, 4)

    def test_desktop_files_name_the_same_application_and_file_type(self):
        application, file_type = "io.github.trammel.Trammel", "application/vnd.trammel.model+json"
        desktop = (PACKAGING / f"{application}.desktop").read_text()
        self.assertIn("\nExec=trammel %F\n", desktop)
        self.assertIn(f"\nMimeType={file_type};", desktop)
        self.assertIn(f"\nIcon={application}\n", desktop)

        metainfo = xml.parse(PACKAGING / f"{application}.metainfo.xml").getroot()
        self.assertEqual(application, metainfo.findtext("id"))
        self.assertEqual(f"{application}.desktop", metainfo.findtext("launchable"))
        self.assertEqual(file_type, metainfo.findtext("provides/mediatype"))

        types = xml.parse(PACKAGING / f"{application}.mime.xml").getroot()
        namespace = "{http://www.freedesktop.org/standards/shared-mime-info}"
        self.assertEqual(file_type, types.find(f"{namespace}mime-type").get("type"))
        self.assertEqual("*.trammel", types.find(f".//{namespace}glob").get("pattern"))

    def test_the_release_of_the_metainfo_is_the_version_of_the_project(self):
        version = re.search(r"project\(trammel VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        metainfo = xml.parse(PACKAGING / "io.github.trammel.Trammel.metainfo.xml").getroot()
        self.assertEqual(version, metainfo.find("releases/release").get("version"))
        for page in ("trammel.1", "trammel-cli.1"):
            self.assertIn(f'"Trammel {version}"', (PACKAGING / "man" / page).read_text())


if __name__ == "__main__":
    unittest.main()

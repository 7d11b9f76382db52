#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The installed program on a disk that fails: every n-th call that writes, a kill before each of them, a disk of 1 MB. A file
is the old one or the new one, whole; what succeeds says so, and what fails says why; nothing else is left behind.

Usage: failing_disk.py TRAMMEL_CLI PRELOADED_LIBRARY SOURCE_FOLDER [MOST [STEP]]
MOST: the largest n, 20 by default; STEP: between the calls before which a command is killed, 1. As root, a disk of 1 MB is
mounted.
"""

import errno
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ERRORS = {"ENOSPC": errno.ENOSPC, "EIO": errno.EIO, "EACCES": errno.EACCES}
OLD = b"the old file\n"
STUDY = """{"trammel": 1, "name": "Swing", "nextId": 20, "elements": [
 {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.5, "mass": 1}},
 {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "references": {"child": 1}},
 {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"},
 {"id": 4, "family": "settings", "type": "simulation", "name": "Simulation", "properties": {"duration": 0.2}},
 {"id": 5, "family": "study", "type": "grid", "name": "Sweep"},
 {"id": 6, "family": "factor", "type": "range", "name": "Length", "parent": 5,
  "properties": {"number": "length", "from": 0.2, "to": 0.8, "levels": 12}, "references": {"element": 1}},
 {"id": 7, "family": "response", "type": "minimum", "name": "Lowest", "parent": 5,
  "properties": {"output": "Pivot.angle"}}]}"""


class Failure(Exception):
    pass


class Disk:
    """Commands that write, and what is expected of the files."""

    def __init__(self, program, preload, source, folder):
        self.program, self.preload, self.folder = program, preload, folder
        self.model = source / "models" / "four_bar.trammel"
        self.other = Path(tempfile.mkdtemp(prefix="trammel-whole-"))
        self.study = self.other / "swing.trammel"
        self.study.write_text(STUDY)
        run = self.other / "given.trun"
        self.call("run", self.model, "--until", "0.3", "--save", run)
        self.commands = {
            "model.trammel": ("assemble", self.model, "-o"),
            "run.trun": ("run", self.model, "--until", "0.3", "--save"),
            "run.csv": ("run", self.model, "--until", "0.3", "--csv"),
            "run.sto": ("export", run, "-o"),
            "model.xml": ("export", self.model, "--format", "mjcf", "-o"),
        }
        self.whole = {}
        for name, arguments in self.commands.items():
            self.call(*arguments, self.other / name)
            self.whole[name] = (self.other / name).read_bytes()
        self.call("study", self.study, "--out", self.other / "whole.tstudy")
        self.table = self.table_of(self.other / "whole.tstudy")

    def call(self, *arguments, **environment):
        done = subprocess.run(
            [self.program, *map(str, arguments)], capture_output=True, text=True, env={**os.environ, **environment}
        )
        if not environment and done.returncode != 0:
            raise Failure(f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def table_of(self, results):
        return self.call("study", "show", results, "--csv", "-").stdout

    def is_new(self, name):
        file = self.folder / name
        if name.endswith(".trun"):
            # Holds computing times, which differ.
            check = subprocess.run([self.program, "replay", "--check", file], capture_output=True, text=True)
            return check.returncode == 0 and "bitwise identical in all 31 frames" in check.stdout
        return file.read_bytes() == self.whole[name]

    def clear(self):
        for file in self.folder.iterdir():
            shutil.rmtree(file) if file.is_dir() else file.unlink()

    def expect(self, name, done, what):
        """The state of the folder after a command that ended by itself."""
        said = f"{what}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
        if done.returncode not in (0, 1):
            raise Failure(f"{said}\nunexpected exit code")
        is_old = (self.folder / name).read_bytes() == OLD
        if not is_old and not self.is_new(name):
            raise Failure(f"{said}\n{name} is neither old nor new")
        if done.returncode == 0 and is_old:
            raise Failure(f"{said}\n{name} was not written")
        if done.returncode != 0 and "Error" not in done.stderr:
            raise Failure(f"{said}\nthe reason is missing")

    def fail_each(self, most):
        count = self.other / "count"
        failed = 0
        for name, arguments in self.commands.items():
            for label, error in ERRORS.items():
                for n in range(1, most + 1):
                    self.clear()
                    count.unlink(missing_ok=True)
                    (self.folder / name).write_bytes(OLD)
                    environment = {
                        "LD_PRELOAD": str(self.preload),
                        "FAULT_FOLDER": str(self.folder),
                        "FAULT_EVERY": str(n),
                        "FAULT_ERROR": str(error),
                        "FAULT_COUNT": str(count),
                    }
                    what = f"{name}, {label} at each call {n}"
                    self.expect(name, self.call(*arguments, self.folder / name, **environment), what)
                    left = [file.name for file in self.folder.iterdir()]
                    if left != [name]:
                        raise Failure(f"{what}: left behind {left}")
                    if not count.exists():
                        break
                    failed += 1
        return failed

    def fail_studies(self, most):
        """A study that failed is continued, or started where nothing of it is there."""
        results = self.folder / "a.tstudy"
        for label, error in ERRORS.items():
            for n in range(1, most + 1):
                self.clear()
                environment = {
                    "LD_PRELOAD": str(self.preload),
                    "FAULT_FOLDER": str(self.folder),
                    "FAULT_EVERY": str(n * n),
                    "FAULT_ERROR": str(error),
                }
                done = self.call("study", self.study, "--out", results, **environment)
                what = f"study, {label} at each call {n * n}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
                if done.returncode not in (0, 1, 4):
                    raise Failure(what)
                if done.returncode != 0:
                    if "Error" not in done.stderr:
                        raise Failure(f"{what}\nthe reason is missing")
                    self.finish_study(results, what)
                if self.table_of(results) != self.table:
                    raise Failure(f"{what}\nthe results differ")

    def finish_study(self, results, what):
        resume = ("--resume",) if results.exists() else ()
        done = subprocess.run(
            [self.program, "study", self.study, *resume, "--out", results], capture_output=True, text=True
        )
        if done.returncode != 0:
            raise Failure(f"{what}\ncannot be continued: {done.stdout}{done.stderr}")

    def kill_before(self, call, *arguments):
        """True if the command was killed before this one of its calls that write; else it has fewer."""
        environment = {
            "LD_PRELOAD": str(self.preload),
            "FAULT_FOLDER": str(self.folder),
            "FAULT_EVERY": str(call),
            "FAULT_ERROR": "0",
        }
        return self.call(*arguments, **environment).returncode == -signal.SIGKILL

    def kill_studies(self, step):
        """A killed study is continued to the same results."""
        results = self.folder / "a.tstudy"
        killed = 0
        while True:
            self.clear()
            if not self.kill_before(1 + killed * step, "study", self.study, "--out", results):
                return killed
            self.finish_study(results, f"study, killed before call {1 + killed * step}")
            if self.table_of(results) != self.table:
                raise Failure("a killed study, continued, has other results")
            killed += 1

    def kill_submissions(self, step):
        """A plan whose making was killed is made again."""
        plan = self.folder / "a.plan"
        arguments = ("study", "submit", self.study, "--engine", "parallel", "--plan", plan, "--units", "3", "--print")
        killed = 0
        while True:
            self.clear()
            if not self.kill_before(1 + killed * step, *arguments):
                return killed
            killed += 1
            if self.call("study", "status", plan, FAULT_EVERY="0").returncode == 1:
                self.call(*arguments)

    def kill_each(self, step):
        """Killed at any moment, a file is old or new; what was left beside it is cleaned up by the next save."""
        killed = 0
        for name, arguments in self.commands.items():
            call = 1
            while True:
                self.clear()
                (self.folder / name).write_bytes(OLD)
                if not self.kill_before(call, *arguments, self.folder / name):
                    break
                killed += 1
                call += step
                if (self.folder / name).read_bytes() != OLD and not self.is_new(name):
                    raise Failure(f"{name} is neither old nor new after a kill")
                # Temporary files of others are left alone for some seconds.
                for file in self.folder.glob(".trammel-saving-*"):
                    os.utime(file, (0, 0))
                self.call(*arguments, self.folder / name)
                left = [file.name for file in self.folder.iterdir()]
                if left != [name]:
                    raise Failure(f"left behind after a kill: {left}")
        return killed

    def fill(self):
        """On a full disk; everything fits again when it has space."""
        for name, arguments in self.commands.items():
            self.clear()
            (self.folder / name).write_bytes(OLD)
            filler = self.folder / "filler"
            with open(filler, "wb", buffering=0) as out:
                try:
                    while out.write(b"x" * 4096):
                        pass
                except OSError:
                    pass
            done = self.call(*arguments, self.folder / name, FAULT_EVERY="0")
            self.expect(name, done, f"{name} on a full disk")
            if done.returncode == 0 or "disk is full" not in done.stderr:
                raise Failure(f"{name} on a full disk: {done.stdout}{done.stderr}")
            filler.unlink()
            self.call(*arguments, self.folder / name)
            if not self.is_new(name):
                raise Failure(f"{name} differs")


def main():
    program, preload, source = (Path(argument).resolve() for argument in sys.argv[1:4])
    most = int(sys.argv[4]) if len(sys.argv) > 4 else 20
    step = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    with tempfile.TemporaryDirectory(prefix="trammel-failing-") as folder:
        disk = Disk(program, preload, source, Path(folder))
        try:
            print("commands with failed calls:", disk.fail_each(most))
            disk.fail_studies(most)
            print("killed:", disk.kill_each(step) + disk.kill_studies(step) + disk.kill_submissions(1))
            mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", folder]
            if os.geteuid() == 0 and subprocess.run(mount, capture_output=True).returncode == 0:
                try:
                    disk.fill()
                finally:
                    subprocess.run(["umount", folder], check=True)
            else:
                print("a disk of 1 MB cannot be mounted here")
        finally:
            shutil.rmtree(disk.other)


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        sys.exit(str(failure))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A study on a real Slurm of two nodes, one of which is killed in the middle, gives the rows of a local study.

Usage: slurm_study.py TRAMMEL_CLI SOURCE_FOLDER. Needs root, and slurmctld, slurmd and munged; exit code 77 without them.
"""

import contextlib
import ctypes
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

NOT_INSTALLED = 77
CONFIGURATION = """ClusterName=box
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={port}
SlurmUser=root
SlurmdUser=root
AuthInfo=socket={folder}/munge.socket
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
StateSaveLocation={folder}/control
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/control.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/control.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
SelectType=select/cons_tres
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
NodeName=n1 NodeHostname={host} NodeAddr=127.0.0.1 Port={port1} CPUs=1 State=UNKNOWN
NodeName=n2 NodeHostname={host} NodeAddr=127.0.0.1 Port={port2} CPUs=1 State=UNKNOWN
PartitionName=main Nodes=n[1-2] Default=YES State=UP
"""


def reserved_ports(count):
    """Ports that for the next minute only a process that names them gets.

    The connection closed here waits in TIME_WAIT: the kernel then gives the port to no bind() or connect() that asks for any
    free one, while the daemons, which set SO_REUSEADDR, may listen at it.
    """
    ports = []
    for _ in range(count):
        with socket.socket() as listener, socket.socket() as client:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            client.connect(listener.getsockname())
            accepted, _ = listener.accept()
            accepted.close()
            ports.append(listener.getsockname()[1])
    return ports


class Cluster:
    """Two nodes on this computer. Every process is a child of this one, and ends with it."""

    def __init__(self, folder):
        self.folder = folder
        port, port1, port2 = reserved_ports(3)
        host = socket.gethostname()
        configuration = folder / "slurm.conf"
        configuration.write_text(
            CONFIGURATION.format(folder=folder, host=host, port=port, port1=port1, port2=port2), encoding="utf-8"
        )
        os.environ["SLURM_CONF"] = str(configuration)
        for name in ("control", "spool-n1", "spool-n2"):
            (folder / name).mkdir()
        key = folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        munge = ["munged", "--foreground", "--force", f"--socket={folder}/munge.socket", f"--key-file={key}",
                 f"--pid-file={folder}/munge.pid", f"--log-file={folder}/munge.log", f"--seed-file={folder}/munge.seed"]
        self.processes = [subprocess.Popen(munge)]
        self.processes.append(subprocess.Popen(["slurmctld", "-D", "-f", str(configuration)], stderr=subprocess.DEVNULL))
        self.nodes = {}
        for node in ("n1", "n2"):
            # A node reports on standard error in the foreground; that of the one to be killed is read.
            self.nodes[node] = subprocess.Popen(
                ["slurmd", "-D", "-v", "-f", str(configuration), "-N", node],
                stderr=subprocess.PIPE if node == "n2" else subprocess.DEVNULL, text=True, start_new_session=True, preexec_fn=adopt_orphans,
            )
        self.processes += self.nodes.values()

    def wait_for(self, node, words):
        """Reads the node's log until a line has these words."""
        for line in self.nodes[node].stderr:
            if words in line:
                return
        raise AssertionError(f"the node {node} ended before '{words}'")

    def kill_node(self, node):
        """Kills the node, and what it started."""
        daemon = self.nodes[node]
        # Stopped, it starts nothing more; what the processes killed have started meanwhile is found by the next round.
        daemon.send_signal(signal.SIGSTOP)
        while living := descendants(daemon.pid):
            for pid in living:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        daemon.kill()

    def end(self):
        for process in reversed(self.processes):
            process.kill()
            process.wait()


def adopt_orphans():
    """Makes this process the parent of its descendants whose own parents end (prctl(2), PR_SET_CHILD_SUBREAPER).

    A slurmd starts the process of a job through a second one, which ends at once.
    """
    if ctypes.CDLL(None, use_errno=True).prctl(36, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def descendants(root):
    """Living processes that @p root started, by their ids, the youngest first."""
    children = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                status = (entry / "stat").read_text(encoding="utf-8")
            except OSError:
                continue
            state, parent = status.rsplit(")", 1)[1].split()[:2]
            if state != "Z":
                children.setdefault(int(parent), []).append(int(entry.name))
    found, waiting = [], [root]
    while waiting:
        next_ones = children.get(waiting.pop(), [])
        found += next_ones
        waiting += next_ones
    return found[::-1]


def main():
    program, source = sys.argv[1], Path(sys.argv[2])
    if os.geteuid() != 0 or not all(map(shutil.which, ("slurmctld", "slurmd", "munged", "sbatch"))):
        print("Slurm is not installed, or this is not root.")
        return NOT_INSTALLED
    with tempfile.TemporaryDirectory(prefix="trammel-slurm-") as name:
        folder = Path(name)
        model = folder / "model.trammel"
        text = json.loads((source / "models" / "four_bar_study.trammel").read_text(encoding="utf-8"))
        settings = next(e for e in text["elements"] if e["family"] == "settings")
        # Long enough that a unit is in the middle when its node is killed.
        settings["properties"]["duration"] = 20
        model.write_text(json.dumps(text), encoding="utf-8")
        study = [program, "study"]
        which = ["--study", "Torque map"]
        subprocess.run(study + [str(model), "--out", str(folder / "local.tstudy")] + which, check=True)
        cluster = Cluster(folder)
        try:
            plan = str(folder / "plan")
            submit = study + ["submit", str(model), "--units", "6", "--plan", plan] + which + ["--"]
            subprocess.run(submit, check=True)
            cluster.wait_for("n2", "Launching batch job")
            cluster.kill_node("n2")
            subprocess.run(study + ["cancel", plan], check=True)
            missing = subprocess.run(study + ["status", plan], check=False).returncode
            assert missing == 4, "no unit was lost"
            # Only what is missing, on the node that is left; ends with the last unit.
            subprocess.run(submit + ["--wait", "--nodelist=n1"], check=True)
            subprocess.run(study + ["collect", plan, "--out", str(folder / "cluster.tstudy")], check=True)
        finally:
            cluster.end()
        tables = []
        for result in ("local", "cluster"):
            table = folder / f"{result}.csv"
            subprocess.run(study + ["show", str(folder / f"{result}.tstudy"), "--csv", str(table)], check=True)
            tables.append(table.read_bytes())
        assert tables[0] == tables[1], "the results differ"
        assert tables[0].count(b"\n") == 82
    return 0


if __name__ == "__main__":
    sys.exit(main())

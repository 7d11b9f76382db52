#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Interleaved timing of the peer servers.

usage: run_peers.py NAME=EXE ... [--op fd,id] [--models a,b] [--rounds 15]
                    [--budget 0.03] [--ref NAME] [--out FILE.json]
Every round times every peer once on every (op, model), in a shuffled order;
printed: median and minimum over the rounds in ns, and the median of the
per-round ratios to the peer named by --ref (paired, so that a slow phase of
the machine hits both sides)."""
import argparse, json, random, statistics as st, subprocess, sys
ap = argparse.ArgumentParser()
ap.add_argument('peers', nargs='+')
ap.add_argument('--op', default='fd')
ap.add_argument('--models', default='chain1,chain10,chain30,chain100,chain1000,planar10,planar100,tree127,humanoid,ball20')
ap.add_argument('--rounds', type=int, default=15)
ap.add_argument('--budget', type=float, default=0.03)
ap.add_argument('--ref', default=None)
ap.add_argument('--out', default=None)
ap.add_argument('--per', default=None, help='also print ns per body')
a = ap.parse_args()
procs = {}
exe = dict(p.split('=', 1) for p in a.peers)
def start(n):
    return subprocess.Popen([exe[n]], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True)
for n in exe: procs[n] = start(n)
def ask(n, op, m):
    pr = procs[n]
    pr.stdin.write(f'time {op} {m} {a.budget}\n'); pr.stdin.flush()
    l = pr.stdout.readline()
    try: return float(l)
    except ValueError: return float('nan')
def bodies(m):
    return {'humanoid': 31, 'fourbar': 3}.get(m) or int(''.join(c for c in m if c.isdigit()))
names = list(procs); ref = a.ref or names[0]
data = {}
dead = set()
for op in a.op.split(','):
    for m in a.models.split(','):
        rows = {n: [] for n in names}
        for r in range(a.rounds):
            order = names[:]; random.shuffle(order)
            for n in order:
                if (n, op, m) in dead: rows[n].append(float('nan')); continue
                try: t = ask(n, op, m)
                except BrokenPipeError: t = float('nan')
                if t != t:
                    dead.add((n, op, m))
                    if procs[n].poll() is not None: procs[n] = start(n)
                rows[n].append(t)
        data[f'{op} {m}'] = rows
        line = f'{op:8s} {m:10s}'
        for n in names:
            t = rows[n]
            if any(x != x for x in t): line += f' | {n} n/a'; continue
            ratio = st.median(x / y for x, y in zip(t, rows[ref])) if rows[ref][0] == rows[ref][0] else float('nan')
            line += f' | {n} {st.median(t):.4g} (min {min(t):.4g}, {min(t)/bodies(m):.4g}/body) x{ratio:.3g}'
        print(line, flush=True)
if a.out: json.dump(data, open(a.out, 'w'))
for p in procs.values():
    try: p.stdin.close()
    except BrokenPipeError: pass

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Interleaved timing of whole simulations, at equal achieved error.

usage: run_sims.py trammel=EXE simbody=EXE [--models pendulum10,fourbar,flyball,andrews] [--rounds 5]
                   [--methods rungeKuttaMerson,...] [--errors 1e-6,1e-9] [--accuracies 1e-3,...,1e-12]
Each round runs every peer, method and accuracy once, in a shuffled order. Printed: for each run accuracy, achieved error,
their ratio, realizations, steps, median time of the processor, and the part of it that is not evaluation of the motion (t and y
written, realized to Acceleration, at instants along the motion; timed next to each run, so that a slow phase of the machine hits
both), with how much of that is the start, which any run pays once; then for each error asked for the time each method needs,
interpolated between runs on logarithmic scales, and the best of each peer.
Further models, without a known end: pendulum1, pendulum100."""
import argparse, math, random, statistics as st, subprocess

ap = argparse.ArgumentParser()
ap.add_argument('peers', nargs='+')
ap.add_argument('--models', default='pendulum10,fourbar,flyball,andrews')
ap.add_argument('--methods', default='')
ap.add_argument('--errors', default='1e-6,1e-9')
ap.add_argument('--accuracies', default='1e-3,1e-4,1e-5,1e-6,1e-7,1e-8,1e-9,1e-10,1e-11,1e-12')
ap.add_argument('--rounds', type=int, default=5)
ap.add_argument('--longest', type=float, default=1.0, help='methods slower than this (s) are not tried at tighter accuracies')
a = ap.parse_args()
servers = {}
for p in a.peers:
    name, exe = p.split('=', 1)
    servers[name] = subprocess.Popen([exe], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def ask(peer, line):
    s = servers[peer]
    s.stdin.write(line + '\n')
    s.stdin.flush()
    return s.stdout.readline().split()


def evaluation(peer, model):
    return float(ask(peer, f'rhs {model}')[0])


def interpolate(points, error):
    """Time and realizations at an achieved error, from (error, time, realizations) of runs from loose to tight."""
    best = None
    for (e0, t0, n0), (e1, t1, n1) in zip(points, points[1:]):
        if e0 > error >= e1 and e1 > 0:
            w = math.log(e0 / error) / math.log(e0 / e1)
            best = (t0 ** (1 - w) * t1 ** w, n0 ** (1 - w) * n1 ** w)
    return best


for model in a.models.split(','):
    print(f'== {model}')
    rhs = {p: st.median(evaluation(p, model) for _ in range(9)) for p in servers}
    print('one evaluation alone, us: ' + ', '.join(f'{p} {t * 1e6:.3g}' for p, t in rhs.items()))
    cases, data = [], {}
    for p in servers:
        for m in ask(p, 'methods'):
            if a.methods and m not in a.methods.split(','):
                continue
            for acc in a.accuracies.split(','):
                r = ask(p, f'sim {model} {m} {acc}')
                if len(r) < 5:
                    continue
                cases.append((p, m, acc))
                data[p, m, acc] = [[float(x) for x in r] + [rhs[p]]]
                if float(r[0]) > a.longest:
                    break
    for _ in range(a.rounds):
        random.shuffle(cases)
        for p, m, acc in cases:
            before = evaluation(p, model)
            run = [float(x) for x in ask(p, f'sim {model} {m} {acc}')]
            data[p, m, acc].append(run + [(before + evaluation(p, model)) / 2])
    curves = {}
    for (p, m, acc), runs in data.items():
        wall = st.median(r[0] for r in runs[1:] or runs)
        outside = st.median(1 - r[1] * r[5] / r[0] for r in runs[1:] or runs)
        start = st.median(r[4] / r[0] for r in runs[1:] or runs)
        _, n, steps, error = runs[0][:4]
        print(f'{p:8s} {m:20s} acc {acc:6s} error {error:8.2e} ({error / float(acc):7.2g} x) realizations {n:7.0f} '
              f'steps {steps:6.0f} ms {wall * 1e3:8.3f} outside {100 * outside:4.1f} % (start {100 * start:.1f} %)')
        curves.setdefault((p, m), []).append((error, wall, n))
    for error in map(float, a.errors.split(',')):
        best = {}
        for (p, m), points in curves.items():
            r = interpolate(points, error)
            if r:
                print(f'error {error:.0e}: {p:8s} {m:20s} {r[0] * 1e3:8.3f} ms, {r[1]:7.0f} realizations')
                best[p] = min(best.get(p, (math.inf, '')), (r[0], m))
        for p, (t, m) in best.items():
            print(f'error {error:.0e}: best of {p} is {m}, {t * 1e3:.3f} ms'
                  + (f', {t / best["simbody"][0]:.3f} of simbody\'s best' if 'simbody' in best else ''))
for s in servers.values():
    s.stdin.close()

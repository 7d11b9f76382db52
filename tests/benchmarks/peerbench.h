// SPDX-License-Identifier: Apache-2.0
// peerbench.h - one description of the benchmark mechanisms, one set of
// states and one timing loop, shared by every engine that is compared.
//
// Conventions (canonical form; every engine adapter converts to its own):
//   joint frame F is fixed on the parent (R_PF, p_PF); body frame B == joint
//   frame M.  Pin: rotation about z.  Ball: unit quaternion (w,x,y,z) of R_FM,
//   angular velocity of M in F expressed in M.  Free: as Ball, plus p_FM
//   expressed in F and its time derivative expressed in M.
//   Accelerations: Pin qdd; Ball d/dt(omega_M) in M; Free that and p_FM'' in F.
#pragma once
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "loop_model.h"

namespace pb {
using V3 = std::array<double, 3>;
using M3 = std::array<V3, 3>;  // rows

inline M3 ident() { return {V3{1, 0, 0}, V3{0, 1, 0}, V3{0, 0, 1}}; }
inline M3 mul(const M3& a, const M3& b) {
    M3 c{};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
    return c;
}
inline V3 mul(const M3& a, const V3& x) {
    V3 y{};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) y[i] += a[i][k] * x[k];
    return y;
}
inline V3 mulT(const M3& a, const V3& x) {
    V3 y{};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) y[i] += a[k][i] * x[k];
    return y;
}
inline V3 cross(const V3& a, const V3& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline M3 rotX(double t) {
    double c = std::cos(t), s = std::sin(t);
    return {V3{1, 0, 0}, V3{0, c, -s}, V3{0, s, c}};
}
inline M3 rotY(double t) {
    double c = std::cos(t), s = std::sin(t);
    return {V3{c, 0, s}, V3{0, 1, 0}, V3{-s, 0, c}};
}
inline M3 rotZ(double t) {
    double c = std::cos(t), s = std::sin(t);
    return {V3{c, -s, 0}, V3{s, c, 0}, V3{0, 0, 1}};
}
inline M3 quatToR(const std::array<double, 4>& q) {
    double w = q[0], x = q[1], y = q[2], z = q[3];
    return {V3{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
            V3{2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
            V3{2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
}
inline std::array<double, 4> rToQuat(const M3& R) {  // robust enough for tests
    double tr = R[0][0] + R[1][1] + R[2][2];
    std::array<double, 4> q;
    if (tr > 0) {
        double s = std::sqrt(tr + 1) * 2;
        q = {s / 4, (R[2][1] - R[1][2]) / s, (R[0][2] - R[2][0]) / s, (R[1][0] - R[0][1]) / s};
    } else {
        int i = R[1][1] > R[0][0] ? 1 : 0;
        if (R[2][2] > R[i][i]) i = 2;
        int j = (i + 1) % 3, k = (j + 1) % 3;
        double s = std::sqrt(1 + R[i][i] - R[j][j] - R[k][k]) * 2;
        q[0] = (R[k][j] - R[j][k]) / s;
        q[1 + i] = s / 4;
        q[1 + j] = (R[j][i] + R[i][j]) / s;
        q[1 + k] = (R[k][i] + R[i][k]) / s;
    }
    return q;
}

enum Type { PIN, BALL, FREE };
struct Body {
    int parent;  // -1: ground
    Type type;
    M3 R;
    V3 p;
    double m;
    V3 com;
    V3 Ic;  // principal inertia about the com, body axes
};
struct JState {
    double q = 0, u = 0, a = 0;  // pin
    std::array<double, 4> quat{1, 0, 0, 0};
    V3 w{}, wd{};          // ball, free (in M)
    V3 pos{}, v{}, pdd{};  // free: pos in F, v in M, pdd in F
};
using State = std::vector<JState>;
struct Model {
    std::string name;
    std::vector<Body> b;
    // Closed loops (fourbar, ladderM): the rods and which of their ends coincide.
    std::vector<loops::Rod> rods;
    std::vector<loops::Close> closures;
};

inline Body link(int parent, Type t, const M3& R, const V3& p, double L = 0.5, double m = 1.0) {
    // slender box L x 0.06 x 0.06 along -y
    double a = 0.06, c = 0.08;
    return Body{parent,
                t,
                R,
                p,
                m,
                V3{0.01, -L / 2, 0.02},
                V3{m * (L * L + a * a) / 12, m * (a * a + c * c) / 12, m * (L * L + c * c) / 12}};
}

inline Model makeModel(const std::string& name) {
    Model M;
    M.name = name;
    auto num = [&](size_t k) { return std::atoi(name.c_str() + k); };
    const double L = 0.5;
    M3 tw = mul(rotX(0.7), rotY(0.3));
    if (name.rfind("chain", 0) == 0 || name.rfind("planar", 0) == 0) {
        bool planar = name[0] == 'p';
        int n = num(planar ? 6 : 5);
        for (int i = 0; i < n; ++i)
            M.b.push_back(link(i - 1, PIN, planar ? ident() : tw, i ? V3{0, -L, 0} : V3{0, 0, 0}, L));
    } else if (name.rfind("ball", 0) == 0) {
        int n = num(4);
        for (int i = 0; i < n; ++i) M.b.push_back(link(i - 1, BALL, tw, i ? V3{0, -L, 0} : V3{0, 0, 0}, L));
    } else if (name.rfind("tree", 0) == 0) {
        int n = num(4);
        for (int i = 0; i < n; ++i)
            M.b.push_back(link(i ? (i - 1) / 2 : -1, PIN, i % 2 ? tw : rotX(-0.9),
                               i ? V3{i % 2 ? 0.1 : -0.1, -L, 0} : V3{0, 0, 0}, L));
    } else if (name == "humanoid") {
        M.b.push_back(link(-1, FREE, ident(), V3{0, 0, 0}, 0.3, 10));  // 0 pelvis
        auto limb = [&](int root, int n, V3 at, double len) {
            int p = root;
            for (int i = 0; i < n; ++i) {
                M.b.push_back(link(p, PIN, i % 2 ? tw : rotX(-0.9), i ? V3{0, -len, 0} : at, len, 2.0));
                p = int(M.b.size()) - 1;
            }
            return p;
        };
        limb(0, 6, V3{0.1, -0.1, 0}, 0.2);
        limb(0, 6, V3{-0.1, -0.1, 0}, 0.2);
        int torso = limb(0, 2, V3{0, 0.1, 0}, 0.2);
        limb(torso, 2, V3{0, 0.3, 0}, 0.1);
        limb(torso, 7, V3{0.2, 0.2, 0}, 0.15);
        limb(torso, 7, V3{-0.2, 0.2, 0}, 0.15);
    } else if (name == "fourbar" || name.rfind("ladder", 0) == 0) {
        loops::Problem P = loops::make(name);
        for (auto& r : P.rods) {
            const double I = r.m * r.L * r.L / 12;
            M.b.push_back(Body{r.parent, PIN, ident(), V3{r.px, r.py, 0}, r.m, V3{r.L / 2, 0, 0}, V3{1e-3, I, I}});
        }
        M.rods = P.rods;
        M.closures = P.cl;
    } else {
        std::cerr << "unknown model " << name << "\n";
        std::exit(2);
    }
    return M;
}

inline std::vector<State> makeStates(const Model& M, int count = 16) {
    std::mt19937 g(12345);
    std::uniform_real_distribution<double> U(-1, 1);
    std::vector<State> out(count, State(M.b.size()));
    for (auto& s : out)
        for (size_t i = 0; i < M.b.size(); ++i) {
            JState& j = s[i];
            j.q = 2 * U(g);
            j.u = U(g);
            j.a = U(g);
            if (!M.rods.empty()) j.q = M.rods[i].q, j.u = M.rods[i].u;
            if (M.b[i].type != PIN) {
                double n = 0;
                for (auto& x : j.quat) x = U(g), n += x * x;
                for (auto& x : j.quat) x /= std::sqrt(n);
                for (auto& x : j.w) x = U(g);
                for (auto& x : j.wd) x = U(g);
                for (auto& x : j.pos) x = U(g);
                for (auto& x : j.v) x = U(g);
                for (auto& x : j.pdd) x = U(g);
            }
        }
    return out;
}

constexpr double G = 9.81;  // along -y

// Interface of an engine adapter. k is the state index.
struct Engine {
    virtual ~Engine() = default;
    std::map<std::string, std::function<void(int)>> ops;  // timed operations
    // canonical accelerations for state k after op "fd"
    virtual State accel(int k) = 0;
    // joint torques of the pins after op "id" (other joints: 0)
    virtual std::vector<double> torque(int) { return {}; }
};
using Maker = std::function<std::unique_ptr<Engine>(const Model&, const std::vector<State>&)>;

inline double now() {
    using C = std::chrono::steady_clock;
    return std::chrono::duration<double>(C::now().time_since_epoch()).count();
}

// median ns per call, over batches that together last about `budget` seconds
inline double timeOp(const std::function<void(int)>& f, int nstates, double budget) {
    int k = 0;
    auto run = [&](long n) {
        double t0 = now();
        for (long i = 0; i < n; ++i) {
            f(k);
            k = (k + 1) % nstates;
        }
        return now() - t0;
    };
    run(nstates);
    long n = 1;
    double t;
    while ((t = run(n)) < 1e-3) n *= 2;
    std::vector<double> s;
    double t0 = now();
    while (now() - t0 < budget || s.size() < 3) s.push_back(run(n) / n);
    std::nth_element(s.begin(), s.begin() + s.size() / 2, s.end());
    return s[s.size() / 2] * 1e9;
}

// server loop: "time OP MODEL BUDGET" -> ns ; "check MODEL" -> numbers ; "ops"
inline int serve(const Maker& make) {
    std::map<std::string, std::unique_ptr<Engine>> cache;
    std::map<std::string, std::pair<Model, std::vector<State>>> data;
    std::string line;
    auto get = [&](const std::string& m) -> Engine* {
        auto it = cache.find(m);
        if (it == cache.end()) {
            auto& d = data[m];
            d.first = makeModel(m);
            d.second = makeStates(d.first);
            it = cache.emplace(m, make(d.first, d.second)).first;
        }
        return it->second.get();
    };
    while (std::getline(std::cin, line)) {
        std::istringstream is(line);
        std::string cmd, op, model;
        is >> cmd;
        if (cmd == "time") {
            double budget = 0.05;
            is >> op >> model >> budget;
            Engine* e = get(model);
            if (!e || !e->ops.count(op))
                std::printf("nan\n");
            else
                std::printf("%.6g\n", timeOp(e->ops[op], 16, budget));
        } else if (cmd == "check") {
            is >> model;
            Engine* e = get(model);
            if (!e) {
                std::printf("nan\n");
            } else {
                const Model& M = data[model].first;
                for (int k : {0, 3}) {
                    e->ops["fd"](k);
                    State a = e->accel(k);
                    for (size_t i = 0; i < M.b.size(); ++i) {
                        if (M.b[i].type == PIN) std::printf("%.12g ", a[i].a);
                        if (M.b[i].type != PIN)
                            for (double x : a[i].wd) std::printf("%.12g ", x);
                        if (M.b[i].type == FREE)
                            for (double x : a[i].pdd) std::printf("%.12g ", x);
                    }
                    std::printf("| ");
                    if (e->ops.count("id")) {
                        e->ops["id"](k);
                        for (double x : e->torque(k)) std::printf("%.12g ", x);
                    }
                    std::printf("| ");
                }
                std::printf("\n");
            }
        }
        std::fflush(stdout);
    }
    return 0;
}
}  // namespace pb

// SPDX-License-Identifier: Apache-2.0
// Closed-loop problems.
//  ladder M   (IFToMM A02 "N four-bar"): rods 0..M of 1 m and 1 kg pinned to
//             ground at (i,0), upright; couplers 0..M-1 of 1 m and 1 kg between
//             their tops; point B0 (top of rod 0) starts with 1 m/s along +x.
//             The motion is that of one pendulum:
//             ((M+1)/3 + M) th'' = g ((M+1)/2 + M) sin th,  th(0)=0, th'(0)=1.
//  fourbar    a Grashof crank-rocker without singular positions: ground link
//             2.0, crank 0.5, coupler 1.8, rocker 1.5 (rods, 1 kg/m), crank
//             starts along +x at 2 pi rad/s; gravity 9.81 along -y.
// Tree used: rods are pinned to ground, coupler i is pinned to the top of rod
// i and closed on the top of rod i+1.
#pragma once
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>
namespace loops {
struct Rod {
    int parent;     // -1 ground
    double px, py;  // joint position in the parent
    double L, m, q, u;
};
struct Close {
    int a, b;  // end of a (at (L,0)) coincides with end of b
};
struct Problem {
    std::vector<Rod> rods;  // along local +x
    std::vector<Close> cl;
    int M;  // 0: crank-rocker
};
inline Problem ladder(int M) {
    Problem P;
    P.M = M;
    const double h = M_PI / 2;
    for (int i = 0; i <= M; ++i) P.rods.push_back({-1, double(i), 0, 1, 1, h, -1});
    for (int i = 0; i < M; ++i) {
        P.rods.push_back({i, 1, 0, 1, 1, -h, 1});
        P.cl.push_back({M + 1 + i, i + 1});
    }
    return P;
}
inline Problem crankRocker() {
    Problem P;
    P.M = 0;
    const double g = 2.0, a = 0.5, b = 1.8, c = 1.5, w = 2 * M_PI;
    // crank along +x: its end is at (a,0); coupler end = rocker end
    double d = g - a;  // distance from crank end to the rocker's pivot
    double cosA = (d * d + b * b - c * c) / (2 * d * b);
    double A = std::acos(cosA);                                // coupler's absolute angle
    double R = std::atan2(b * std::sin(A), a + b * cosA - g);  // rocker's angle
    // velocities: w x crank + wc x coupler = wr x rocker
    // x: -b sinA wc + c sinR wr = 0 ; y: a w + b cosA wc - c cosR wr = 0
    double a11 = -b * std::sin(A), a12 = c * std::sin(R);
    double a21 = b * cosA, a22 = -c * std::cos(R), r2 = -a * w;
    double det = a11 * a22 - a12 * a21;
    double wc = -a12 * r2 / det, wr = a11 * r2 / det;
    P.rods.push_back({-1, 0, 0, a, a, 0, w});
    P.rods.push_back({-1, g, 0, c, c, R, wr});
    P.rods.push_back({0, a, 0, b, b, A, wc - w});
    P.cl.push_back({2, 1});
    return P;
}
inline Problem make(const std::string& n) { return n == "fourbar" ? crankRocker() : ladder(std::atoi(n.c_str() + 6)); }
constexpr double T = 10;
// exact angle of the rods from vertical (clockwise) and its rate at time t
inline void ladderExact(int M, double t, double& th, double& om) {
    using L = long double;
    L k = 9.81L * ((M + 1) / 2.0L + M) / ((M + 1) / 3.0L + M), x = 0, v = 1;
    int n = 400000;
    L h = L(t) / n;
    // 6th order symplectic (Yoshida) is enough: error < 1e-14
    const L w1 = -1.17767998417887L, w2 = 0.235573213359357L, w3 = 0.784513610477560L, w0 = 1 - 2 * (w1 + w2 + w3);
    const L w[7] = {w3, w2, w1, w0, w1, w2, w3};
    for (int i = 0; i < n; ++i)
        for (L c : w) {
            x += c * h / 2 * v;
            v += c * h * k * std::sin(x);
            x += c * h / 2 * v;
        }
    th = double(x);
    om = double(v);
}
}  // namespace loops

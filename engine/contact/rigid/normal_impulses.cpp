// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/normal_impulses.h"

#include <algorithm>
#include <vector>

namespace trammel {

Vector calcNormalImpulses(const Matrix& W, const Vector& v, Real negligible) {
    const int n = int(v.size());
    Vector P(n);
    P.setZero();
    std::vector<int> pressed;
    // Rounding alone could exceed this.
    for (int pass = 0, most = 3 * n + 10; pass < most; ++pass) {
        Vector after = v;
        for (const int i : pressed) after += P[i] * W.col(i);
        int worst = -1;
        for (int i = 0; i < n; ++i)
            if (after[i] < (worst < 0 ? -negligible : after[worst]) && std::ranges::find(pressed, i) == pressed.end())
                worst = i;
        if (worst < 0) return P;
        pressed.push_back(worst);
        while (!pressed.empty()) {
            const int m = int(pressed.size());
            Matrix own(m, m);
            Vector b(m);
            for (int i = 0; i < m; ++i) {
                b[i] = -v[pressed[std::size_t(i)]];
                for (int j = 0; j < m; ++j) own(i, j) = W(pressed[std::size_t(i)], pressed[std::size_t(j)]);
            }
            const Vector next = own.ldlt().solve(b);
            if (!next.allFinite()) return P;
            // As far as all still press.
            Real share = 1;
            for (int i = 0; i < m; ++i)
                if (const Real now = P[pressed[std::size_t(i)]]; !(next[i] > 0))
                    share = std::min(share, now > 0 ? now / (now - next[i]) : 0);
            for (int i = 0; i < m; ++i) {
                Real& now = P[pressed[std::size_t(i)]];
                now += share * (next[i] - now);
            }
            if (share == 1) break;
            const std::size_t before = pressed.size();
            for (int i = m - 1; i >= 0; --i)
                if (const int point = pressed[std::size_t(i)]; !(next[i] > 0) && !(P[point] > Eps * P.maxCoeff())) {
                    P[point] = 0;
                    pressed.erase(pressed.begin() + i);
                }
            if (pressed.size() == before) return P;
        }
    }
    return P;
}

}  // namespace trammel

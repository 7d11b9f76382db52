// SPDX-License-Identifier: Apache-2.0
#include "math/box_quadratic.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/dense_solvers.h"

namespace trammel {

namespace {

class BoxQuadratic {
public:
    BoxQuadratic(const Matrix& H, const Vector& c, Real lower, Real upper)
        : H_(H), c_(c), lower_(lower), upper_(upper), n_(int(c.size())) {}

    Vector minimize(const Vector& start) const {
        Vector x(n_);
        for (int i = 0; i < n_; ++i) x[i] = std::clamp(start[i], lower_, upper_);
        constexpr int most = 1000;
        for (int round = 0; round < most && !isAtMinimum(x); ++round) {
            sweep(x);
            minimizeInFace(x);
        }
        return x;
    }

private:
    Vector slope(const Vector& x) const { return Vector(H_ * x - c_); }
    bool isHeld(Real x, Real slope) const { return (x <= lower_ && slope > 0) || (x >= upper_ && slope < 0); }

    void sweep(Vector& x) const {
        for (int i = 0; i < n_; ++i) {
            const Real slope = H_.row(i).dot(x) - c_[i];
            x[i] = std::clamp(x[i] - slope / H_(i, i), lower_, upper_);
        }
    }
    std::vector<int> betweenBounds(const Vector& x) const {
        std::vector<int> free;
        for (int i = 0; i < n_; ++i)
            if (x[i] > lower_ && x[i] < upper_) free.push_back(i);
        return free;
    }
    /// Moves the numbers between the bounds to their minimum; those that meet a bound stay there.
    void minimizeInFace(Vector& x) const {
        for (std::vector<int> free = betweenBounds(x); !free.empty(); free = betweenBounds(x)) {
            const Vector step = newtonStep(x, free);
            Real part = 1;
            for (std::size_t i = 0; i < free.size(); ++i) part = std::min(part, partTo(x[free[i]], step[int(i)]));
            for (std::size_t i = 0; i < free.size(); ++i) {
                Real& number = x[free[i]];
                const Real change = step[int(i)];
                if (part < 1 && partTo(number, change) <= part)
                    number = change < 0 ? lower_ : upper_;
                else
                    number = std::clamp(number + part * change, lower_, upper_);
            }
            if (part == 1) return;
        }
    }
    /// The part of a change that leads to the bound ahead.
    Real partTo(Real number, Real change) const {
        if (change == 0) return Infinity;
        return ((change < 0 ? lower_ : upper_) - number) / change;
    }
    Vector newtonStep(const Vector& x, const std::vector<int>& free) const {
        const int m = int(free.size());
        const Vector g = slope(x);
        Matrix H(m, m);
        Vector rest(m);
        for (int i = 0; i < m; ++i) {
            rest[i] = -g[free[std::size_t(i)]];
            for (int j = 0; j < m; ++j) H(i, j) = H_(free[std::size_t(i)], free[std::size_t(j)]);
        }
        return solvePositiveDefinite(H, rest);
    }
    /// Whether no number can improve by more than rounding errors.
    bool isAtMinimum(const Vector& x) const {
        constexpr Real small = 1e-10;
        const Vector g = slope(x);
        for (int i = 0; i < n_; ++i)
            if (!isHeld(x[i], g[i]) && std::abs(g[i]) > small * (H_(i, i) * (upper_ - lower_) + std::abs(c_[i])))
                return false;
        return true;
    }

    const Matrix& H_;
    const Vector& c_;
    const Real lower_, upper_;
    const int n_;
};

}  // namespace

Vector minimizeInBox(const Matrix& H, const Vector& c, Real lower, Real upper, const Vector& start) {
    return BoxQuadratic(H, c, lower, upper).minimize(start);
}

}  // namespace trammel

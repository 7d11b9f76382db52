// SPDX-License-Identifier: Apache-2.0
#include "integrate/error_control.h"

namespace trammel {

namespace {
/// Running root mean square or maximum of one group. Plain loops, since the order of summation affects the result.
class GroupNorm {
public:
    explicit GroupNorm(bool infinity) : infinity_(infinity) {}
    void add(Real weighted, int index) {
        const Real size = std::abs(weighted);
        if (isLarger(size, largest_)) {
            largest_ = size;
            worst_ = index;
        }
        sum_ += weighted * weighted;
        ++count_;
    }
    void raise(ErrorSize& total) const {
        if (count_ == 0) return;
        const Real norm = infinity_ ? largest_ : std::sqrt(sum_ / count_);
        if (total.worst < 0 || isLarger(norm, total.norm)) total = {norm, worst_};
    }

private:
    /// NaN counts as the largest value.
    static bool isLarger(Real a, Real b) { return !std::isnan(b) && !(a <= b); }

    bool infinity_;
    Real largest_ = -1, sum_ = 0;
    int worst_ = -1, count_ = 0;
};
}  // namespace

ErrorSize calcErrorNorm(const State& state, const Vector& yError, bool useInfinityNorm) {
    const int nq = state.getNQ(), nu = state.getNU(), nz = state.getNZ();
    const Vector &u = state.getU(), &uWeights = state.getUWeights(), &zWeights = state.getZWeights();
    GroupNorm q(useInfinityNorm), speeds(useInfinityNorm), z(useInfinityNorm);
    for (int i = 0; i < nq; ++i) q.add(yError[i], i);
    for (int i = 0; i < nu; ++i) {
        // 1/max(|u|, 1/w) without dividing by a weight that may be zero.
        const Real w = uWeights[i], relative = std::abs(u[i]);
        speeds.add(yError[nq + i] * (w * relative > 1 ? 1 / relative : w), nq + i);
    }
    for (int i = 0; i < nz; ++i) z.add(yError[nq + nu + i] * zWeights[i], nq + nu + i);

    ErrorSize total;
    q.raise(total);
    speeds.raise(total);
    z.raise(total);
    return total;
}

ErrorSize calcWeightedMaximum(const Vector& error, const Vector& weights) {
    GroupNorm norm(true);
    for (int i = 0; i < error.size(); ++i) norm.add(error[i] * weights[i], i);
    ErrorSize total;
    norm.raise(total);
    return total;
}

}  // namespace trammel

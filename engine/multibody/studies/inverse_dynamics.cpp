// SPDX-License-Identifier: Apache-2.0
#include "multibody/studies/inverse_dynamics.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <sstream>

#include "base/numerical_failure.h"
#include "functions/spline_fitter.h"
#include "math/dense_solvers.h"
#include "math/factorization.h"
#include "multibody/assembler/assemble.h"
#include "multibody/matter/guts.h"
#include "multibody/multibody_system.h"

namespace trammel {

namespace {

constexpr int splineDegree = 5;

void check(const RecordedMotion& motion, int nq, int nu) {
    const auto refuse = [](const std::string& what) { throw Exception("calcInverseDynamicsOf(): " + what); };
    const int n = motion.times.size();
    if (n <= splineDegree)
        refuse("a motion of " + std::to_string(n) + " times is too short; at least six are required.");
    if (motion.values.rows() != n || motion.values.cols() != Eigen::Index(motion.coordinates.size()))
        refuse("the table of values must have one row per time and one column per coordinate.");
    for (QIndex q : motion.coordinates)
        if (q < 0 || q >= nq) throw IndexOutOfRange("calcInverseDynamicsOf()", "coordinate", q, nq);
    if (!motion.speeds.empty() &&
        (motion.speedValues.rows() != n || motion.speedValues.cols() != Eigen::Index(motion.speeds.size())))
        refuse("the table of speeds must have one row per time and one column per speed.");
    for (UIndex u : motion.speeds)
        if (u < 0 || u >= nu) throw IndexOutOfRange("calcInverseDynamicsOf()", "speed", u, nu);
    if (!motion.times.allFinite() || !motion.values.allFinite() || !motion.speedValues.allFinite())
        refuse("a time or a value is not finite.");
    for (int i = 1; i < n; ++i)
        if (!(motion.times[i] > motion.times[i - 1])) refuse("times do not increase.");
    if (!(motion.smoothing >= 0)) refuse("smoothing must not be negative.");
}

Spline fit(const Vector& t, const Vector& y, Real smoothing) {
    return SplineFitter<Real>::fitForSmoothingParameter(splineDegree, t, y, smoothing).getSpline();
}

/// First and second derivatives of samples, from the polynomial through the nearest seven: as accurate at the ends as
/// inside, unlike a natural spline. If slopes are known, second derivatives are those of the polynomial with these
/// values and slopes, or first derivatives of the slopes alone: the former is far more accurate for exact records but
/// amplifies errors by the inverse square of the sample interval. **Source:** Fornberg, Generation of finite difference
/// formulas on arbitrarily spaced grids, Math. Comp. 51 (1988); with slopes, derivatives of Hermite's basis (1 - 2
/// l_j'(t_j) (t - t_j)) l_j^2, (t - t_j) l_j^2.
class Differences {
public:
    /// @param slopes of the columns of @p values selected by @p hasSlopes
    Differences(const Vector& times, const Matrix& values, const Matrix& slopes, const std::vector<bool>& hasSlopes)
        : times_(times),
          values_(values),
          slopes_(slopes),
          hasSlopes_(hasSlopes),
          points_(std::min(usual, times.size())),
          slopesAlone_(hasSlopes.size(), false) {
        chooseBySelfAgreement();
    }

    /// Derivatives of all columns at sample @p i.
    void calc(int i, Vector& first, Vector& second) const {
        const Stencil plain = around(i, points_), hermite = aroundWithSlopes(i, farthest);
        const Stencil wide = around(i, std::min(widest, times_.size()));
        first.setZero();
        second.setZero();
        for (int q = 0; q < values_.cols(); ++q) {
            if (!hasSlopes_[std::size_t(q)]) {
                first[q] = plain.apply(values_, q, 1);
                second[q] = plain.apply(values_, q, 2);
                continue;
            }
            first[q] = slopes_(i, q);
            second[q] = slopesAlone_[std::size_t(q)] ? wide.apply(slopes_, q, 1) : calcSecond(q, i, hermite);
        }
    }

private:
    /// Number of samples of a polynomial through values alone, and through slopes alone; and reach to either side with
    /// both.
    static constexpr int usual = 7, widest = 9, farthest = 3;

    /// First sample, and for each sample its weights in the value, the first and the second derivative.
    struct Stencil {
        int start, points;
        Real w[widest][3];
        Real apply(const Matrix& table, int column, int derivative) const {
            Real sum = 0;
            for (int k = 0; k < points; ++k) sum += w[k][derivative] * table(start + k, column);
            return sum;
        }
    };
    Stencil around(int i, int points) const {
        Stencil stencil{std::clamp(i - points / 2, 0, times_.size() - points), points, {}};
        calcWeights(stencil.start, points, i, stencil.w);
        return stencil;
    }
    /// Symmetric as far as samples exist, since one-sided stencils amplify errors.
    Stencil aroundWithSlopes(int i, int far) const {
        const int reach = std::min({far, i, times_.size() - 1 - i});
        return around(i, reach > 1 ? 2 * reach + 1 : 4);
    }

    /// Uses slopes alone if their second derivatives change less from a narrower to a wider polynomial.
    void chooseBySelfAgreement() {
        Vector alone(int(values_.cols()), 0.), together(int(values_.cols()), 0.);
        for (int i = widest / 2; i < times_.size() - widest / 2; ++i) {
            const Stencil wide = around(i, widest), narrow = around(i, usual);
            const Stencil far = aroundWithSlopes(i, farthest), near = aroundWithSlopes(i, farthest - 1);
            for (int q = 0; q < values_.cols(); ++q) {
                if (!hasSlopes_[std::size_t(q)]) continue;
                alone[q] += square(wide.apply(slopes_, q, 1) - narrow.apply(slopes_, q, 1));
                together[q] += square(calcSecond(q, i, far) - calcSecond(q, i, near));
            }
        }
        for (int q = 0; q < values_.cols(); ++q) slopesAlone_[std::size_t(q)] = alone[q] < together[q];
    }

    /// For @p points samples from @p start: values, first and second derivatives of their Lagrange polynomials at
    /// sample @p i.
    void calcWeights(int start, int points, int i, Real (&w)[widest][3]) const {
        w[0][0] = 1;
        Real product = 1;
        for (int n = 1; n < points; ++n) {
            const Real ahead = times_[start + n] - times_[i], behind = times_[start + n - 1] - times_[i];
            Real all = 1;
            for (int v = 0; v < n; ++v) {
                const Real apart = times_[start + n] - times_[start + v];
                all *= apart;
                if (v == n - 1)
                    for (int k = 2; k >= 0; --k)
                        w[n][k] = product / all * ((k > 0 ? k * w[n - 1][k - 1] : 0) - behind * w[n - 1][k]);
                for (int k = 2; k >= 0; --k) w[v][k] = (ahead * w[v][k] - (k > 0 ? k * w[v][k - 1] : 0)) / apart;
            }
            product = all;
        }
    }

    /// The second derivative of column @p q at sample @p i from values and slopes.
    Real calcSecond(int q, int i, const Stencil& stencil) const {
        const int start = stencil.start;
        const Real t = times_[i], own = stencil.w[i - start][1];
        // Relative to the value here, since the weights of values sum to zero.
        Real second = 4 * own * slopes_(i, q);
        for (int j = start; j < start + stencil.points; ++j) {
            if (j == i) continue;
            const Real apart = t - times_[j], bend = 2 * square(stencil.w[j - start][1]);
            Real steepness = 0;
            for (int m = start; m < start + stencil.points; ++m)
                if (m != j) steepness += 1 / (times_[j] - times_[m]);
            second += bend * ((1 - 2 * steepness * apart) * (values_(j, q) - values_(i, q)) + apart * slopes_(j, q));
        }
        return second;
    }

    const Vector& times_;
    const Matrix &values_, &slopes_;
    const std::vector<bool>& hasSlopes_;
    int points_;
    std::vector<bool> slopesAlone_;
};

/// Solutions tau_D, lambda of  r + G^T lambda = tau,  with tau zero except for drivers.
class Split {
public:
    Split(int nu, const std::vector<UIndex>& drivers) {
        for (int u = 0; u < nu; ++u) {
            const bool drives = std::find(drivers.begin(), drivers.end(), UIndex(u)) != drivers.end();
            (drives ? driven_ : passive_).push_back(u);
        }
    }
    /// @param weight of each speed's force in the sum of squares
    void solve(const Vector& residual, const Matrix& G, const Vector& weight, Vector& lambda, Real& unbalanced) const {
        const int m = int(G.rows());
        lambda = Vector(m);
        if (m > 0) {
            const Least passive(rowsOf(G, passive_, weight), m);
            const Vector first = passive.solve(-rowsOf(residual, passive_, weight));
            const Matrix toDriven = rowsOf(G, driven_, weight);
            const Vector left = rowsOf(residual, driven_, weight) + toDriven * first;
            const Least driven(Matrix(toDriven * passive.free), int(passive.free.cols()));
            lambda = first + passive.free * driven.solve(-left);
        }
        for (int u : passive_) {
            Real sum = residual[u];
            for (int i = 0; i < m; ++i) sum += G(i, u) * lambda[i];
            unbalanced = std::max(unbalanced, std::abs(sum));
        }
    }

private:
    /// The minimum-norm least-squares solution of A x = b, and its null space.
    struct Least {
        std::optional<FactorQTZ> factors;
        Matrix free;
        int n;
        Least(const Matrix& A, int columns) : n(columns) {
            free = Matrix(Matrix::Base::Identity(n, n));
            if (A.rows() == 0 || n == 0) return;
            constexpr Real rankTolerance = 1e-9;
            factors.emplace(A, rankTolerance);
            free = calcNullSpace(A, rankTolerance);
        }
        Vector solve(const Vector& b) const {
            Vector x(n);
            if (b.size() > 0 && factors) factors->solve(b, x);
            return x;
        }
    };
    static Matrix rowsOf(const Matrix& G, const std::vector<int>& speeds, const Vector& weight) {
        Matrix rows(int(speeds.size()), int(G.rows()));
        for (int i = 0; i < int(speeds.size()); ++i)
            rows.row(i) = weight[speeds[std::size_t(i)]] * G.col(speeds[std::size_t(i)]).transpose();
        return rows;
    }
    static Vector rowsOf(const Vector& v, const std::vector<int>& speeds, const Vector& weight) {
        Vector rows(int(speeds.size()));
        for (int i = 0; i < rows.size(); ++i) rows[i] = weight[speeds[std::size_t(i)]] * v[speeds[std::size_t(i)]];
        return rows;
    }

    std::vector<int> driven_, passive_;
};

/// A recorded motion of a mechanism.
class Follower {
public:
    Follower(const MultibodySystem& system, const State& start, const RecordedMotion& motion,
             const InverseDynamicsOptions& options)
        : system_(system),
          matter_(system.getMatterSubsystem()),
          me_(matter_.getMySubsystemIndex()),
          motion_(motion),
          s_(start) {
        std::vector<MobilizedBodyIndex> drivers = options.drivers;
        const Tree& tree = matter_.getTree(s_);
        const PrescribedSet prescribed = matter_.getGuts().ensurePrescribedSet(s_);
        const bool any = prescribed.any;
        for (int b = 1; b < tree.size() && options.drivers.empty(); ++b)
            if (!any || prescribed.isPrescribed[std::size_t(b)]) drivers.emplace_back(b);
        for (MobilizedBodyIndex b : drivers) {
            if (b < 1 || b >= tree.size()) throw IndexOutOfRange("calcInverseDynamicsOf()", "body", b, tree.size());
            for (int i = 0; i < tree[b].nu; ++i) result_.speeds.emplace_back(tree[b].uStart + i);
        }
        std::sort(result_.speeds.begin(), result_.speeds.end());
        for (UIndex u : result_.speeds) result_.speedNames.push_back(matter_.getGuts().nameOfU(u));
        for (int b = 1; b < tree.size(); ++b) matter_.unlock(s_, MobilizedBodyIndex(b));
        for (int b = 1; b < tree.size(); ++b)
            if (const int m = matter_.findMotionOf(MobilizedBodyIndex(b)); m >= 0)
                matter_.setMotionIsDisabled(s_, m, true);
        system_.realize(s_, Stage::Instance);
    }

    InverseDynamicsResult run() {
        if (!findPoses()) return std::move(result_);
        findForces();
        result_.succeeded = true;
        return std::move(result_);
    }

private:
    bool findPoses() {
        const int n = motion_.times.size(), nq = matter_.getTree(s_).nq;
        AssemblyProblem problem;
        problem.tolerance = 1e-11;
        problem.accuracy = 1e-12;
        for (QIndex q : motion_.coordinates) problem.coordinates.push_back({matter_.getGuts().nameOfQ(s_, q), q, 0, 1});
        std::vector<Spline> given;
        for (std::size_t k = 0; k < motion_.coordinates.size(); ++k)
            given.push_back(fit(motion_.times, Vector(motion_.values.col(int(k))), motion_.smoothing));
        PoseTracker tracker(system_, s_, problem);
        result_.q = Matrix(n, nq);
        for (int i = 0; i < n; ++i) {
            s_.setTime(motion_.times[i]);
            for (std::size_t k = 0; k < given.size(); ++k) {
                const Real value =
                    motion_.smoothing > 0 ? given[k].calcValue(motion_.times[i]) : motion_.values(i, int(k));
                s_.updQ(me_)[motion_.coordinates[k]] = value;
                tracker.moveCoordinate(k, value);
            }
            if (!tracker.track(s_)) {
                std::ostringstream text;
                text << "The mechanism cannot follow this motion at t = " << motion_.times[i] << " s. "
                     << tracker.describe(s_).message;
                result_.message = text.str();
                return false;
            }
            result_.q.row(i) = s_.getQ(me_).transpose();
            for (std::size_t k = 0; k < given.size(); ++k)
                result_.largestChange = std::max(
                    result_.largestChange, std::abs(s_.getQ(me_)[motion_.coordinates[k]] - motion_.values(i, int(k))));
        }
        return true;
    }

    void findForces() {
        const Tree& tree = matter_.getTree(s_);
        const int n = motion_.times.size(), nq = tree.nq, nu = tree.nu;
        const Split split(nu, result_.speeds);
        const ConstraintLayout& layout = matter_.getGuts().getLayout(s_);
        const int m = layout.size();
        for (int row = 0; row < m; ++row)
            result_.equationNames.push_back(matter_.nameOfEquation(matter_.findEquation(s_, row)));
        result_.u = Matrix(n, nu);
        result_.udot = Matrix(n, nu);
        result_.forces = Matrix(n, int(result_.speeds.size()));
        result_.multipliers = Matrix(n, m);
        Vector qdot(nq), qdotdot(nq), lambda, residual, none;
        findSlopes();
        const Differences differences(motion_.times, result_.q, slopes_, hasSlope_);
        Matrix G, M;
        for (int i = 0; i < n; ++i) {
            const Real t = motion_.times[i];
            differences.calc(i, qdot, qdotdot);
            s_.setTime(t);
            s_.updQ(me_) = Vector(result_.q.row(i).transpose());
            system_.realize(s_, Stage::Position);
            const Vector udot = findMotionOf(qdot, qdotdot);
            result_.u.row(i) = s_.getU(me_).transpose();
            result_.udot.row(i) = udot.transpose();

            system_.realize(s_, Stage::Dynamics);
            matter_.calcResidualForceIgnoringConstraints(s_, system_.getMobilityForces(s_, Stage::Dynamics),
                                                         system_.getRigidBodyForces(s_, Stage::Dynamics), udot,
                                                         residual);
            matter_.calcG(s_, G);
            matter_.calcM(s_, M);
            Vector weight(nu, 1.);
            for (int u = 0; u < nu; ++u)
                if (M(u, u) > 0) weight[u] = 1 / std::sqrt(M(u, u));
            split.solve(residual, G, weight, lambda, result_.unbalanced);
            for (std::size_t k = 0; k < result_.speeds.size(); ++k) {
                const int u = result_.speeds[k];
                Real force = residual[u];
                for (int row = 0; row < m; ++row) force += G(row, u) * lambda[row];
                result_.forces(i, int(k)) = force;
            }
            result_.multipliers.row(i) = lambda.transpose();
        }
    }

    /// Slopes of coordinates whose joints have all speeds recorded.
    void findSlopes() {
        const Tree& tree = matter_.getTree(s_);
        hasSlope_.assign(std::size_t(tree.nq), false);
        if (motion_.speeds.empty() || motion_.smoothing > 0) return;
        std::vector<int> recorded(std::size_t(tree.nu), -1);
        for (std::size_t k = 0; k < motion_.speeds.size(); ++k) recorded[std::size_t(motion_.speeds[k])] = int(k);
        for (const TreeNode& n : tree.nodes) {
            bool all = n.nu > 0;
            for (int k = 0; k < n.nu; ++k) all = all && recorded[std::size_t(n.uStart + k)] >= 0;
            for (int k = 0; k < n.nq; ++k) hasSlope_[std::size_t(n.qStart + k)] = all;
        }
        slopes_ = Matrix(motion_.times.size(), tree.nq);
        Vector u(tree.nu, 0.), qdot;
        for (int i = 0; i < motion_.times.size(); ++i) {
            for (int k = 0; k < tree.nu; ++k)
                if (recorded[std::size_t(k)] >= 0) u[k] = motion_.speedValues(i, recorded[std::size_t(k)]);
            s_.updQ(me_) = Vector(result_.q.row(i).transpose());
            system_.realize(s_, Stage::Position);
            matter_.multiplyByN(s_, false, u, qdot);
            slopes_.row(i) = qdot.transpose();
        }
    }

    /// Sets u and returns udot, both projected onto the constraints.
    Vector findMotionOf(const Vector& qdot, const Vector& qdotdot) {
        Vector u, none, turning, udot;
        matter_.multiplyByNInv(s_, false, qdot, u);
        s_.updU(me_) = u;
        ProjectOptions exactly;
        exactly.tolerance = 1e-10;
        system_.realize(s_, Stage::Velocity);
        system_.projectU(s_, none, exactly);
        matter_.multiplyByNDot(s_, false, Vector(s_.getU(me_)), turning);
        matter_.multiplyByNInv(s_, false, Vector(qdotdot - turning), udot);
        if (matter_.getGuts().getLayout(s_).size() == 0) return udot;
        Vector errors, impulse, force, change;
        matter_.calcConstraintAccelerationErrors(s_, udot, errors);
        matter_.solveForConstraintImpulses(s_, errors, impulse);
        matter_.multiplyByGTranspose(s_, impulse, force);
        matter_.multiplyByMInv(s_, force, change);
        return Vector(udot - change);
    }

    const MultibodySystem& system_;
    const MatterSubsystem& matter_;
    const SubsystemIndex me_;
    const RecordedMotion& motion_;
    State s_;
    Matrix slopes_;
    std::vector<bool> hasSlope_;
    InverseDynamicsResult result_;
};

}  // namespace

InverseDynamicsResult calcInverseDynamicsOf(const MultibodySystem& system, const State& state,
                                            const RecordedMotion& motion, const InverseDynamicsOptions& options) {
    const Tree& tree = system.getMatterSubsystem().getTree(state);
    check(motion, tree.nq, tree.nu);
    try {
        return Follower(system, state, motion, options).run();
    } catch (const NumericalFailure& failure) {
        InverseDynamicsResult result;
        result.message = std::string("The forces of this motion cannot be computed: ") + failure.what() + ".";
        return result;
    }
}

}  // namespace trammel

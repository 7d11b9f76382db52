// SPDX-License-Identifier: Apache-2.0
#include "multibody/free_motions.h"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "math/dense_solvers.h"
#include "multibody/matter/guts.h"
#include "multibody/tree/scalar_algebra.h"

namespace trammel {

namespace {

using SparseMatrix = Eigen::SparseMatrix<Real>;

/// The rank tolerance, as a length.
const Real dependentLength = std::sqrt(PivotedCholesky::defaultRankTolerance);

/// Groups of more speeds are analyzed sparsely if less than this part of their Jacobian is not zero.
constexpr int manySpeeds = 300;
constexpr Real fewElements = 0.05;

/// Speeds that equations couple, and those equations' rows of G, both ascending.
struct CoupledSpeeds {
    std::vector<int> speeds, rows;
};

/// Speeds that share an equation, in the order of their first; a speed without equation is a group of its own.
std::vector<CoupledSpeeds> findCoupledSpeeds(int speeds, const SparseRows& G) {
    // Each speed leads to another one of its group; the one that leads to itself stands for the group.
    std::vector<int> leader(static_cast<std::size_t>(speeds));
    std::iota(leader.begin(), leader.end(), 0);
    const auto leaderOf = [&leader](int u) {
        while (leader[std::size_t(u)] != u) u = leader[std::size_t(u)] = leader[std::size_t(leader[std::size_t(u)])];
        return u;
    };
    for (int row = 0; row < G.size(); ++row)
        for (const auto& element : G[row]) leader[std::size_t(leaderOf(element.speed))] = leaderOf(G[row][0].speed);
    std::vector<CoupledSpeeds> groups;
    std::vector<int> groupOf(std::size_t(speeds), -1);
    for (int u = 0; u < speeds; ++u) {
        int& group = groupOf[std::size_t(leaderOf(u))];
        if (group < 0) group = int(groups.size()), groups.emplace_back();
        groups[std::size_t(group)].speeds.push_back(u);
    }
    for (int row = 0; row < G.size(); ++row)
        if (!G[row].empty()) groups[std::size_t(groupOf[std::size_t(leaderOf(G[row][0].speed))])].rows.push_back(row);
    return groups;
}

/// The motions that satisfy G u = 0, orthonormal in the metric of M. Each direction moves one coordinate that no earlier
/// one moves: more readable than a basis from the factorization. With a singular M, something massless can move, and
/// lengths are not weighted.
Matrix findFreeMotions(Matrix M, const Matrix& GT) {
    Matrix motions = calcMotionSpace(GT, M);
    if (motions.cols() == 0) return motions;
    const Vector weight = M.diagonal().cwiseMax(0).cwiseSqrt();
    Matrix basis = calcLeadingBasis(motions, weight).basis;
    for (int pass = 0; pass < 2; ++pass) makeOrthonormal(M, basis);  // twice removes rounding errors
    return basis;
}

}  // namespace

struct FreeMotions::Parts {
    /// The motions of a large group, each of one speed that is free to choose: G P = Q [R1 R2] gives those of the dependent
    /// speeds.
    struct SparseMotions {
        SparseMatrix R1, R2;
        Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
        /// Speeds are these times those of the factorization, in which M has a unit diagonal.
        Eigen::VectorXd scale;

        SparseMotions(SparseMatrix G, Eigen::VectorXd scales) : scale(std::move(scales)) {
            Eigen::VectorXd length = Eigen::VectorXd::Zero(G.rows());
            for (int j = 0; j < G.outerSize(); ++j)
                for (SparseMatrix::InnerIterator e(G, j); e; ++e) {
                    e.valueRef() *= scale[j];
                    length[e.row()] += square(e.value());
                }
            for (int j = 0; j < G.outerSize(); ++j)
                for (SparseMatrix::InnerIterator e(G, j); e; ++e) e.valueRef() /= std::sqrt(length[e.row()]);
            G.makeCompressed();
            Eigen::SparseQR<SparseMatrix, Eigen::COLAMDOrdering<int>> qr;
            qr.setPivotThreshold(dependentLength);
            qr.compute(G);
            const SparseMatrix R = qr.matrixR();
            const int rank = int(qr.rank());
            R1 = R.topLeftCorner(rank, rank);
            R2 = R.topRightCorner(rank, R.cols() - rank);
            order = qr.colsPermutation();
        }
        int count() const { return int(R2.cols()); }
        Eigen::VectorXd calcDirection(int i) const {
            Eigen::VectorXd x = Eigen::VectorXd::Zero(scale.size());
            x[R1.cols() + i] = 1;
            x.head(R1.cols()) = R1.triangularView<Eigen::Upper>().solve(Eigen::VectorXd(-R2.col(i)));
            return scale.cwiseProduct(order * x);
        }
    };
    struct Group {
        std::vector<int> speeds;
        Matrix basis;
        std::unique_ptr<const SparseMotions> sparse;
        int count() const { return sparse ? sparse->count() : int(basis.cols()); }
        Eigen::VectorXd calcDirection(int i) const { return sparse ? sparse->calcDirection(i) : basis.col(i); }
    };
    const MatterSubsystem& matter;
    const State& state;
    std::vector<MobilizedBodyIndex> bodyOf;
    Array_<SpatialInertia> composite;
    /// M_ii of each speed.
    std::vector<Real> inertia;
    std::vector<Group> groups;
    /// Number of the first motion of each group, and of all.
    std::vector<int> firstMotion{0};

    const MatterGuts& guts() const { return matter.getGuts(); }
    const Tree& tree() const { return guts().treeOf(state); }

    scalar::V6 momentumOf(int speed) const {
        const PositionKinematics& pos = guts().ensurePosition(state);
        const SpatialInertia& inertia = composite[bodyOf[std::size_t(speed)]];
        return inertia * scalar::load(pos.H[std::size_t(speed)]);
    }
    /// Inertia of the rotor that a speed turns.
    Real rotorOf(int speed) const { return guts().ensureInertias(state).rotors[std::size_t(speed)]; }
    /// M of some speeds, ascending.
    Matrix calcM(const std::vector<int>& speeds, std::vector<int>& placeOf) const {
        const PositionKinematics& pos = guts().ensurePosition(state);
        Matrix M(int(speeds.size()), int(speeds.size()), 0);
        for (std::size_t i = 0; i < speeds.size(); ++i) placeOf[std::size_t(speeds[i])] = int(i);
        const int last = bodyOf[std::size_t(speeds.front())];
        for (std::size_t j = 0; j < speeds.size(); ++j) {
            scalar::V6 momentum = momentumOf(speeds[j]);
            for (int b = bodyOf[std::size_t(speeds[j])]; b >= last; b = tree()[b].parent) {
                const TreeNode& n = tree()[b];
                for (int u = n.uStart; u < n.uStart + n.nu; ++u)
                    if (const int i = placeOf[std::size_t(u)]; i >= 0)
                        M(i, Eigen::Index(j)) = M(Eigen::Index(j), i) =
                            dot(scalar::load(pos.H[std::size_t(u)]), momentum);
                momentum = forceFrom(momentum, scalar::load(pos.bodies[std::size_t(b)].p_PB_G));
            }
            M(Eigen::Index(j), Eigen::Index(j)) += rotorOf(speeds[j]);
        }
        for (const int u : speeds) placeOf[std::size_t(u)] = -1;
        return M;
    }

    Parts(const MatterSubsystem& matterOfState, const State& s, const std::function<bool()>& isStopped)
        : matter(matterOfState), state(s) {
        const int nu = tree().nu;
        bodyOf.resize(std::size_t(nu));
        for (int b = 1; b < tree().size(); ++b)
            for (int i = 0; i < tree()[b].nu; ++i) bodyOf[std::size_t(tree()[b].uStart + i)] = MobilizedBodyIndex(b);
        matter.calcCompositeBodyInertias(s, composite);
        const PositionKinematics& pos = guts().ensurePosition(s);
        for (int u = 0; u < nu; ++u)
            inertia.push_back(dot(scalar::load(pos.H[std::size_t(u)]), momentumOf(u)) + rotorOf(u));

        SparseRows G;
        guts().calcSparseJacobian(s, guts().getLayout(s).nPosition + guts().getLayout(s).nVelocity, G);
        std::vector<int> placeOf(std::size_t(nu), -1);
        for (CoupledSpeeds& coupled : findCoupledSpeeds(nu, G)) {
            if (isStopped && isStopped()) return;
            Group group;
            const int n = int(coupled.speeds.size()), m = int(coupled.rows.size());
            if (m == 0) {
                const Real own = inertia[std::size_t(coupled.speeds[0])];
                group.basis = Matrix::Base::Constant(1, 1, own > 0 ? 1 / std::sqrt(own) : 1);
            } else {
                std::vector<Eigen::Triplet<Real>> elements;
                for (int i = 0; i < n; ++i) placeOf[std::size_t(coupled.speeds[std::size_t(i)])] = i;
                for (int i = 0; i < m; ++i)
                    for (const auto& [speed, value] : G[coupled.rows[std::size_t(i)]])
                        elements.emplace_back(i, placeOf[std::size_t(speed)], value);
                for (const int u : coupled.speeds) placeOf[std::size_t(u)] = -1;
                SparseMatrix part(m, n);
                part.setFromTriplets(elements.begin(), elements.end());
                if (n > manySpeeds && Real(elements.size()) < fewElements * n * m) {
                    Eigen::VectorXd scale(n);
                    for (int i = 0; i < n; ++i) {
                        const Real own = inertia[std::size_t(coupled.speeds[std::size_t(i)])];
                        scale[i] = own > 0 ? 1 / std::sqrt(own) : 1;
                    }
                    group.sparse = std::make_unique<SparseMotions>(std::move(part), std::move(scale));
                } else
                    group.basis = findFreeMotions(calcM(coupled.speeds, placeOf), Matrix::Base(part).transpose());
            }
            group.speeds = std::move(coupled.speeds);
            if (group.count() == 0) continue;
            firstMotion.push_back(firstMotion.back() + group.count());
            groups.push_back(std::move(group));
        }
    }
};

FreeMotions::FreeMotions(const MatterSubsystem& matter, const State& s, const std::function<bool()>& isStopped)
    : parts_(std::make_unique<const Parts>(matter, s, isStopped)) {}
FreeMotions::~FreeMotions() = default;
FreeMotions::FreeMotions(FreeMotions&&) noexcept = default;

int FreeMotions::count() const { return parts_->firstMotion.back(); }

WiggleDirection FreeMotions::calcDirection(int i) const {
    const Parts& p = *parts_;
    const auto next = std::ranges::upper_bound(p.firstMotion, i);
    const auto which = std::size_t(next - p.firstMotion.begin() - 1);
    const Parts::Group& group = p.groups[which];
    Eigen::VectorXd motion = group.calcDirection(i - p.firstMotion[which]);
    Eigen::VectorXd energy(motion.size());
    for (Eigen::Index k = 0; k < motion.size(); ++k)
        energy[k] = p.inertia[std::size_t(group.speeds[std::size_t(k)])] * square(motion[k]);
    Eigen::Index most;
    const Real total = energy.sum();
    energy.maxCoeff(&most);
    if (motion[most] < 0) motion *= -1;

    WiggleDirection direction;
    direction.u = Vector(Vector::Zero(p.tree().nu));
    direction.u(group.speeds) = motion;
    if (group.sparse) {
        Vector momentum;
        p.matter.multiplyByM(p.state, direction.u, momentum);
        if (const Real whole = direction.u.dot(momentum); whole > 0) direction.u /= std::sqrt(whole);
    }
    p.matter.multiplyByN(p.state, false, direction.u, direction.qdot);
    constexpr Real worthNaming = 0.01;
    for (Eigen::Index k = 0; k < motion.size(); ++k) {
        const int speed = group.speeds[std::size_t(k)];
        if (energy[k] > worthNaming * total)
            direction.movers.push_back({p.bodyOf[std::size_t(speed)], UIndex(speed), p.guts().nameOfU(speed),
                                        direction.u[speed], energy[k] / total});
    }
    std::ranges::stable_sort(direction.movers, std::greater(), &WiggleDirection::Mover::share);
    return direction;
}

std::vector<WiggleDirection> MatterSubsystem::calcWiggleDirections(const State& s) const {
    requireStage(s, Stage::Position, "calcWiggleDirections", "the constraint Jacobian");
    getGuts().requireConstraintForces(s, "calcWiggleDirections");
    const FreeMotions motions(*this, s);
    std::vector<WiggleDirection> directions;
    directions.reserve(std::size_t(motions.count()));
    for (int i = 0; i < motions.count(); ++i) directions.push_back(motions.calcDirection(i));
    return directions;
}

}  // namespace trammel

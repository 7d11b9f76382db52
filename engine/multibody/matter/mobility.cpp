// SPDX-License-Identifier: Apache-2.0
// MatterSubsystem: redundant and conflicting constraint equations, and directions of motion.
#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <sstream>

#include "base/exceptions.h"
#include "multibody/matter/guts.h"

namespace trammel {

// --- Names of equations ---

namespace {

/// Row @p row of all equations at acceleration level; the constraint is invalid if the row does not exist.
ConstraintEquation equationOf(const MatterGuts& g, const State& s, int row) {
    const ConstraintLayout& layout = g.getLayout(s);
    for (std::size_t c = 0; c < g.constraints.size(); ++c) {
        const ConstraintLayout::Block& block = layout.blocks[c];
        if (!block.enabled) continue;
        const int first[] = {block.position, layout.velocityRow(block.velocity),
                             layout.accelerationRow(block.acceleration)};
        const int count[] = {block.count.position, block.count.velocity, block.count.acceleration};
        for (int level = 0, before = 0; level < 3; before += count[level++])
            if (row >= first[level] && row < first[level] + count[level])
                return {ConstraintIndex(c), before + row - first[level] + 1, count[0] + count[1] + count[2], row};
    }
    return {};
}

std::string toText(Real x) {
    std::ostringstream text;
    text.precision(3);
    text << x;
    return text.str();
}

/// "'a'", "'a' and 'b'", "'a', 'b' and 'c'".
std::string listOf(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "'" : i + 1 == names.size() ? " and '" : ", '") + names[i] + "'";
    return text;
}

}  // namespace

ConstraintIndex MatterSubsystem::findConstraintOfQErr(const State& s, int i) const {
    return i < getGuts().getLayout(s).nPosition ? findConstraintOfMultiplier(s, i) : ConstraintIndex();
}
ConstraintIndex MatterSubsystem::findConstraintOfUErr(const State& s, int i) const {
    const ConstraintLayout& layout = getGuts().getLayout(s);
    return i < layout.nPosition + layout.nVelocity ? findConstraintOfMultiplier(s, i) : ConstraintIndex();
}
ConstraintIndex MatterSubsystem::findConstraintOfMultiplier(const State& s, int i) const {
    return equationOf(getGuts(), s, i).constraint;
}
ConstraintEquation MatterSubsystem::findEquation(const State& s, int i) const { return equationOf(getGuts(), s, i); }
std::string MatterSubsystem::nameOfEquation(const ConstraintEquation& e) const {
    const std::string& name = getConstraint(e.constraint).getName();
    if (e.count == 1) return "'" + name + "'";
    return "equation " + std::to_string(e.number) + " of " + std::to_string(e.count) + " of '" + name + "'";
}

// --- Redundancy ---

namespace {

/// Coefficients below this fraction of the largest do not count as a dependency: the rank tolerance, as a length.
const Real negligiblePart = std::sqrt(PivotedCholesky::defaultRankTolerance);

/// Coefficients of row d as a sum of the independent rows: A_II c = A_Id. Reads the lower triangle of A.
Vector combine(const Matrix& A, const std::vector<int>& independent, int d) {
    const int r = int(independent.size());
    const auto at = [&](int i, int j) { return A(std::max(i, j), std::min(i, j)); };
    Vector scale(r), right(r);
    Matrix scaled(r, r);
    for (int i = 0; i < r; ++i) scale[i] = 1 / std::sqrt(at(independent[std::size_t(i)], independent[std::size_t(i)]));
    for (int i = 0; i < r; ++i) {
        right[i] = scale[i] * at(independent[std::size_t(i)], d);
        for (int j = 0; j <= i; ++j)
            scaled(i, j) = scale[i] * scale[j] * at(independent[std::size_t(i)], independent[std::size_t(j)]);
    }
    return scale.cwiseProduct(scaled.llt().solve(right));
}

}  // namespace

const IndependentEquations& MatterGuts::ensureIndependentEquations(const State& s) const {
    IndependentEquations& e = Value<IndependentEquations>::updDowncast(updCacheEntry(s, cache_.independent));
    if (isCacheValueRealized(s, cache_.independent)) return e;
    const ConstraintLayout& layout = getLayout(s);
    const int n = layout.nPosition + layout.nVelocity;
    // The structure is fixed at Instance; later calls do not allocate.
    if (const StageVersion now = s.getSubsystemStageVersion(getMySubsystemIndex(), Stage::Instance); e.madeFor != now) {
        e.matrices = makeConstraintMatrices(s, layout);
        e.nothingDriven.isPrescribed.assign(bodies.size(), 0);
        e.nothingDriven.level.assign(bodies.size(), MotionLevel::None);
        e.madeFor = now;
    }
    calcArticulatedInertias(treeOf(s), ensurePosition(s), ensureInertias(s), e.nothingDriven, e.inertias);
    calcConstraintMatrices(s, ensurePosition(s), e.inertias, e.nothingDriven, n, e.matrices);
    e.matrices.copyDenseA(n, e.A);
    e.factor.factor(e.A, n);
    e.rank = e.factor.rank();
    // Forces that depend on values not available yet may differ later.
    if (getStage(s) >= jacobianStage_) markCacheValueRealized(s, cache_.independent);
    return e;
}

int MatterSubsystem::getNumIndependentEquations(const State& s) const {
    requireStage(s, Stage::Position, "getNumIndependentEquations", "the constraint Jacobian");
    return getGuts().ensureIndependentEquations(s).rank;
}

MobilityAnalysis MatterSubsystem::analyzeMobility(const State& s) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Position, "analyzeMobility", "the constraint Jacobian");
    const ConstraintLayout& layout = g.getLayout(s);
    const Tree& tree = g.treeOf(s);
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    MobilityAnalysis result;
    result.speeds = tree.nu;
    for (int b = 1; b < tree.size(); ++b)
        if (prescribed.isPrescribed[std::size_t(b)]) result.drivenSpeeds += tree[b].nu;
    result.equations = layout.nPosition + layout.nVelocity;
    if (result.equations == 0) return result;
    const IndependentEquations& found = g.ensureIndependentEquations(s);
    const Matrix& A = found.A;
    result.rank = found.rank;
    if (result.rank == result.equations) return result;

    std::vector<int> dependent = found.factor.dependentRows(), independent;
    std::sort(dependent.begin(), dependent.end());
    for (int i = 0; i < result.equations; ++i)
        if (!std::binary_search(dependent.begin(), dependent.end(), i)) independent.push_back(i);
    const Vector qErr = getQErr(s);
    const Vector uErr = g.getStage(s) >= Stage::Velocity ? Vector(getUErr(s)) : Vector(result.equations);
    std::set<int> owners;
    for (int d : dependent) {
        const ConstraintEquation last = equationOf(g, s, d);
        result.redundantEquations.push_back(last);
        owners.insert(last.constraint);
        RedundantSet set;
        set.velocityMismatch = uErr[d];
        if (d < layout.nPosition) set.positionMismatch = qErr[d];
        // A row without any motion to constrain is a set of its own.
        const bool empty = !(A(d, d) > 0);
        const Vector parts = empty ? Vector(int(independent.size())) : combine(A, independent, d);
        for (int k = 0; k < parts.size(); ++k) {
            const int row = independent[std::size_t(k)];
            if (empty || std::abs(parts[k]) * std::sqrt(A(row, row) / A(d, d)) <= negligiblePart) continue;
            set.equations.push_back(equationOf(g, s, row));
            set.velocityMismatch -= parts[k] * uErr[row];
            // A nonholonomic equation has no position error to compare.
            if (row < layout.nPosition && d < layout.nPosition)
                set.positionMismatch -= parts[k] * qErr[row];
            else
                set.positionMismatch = 0;
        }
        set.equations.push_back(last);
        result.redundantSets.push_back(std::move(set));
    }
    for (int c : owners) result.redundant.push_back(ConstraintIndex(c));
    return result;
}

// --- Conflict ---

namespace {

/// The State's errors at the level.
const Vector& errorsAt(const MatterSubsystem& matter, const State& s, Stage level) {
    if (level == Stage::Position) return matter.getQErr(s);
    return level == Stage::Velocity ? matter.getUErr(s) : matter.getUDotErr(s);
}

/// The bodies that a constraint can move: those between Ground and the bodies it connects.
std::set<int> pathOf(const Tree& tree, const ConstraintElement& e) {
    std::set<int> path;
    for (const auto* list : {&e.getBodies(), &e.getMobilizers()})
        for (MobilizedBodyIndex b : *list)
            for (int k = b; k > 0; k = tree[k].parent) path.insert(k);
    return path;
}

/// The part of the errors that no motion can remove: damped least squares in the metric of kinetic energy, with
/// equations scaled by their compliance. Errors that require more than a hundred times the usual motion count as not
/// removable, since conflicting equations are only nearly dependent near the pose.
Vector unremovable(const Matrix& W, const Vector& errors) {
    constexpr Real damping = 1e-4;
    const int m = int(W.rows());
    Vector scale(m), scaledErrors(m);
    const Real negligible = square(64 * Eps) * (m > 0 ? W.diagonal().maxCoeff() : 0);
    for (int i = 0; i < m; ++i) scale[i] = W(i, i) > negligible ? 1 / std::sqrt(W(i, i)) : 0;
    Matrix A = scale.asDiagonal() * W * scale.asDiagonal();
    A.diagonal().array() += damping;
    for (int i = 0; i < m; ++i) scaledErrors[i] = scale[i] * errors[i];
    const Vector rest = damping * A.llt().solve(scaledErrors);
    Vector result(m);
    for (int i = 0; i < m; ++i) result[i] = scale[i] > 0 ? rest[i] / scale[i] : errors[i];
    return result;
}

}  // namespace

std::vector<ConstraintConflict> MatterSubsystem::findConflicts(const State& s, Stage level, Real tolerance) const {
    constexpr const char* method = "findConflicts";
    if (level != Stage::Position && level != Stage::Velocity && level != Stage::Acceleration)
        throw Exception("MatterSubsystem::findConflicts(): there are no constraint errors at stage " + level.getName() +
                        ".");
    requireStage(s, level, method, "constraint errors");
    const MatterGuts& g = getGuts();
    const ConstraintLayout& layout = g.getLayout(s);
    const Tree& tree = g.treeOf(s);
    const int m = level == Stage::Position   ? layout.nPosition
                  : level == Stage::Velocity ? layout.nPosition + layout.nVelocity
                                             : layout.size();
    const Vector errors = errorsAt(*this, s, level).head(m);
    if (m == 0 || !(errors.cwiseAbs().maxCoeff() > tolerance)) return {};

    Matrix J, MInvJt(tree.nu, m);
    if (level == Stage::Position)
        calcP(s, J);
    else {
        calcG(s, J);
        J.conservativeResize(m, tree.nu);
    }
    Vector column;
    for (int i = 0; i < m; ++i) {
        multiplyByMInv(s, Vector(J.row(i).transpose()), column);
        MInvJt.col(i) = column;
    }
    const Vector rest = unremovable(Matrix(J * MInvJt), errors);

    // Constraints that share a body on their paths to Ground belong to one conflict.
    struct ConflictGroup {
        std::set<int> bodies;
        ConstraintConflict conflict;
    };
    constexpr Real significant = 0.1;
    const Real threshold = std::max(tolerance, significant * errors.cwiseAbs().maxCoeff());
    std::vector<ConflictGroup> groups;
    for (int i = 0; i < m; ++i) {
        // An equation with a large error belongs to the conflict even if the residual appears in other rows.
        if (!(std::max(std::abs(rest[i]), std::abs(errors[i])) > threshold)) continue;
        const ConstraintEquation equation = equationOf(g, s, i);
        ConflictGroup group{pathOf(tree, getConstraint(equation.constraint)), {level, {{equation, errors[i]}}, {}}};
        for (std::size_t f = 0; f < groups.size();) {
            const auto shared = [&](int b) { return groups[f].bodies.count(b) > 0; };
            if (!std::any_of(group.bodies.begin(), group.bodies.end(), shared)) {
                ++f;
                continue;
            }
            group.bodies.insert(groups[f].bodies.begin(), groups[f].bodies.end());
            auto& members = groups[f].conflict.members;
            group.conflict.members.insert(group.conflict.members.begin(), members.begin(), members.end());
            groups.erase(groups.begin() + std::ptrdiff_t(f));
        }
        groups.push_back(std::move(group));
    }
    std::vector<ConstraintConflict> conflicts;
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    for (ConflictGroup& group : groups) {
        auto& members = group.conflict.members;
        std::sort(members.begin(), members.end(),
                  [](const auto& a, const auto& b) { return a.equation.row < b.equation.row; });
        for (int b : group.bodies)
            if (prescribed.isPrescribed[std::size_t(b)] && tree[b].nu > 0)
                group.conflict.driven.push_back(MobilizedBodyIndex(b));
        conflicts.push_back(std::move(group.conflict));
    }
    return conflicts;
}

namespace {

/// True if the error of an equation is an angle: its multiplier is then a torque, which exerts a force neither on a
/// body nor along a sliding coordinate.
bool measuresAngle(const MatterSubsystem& matter, const State& s, const ConstraintEquation& equation) {
    constexpr Real tiny = 1e-9;
    const MatterGuts& g = matter.getGuts();
    Vector lambda = Vector::Zero(matter.getNMultipliers(s)), mobilityForces = Vector::Zero(g.treeOf(s).nu);
    lambda[equation.row] = 1;
    Vector_<SpatialVec> bodyForces(std::size_t(g.treeOf(s).size()), SpatialVec(0.)), velocities;
    // This constraint only: forces of others may not be available yet.
    g.addInConstraintForces(s, lambda.data(), bodyForces.data(), mobilityForces.data(), int(equation.constraint));
    for (const SpatialVec& F : bodyForces)
        if (F[1].norm() > tiny) return false;
    for (Eigen::Index i = 0; i < mobilityForces.size(); ++i) {
        if (!(std::abs(mobilityForces[i]) > tiny)) continue;
        matter.multiplyBySystemJacobian(s, Vector(Vector::Unit(mobilityForces.size(), i)), velocities);
        const bool turns =
            std::any_of(velocities.begin(), velocities.end(), [](const SpatialVec& V) { return V[0].norm() > tiny; });
        if (!turns) return false;
    }
    return true;
}

}  // namespace

std::string MatterSubsystem::describeError(const State& s, const ConstraintEquation& equation, Stage level,
                                           Real error) const {
    if (getConstraint(equation.constraint).forcesDependOnStage() > level) return toText(error);
    const char* const per = level == Stage::Position ? "" : level == Stage::Velocity ? "/s" : "/s²";
    return toText(error) + (measuresAngle(*this, s, equation) ? " rad" : " m") + per;
}

std::string MatterSubsystem::describeConflict(const State& s, const ConstraintConflict& conflict) const {
    std::vector<std::string> constraints, joints;
    for (const ConstraintConflict::Member& member : conflict.members) {
        const std::string& name = getConstraint(member.equation.constraint).getName();
        if (std::find(constraints.begin(), constraints.end(), name) == constraints.end()) constraints.push_back(name);
    }
    for (MobilizedBodyIndex b : conflict.driven) joints.push_back(getTree(s)[b].jointName);
    const bool positions = conflict.level == Stage::Position;
    const std::string what = positions                           ? "pose leaves "
                             : conflict.level == Stage::Velocity ? "speeds leave "
                                                                 : "accelerations leave ";
    std::string text = listOf(constraints) + (constraints.size() > 1 ? " conflict" : " cannot be met");
    if (!joints.empty())
        text += " while " + listOf(joints) + (joints.size() > 1 ? " are" : " is") + " driven or locked";
    text += ": the closest " + what +
            describeError(s, conflict.worst().equation, conflict.level, std::abs(conflict.worst().error));
    if (constraints.size() > 1) text += " in '" + getConstraint(conflict.worst().equation.constraint).getName() + "'";
    text += ".";
    if (!joints.empty()) return text + " Free a joint, or change or remove a constraint.";
    return text +
           (constraints.size() > 1 ? " Change or remove one of them." : " Change it, or the joints of its bodies.");
}

// --- Directions of motion ---

namespace {

using Eigen::MatrixXd;

/// Speeds of the branches of the tree that constraints couple, and the rows of those constraints in G, both ascending.
/// Different groups move independently.
struct CoupledSpeeds {
    std::vector<int> speeds, rows;
};

std::vector<CoupledSpeeds> findCoupledSpeeds(const MatterGuts& g, const State& s) {
    const Tree& tree = g.treeOf(s);
    const ConstraintLayout& layout = g.getLayout(s);
    // Each body leads to another one of its group; the one that leads to itself stands for the group.
    std::vector<int> leader(std::size_t(tree.size()));
    const auto leaderOf = [&leader](int b) {
        while (leader[std::size_t(b)] != b) b = leader[std::size_t(b)] = leader[std::size_t(leader[std::size_t(b)])];
        return b;
    };
    for (int b = 1; b < tree.size(); ++b) leader[std::size_t(b)] = tree[b].parent > 0 ? leaderOf(tree[b].parent) : b;
    const auto firstBodyOf = [](const ConstraintElement& e) -> int {
        for (const auto* list : {&e.getBodies(), &e.getMobilizers()})
            for (const MobilizedBodyIndex b : *list)
                if (b > 0) return b;
        return 0;
    };
    for (const auto& constraint : g.constraints)
        if (const int first = firstBodyOf(*constraint.element))
            for (const auto* list : {&constraint.element->getBodies(), &constraint.element->getMobilizers()})
                for (const MobilizedBodyIndex b : *list)
                    if (b > 0) leader[std::size_t(leaderOf(b))] = leaderOf(first);

    std::vector<CoupledSpeeds> groups;
    std::vector<int> groupOf(std::size_t(tree.size()), -1);
    for (int b = 1; b < tree.size(); ++b) {
        int& group = groupOf[std::size_t(leaderOf(b))];
        if (group < 0) group = int(groups.size()), groups.emplace_back();
        for (int i = 0; i < tree[b].nu; ++i) groups[std::size_t(group)].speeds.push_back(tree[b].uStart + i);
    }
    for (std::size_t c = 0; c < g.constraints.size(); ++c) {
        const ConstraintLayout::Block& block = layout.blocks[c];
        const int first = firstBodyOf(*g.constraints[c].element);
        if (!block.enabled || first == 0) continue;
        std::vector<int>& rows = groups[std::size_t(groupOf[std::size_t(leaderOf(first))])].rows;
        for (int i = 0; i < block.count.position; ++i) rows.push_back(block.position + i);
        for (int i = 0; i < block.count.velocity; ++i) rows.push_back(layout.velocityRow(block.velocity) + i);
    }
    for (CoupledSpeeds& group : groups) {
        std::ranges::sort(group.speeds);
        std::ranges::sort(group.rows);
    }
    return groups;
}

/// Basis @p U made orthonormal in the metric of M, each vector a combination of itself and those before it.
void makeOrthonormal(const MatrixXd& M, MatrixXd& U) {
    for (int pass = 0; pass < 2; ++pass)  // twice removes rounding errors
        U = MatrixXd(U.transpose() * M * U).llt().matrixL().solve(U.transpose()).transpose().eval();
}

/// A basis of the same space in which each direction moves one coordinate that no earlier one moves, again orthonormal in
/// the metric of M: more readable than the basis from the factorization.
MatrixXd readableBasis(const MatrixXd& U, const MatrixXd& M) {
    const int k = int(U.cols());
    const Eigen::VectorXd weight = M.diagonal().cwiseMax(0).cwiseSqrt();
    const Eigen::ColPivHouseholderQR<MatrixXd> pivots((weight.asDiagonal() * U).transpose());
    MatrixXd leading(k, k);
    std::vector<int> order(static_cast<std::size_t>(k));
    for (int i = 0; i < k; ++i) order[std::size_t(i)] = int(pivots.colsPermutation().indices()[i]);
    std::sort(order.begin(), order.end());
    for (int i = 0; i < k; ++i) leading.row(i) = U.row(order[std::size_t(i)]);
    MatrixXd basis = leading.transpose().fullPivLu().solve(U.transpose()).transpose();
    makeOrthonormal(M, basis);
    return basis;
}

/// The motions that satisfy G u = 0, a readable basis, orthonormal in the metric of M. With a singular M, something
/// massless can move, and lengths are not weighted.
MatrixXd findFreeMotions(MatrixXd M, const MatrixXd& G) {
    const auto n = M.rows();
    Eigen::LLT<MatrixXd> factor(M);
    if (factor.info() != Eigen::Success) {
        M.setIdentity();
        factor.compute(M);
    }
    // Without equations each coordinate leads a direction; see makeOrthonormal().
    if (G.rows() == 0) return factor.matrixU().solve(MatrixXd::Identity(n, n));
    // With unit columns, squared pivots are those of the rank policy.
    MatrixXd columns = factor.matrixL().solve(G.transpose());
    const Real negligible = 64 * Eps * columns.colwise().norm().maxCoeff();
    for (auto column : columns.colwise()) {
        const Real length = column.norm();
        column *= length > negligible ? 1 / length : 0;
    }
    Eigen::ColPivHouseholderQR<MatrixXd> qr(n, G.rows());
    qr.setThreshold(negligiblePart);
    qr.compute(columns);
    const MatrixXd Q = qr.householderQ();
    const MatrixXd U = factor.matrixU().solve(Q.rightCols(n - qr.rank()));
    return U.cols() == 0 ? U : readableBasis(U, M);
}

}  // namespace

std::vector<WiggleDirection> MatterSubsystem::calcWiggleDirections(const State& s) const {
    const MatterGuts& g = getGuts();
    requireStage(s, Stage::Position, "calcWiggleDirections", "the constraint Jacobian");
    const Tree& tree = g.treeOf(s);
    if (tree.nu == 0) return {};
    Matrix M, G;
    calcM(s, M);
    calcG(s, G);
    std::vector<MobilizedBodyIndex> bodyOf(std::size_t(tree.nu));
    for (int b = 1; b < tree.size(); ++b)
        for (int i = 0; i < tree[b].nu; ++i) bodyOf[std::size_t(tree[b].uStart + i)] = MobilizedBodyIndex(b);

    std::vector<WiggleDirection> directions;
    for (const CoupledSpeeds& group : findCoupledSpeeds(g, s)) {
        const MatrixXd motions = findFreeMotions(M(group.speeds, group.speeds), G(group.rows, group.speeds));
        for (const auto& motion : motions.colwise()) {
            WiggleDirection direction;
            direction.u = Vector(Vector::Zero(tree.nu));
            direction.u(group.speeds) = motion;
            Eigen::VectorXd energy(motion.size());
            for (Eigen::Index i = 0; i < motion.size(); ++i) {
                const int speed = group.speeds[std::size_t(i)];
                energy[i] = M(speed, speed) * square(motion[i]);
            }
            Eigen::Index most;
            const Real total = energy.sum();
            energy.maxCoeff(&most);
            if (motion[most] < 0) direction.u *= -1;
            multiplyByN(s, false, direction.u, direction.qdot);
            constexpr Real worthNaming = 0.01;
            for (Eigen::Index i = 0; i < motion.size(); ++i) {
                const int speed = group.speeds[std::size_t(i)];
                if (energy[i] > worthNaming * total)
                    direction.movers.push_back({bodyOf[std::size_t(speed)], UIndex(speed), g.nameOfU(speed),
                                                direction.u[speed], energy[i] / total});
            }
            std::stable_sort(direction.movers.begin(), direction.movers.end(),
                             [](const auto& a, const auto& b) { return a.share > b.share; });
            directions.push_back(std::move(direction));
        }
    }
    return directions;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// MatterSubsystem: redundant and conflicting constraint equations.
#include <algorithm>
#include <cmath>
#include <set>

#include "base/disjoint_sets.h"
#include "base/exceptions.h"
#include "multibody/matter/guts.h"
#include "multibody/message_text.h"

namespace trammel {

// --- Names of equations ---

namespace {

/// All equations in the order of their rows.
std::vector<ConstraintEquation> equationsOf(const MatterGuts& g, const State& s) {
    const ConstraintLayout& layout = g.getLayout(s);
    std::vector<ConstraintEquation> equations(static_cast<std::size_t>(layout.size()));
    for (std::size_t c = 0; c < g.constraints.size(); ++c) {
        const ConstraintLayout::Block& block = layout.blocks[c];
        if (!block.enabled) continue;
        const int first[] = {block.position, layout.velocityRow(block.velocity),
                             layout.accelerationRow(block.acceleration)};
        const int count[] = {block.count.position, block.count.velocity, block.count.acceleration};
        for (int level = 0, before = 0; level < 3; before += count[level++])
            for (int i = 0; i < count[level]; ++i)
                equations[std::size_t(first[level] + i)] = {ConstraintIndex(c), before + i + 1,
                                                            count[0] + count[1] + count[2], first[level] + i};
    }
    return equations;
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
    return findEquation(s, i).constraint;
}
ConstraintEquation MatterSubsystem::findEquation(const State& s, int i) const {
    const std::vector<ConstraintEquation> equations = equationsOf(getGuts(), s);
    return i >= 0 && std::size_t(i) < equations.size() ? equations[std::size_t(i)] : ConstraintEquation{};
}
std::string MatterSubsystem::nameOfEquation(const ConstraintEquation& e) const {
    const std::string& name = getConstraint(e.constraint).getName();
    if (e.count == 1) return "'" + name + "'";
    return "equation " + std::to_string(e.number) + " of " + std::to_string(e.count) + " of '" + name + "'";
}

// --- Redundancy ---

namespace {

/// Coefficients below this fraction of the largest do not count as a dependency: the rank tolerance, as a length.
const Real negligiblePart = std::sqrt(PivotedCholesky::defaultRankTolerance);

}  // namespace

const IndependentEquations& MatterGuts::ensureIndependentEquations(const State& s) const {
    IndependentEquations& e = Value<IndependentEquations>::updDowncast(updCacheEntry(s, cache_.independent));
    if (isCacheValueRealized(s, cache_.independent)) return e;
    const ConstraintLayout& layout = getLayout(s);
    const int n = layout.nPosition + layout.nVelocity;
    // The structure is fixed at Instance; later calls do not allocate.
    if (const StageVersion now = s.getSubsystemStageVersion(getMySubsystemIndex(), Stage::Instance); e.madeFor != now) {
        e.matrices = getConstraintMatrices(s);  // the structure
        e.nothingDriven.isPrescribed.assign(bodies.size(), 0);
        e.nothingDriven.level.assign(bodies.size(), MotionLevel::None);
        e.madeFor = now;
    }
    calcArticulatedInertias(treeOf(s), ensurePosition(s), ensureInertias(s), e.nothingDriven, e.inertias);
    calcCertainConstraintMatrices(s, ensurePosition(s), e.inertias, e.nothingDriven, n, e.matrices, true);
    e.rank = e.matrices.findRank(n);
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
    result.rank = found.rank;
    if (result.rank == result.equations) return result;

    const std::vector<ConstraintEquation> equations = equationsOf(g, s);
    const Vector qErr = getQErr(s);
    const Vector uErr = g.getStage(s) >= Stage::Velocity ? Vector(getUErr(s)) : Vector(result.equations);
    std::set<int> owners;
    for (const auto& [d, parts] : found.matrices.findRedundantRows(result.equations)) {
        const ConstraintEquation& last = equations[std::size_t(d)];
        result.redundantEquations.push_back(last);
        owners.insert(last.constraint);
        // A row without any motion to constrain is a set of its own.
        RedundantSet set;
        set.velocityMismatch = uErr[d];
        if (d < layout.nPosition) set.positionMismatch = qErr[d];
        for (const auto& [row, part] : parts) {
            const Real size = std::sqrt(found.matrices.diagonal(row) / found.matrices.diagonal(d));
            if (std::abs(part) * size <= negligiblePart) continue;
            set.equations.push_back(equations[std::size_t(row)]);
            set.velocityMismatch -= part * uErr[row];
            // A nonholonomic equation has no position error to compare.
            if (row < layout.nPosition && d < layout.nPosition)
                set.positionMismatch -= part * qErr[row];
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

/// The part of the errors of the first equations that no motion can remove: damped least squares in the metric of kinetic
/// energy, with equations scaled by their compliance. Errors that require more than a hundred times the usual motion count
/// as not removable, since conflicting equations are only nearly dependent near the pose.
Vector calcUnremovable(const MatterGuts& g, const State& s, const Vector& errors) {
    constexpr Real damping = 1e-4;
    const int m = int(errors.size());
    ConstraintMatrices matrices = g.getConstraintMatrices(s);  // the structure
    matrices.setPoseError(0);
    g.calcConstraintMatrices(s, g.ensurePosition(s), g.ensureArticulated(s), g.ensurePrescribedSet(s), m, matrices);
    // With W = G M^-1 G^T and D its diagonal, errors e remain d D (W + d D)^-1 e.
    Vector scale(m), rest(m);
    for (int i = 0; i < m; ++i) scale[i] = matrices.diagonal(i);
    matrices.damp(m, damping, scale.data());
    matrices.solve(m, errors.data(), rest.data());
    const Real negligible = square(64 * Eps) * scale.maxCoeff();
    for (int i = 0; i < m; ++i) rest[i] = scale[i] > negligible ? damping * scale[i] * rest[i] : errors[i];
    return rest;
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

    if (level != Stage::Position) g.requireConstraintForces(s, method);
    const Vector rest = calcUnremovable(g, s, errors);
    constexpr Real significant = 0.1;
    const Real threshold = std::max(tolerance, significant * errors.cwiseAbs().maxCoeff());
    std::vector<int> rows;
    // An equation with a large error belongs to the conflict even if the residual appears in other rows.
    for (int i = 0; i < m; ++i)
        if (std::max(std::abs(rest[i]), std::abs(errors[i])) > threshold) rows.push_back(i);

    // Constraints that share a body on their paths to Ground belong to one conflict.
    const std::vector<ConstraintEquation> equations = equationsOf(g, s);
    const auto constraintOf = [&](std::size_t k) { return int(equations[std::size_t(rows[k])].constraint); };
    DisjointSets sets(rows.size());
    std::vector<std::ptrdiff_t> firstOn(std::size_t(tree.size()), -1);
    for (std::size_t k = 0; k < rows.size(); ++k) {
        if (k > 0 && constraintOf(k) == constraintOf(k - 1)) {
            sets.unite(k, k - 1);
            continue;
        }
        for (const int b : g.constraints[std::size_t(constraintOf(k))].path) {
            std::ptrdiff_t& first = firstOn[std::size_t(b)];
            if (first < 0) first = std::ptrdiff_t(k);
            sets.unite(k, std::size_t(first));
        }
    }
    // In the order of their last equations.
    std::vector<ConstraintConflict> conflicts;
    std::vector<std::size_t> conflictOf(rows.size(), rows.size());
    for (std::size_t k = rows.size(); k-- > 0;) {
        std::size_t& conflict = conflictOf[sets.find(k)];
        if (conflict == rows.size()) {
            conflict = conflicts.size();
            conflicts.push_back({level, {}, {}});
        }
        conflicts[conflict].members.push_back({equations[std::size_t(rows[k])], errors[rows[k]]});
    }
    const PrescribedSet& prescribed = g.ensurePrescribedSet(s);
    for (int b = 1; b < tree.size(); ++b)
        if (const std::ptrdiff_t first = firstOn[std::size_t(b)];
            first >= 0 && prescribed.isPrescribed[std::size_t(b)] && tree[b].nu > 0)
            conflicts[conflictOf[sets.find(std::size_t(first))]].driven.push_back(MobilizedBodyIndex(b));
    for (ConstraintConflict& conflict : conflicts) std::ranges::reverse(conflict.members);
    std::ranges::reverse(conflicts);
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

}  // namespace trammel

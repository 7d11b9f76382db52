// SPDX-License-Identifier: Apache-2.0
#include "multibody/assembler/pose_equations.h"

#include <algorithm>
#include <cmath>

#include "base/exceptions.h"
#include "system/system.h"

namespace trammel {

namespace {

/// The rotation vector of R, |phi| <= pi, and J^-1(phi), which takes an angular velocity to its rate.
/// **Source:** Barfoot, "State Estimation for Robotics" (2017), section 7.1.
Vec3 rotationVector(const Mat33& R, Mat33& JInv) {
    const Vec3 axial(Vec3(R(2, 1) - R(1, 2), R(0, 2) - R(2, 0), R(1, 0) - R(0, 1)) / 2);
    const Real sine = axial.norm(), cosine = (R.trace() - 1) / 2, angle = std::atan2(sine, cosine);
    Vec3 phi(axial);
    constexpr Real small = 1e-4, straight = 1e-6;
    if (angle > small && sine > straight) {
        phi = Vec3(axial * (angle / sine));
    } else if (cosine < 0) {
        // Near half a turn the axis is the longest column of R + 1.
        const Mat33 twice = R + Mat33::Identity();
        Eigen::Index longest;
        twice.colwise().norm().maxCoeff(&longest);
        phi = Vec3(twice.col(longest).normalized() * angle);
    }
    const Mat33 cross = crossMat(phi);
    const Real second =
        angle > small ? 1 / square(angle) - (1 + std::cos(angle)) / (2 * angle * std::max(std::sin(angle), TinyReal))
                      : 1. / 12;
    // At half a turn sin vanishes together with 1 + cos.
    const Real bounded = Pi - angle < straight ? 1 / square(angle) : second;
    JInv = Mat33::Identity() - cross / 2 + bounded * cross * cross;
    return phi;
}

void requireQ(const Tree& tree, int q, const char* what) {
    if (q < 0 || q >= tree.nq) throw IndexOutOfRange("assemble()", what, q, tree.nq);
}
void requireWeight(Real weight, const std::string& name) {
    if (!(weight >= 0)) throw Exception("assemble(): the weight of '" + name + "' must not be negative.");
}
void requireNumber(bool is, const std::string& name) {
    if (!is) throw Exception("assemble(): the target of '" + name + "' is NaN.");
}

}  // namespace

PoseEquations::PoseEquations(const MatterSubsystem& matter, const State& s, const AssemblyProblem& problem)
    : guts_(matter.getGuts()) {
    const Tree& tree = guts_.treeOf(s);
    requireWeight(problem.constraintWeight, "the constraints");
    hardConstraints_ = problem.constraintWeight == Infinity;
    constraintFactor_ = hardConstraints_ ? 1 : std::sqrt(problem.constraintWeight);

    chooseConstraints(s, problem);

    // Free speeds.
    std::vector<char> fixed(std::size_t(tree.size()), 0);
    const PrescribedSet& prescribed = guts_.ensurePrescribedSet(s);
    for (int b = 1; b < tree.size(); ++b)
        fixed[std::size_t(b)] = prescribed.level[std::size_t(b)] == MotionLevel::Position;
    for (MobilizedBodyIndex b : problem.settledMobilizers) fixed[std::size_t(int(b))] = 1;
    for (MobilizedBodyIndex b : problem.lockedMobilizers) {
        if (b < 0 || b >= tree.size()) throw IndexOutOfRange("assemble()", "body", b, tree.size());
        fixed[std::size_t(int(b))] = 1;
    }
    freeOfU_.assign(std::size_t(tree.nu), -1);
    for (int b = 1; b < tree.size(); ++b)
        for (int i = 0; i < tree[b].nu && !fixed[std::size_t(b)]; ++i) {
            freeOfU_[std::size_t(tree[b].uStart + i)] = int(freeU_.size());
            freeU_.push_back(tree[b].uStart + i);
        }
    for (QIndex q : problem.lockedCoordinates) {
        requireQ(tree, q, "coordinate");
        locked_.push_back({q, s.getQ(guts_.getMySubsystemIndex())[q]});
    }
    for (const AssemblyProblem::Range& range : problem.ranges) {
        requireQ(tree, range.q, "coordinate");
        if (!(range.lower <= range.upper))
            throw Exception("assemble(): the range of '" + guts_.nameOfQ(s, range.q) + "' is empty.");
    }

    int hard = firstHardTarget(), soft = hardConstraints_ ? 0 : nConstraints_;
    const auto add = [&](Kind kind, std::size_t number, int rows, Real weight, const std::string& name) {
        requireWeight(weight, name);
        if (weight == 0) return;
        const bool isHard = weight == Infinity;
        int& row = isHard ? hard : soft;
        targets_.push_back({kind, number, row, isHard ? 1 : std::sqrt(weight), isHard});
        row += rows;
    };
    for (std::size_t i = 0; i < problem.markers.size(); ++i) {
        const AssemblyProblem::Marker& m = problem.markers[i];
        if (m.body < 0 || m.body >= tree.size()) throw IndexOutOfRange("assemble()", "body", m.body, tree.size());
        add(Kind::Marker, i, 3, m.weight, m.name);
    }
    for (std::size_t i = 0; i < problem.orientations.size(); ++i) {
        const AssemblyProblem::Orientation& o = problem.orientations[i];
        if (o.body < 0 || o.body >= tree.size()) throw IndexOutOfRange("assemble()", "body", o.body, tree.size());
        add(Kind::Orientation, i, 3, o.weight, o.name);
    }
    for (std::size_t i = 0; i < problem.coordinates.size(); ++i) {
        requireQ(tree, problem.coordinates[i].q, "coordinate");
        add(Kind::Coordinate, i, 1, problem.coordinates[i].weight, problem.coordinates[i].name);
    }
    for (std::size_t i = 0; i < problem.conditions.size(); ++i) {
        const AssemblyProblem::Condition& c = problem.conditions[i];
        if (c.weight == Infinity) matter.getSystem().realize(s, Stage::Position);
        // A goal has no row.
        const int rows = c.weight == Infinity ? c.condition->getNumErrors(s) : 0;
        add(Kind::Condition, i, rows, c.weight, c.condition->getName());
        hasGoals_ = hasGoals_ || (c.weight > 0 && c.weight < Infinity);
    }

    const int n = numFree();
    hardErrors = Vector(hard);
    softErrors = Vector(soft);
    hardSlopes = Matrix(hard, n, 0);
    softSlopes = Matrix(soft, n, 0);
    metric = Matrix(n, n, 0);
    goalSlope = Vector(n);
    F_.resize(std::size_t(tree.size()));
    f_.resize(std::size_t(tree.nu));
    fullU_.resize(std::size_t(tree.nu));
    lambda_.resize(std::size_t(std::max(1, guts_.getLayout(s).nPosition)));
    composite_.resize(std::size_t(tree.size()));
}

void PoseEquations::chooseConstraints(const State& s, const AssemblyProblem& problem) {
    const ConstraintLayout& layout = guts_.getLayout(s);
    rowOfError_.assign(std::size_t(layout.nPosition), -1);
    if (problem.constraintWeight == 0) return;
    std::vector<char> isSettled(guts_.bodies.size(), 0);
    for (const MobilizedBodyIndex b : problem.settledMobilizers) isSettled[std::size_t(int(b))] = 1;
    const auto isIgnored = [&](int body) { return isSettled[std::size_t(body)] != 0; };
    for (std::size_t c = 0; c < guts_.constraints.size(); ++c) {
        if (!layout.blocks[c].enabled || std::ranges::any_of(guts_.constraints[c].path, isIgnored)) continue;
        std::fill_n(rowOfError_.begin() + layout.blocks[c].position, layout.blocks[c].count.position, 0);
    }
    for (std::size_t i = 0; i < rowOfError_.size(); ++i) {
        if (rowOfError_[i] < 0) continue;
        rowOfError_[i] = nConstraints_++;
        errorOfRow_.push_back(int(i));
    }
}

template <class Visit>
void PoseEquations::visitTargets(const AssemblyProblem& problem, Visit visit) const {
    for (const Target& t : targets_) {
        if (t.kind == Kind::Marker)
            visit(t, problem.markers[t.number]);
        else if (t.kind == Kind::Orientation)
            visit(t, problem.orientations[t.number]);
        else if (t.kind == Kind::Coordinate)
            visit(t, problem.coordinates[t.number]);
        else
            visit(t, problem.conditions[t.number]);
    }
}

void PoseEquations::calcErrors(const State& s, const AssemblyProblem& problem) {
    const SubsystemIndex me = guts_.getMySubsystemIndex();
    const Vector& q = s.getQ(me);
    const PositionKinematics& position = guts_.ensurePosition(s);
    for (int i = 0; i < nConstraints_; ++i)
        (hardConstraints_ ? hardErrors : softErrors)[i] = constraintFactor_ * s.getQErr(me)[errorOfRow(i)];
    const int firstLocked = firstHardTarget() - int(locked_.size());
    for (std::size_t i = 0; i < locked_.size(); ++i)
        hardErrors[firstLocked + int(i)] = q[locked_[i].q] - locked_[i].value;
    otherGoals_ = 0;
    const auto put = [&](const Target& t, int i, Real error) {
        (t.hard ? hardErrors : softErrors)[t.row + i] = t.factor * error;
    };
    const auto visit = [&](const Target& t, const auto& target) {
        using T = std::decay_t<decltype(target)>;
        if constexpr (std::is_same_v<T, AssemblyProblem::Marker>) {
            requireNumber(target.target_G.allFinite(), target.name);
            const Vec3 e(position.bodies[std::size_t(int(target.body))].X_GB * target.station_B - target.target_G);
            for (int i = 0; i < 3; ++i) put(t, i, e[i]);
        } else if constexpr (std::is_same_v<T, AssemblyProblem::Orientation>) {
            requireNumber(target.R_GT.allFinite(), target.name);
            Mat33 JInv;
            const Mat33 R_GS = position.bodies[std::size_t(int(target.body))].X_GB.R() * target.R_BS;
            const Vec3 e = rotationVector(R_GS * target.R_GT.transpose(), JInv);
            for (int i = 0; i < 3; ++i) put(t, i, e[i]);
        } else if constexpr (std::is_same_v<T, AssemblyProblem::Coordinate>) {
            requireNumber(std::isfinite(target.value), target.name);
            put(t, 0, q[target.q] - target.value);
        } else if (t.hard) {
            target.condition->calcErrors(s, conditionErrors_);
            for (int i = 0; i < conditionErrors_.size(); ++i) put(t, i, conditionErrors_[i]);
        } else {
            otherGoals_ += target.weight * target.condition->calcGoal(s);
        }
    };
    visitTargets(problem, visit);
}

void PoseEquations::calcSlopes(const State& s, const AssemblyProblem& problem) {
    const PositionKinematics& position = guts_.ensurePosition(s);
    calcConstraintSlopes(s);
    const auto rowOfN = [&](int q, Matrix& slopes, int row, Real factor) {
        calcRowOfN(s, q, f_.data());
        for (int i = 0; i < numFree(); ++i) slopes(row, i) = factor * f_[std::size_t(i)];
    };
    const int firstLocked = firstHardTarget() - int(locked_.size());
    for (std::size_t i = 0; i < locked_.size(); ++i) rowOfN(locked_[i].q, hardSlopes, firstLocked + int(i), 1);
    const auto visit = [&](const Target& t, const auto& target) {
        using T = std::decay_t<decltype(target)>;
        Matrix& slopes = t.hard ? hardSlopes : softSlopes;
        if constexpr (std::is_same_v<T, AssemblyProblem::Marker>) {
            const Vec3 p_G = position.bodies[std::size_t(int(target.body))].X_GB * target.station_B;
            calcBodyRows(s, target.body, p_G, true, t.factor * Mat33::Identity(), t.row, slopes);
        } else if constexpr (std::is_same_v<T, AssemblyProblem::Orientation>) {
            Mat33 JInv;
            const Mat33 R_GS = position.bodies[std::size_t(int(target.body))].X_GB.R() * target.R_BS;
            rotationVector(R_GS * target.R_GT.transpose(), JInv);
            calcBodyRows(s, target.body, Vec3(0.), false, t.factor * JInv, t.row, slopes);
        } else if constexpr (std::is_same_v<T, AssemblyProblem::Coordinate>) {
            rowOfN(target.q, slopes, t.row, t.factor);
        }
    };
    visitTargets(problem, visit);
    if (!problem.conditions.empty()) calcConditionSlopes(s, problem);
}

void PoseEquations::calcConditionSlopes(const State& s, const AssemblyProblem& problem) {
    const SubsystemIndex me = guts_.getMySubsystemIndex();
    const Vector q = s.getQ(me);
    Matrix N(q.size(), numFree());
    Vector unit(numFree()), dq(q.size());
    for (int k = 0; k < numFree(); ++k) {
        unit[k] = 1;
        multiplyByN(s, unit.data(), dq.data());
        N.col(k) = dq;
        unit[k] = 0;
    }
    // Balances rounding and truncation errors for lengths about 1.
    constexpr Real width = 1e-5;
    const auto difference = [&](auto put) {
        if (!displaced_) displaced_ = s;
        displaced_->updTime() = s.getTime();
        for (int k = 0; k < numFree(); ++k)
            for (const Real side : {-1., 1.}) {
                displaced_->updQ(me) = q + (side * width) * N.col(k);
                guts_.getSystem().realize(*displaced_, Stage::Position);
                put(k, side / (2 * width));
            }
    };
    goalSlope.setZero();
    for (const Target& t : targets_) {
        if (t.kind != Kind::Condition) continue;
        const AssemblyProblem::Condition& c = problem.conditions[t.number];
        Matrix errorsByQ;
        Vector goalByQ;
        if (!t.hard && c.condition->calcGoalSlope(s, goalByQ)) {
            goalSlope += c.weight * (N.transpose() * goalByQ);
        } else if (!t.hard) {
            difference(
                [&](int k, Real factor) { goalSlope[k] += c.weight * factor * c.condition->calcGoal(*displaced_); });
        } else if (c.condition->calcErrorSlopes(s, errorsByQ)) {
            hardSlopes.middleRows(t.row, errorsByQ.rows()) = errorsByQ * N;
        } else {
            hardSlopes.middleRows(t.row, c.condition->getNumErrors(s)).setZero();
            difference([&](int k, Real factor) {
                c.condition->calcErrors(*displaced_, conditionErrors_);
                hardSlopes.block(t.row, k, conditionErrors_.size(), 1) += factor * conditionErrors_;
            });
        }
    }
}

void PoseEquations::calcConstraintSlopes(const State& s) {
    if (nConstraints_ == 0) return;
    const Tree& tree = guts_.treeOf(s);
    const ConstraintLayout& layout = guts_.getLayout(s);
    const ConstraintKinematics k = guts_.kinematics(s, Stage::Position);
    const ConstraintForces forces{F_.data(), f_.data(), k.position};
    Matrix& slopes = hardConstraints_ ? hardSlopes : softSlopes;
    slopes.topRows(nConstraints_).setZero();
    std::fill(lambda_.begin(), lambda_.end(), 0.);
    for (std::size_t c = 0; c < guts_.constraints.size(); ++c) {
        const MatterGuts::Constraint& constraint = guts_.constraints[c];
        const int m = layout.blocks[c].count.position;
        const AbstractValue* const parameters = guts_.constraintParameters(s, c);
        for (int i = 0; i < m; ++i) {
            const int row = rowOfError_[std::size_t(layout.blocks[c].position + i)];
            if (row < 0) continue;
            // Forces of a unit multiplier, summed along the path from its tips to Ground.
            F_[0] = SpatialVec(0.);
            for (int b : constraint.path) {
                F_[std::size_t(b)] = SpatialVec(0.);
                std::fill_n(f_.data() + tree[b].uStart, tree[b].nu, 0.);
            }
            lambda_[std::size_t(i)] = 1;
            constraint.element->addInPositionConstraintForces(k, parameters, lambda_.data(), forces);
            lambda_[std::size_t(i)] = 0;
            for (int b : constraint.path) {
                const SpatialVec F = F_[std::size_t(b)];
                for (int u = tree[b].uStart; u < tree[b].uStart + tree[b].nu; ++u)
                    if (const int column = freeOfU_[std::size_t(u)]; column >= 0)
                        slopes(row, column) =
                            constraintFactor_ * (f_[std::size_t(u)] + dot(k.position.H[std::size_t(u)], F));
                if (tree[b].parent > 0)
                    F_[std::size_t(tree[b].parent)] += shiftForceFrom(F, k.position.bodies[std::size_t(b)].p_PB_G);
            }
        }
    }
}

void PoseEquations::calcBodyRows(const State& s, MobilizedBodyIndex body, const Vec3& p_G, bool linear, const Mat33& T,
                                 int row, Matrix& slopes) const {
    const Tree& tree = guts_.treeOf(s);
    const PositionKinematics& position = guts_.ensurePosition(s);
    slopes.middleRows(row, 3).setZero();
    for (int b = body; b > 0; b = tree[b].parent) {
        const Vec3 r(p_G - position.bodies[std::size_t(b)].X_GB.p());
        for (int u = tree[b].uStart; u < tree[b].uStart + tree[b].nu; ++u) {
            const int column = freeOfU_[std::size_t(u)];
            if (column < 0) continue;
            const SpatialVec& H = position.H[std::size_t(u)];
            const Vec3 rate(T * (linear ? Vec3(H[1] + H[0].cross(r)) : H[0]));
            for (int i = 0; i < 3; ++i) slopes(row + i, column) = rate[i];
        }
    }
}

// Composite bodies, from the tips to the base. Source: Featherstone (2008), section 6.2.
void PoseEquations::calcMetric(const State& s) {
    const Tree& tree = guts_.treeOf(s);
    const PositionKinematics& position = guts_.ensurePosition(s);
    const BodyInertias& inertias = guts_.ensureInertias(s);
    for (int b = 1; b < tree.size(); ++b) composite_[std::size_t(b)] = ArticulatedInertia(inertias.M_G[std::size_t(b)]);
    for (int b = tree.size() - 1; b >= 1; --b)
        if (tree[b].parent > 0)
            composite_[std::size_t(tree[b].parent)] +=
                composite_[std::size_t(b)].shifted(position.bodies[std::size_t(b)].p_PB_G);
    metric.setZero();
    for (int b = 1; b < tree.size(); ++b)
        for (int u = tree[b].uStart; u < tree[b].uStart + tree[b].nu; ++u) {
            const int column = freeOfU_[std::size_t(u)];
            if (column < 0) continue;
            SpatialVec F = composite_[std::size_t(b)] * position.H[std::size_t(u)];
            for (int a = b; a > 0; F = shiftForceFrom(F, position.bodies[std::size_t(a)].p_PB_G), a = tree[a].parent)
                for (int v = tree[a].uStart; v < tree[a].uStart + tree[a].nu; ++v)
                    if (const int row = freeOfU_[std::size_t(v)]; row >= 0)
                        metric(row, column) = metric(column, row) = dot(position.H[std::size_t(v)], F);
        }
    if (numFree() == 0) return;
    constexpr Real aLittle = 1e-8;
    const Real largest = metric.diagonal().maxCoeff();
    metric.diagonal().array() += aLittle * (largest > 0 ? largest : 1);
}

void PoseEquations::multiplyByN(const State& s, const Real* du, Real* dq) const {
    std::fill(fullU_.begin(), fullU_.end(), 0.);
    for (int i = 0; i < numFree(); ++i) fullU_[std::size_t(freeU_[std::size_t(i)])] = du[i];
    guts_.multiplyByN(s, fullU_.data(), dq);
}

void PoseEquations::calcRowOfN(const State& s, int q, Real* row) const {
    const Tree& tree = guts_.treeOf(s);
    std::fill_n(row, numFree(), 0.);
    const Real* const all = s.getQ(guts_.getMySubsystemIndex()).data();
    for (const TreeNode& n : tree.nodes) {
        if (q < n.qStart || q >= n.qStart + n.nq) continue;
        Real unit[Mobilizer::maxNU] = {}, rates[Mobilizer::maxNQ];
        for (int i = 0; i < n.nu; ++i) {
            const int column = freeOfU_[std::size_t(n.uStart + i)];
            if (column < 0) continue;
            unit[i] = 1;
            trammel::multiplyByN(n, s, all + n.qStart, unit, rates);
            unit[i] = 0;
            row[column] = rates[q - n.qStart];
        }
    }
}

Real PoseEquations::worstHard(int& which) const {
    which = -1;
    Real worst = 0;
    for (int i = 0; i < numHard(); ++i)
        if (const Real e = std::abs(hardErrors[i]); !(e <= worst)) {
            worst = e;
            which = i;
        }
    return worst;
}

}  // namespace trammel

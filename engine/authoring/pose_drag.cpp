// SPDX-License-Identifier: Apache-2.0
#include "authoring/pose_drag.h"

#include <algorithm>
#include <limits>

#include "authoring/pose_edit.h"
#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/coordinates.h"
#include "math/dense_solvers.h"
#include "multibody/assembler/assemble.h"
#include "multibody/free_motions.h"

namespace trammel {

struct PoseDrag::Parts {
    CompiledModelPtr model;
    MobilizedBodyIndex body;
    State state;
    std::string heldReason;
    std::optional<PoseTracker> tracker;
    Vec3 station_B = Vec3(0.);
    std::vector<CoordinateLimits> limits;

    /// Index of a joint's coordinate among all q; invalid if none.
    QIndex indexOf(const CoordinateLimits& coordinate) const {
        const BuiltSystem& built = *model->getData().built;
        const auto joint = built.joints.find(coordinate.joint);
        if (joint == built.joints.end()) return {};
        const TreeNode& node = built.matter->getTree(state)[joint->second];
        return coordinate.coordinate < node.nq ? QIndex(node.qStart + coordinate.coordinate) : QIndex();
    }
    /// A coordinate already outside its range is not pulled in; it only must not move further out.
    void addRange(const CoordinateLimits& coordinate, AssemblyProblem& problem) const {
        const QIndex q = indexOf(coordinate);
        if (!q.isValid() || coordinate.lower > coordinate.upper) return;
        const Real now = state.getQ(model->getData().built->matter->getMySubsystemIndex())[q];
        problem.ranges.push_back({q, std::min(coordinate.lower, now), std::max(coordinate.upper, now)});
    }
};

namespace {

/// The joints that prevent all motion.
std::string describeHold(const CompiledModel& model) {
    const Document& document = model.getDocument();
    std::string locked;
    for (const ElementId id : findLockedJoints(document))
        locked += (locked.empty() ? "" : ", ") + document.get(id).name;
    return locked.empty() ? "0 DOF left: this mechanism cannot move." : "0 DOF left: locked by " + locked + ".";
}

/// Coordinates of @p joint given by its properties in @p document, by their indices in @p model.
std::vector<std::pair<QIndex, Real>> wantedCoordinates(const CompiledModel& model, const Document& document,
                                                       ElementId joint) {
    const CompiledModel::Data& data = model.getData();
    const auto body = data.built->joints.find(joint);
    if (body == data.built->joints.end()) return {};
    const TreeNode& node = data.built->matter->getTree(model.getInitialState())[body->second];
    std::vector<Real> q(std::size_t(node.nq)), u(std::size_t(node.nu));
    node.mobilizer->setInitialCoordinates(
        makeElementInputs(document, document.get(joint), indicesIn(*data.built, data.functions)), q.data(), u.data());
    std::vector<std::pair<QIndex, Real>> wanted;
    wanted.reserve(q.size());
    for (int i = 0; i < node.nq; ++i) wanted.emplace_back(QIndex(node.qStart + i), q[std::size_t(i)]);
    return wanted;
}

/// Degrees of freedom with locked joints held.
int countFreeMotions(const CompiledModel& model, const State& s) {
    const BuiltSystem& built = *model.getData().built;
    std::vector<int> heldSpeeds;
    for (const auto& [id, body] : built.joints) {
        const TreeNode& node = built.matter->getTree(s)[body];
        if (built.matter->getLockLevel(s, body) == MotionLevel::None) continue;
        for (int i = 0; i < node.nu; ++i) heldSpeeds.push_back(node.uStart + i);
    }
    std::vector<WiggleReport> ways;
    try {
        if (heldSpeeds.empty()) return FreeMotions(*built.matter, s).count();
        ways = model.calcWiggles(s);
    } catch (const NumericalFailure&) {
        return 1;
    }
    if (ways.empty()) return 0;
    Matrix held(int(heldSpeeds.size()), int(ways.size()));
    for (std::size_t way = 0; way < ways.size(); ++way)
        for (std::size_t i = 0; i < heldSpeeds.size(); ++i)
            held(Eigen::Index(i), Eigen::Index(way)) = ways[way].u[heldSpeeds[i]];
    return int(ways.size()) - calcRank(held, 1e-8);
}

}  // namespace

PoseDrag::PoseDrag(CompiledModelPtr model, ElementId body, const Vec3& grip_G, bool ignoreLimits)
    : parts_(std::make_unique<Parts>()) {
    Parts& p = *parts_;
    p.model = std::move(model);
    p.state = p.model->getInitialState();
    p.model->getSystem().realize(p.state, Stage::Position);
    p.station_B = p.model->calcBodyPose(body, p.state).invert() * grip_G;
    const BuiltSystem& built = *p.model->getData().built;
    const auto index = built.bodies.find(body);
    if (index == built.bodies.end()) {
        p.heldReason = "Ground cannot move.";
        return;
    }
    p.body = index->second;
    if (countFreeMotions(*p.model, p.state) == 0) {
        p.heldReason = describeHold(*p.model);
        return;
    }
    AssemblyProblem problem;
    problem.markers.push_back(
        {.name = "pointer", .body = p.body, .station_B = p.station_B, .target_G = grip_G, .weight = 1});
    problem.mayJump = false;
    // Each move continues from the last; a frame need not be fully converged.
    problem.accuracy = 1e-6;
    constexpr int leastSteps = 40, speedSteps = 4000;
    problem.mostSteps = std::clamp(speedSteps / std::max(1, p.state.getNU()), leastSteps, problem.mostSteps);
    if (!ignoreLimits) {
        p.limits = findLimits(*p.model);
        for (const CoordinateLimits& limits : p.limits) p.addRange(limits, problem);
    }
    p.tracker.emplace(built.system, p.state, std::move(problem));
}

PoseDrag::~PoseDrag() = default;

void PoseDrag::moveTo(const Vec3& target_G) {
    Parts& p = *parts_;
    if (!p.tracker) return;
    p.tracker->moveMarker(0, target_G);
    p.tracker->track(p.state);
    p.model->getSystem().realize(p.state, Stage::Position);
}

std::optional<State> PoseDrag::findFlip() const {
    Parts& p = *parts_;
    if (!p.tracker) return std::nullopt;
    const Vec3 target_G = p.tracker->getProblem().markers.front().target_G;
    const auto gapOf = [&](const State& s) {
        return (p.model->getData().built->matter->getBodyTransform(s, p.body) * p.station_B - target_G).norm();
    };
    constexpr Real muchNearer = 0.5;
    State flipped = p.state;
    if (!p.tracker->jump(flipped) || !(gapOf(flipped) < muchNearer * gapOf(p.state))) return std::nullopt;
    return flipped;
}

void PoseDrag::flipTo(const State& pose) {
    const SubsystemIndex matter = parts_->model->getData().built->matter->getMySubsystemIndex();
    parts_->state.updQ(matter) = pose.getQ(matter);
    parts_->model->getSystem().realize(parts_->state, Stage::Position);
}

const State& PoseDrag::getState() const { return parts_->state; }

Vec3 PoseDrag::getGrip() const {
    return parts_->model->getData().built->matter->getBodyTransform(parts_->state, parts_->body) * parts_->station_B;
}

std::vector<ElementId> PoseDrag::atLimit() const {
    constexpr Real near = 1e-9;
    std::vector<ElementId> joints;
    for (const CoordinateLimits& limits : parts_->limits) {
        const QIndex q = parts_->indexOf(limits);
        if (!q.isValid()) continue;
        const Real now = parts_->state.getQ(parts_->model->getData().built->matter->getMySubsystemIndex())[q];
        if (now <= limits.lower + near || now >= limits.upper - near) joints.push_back(limits.joint);
    }
    return joints;
}

const std::string& PoseDrag::heldReason() const { return parts_->heldReason; }

Result<Edit> setCoordinate(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                           ElementId joint, const std::string& key, const std::optional<PropertyValue>& value) {
    Result<Edit> plain = setProperty(document, catalog, joint, key, value);
    if (!plain || model.getMobility().loops == 0 || !model.getAssembly().assembled) return plain;
    State s = model.getInitialState();
    AssemblyProblem problem;
    for (const auto& [q, target] : wantedCoordinates(model, plain->document, joint))
        problem.coordinates.push_back({.name = document.get(joint).name,
                                       .q = q,
                                       .value = target,
                                       .weight = std::numeric_limits<Real>::infinity()});
    problem.mayJump = false;
    const AssemblyResult result = assemble(model.getSystem(), s, problem);
    if (!result.succeeded()) return plain;
    Result<Edit> posed = setInitialPose(plain->document, catalog, model, s);
    return posed ? posed : plain;
}

}  // namespace trammel

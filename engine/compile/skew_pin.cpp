// SPDX-License-Identifier: Apache-2.0
#include "compile/skew_pin.h"

#include <map>
#include <vector>

#include "base/disjoint_sets.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/loops.h"
#include "multibody/matter_subsystem.h"

namespace trammel {

namespace {

/// The joints of each closed loop.
std::vector<std::vector<ElementId>> findJointsOfLoops(const CompiledModel& model, const State& s) {
    const BuiltSystem& built = *model.getData().built;
    std::vector<ElementId> closures;
    for (const auto& [id, index] : built.constraints)
        if (built.matter->getConstraint(index).closesLoop() && !built.matter->isConstraintDisabled(s, index))
            closures.push_back(id);
    for (const auto& [joint, split] : built.splits) closures.push_back(joint);
    std::vector<std::vector<ElementId>> loops;
    for (const ElementId closure : closures) {
        LoopSides sides = findLoop(model, closure);
        std::vector<ElementId> joints = std::move(sides.first);
        joints.insert(joints.end(), sides.second.begin(), sides.second.end());
        if (built.joints.contains(closure)) joints.push_back(closure);
        loops.push_back(std::move(joints));
    }
    return loops;
}

struct Pin {
    ElementId id;
    /// Equal for pins of loops that share joints.
    std::size_t group;
    Vec3 axis;
};

std::vector<Pin> findPinsOfLoops(const CompiledModel& model, const State& s) {
    std::map<ElementId, std::size_t> numbers;
    const std::vector<std::vector<ElementId>> loops = findJointsOfLoops(model, s);
    for (const std::vector<ElementId>& joints : loops)
        for (const ElementId joint : joints) numbers.emplace(joint, numbers.size());
    DisjointSets groups(numbers.size());
    for (const std::vector<ElementId>& joints : loops)
        for (const ElementId joint : joints) groups.unite(numbers[joint], numbers[joints.front()]);
    std::vector<Pin> pins;
    for (const auto& [joint, number] : numbers)
        if (hasRole(model.getDocument().get(joint), TypeRole::Revolute))
            if (const auto frame = model.findJointFrame(joint, s))
                pins.push_back({joint, groups.find(number), frame->R().z()});
    return pins;
}

}  // namespace

ElementId findSkewPin(const CompiledModel& model, const State& s) {
    constexpr Real parallel = 1e-6;
    const std::vector<Pin> pins = findPinsOfLoops(model, s);
    ElementId skew;
    std::ptrdiff_t fewest = std::ssize(pins);
    for (const Pin& pin : pins) {
        std::ptrdiff_t all = 0, companions = 0;
        for (const Pin& other : pins) {
            if (other.group != pin.group) continue;
            ++all;
            companions += pin.axis.cross(other.axis).norm() <= parallel;
        }
        if (companions == all || companions > fewest) continue;
        fewest = companions;
        skew = pin.id;
    }
    return skew;
}

bool isHeldByLoops(const CompiledModel& model) {
    const MobilityReport& mobility = model.getMobility();
    if (mobility.degreesOfFreedom > 0 || mobility.loops == 0 || !model.getAssembly().assembled) return false;
    const MatterSubsystem& matter = *model.getData().built->matter;
    for (ConstraintIndex c(0); c < matter.getNumConstraints(); ++c)
        if (!matter.getConstraint(c).closesLoop() && !matter.isConstraintDisabled(model.getInitialState(), c))
            return false;
    return true;
}

}  // namespace trammel

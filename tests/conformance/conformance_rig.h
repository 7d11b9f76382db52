// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "multibody/force_subsystem.h"
#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"

namespace trammel::testing {

/// Step of central differences.
constexpr Real step = 1e-5;
/// Tolerance between two computations of a number of order one.
constexpr Real exact = 1e-10;

/// Reproducible random numbers in [-1, 1] and derived objects.
class Random {
public:
    explicit Random(unsigned seed) : engine_(seed) {}
    Real real() { return distribution_(engine_); }
    Vec3 vec3() { return {real(), real(), real()}; }
    Transform transform() { return {Rotation::fromBodyXYZ(vec3()), vec3()}; }
    MassProperties mass();

private:
    std::mt19937 engine_;
    std::uniform_real_distribution<Real> distribution_{-1, 1};
};

/// A function with all derivatives.
FunctionValue makeCurve();
/// Inputs with random valid property values (or defaults), connected to the given bodies and makeCurve().
ElementInputs makeInputs(const TypeDescriptor& type, Random& random, MobilizedBodyIndex first = MobilizedBodyIndex(0),
                         MobilizedBodyIndex second = MobilizedBodyIndex(0));

std::shared_ptr<const Mobilizer> makeMobilizer(const TypeDescriptor& type, Random& random);
/// The registered type of that key.
const TypeDescriptor& typeNamed(const std::vector<TypeDescriptor>& types, const std::string& key);

/// Random q (quaternions normalized) and u for every mobilizer of a State.
void randomize(const MatterSubsystem& matter, State& state, Random& random);

/// The types of a family that a program examines: the engine's (builtin_rig.cpp), or those of plugins (plugin_rig.cpp).
std::vector<TypeDescriptor> typesOf(const std::string& family);
/// A System in which they can be built.
struct RigParts {
    virtual ~RigParts() = default;
    virtual MultibodySystem& system() = 0;
    virtual MatterSubsystem& matter() = 0;
    virtual GeneralForceSubsystem& forces() = 0;
    /// Called when the bodies are there.
    virtual void takeBodies() {}
};
std::unique_ptr<RigParts> makeRigParts();

/// A branched tree in which every joint of the given type appears four times, with random frames and masses.
struct TreeRig {
    explicit TreeRig(const TypeDescriptor& joint, unsigned seed = 1);
    const std::unique_ptr<RigParts> parts = makeRigParts();
    MultibodySystem& system = parts->system();
    MatterSubsystem& matter = parts->matter();
    GeneralForceSubsystem& forces = parts->forces();
};

/// Compares G, which is computed from forces, with the derivatives of the velocity errors by the speeds.
void expectForcesAreTheTransposeOfVelocityErrors(const TreeRig& rig, const State& state, Real tolerance);

/// Test parameter: one registry row.
struct Row {
    TypeDescriptor type;
};
std::vector<Row> rows(const std::vector<TypeDescriptor>& types);
/// The rows of which @p isMeant is true.
template <class IsMeant>
std::vector<Row> rowsIf(const std::vector<TypeDescriptor>& types, const IsMeant& isMeant) {
    std::vector<Row> chosen = rows(types);
    std::erase_if(chosen, [&](const Row& row) { return !isMeant(row.type); });
    return chosen;
}
/// Every joint type, and its variants: reversed, with its own options, and with angles instead of a quaternion.
std::vector<Row> jointRows();
std::string rowName(const ::testing::TestParamInfo<Row>& info);
inline void PrintTo(const Row& row, std::ostream* out) { *out << row.type.family << " " << row.type.key; }

/// The state after @p dt on the tangent of its motion, realized to Acceleration.
template <class AnySystem>
State extrapolate(const AnySystem& system, const State& state, Real dt) {
    State s = state;
    system.realize(s, Stage::Time);
    s.updTime() = state.getTime() + dt;
    s.updQ() = state.getQ() + dt * state.getQDot();
    s.updU() = state.getU() + dt * state.getUDot();
    system.realize(s, Stage::Acceleration);
    return s;
}

}  // namespace trammel::testing

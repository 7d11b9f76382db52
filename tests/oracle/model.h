// SPDX-License-Identifier: Apache-2.0
#ifndef TRAMMEL_TESTS_ORACLE_MODEL_H
#define TRAMMEL_TESTS_ORACLE_MODEL_H

#include <functional>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "Simbody.h"

namespace oracle {

using namespace SimTK;

/// Random numbers, identical in both programs.
class Dice {
public:
    explicit Dice(unsigned seed) : engine_(seed) {}
    /// In (-1, 1).
    Real real() { return 2 * (engine_() + 0.5) / 4294967296.0 - 1; }
    /// In (0, 1).
    Real fraction() { return 0.5 * (1 + real()); }
    int upTo(int n) { return int(engine_() % unsigned(n)); }
    Vec3 vec3() {
        // The order of evaluation of a call's arguments is the compiler's choice.
        const Real x = real(), y = real(), z = real();
        return Vec3(x, y, z);
    }
    UnitVec3 direction() { return UnitVec3(vec3()); }
    Rotation rotation();
    Transform transform() {
        const Rotation R = rotation();
        return Transform(R, vec3());
    }
    Body::Rigid body();

private:
    std::mt19937 engine_;
};

/// One mechanism, written to the documents and built by either program.
struct Model {
    Model() : matter(system), forces(system) {}
    MultibodySystem system;
    SimbodyMatterSubsystem matter;
    GeneralForceSubsystem forces;
    std::vector<Constraint> constraints;
    /// Contact of the bodies' surfaces, if the model has any. The original keeps a reference to the tracker.
    std::unique_ptr<ContactTrackerSubsystem> tracker;
    std::unique_ptr<CompliantContactSubsystem> contacts;
    /// Settings that need a State; applied after realizeTopology().
    std::vector<std::function<void(State&)>> settings;

    int size() const { return matter.getNumBodies(); }
    MobilizedBody& body(int b) { return matter.updMobilizedBody(MobilizedBodyIndex(b)); }
    const MobilizedBody& body(int b) const { return matter.getMobilizedBody(MobilizedBodyIndex(b)); }
    void add(const Constraint& constraint) { constraints.push_back(constraint); }
};

struct Case {
    std::string name;
    std::function<void(Model&, Dice&)> build;
    bool eulerAngles = false;
    /// Largest absolute value of random coordinates and speeds.
    Real range = 1;
};

/// Names of all joints that both programs have.
const std::vector<std::string>& jointNames();
/// One joint of that name between frames at random places.
void addJoint(const std::string& name, Model&, int parent, Dice&, bool reversed = false);
/// A tree of random joints, with gravity.
void addRandomTree(Model&, int bodies, Dice&);

void appendJointCases(std::vector<Case>&);
void appendConstraintCases(std::vector<Case>&);
void appendForceCases(std::vector<Case>&);
void appendMotionCases(std::vector<Case>&);
void appendContactCases(std::vector<Case>&);

/// Prints all properties to compare, each line "prefix key = numbers...".
void report(const Model&, const State&, const std::string& prefix);

}  // namespace oracle

#endif

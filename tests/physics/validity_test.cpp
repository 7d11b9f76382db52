// SPDX-License-Identifier: Apache-2.0
// Edits invalidate only their dependents, and results equal those of recomputing everything.
#include <map>

#include "physics_rig.h"

namespace trammel::test {
namespace {

/// Counts how often each cache entry is computed, by name.
class Counter : public RealizationObserver {
public:
    explicit Counter(State& state) : state_(state) { state_.setObserver(this); }
    ~Counter() override { state_.setObserver(nullptr); }

    int operator[](const std::string& entry) const {
        const auto it = computed_.find(entry);
        return it == computed_.end() ? 0 : it->second;
    }
    Stage lowestLost() const { return lowestLost_; }

    void stagesInvalidated(const State&, Stage lowest, const StateChange&) override {
        lowestLost_ = std::min(lowestLost_, lowest);
    }
    void entryComputed(const State& state, CacheEntryKey key, double) override {
        ++computed_[state.getCacheEntryInfo(key).getName()];
    }

private:
    State& state_;
    std::map<std::string, int> computed_;
    Stage lowestLost_ = Stage::Infinity;
};

const char* const poses = "position kinematics";
const char* const inertias = "body inertias in Ground";
const char* const velocities = "velocity kinematics";
const char* const articulated = "articulated body inertias";
const char* const constraintMatrices = "constraint matrices";
const char* const positionForces = "position-dependent forces";

/// A four-bar with a spring on its coupler, which covers all kinds of entries.
Document fourBarWithSpring() {
    ModelBuilder model(modelDocument("four_bar"));
    model.add(Element::draft("force", "twoPointSpring", "Spring")
                  .set("point1", Vec3(0.2, 0.4, 0))
                  .plug("body2", model.document().findByName("Coupler")->id));
    return model.document();
}

/// A State of a model, realized to Acceleration, and the entries computed by the next realization.
struct Realized {
    CompiledModelPtr model = compiled(fourBarWithSpring());
    State state = model->getInitialState();
    Realized() { realize(); }
    void realize() { model->getSystem().realize(state, Stage::Acceleration); }
    /// Applies the parameters of an edited document to the State.
    void edit(const std::string& element, const std::string& key, PropertyValue value) {
        const auto result = compileDocument(with(model->getDocument(), element, key, value), model);
        ASSERT_TRUE(result);
        model = *result;
        applyParameters(*model, state);
    }
};

TEST(Validity, SpeedChangeKeepsPoses) {
    Realized r;
    Counter count(r.state);
    r.state.updU()[1] += 0.1;
    r.realize();
    EXPECT_EQ(count[poses], 0);
    EXPECT_EQ(count[inertias], 0);
    EXPECT_EQ(count[articulated], 0);
    EXPECT_EQ(count[constraintMatrices], 0);
    EXPECT_EQ(count[positionForces], 0);
    EXPECT_EQ(count[velocities], 1);
    EXPECT_EQ(count.lowestLost(), Stage::Velocity);
}

TEST(Validity, TimeChangeKeepsTimeIndependentEntries) {
    Realized r;
    Counter count(r.state);
    r.state.updTime() += 0.1;
    r.realize();
    for (const char* entry : {poses, inertias, velocities, articulated, constraintMatrices, positionForces})
        EXPECT_EQ(count[entry], 0) << entry;
    EXPECT_EQ(count.lowestLost(), Stage::Time);
}

TEST(Validity, WeightChangeKeepsEverything) {
    Realized r;
    Counter count(r.state);
    r.state.updUWeights()[0] = 2;
    r.realize();
    for (const char* entry : {poses, inertias, velocities, articulated, constraintMatrices, positionForces})
        EXPECT_EQ(count[entry], 0) << entry;
    EXPECT_GE(count.lowestLost(), Stage::Report);
}

TEST(Validity, RotorChangeKeepsPosesAndSpeeds) {
    Realized r;
    Counter count(r.state);
    r.edit("Crank pin", "rotorInertia", 0.1);
    r.realize();
    EXPECT_EQ(count[poses], 0);
    EXPECT_EQ(count[velocities], 0);
    EXPECT_EQ(count["body masses"], 1);
    EXPECT_EQ(count[articulated], 1);
    EXPECT_EQ(count.lowestLost(), Stage::Instance);
}

TEST(Validity, CoordinateChangeKeepsInstanceOnly) {
    Realized r;
    Counter count(r.state);
    r.state.updQ()[1] += 0.1;
    r.realize();
    for (const char* entry : {poses, inertias, velocities, articulated, constraintMatrices, positionForces})
        EXPECT_EQ(count[entry], 1) << entry;
    EXPECT_EQ(count["joint placement"], 0);
    EXPECT_EQ(count["body masses"], 0);
}

TEST(Validity, MassChangeKeepsPosesAndVelocities) {
    Realized r;
    Counter count(r.state);
    r.edit("Coupler", "mass", 2.);
    r.realize();
    EXPECT_EQ(count[poses], 0);
    EXPECT_EQ(count[velocities], 0);
    EXPECT_EQ(count["body masses"], 1);
    EXPECT_EQ(count[inertias], 1);
    EXPECT_EQ(count[articulated], 1);
    EXPECT_EQ(count.lowestLost(), Stage::Instance);
}

TEST(Validity, SpringChangeInvalidatesForcesOnly) {
    Realized r;
    Counter count(r.state);
    r.edit("Spring", "stiffness", 250.);
    r.realize();
    for (const char* entry : {poses, inertias, velocities, articulated, constraintMatrices})
        EXPECT_EQ(count[entry], 0) << entry;
    EXPECT_EQ(count[positionForces], 1);
    EXPECT_EQ(count.lowestLost(), Stage::Dynamics);
}

TEST(Validity, ColorChangeKeepsEverything) {
    Realized r;
    const Vec3 blue(0, 0, 1);
    Counter count(r.state);
    r.edit("Coupler", "color", blue);
    r.realize();
    for (const char* entry : {poses, inertias, velocities, articulated, constraintMatrices, positionForces})
        EXPECT_EQ(count[entry], 0) << entry;
    EXPECT_GE(count.lowestLost(), Stage::Report);
}

TEST(Validity, NonstructuralEditsKeepTheSystem) {
    const Document document = fourBarWithSpring();
    const CompiledModelPtr model = compiled(document);
    const auto systemAfter = [&](const Document& edited) { return &(*compileDocument(edited, model))->getSystem(); };
    EXPECT_EQ(systemAfter(with(document, "Coupler", "length", 0.34)), &model->getSystem());
    EXPECT_EQ(systemAfter(with(document, "Motor", "rate", 3.)), &model->getSystem());
    EXPECT_NE(systemAfter(without(document, "Spring")), &model->getSystem());
}

TEST(Validity, CachingNeverChangesResults) {
    // Recomputing everything from the variables gives identical bits.
    Realized r;
    const auto freshAcceleration = [&] {
        State fresh = r.state;
        fresh.invalidateAllCacheAtOrAbove(Stage::Instance);
        r.model->getSystem().realize(fresh, Stage::Acceleration);
        return Vector(fresh.getUDot());
    };
    const auto expectSame = [&](const char* what) {
        r.realize();
        const Vector fresh = freshAcceleration(), kept = r.state.getUDot();
        for (int i = 0; i < fresh.size(); ++i) EXPECT_EQ(kept[i], fresh[i]) << what << ", udot " << i;
    };
    r.edit("Motor", "enabled", false);
    expectSame("motor off");
    r.state.updU()[0] = 3;
    expectSame("speed");
    r.edit("Coupler", "mass", 2.);
    expectSame("mass");
    r.edit("Spring", "stiffness", 250.);
    expectSame("spring");
    r.state.updQ()[0] += 1e-3;
    expectSame("coordinate");
    r.edit("Coupler", "length", 0.36);
    expectSame("length");
    r.edit("Gravity", "magnitude", 1.62);
    expectSame("gravity");
    r.edit("Closing pin", "enabled", false);
    expectSame("constraint off");
}

TEST(Validity, EditEqualsRebuiltModel) {
    Realized r;
    r.edit("Coupler", "mass", 2.);
    r.edit("Coupler", "length", 0.36);
    r.edit("Spring", "stiffness", 250.);
    r.edit("Motor", "rate", 2.);
    const CompiledModelPtr scratch = compiled(r.model->getDocument());
    State fresh = scratch->getInitialState(), edited = r.model->getInitialState();
    scratch->getSystem().realize(fresh, Stage::Acceleration);
    r.model->getSystem().realize(edited, Stage::Acceleration);
    for (int i = 0; i < fresh.getNY(); ++i) {
        EXPECT_EQ(edited.getY()[i], fresh.getY()[i]) << i;
        EXPECT_EQ(edited.getYDot()[i], fresh.getYDot()[i]) << i;
    }
}

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "multibody/fit_pose.h"
#include "multibody/mobilizers/reversed.h"
#include "multibody/stateful_mobilizer.h"

namespace trammel {

void Mobilizer::multiplyByN(const Real*, const Real* u, Real* qdot) const { std::copy(u, u + getNU(), qdot); }
void Mobilizer::multiplyByNInv(const Real*, const Real* qdot, Real* u) const { std::copy(qdot, qdot + getNU(), u); }
void Mobilizer::multiplyByNDot(const Real* q, const Real* qdot, const Real* u, Real* out) const {
    Real later[maxNQ], now[maxNQ];
    for (int i = 0; i < getNQ(); ++i) later[i] = q[i] + qdot[i];
    multiplyByN(later, u, out);
    multiplyByN(q, u, now);
    for (int i = 0; i < getNQ(); ++i) out[i] -= now[i];
}
void Mobilizer::calcQDotDot(const Real*, const Real*, const Real* udot, Real* qdotdot) const {
    std::copy(udot, udot + getNU(), qdotdot);
}

void Mobilizer::setUToFitVelocity(const Real* q, const SpatialVec& V_FM, Real* u) const {
    Transform X;
    SpatialVec H[maxNU];
    calcAcross(q, X, H);
    fitSpeeds(getNU(), H, V_FM, u);
}

void StatefulMobilizer::calcAcross(const Real*, Transform&, SpatialVec*) const {
    throw Exception("Mobilizer::calcAcross(): this joint requires a State.");
}

std::vector<PropertyDescriptor::Option> anchorOptions() {
    return {{"origin", "Origin"}, {"tip", "Tip"}, {"massCenter", "Center of mass"}};
}

void appendPointProperties(std::vector<PropertyDescriptor>& list, const std::string& key, const std::string& label,
                           const std::string& doc, Stage stage) {
    list.push_back(PropertyDescriptor::choice(key + "Anchor", label + " from", anchorOptions(), "origin",
                                              "Point of the body from which the position is measured.")
                       .at(stage));
    list.push_back(PropertyDescriptor::vec3(key, label, Quantity::Length, Vec3(0.), doc).at(stage));
}

namespace {
/// A joint type whose elements may be reversed.
class ReversibleType : public MobilizerType {
public:
    explicit ReversibleType(std::shared_ptr<const TypeImplementation> forward) : forward_(std::move(forward)) {}
    std::unique_ptr<Mobilizer> create(const ElementInputs& in) const override {
        std::unique_ptr<Mobilizer> joint = dynamic_cast<const MobilizerType&>(*forward_).create(in);
        return in.boolean("reversed") ? makeReversed(std::move(joint)) : std::move(joint);
    }

private:
    std::shared_ptr<const TypeImplementation> forward_;
};

struct LockChoice {
    const char *key, *label;
    MotionLevel level;
};
constexpr LockChoice lockChoices[] = {{"free", "No", MotionLevel::None},
                                      {"position", "At its position", MotionLevel::Position},
                                      {"velocity", "At its speed", MotionLevel::Velocity},
                                      {"acceleration", "Without acceleration", MotionLevel::Acceleration}};

void appendRotor(TypeDescriptor& type, const char* key, const char* label, Quantity quantity, const char* doc) {
    type.properties.push_back(PropertyDescriptor::real(key, label, quantity, 0, doc).min(0).at(Stage::Instance));
}
/// Properties that depend on the joint's speeds, and the speeds themselves.
void appendCoordinates(TypeDescriptor& type) {
    const std::unique_ptr<Mobilizer> sample = makeDefaultMobilizer(type);
    // Otherwise the model determines number and kind.
    if (!sample) return;
    for (int i = 0; i < sample->getNQ(); ++i) type.coordinates.push_back(sample->nameOfQ(i).quantity);
    for (int i = 0; i < sample->getNU(); ++i) type.speeds.push_back(sample->nameOfU(i).quantity);
    if (!takesRotorInertia(*sample)) return;
    const bool turns = type.speeds.front() == Quantity::AngularSpeed;
    appendRotor(type, rotorInertiaKey, "Rotor inertia", turns ? Quantity::Inertia : Quantity::Mass,
                type.speeds.size() == 1
                    ? "Inertia of a geared motor's rotor as the joint feels it: its own, times the gear ratio squared."
                    : "Inertia that geared rotors add to the rotation about each axis.");
    if (takesRotorMass(*sample))
        appendRotor(type, rotorMassKey, "Rotor mass", Quantity::Mass,
                    "Mass that geared rotors add to the translation along each axis.");
}
}  // namespace

bool takesRotorInertia(const Mobilizer& joint) {
    return joint.getNU() == 1 || joint.forward().pattern() == JointPattern::FreeRotation || takesRotorMass(joint);
}
bool takesRotorMass(const Mobilizer& joint) { return joint.forward().pattern() == JointPattern::FreeMotion; }

MotionLevel lockLevelOf(const ElementInputs& in) {
    const std::string key = in.text("locked");
    return std::find_if(std::begin(lockChoices), std::end(lockChoices),
                        [&](const LockChoice& choice) { return key == choice.key; })
        ->level;
}

TypeDescriptor detail::completeMobilizerDescriptor(TypeDescriptor type,
                                                   std::shared_ptr<const MobilizerType> implementation) {
    type.reference += "\n\nIf reversed, `X_FM` is the inverse of the above: q and u describe the motion of F in M.";
    appendPointProperties(type.properties, "parentPoint", "Parent frame position",
                          "Origin of the joint's frame F on the parent body, in the parent's frame.", Stage::Instance);
    type.properties.push_back(PropertyDescriptor::vec3("parentOrientation", "Parent frame orientation", Quantity::Angle,
                                                       Vec3(0.),
                                                       "Orientation of F on the parent body: body-fixed x-y-z angles.")
                                  .at(Stage::Instance));
    appendPointProperties(type.properties, "childPoint", "Child frame position",
                          "Origin of the joint's frame M on the child body, in the child's frame.", Stage::Instance);
    type.properties.push_back(PropertyDescriptor::vec3("childOrientation", "Child frame orientation", Quantity::Angle,
                                                       Vec3(0.),
                                                       "Orientation of M on the child body: body-fixed x-y-z angles.")
                                  .at(Stage::Instance));
    type.properties.push_back(PropertyDescriptor::boolean(
        "reversed", "Reversed", false,
        "Measure the coordinates from the child's frame to the parent's, as if the two were exchanged."));
    type.properties.push_back(
        PropertyDescriptor::boolean("cutsLoop", "Cut joint", false,
                                    "Cut a loop through this joint here: it becomes a loop-closure constraint instead "
                                    "of a tree joint. Ignored if the child has no other joint."));
    std::vector<PropertyDescriptor::Option> locks;
    for (const LockChoice& choice : lockChoices) locks.push_back({choice.key, choice.label});
    type.properties.push_back(
        PropertyDescriptor::choice(
            "locked", "Locked", std::move(locks), lockChoices[0].key,
            "Locks the joint at its initial position, at its initial speed, or at zero acceleration.")
            .at(Stage::Instance));
    type.properties.push_back(
        PropertyDescriptor::text("coordinateNames", "Coordinate names", "",
                                 "Names of the coordinates in recorded motions, in order, separated by semicolons.")
            .at(Stage::Report));
    type.sockets = {{"parent", "Parent", "The body that carries frame F; Ground if unset.", {"body"}, false},
                    {"child", "Child", "The body moved by this joint.", {"body"}, false}};
    appendOutputs(type, jointOutputs());
    type.implementation = std::make_shared<ReversibleType>(std::move(implementation));
    appendCoordinates(type);
    return type;
}

std::unique_ptr<Mobilizer> makeDefaultMobilizer(const TypeDescriptor& type) {
    const auto* const joint = dynamic_cast<const MobilizerType*>(type.implementation.get());
    if (!joint) return nullptr;
    ElementInputs in;
    in.name = type.label;
    in.property = [&type](const std::string& key) { return type.findProperty(key)->defaultValue; };
    in.function = [](const std::string&) { return FunctionValue(); };
    try {
        return joint->create(in);
    } catch (const UnusableElement&) {
        return nullptr;
    }
}

}  // namespace trammel

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
    throw Exception("Mobilizer::calcAcross(): this joint needs a State to work on.");
}

std::vector<PropertyDescriptor::Option> anchorOptions() {
    return {{"origin", "Origin"}, {"tip", "Tip"}, {"massCenter", "Center of mass"}};
}

void appendPointProperties(std::vector<PropertyDescriptor>& list, const std::string& key, const std::string& label,
                           const std::string& doc, Stage stage) {
    list.push_back(PropertyDescriptor::choice(key + "Anchor", label + " from", anchorOptions(), "origin",
                                              "The point of the body that the position is measured from.")
                       .at(stage));
    list.push_back(PropertyDescriptor::vec3(key, label, Quantity::Length, Vec3(0.), doc).at(stage));
}

namespace {
/// A joint type whose elements say which way they are measured.
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

void listCoordinates(TypeDescriptor& type) {
    std::unique_ptr<Mobilizer> sample;
    try {
        sample = makeDefaultMobilizer(type);
    } catch (const UnusableElement&) {
        // What it is plugged into says how many there are, and of what kind.
        return;
    }
    for (int i = 0; i < sample->getNQ(); ++i) type.coordinates.push_back(sample->nameOfQ(i).quantity);
    for (int i = 0; i < sample->getNU(); ++i) type.speeds.push_back(sample->nameOfU(i).quantity);
}
}  // namespace

MotionLevel lockLevelOf(const ElementInputs& in) {
    const std::string key = in.text("locked");
    return std::find_if(std::begin(lockChoices), std::end(lockChoices),
                        [&](const LockChoice& choice) { return key == choice.key; })
        ->level;
}

TypeDescriptor detail::makeMobilizerDescriptor(std::string key, std::string label, std::string doc,
                                               std::string reference, std::vector<PropertyDescriptor> own,
                                               std::shared_ptr<const MobilizerType> implementation) {
    TypeDescriptor type;
    type.family = "joint";
    type.key = std::move(key);
    type.label = std::move(label);
    type.doc = std::move(doc);
    type.reference = std::move(reference) +
                     "\n\nReversed, `X_FM` is the inverse of what is said here: q "
                     "and u then say how F moves in M.";
    type.properties = std::move(own);
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
        "Whether the coordinates are measured from the child's frame to the parent's, as if the two were exchanged."));
    type.properties.push_back(PropertyDescriptor::boolean(
        "cutsLoop", "Loop is cut here", false,
        "Whether a loop that this joint is part of is cut at it: it closes the loop instead of carrying its child. "
        "Where nothing else carries the child, it does so all the same."));
    std::vector<PropertyDescriptor::Option> locks;
    for (const LockChoice& choice : lockChoices) locks.push_back({choice.key, choice.label});
    type.properties.push_back(
        PropertyDescriptor::choice("locked", "Locked", std::move(locks), lockChoices[0].key,
                                   "Holds the joint, whatever acts on it: where it starts, at the speed it starts "
                                   "with, or so that its speed does not change.")
            .at(Stage::Instance));
    type.sockets = {
        {"parent", "Parent", "The body that carries frame F; Ground when nothing is chosen.", {"body"}, false},
        {"child", "Child", "The body that this joint moves.", {"body"}, false}};
    type.implementation = std::make_shared<ReversibleType>(std::move(implementation));
    listCoordinates(type);
    return type;
}

std::unique_ptr<Mobilizer> makeDefaultMobilizer(const TypeDescriptor& type) {
    const auto* const joint = dynamic_cast<const MobilizerType*>(type.implementation.get());
    if (!joint) return nullptr;
    ElementInputs in;
    in.name = type.label;
    in.property = [&type](const std::string& key) { return type.findProperty(key)->defaultValue; };
    in.function = [](const std::string&) { return FunctionValue(); };
    return joint->create(in);
}

}  // namespace trammel

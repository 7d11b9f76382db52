// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "multibody/fit_pose.h"
#include "multibody/stateful_mobilizer.h"

namespace trammel {

void Mobilizer::multiplyByN(const Real*, const Real* u, Real* qdot) const { std::copy(u, u + getNU(), qdot); }
void Mobilizer::multiplyByNInv(const Real*, const Real* qdot, Real* u) const { std::copy(qdot, qdot + getNU(), u); }
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
    return {{"origin", "Origin"}, {"tip", "Tip"}, {"massCenter", "Mass centre"}};
}

void appendPointProperties(std::vector<PropertyDescriptor>& list, const std::string& key, const std::string& label,
                           const std::string& doc, Stage stage) {
    list.push_back(PropertyDescriptor::choice(key + "Anchor", label + " from", anchorOptions(), "origin",
                                              "The point of the body that the position is measured from.")
                       .at(stage));
    list.push_back(PropertyDescriptor::vec3(key, label, Quantity::Length, Vec3(0.), doc).at(stage));
}

TypeDescriptor detail::makeMobilizerDescriptor(std::string key, std::string label, std::string doc,
                                               std::string reference, std::vector<PropertyDescriptor> own,
                                               std::shared_ptr<const TypeImplementation> implementation) {
    TypeDescriptor type;
    type.family = "joint";
    type.key = std::move(key);
    type.label = std::move(label);
    type.doc = std::move(doc);
    type.reference = std::move(reference);
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
    type.sockets = {
        {"parent", "Parent", "The body that carries frame F; Ground when nothing is chosen.", {"body"}, false},
        {"child", "Child", "The body that this joint moves.", {"body"}, false}};
    type.implementation = std::move(implementation);
    return type;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "multibody/mobilizer.h"

#include <Eigen/Cholesky>
#include <algorithm>

namespace trammel {

void Mobilizer::multiplyByN(const Real*, const Real* u, Real* qdot) const { std::copy(u, u + getNU(), qdot); }
void Mobilizer::multiplyByNInv(const Real*, const Real* qdot, Real* u) const { std::copy(qdot, qdot + getNU(), u); }
void Mobilizer::calcQDotDot(const Real*, const Real*, const Real* udot, Real* qdotdot) const {
    std::copy(udot, udot + getNU(), qdotdot);
}

void Mobilizer::setUToFitVelocity(const Real* q, const SpatialVec& V_FM, Real* u) const {
    // Normal equations of H u = V; the columns of H are independent away from singularities.
    const int n = getNU();
    Transform X;
    SpatialVec H[maxNU];
    calcAcross(q, X, H);
    Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, 0, maxNU, maxNU> HtH(n, n);
    Eigen::Matrix<Real, Eigen::Dynamic, 1, 0, maxNU, 1> HtV(n);
    for (int i = 0; i < n; ++i) {
        for (int j = 0; j < n; ++j) HtH(i, j) = H[i].dot(H[j]);
        HtV[i] = H[i].dot(V_FM);
    }
    const Eigen::Matrix<Real, Eigen::Dynamic, 1, 0, maxNU, 1> x = HtH.ldlt().solve(HtV);
    std::copy(x.data(), x.data() + n, u);
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

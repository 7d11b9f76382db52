// SPDX-License-Identifier: Apache-2.0
#include "simbody/contact_surface.h"

#include <algorithm>
#include <atomic>

#include "base/exceptions.h"

namespace SimTK {

namespace {
void requireValue(bool isPossible, const char* what) {
    if (!isPossible) throw trammel::Exception(std::string(what) + ": the value is impossible.");
}
}  // namespace

ContactMaterial::ContactMaterial(Real stiffness, Real dissipation, Real staticFriction, Real dynamicFriction,
                                 Real viscousFriction) {
    setStiffness(stiffness);
    setDissipation(dissipation);
    setFriction(staticFriction, dynamicFriction, viscousFriction);
}
ContactMaterial& ContactMaterial::setStiffness(Real stiffness) {
    requireValue(stiffness >= 0, "ContactMaterial::setStiffness()");
    stiffness_ = stiffness;
    return *this;
}
ContactMaterial& ContactMaterial::setDissipation(Real dissipation) {
    requireValue(dissipation >= 0, "ContactMaterial::setDissipation()");
    dissipation_ = dissipation;
    return *this;
}
ContactMaterial& ContactMaterial::setFriction(Real staticFriction, Real dynamicFriction, Real viscousFriction) {
    requireValue(0 <= dynamicFriction && dynamicFriction <= staticFriction && viscousFriction >= 0,
                 "ContactMaterial::setFriction()");
    staticFriction_ = staticFriction;
    dynamicFriction_ = dynamicFriction;
    viscousFriction_ = viscousFriction;
    return *this;
}
Real ContactMaterial::calcPlaneStrainStiffness(Real youngsModulus, Real poissonsRatio) {
    requireValue(youngsModulus >= 0 && poissonsRatio > -1 && poissonsRatio <= 0.5,
                 "ContactMaterial::calcPlaneStrainStiffness()");
    return youngsModulus / (1 - poissonsRatio * poissonsRatio);
}
Real ContactMaterial::calcConfinedCompressionStiffness(Real youngsModulus, Real poissonsRatio) {
    requireValue(youngsModulus >= 0 && poissonsRatio > -1 && poissonsRatio < 0.5,
                 "ContactMaterial::calcConfinedCompressionStiffness()");
    return youngsModulus * (1 - poissonsRatio) / ((1 + poissonsRatio) * (1 - 2 * poissonsRatio));
}
Real ContactMaterial::calcDissipationFromObservedRestitution(Real restitution, Real speed) {
    if (restitution == 1) return 0;
    requireValue(0 <= restitution && restitution <= 1 && speed > 0,
                 "ContactMaterial::calcDissipationFromObservedRestitution()");
    return (1 - restitution) / speed;
}

ContactSurface::ContactSurface(const ContactGeometry& shape, const ContactMaterial& material, Real thickness)
    : shape_(shape), material_(material) {
    setThickness(thickness);
}
ContactSurface& ContactSurface::setMaterial(const ContactMaterial& material, Real thickness) {
    material_ = material;
    return setThickness(thickness);
}
ContactSurface& ContactSurface::setThickness(Real thickness) {
    requireValue(thickness >= 0, "ContactSurface::setThickness()");
    thickness_ = thickness;
    return *this;
}
ContactCliqueId ContactSurface::createNewContactClique() {
    static std::atomic<int> next{0};
    return ContactCliqueId(next++);
}
ContactSurface& ContactSurface::joinClique(ContactCliqueId clique) {
    cliques_.insert(int(clique));
    return *this;
}
bool ContactSurface::isInSameClique(const ContactSurface& other) const {
    return std::ranges::any_of(cliques_, [&](int clique) { return other.cliques_.contains(clique); });
}

}  // namespace SimTK

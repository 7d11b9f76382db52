// SPDX-License-Identifier: Apache-2.0
// Contact geometry and contact forces of a model of OpenSim.
#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "import/osim/osim_reader.h"

namespace trammel {

namespace {

/// E of a material without lateral contraction, from the plane strain modulus of OpenSim. Two equal surfaces are in series
/// by the powers of 2/3 there, 1/8^(1/2) of the modulus, and directly here, 1/2.
Real youngsModulusOf(Real stiffness) { return stiffness / std::sqrt(Real(2)); }

constexpr const char* contactRow =
    "As a contact of its bodies, of all of their contact geometry; stiffnesses that differ from each other combine in "
    "another way.";

}  // namespace

void OsimReader::readContactGeometry() {
    for (const pugi::xml_node& node : objectsOf(model_, "ContactGeometrySet").children()) {
        if (!isObject(node)) continue;
        const std::string_view kind(node.name());
        const bool isBall = kind == "ContactSphere";
        if (!isBall && kind != "ContactHalfSpace") {
            values_.leftOut(node, "Balls and half-spaces are the contact geometry that is read.");
            continue;
        }
        const pugi::xml_node old = node.child("body_name");
        const auto frame = old ? findFrame(wordOf(old), {}) : frameAt(node, "frame");
        const Real radius = isBall ? real(node, "radius", 0) : 1;
        if (!frame || !(radius > 0)) {
            values_.leftOut(node, frame ? "Its radius is not positive." : "Its body does not exist.");
            continue;
        }
        Transform X = frame->X * transformAt(node, "location", "orientation");
        // The solid is at x > 0 there, at y < 0 here.
        if (!isBall) X = X * Transform(Rotation(Pi / 2, ZAxis), Vec3(0.));
        ShapeLook look;
        look.color = Vec3(0, 1, 1);
        const std::string name = node.attribute("name").value();
        const ElementId shape = job_.draft.addShape(isBall ? "sphere" : "floor", name, bodyAt(*frame), X, look);
        Element& element = job_.draft.get(shape);
        element.set("purpose", std::string("collision"));
        if (isBall) element.set("radius", radius);
        if (!flag(node.child("Appearance"), "visible", true)) element.set("visible", false);
        contactGeometry_.try_emplace(name, ContactGeometry{shape, frame->body});
        values_.imported(node, isBall ? "As a sphere that touches." : "As a floor.", shape);
    }
}

std::vector<std::string> OsimReader::contactGeometryOf(const pugi::xml_node& parameters) const {
    std::vector<std::string> names;
    std::istringstream words(parameters.child_value("geometry"));
    for (std::string path; words >> path;)
        if (const std::string name = lastOf(path); contactGeometry_.contains(name)) names.push_back(name);
    return names;
}

void OsimReader::giveContactMaterial(const pugi::xml_node& parameters, const std::string& name,
                                     const std::vector<std::string>& geometry) {
    Element material = Element::draft("contactMaterial", "material", name);
    const auto positive = [&](const char* key, Real otherwise) {
        return std::max(Real(0), real(parameters, key, otherwise));
    };
    if (const Real stiffness = positive("stiffness", 0); stiffness > 0)
        material.set("youngsModulus", youngsModulusOf(stiffness)).set("poissonsRatio", 0.);
    material.set("lossFrom", std::string("dissipation")).set("dissipation", positive("dissipation", 0));
    material.set("staticFriction", positive("static_friction", 0))
        .set("dynamicFriction", positive("dynamic_friction", 0))
        .set("viscousFriction", positive("viscous_friction", 0));
    const ElementId id = job_.draft.add(std::move(material));
    for (const std::string& each : geometry) {
        Element& shape = job_.draft.get(contactGeometry_.at(each).shape);
        if (shape.reference("ownMaterial").isValid())
            values_.approximated(parameters, "'" + each + "' has the material of its last contact force.", shape.id);
        shape.plug("ownMaterial", id);
    }
}

void OsimReader::addContacts(const pugi::xml_node& node, const std::vector<std::string>& geometry) {
    std::set<std::size_t> bodies;
    for (const std::string& each : geometry) bodies.insert(contactGeometry_.at(each).body);
    if (bodies.size() < 2) return values_.leftOut(node, "Its contact geometry is not of two bodies of the model.");
    const std::string name = node.attribute("name").value();
    for (auto a = bodies.begin(); a != bodies.end(); ++a)
        for (auto b = std::next(a); b != bodies.end(); ++b) {
            const auto [known, isNew] = contacts_.try_emplace({*a, *b});
            if (isNew) {
                known->second =
                    job_.draft.addContactBetween(name, bodies_[*a].element, bodies_[*b].element, isActive(node));
                Element& contact = job_.draft.get(known->second);
                contact.set("stiffness", std::string("material"));
                if (const Real speed = real(node, "transition_velocity", 0.01); speed > 0)
                    contact.set("transitionSpeed", speed);
            } else if (isActive(node)) {
                job_.draft.get(known->second).set("enabled", true);
            }
            values_.approximated(node, contactRow, known->second);
        }
}

void OsimReader::readContactForce(const pugi::xml_node& node) {
    const std::string name = node.attribute("name").value();
    std::vector<std::string> all;
    if (std::string_view(node.name()) == "SmoothSphereHalfSpaceForce") {
        for (const char* const key : {"socket_sphere", "socket_half_space"}) {
            const std::string geometry = lastOf(wordOf(node.child(key)));
            if (contactGeometry_.contains(geometry)) all.push_back(geometry);
        }
        if (all.size() == 2) giveContactMaterial(node, name + " material", all);
    } else {
        for (const pugi::xml_node& parameters : objectsOf(node, "HuntCrossleyForce::ContactParametersSet").children()) {
            const std::vector<std::string> geometry = contactGeometryOf(parameters);
            if (geometry.empty()) continue;
            giveContactMaterial(parameters, name + " material", geometry);
            all.insert(all.end(), geometry.begin(), geometry.end());
        }
    }
    addContacts(node, all);
}

void OsimReader::leaveShapesOfGroundUntouched() {
    std::set<ElementId> touching;
    for (const auto& [name, geometry] : contactGeometry_) touching.insert(geometry.shape);
    for (std::size_t i = 1; i <= job_.draft.elements().size(); ++i) {
        Element& element = job_.draft.get(ElementId{i});
        if (element.family == "shape" && !element.parent.isValid() && !touching.contains(element.id))
            element.set("touches", false);
    }
}

}  // namespace trammel

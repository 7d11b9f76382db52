// SPDX-License-Identifier: Apache-2.0
// Contacts of an SDF file: surfaces, models that touch themselves, bits of collisions.
#include <algorithm>
#include <charconv>
#include <initializer_list>

#include "import/draft_contacts.h"
#include "import/sdf/sdf_reader.h"

namespace trammel {

namespace {

/// The first of some elements that holds a number that is not negative.
std::optional<Real> firstOf(const XmlValues& values, std::initializer_list<pugi::xml_node> nodes) {
    for (const pugi::xml_node& node : nodes)
        if (const auto x = node ? values.content(node, 1) : std::nullopt; x && x->front() >= 0) return x->front();
    return std::nullopt;
}

}  // namespace

ElementId SdfReader::readSurface(const Link& link, const Part& surface) {
    if (!surface.node) return {};
    const XmlValues& values = surface.values();
    const pugi::xml_node friction = surface.node.child("friction"), ode = friction.child("ode"),
                         bounce = surface.node.child("bounce").child("restitution_coefficient");
    const auto mu = firstOf(values, {ode.child("mu"), friction.child("bullet").child("friction")});
    const auto mu2 = firstOf(values, {ode.child("mu2")});
    auto restitution = firstOf(values, {bounce});
    // None is the default of the format, which writers give without meaning it.
    if (restitution) restitution = *restitution > 0 ? std::optional(std::min<Real>(*restitution, 1)) : std::nullopt;
    for (const char* key : {"ode", "bullet", "elastic_modulus", "poissons_ratio"})
        if (const pugi::xml_node node = surface.node.child("contact").child(key))
            values.leftOut(node, "Stiffness and damping of contacts follow from materials here.", link.body);
    reportRest(surface.child("contact"),
               {"collide_bitmask", "collide_without_contact", "ode", "bullet", "elastic_modulus", "poissons_ratio"});
    reportRest(surface.child("friction"), {"ode", "bullet"});
    reportRest(surface.child("friction").child("ode"), {"mu", "mu2"});
    reportRest(surface.child("bounce"), {"restitution_coefficient"});
    reportRest(surface, {"friction", "bounce", "contact"});
    if (!mu && !restitution) return {};
    const ElementId material = job_.draft.surfaceWith(mu, restitution);
    values.approximated(surface.node,
                        (mu ? std::string(frictionRow) : std::string("As a contact material.")) +
                            (mu && mu2.value_or(*mu) != *mu ? " It is the same in all directions: mu." : "") +
                            (restitution ? " Its restitution is that of an impact at 1 m/s." : ""),
                        material);
    return material;
}

std::uint32_t SdfReader::maskOf(const Part& collision) {
    const pugi::xml_node contact = collision.node.child("surface").child("contact");
    if (isTrue(contact.child("collide_without_contact"))) return 0;
    const std::string bits = wordOf(contact.child("collide_bitmask"));
    constexpr std::uint32_t usual = 0xffff;
    if (bits.empty()) return usual;
    const bool isHexadecimal = bits.starts_with("0x") || bits.starts_with("0X");
    std::uint32_t mask = usual;
    std::from_chars(bits.data() + (isHexadecimal ? 2 : 0), bits.data() + bits.size(), mask, isHexadecimal ? 16 : 10);
    return mask;
}

void SdfReader::readContacts() {
    touchByCollisionShapes(job_.draft);
    addChosenFloor(job_);
    if (job_.choice("contacts") == "none") return;
    std::map<ElementId, TouchRule> rules;
    for (const Link& link : links_) {
        const Model& model = models_[link.model];
        const pugi::xml_node own = link.part.node.child("self_collide");
        rules[link.body] = {int(model.outermost), own ? isTrue(own) : model.touchesItself, link.mask};
    }
    addContacts(job_, rules);
}

}  // namespace trammel

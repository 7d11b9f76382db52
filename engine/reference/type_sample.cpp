// SPDX-License-Identifier: Apache-2.0
#include "reference/type_sample.h"

#include <algorithm>
#include <optional>

#include "document/edit.h"

namespace trammel {

namespace {

/// Glyph sizes depend on distances between joints; this distance suits bodies of about 0.3 m.
const Vec3 glyphDistance(1.3, 0, 0);
/// Rotation of auxiliary joints, so that their bodies are not aligned with the axes.
const Vec3 tilt(0, 0, 0.5);

struct SampleBuilder {
    SampleBuilder(const TypeCatalog& allTypes, const TypeDescriptor& shown) : catalog(allTypes), type(shown) {}

    ElementId add(Element draft) {
        const Result<Edit> edit = addElement(model.document, catalog, std::move(draft));
        if (!edit) return {};
        model.document = edit->document;
        return edit->element;
    }

    /// Key of the type that the sample specifies for an input; of the one with role @p otherwise by default, empty if none.
    std::string pluggedType(const std::string& socket, std::optional<TypeRole> otherwise) const {
        const auto& wishes = type.sample.plugged;
        const auto wish = std::find_if(wishes.begin(), wishes.end(), [&](const auto& w) { return w.first == socket; });
        return wish != wishes.end() ? wish->second : otherwise ? keyOf(*otherwise) : std::string();
    }
    const std::string& keyOf(TypeRole role) const { return catalog.getType(role).key; }

    /// A body; common types get a size suitable for drawing.
    ElementId addBody(const std::string& key) {
        Element body = Element::draft("body", key);
        if (key == keyOf(TypeRole::Link)) body.set("length", 0.4).set("width", 0.07).set("thickness", 0.035);
        return add(std::move(body));
    }

    /// Connects a body to an input.
    void plugBody(Element& subject, const SocketDescriptor& socket) {
        // The first or only body is drawn; further bodies are Ground.
        const bool first = socket.key == "body1";
        if (!first && socket.key != "body2" && socket.key != "body") return;
        const std::string key = pluggedType(socket.key, first ? TypeRole::Block : TypeRole::Link);
        if (key.empty()) return;
        const ElementId body = addPlacedBody(key, first);
        subject.plug(socket.key, body);
        if (socket.key != "body") model.labels.push_back({body, socket.key.substr(4)});
    }

    /// Adds a body with a joint that fixes the first body and lets others move.
    ElementId addPlacedBody(const std::string& key, bool first) {
        const ElementId body = addBody(key);
        Element joint = Element::draft("joint", keyOf(first ? TypeRole::Fixed : TypeRole::FreeMotion));
        joint.plug("child", body).set("parentPoint", glyphDistance);
        if (first)
            joint.set("childPoint", glyphDistance);
        else
            joint.set("position", Vec3(type.sample.position - glyphDistance))
                .set("orientation", type.sample.orientation);
        add(std::move(joint));
        return body;
    }

    void plugJoint(Element& subject, const SocketDescriptor& socket) {
        const bool single = socket.key == "joint", second = socket.key == "joint2";
        const std::string key = pluggedType(socket.key, TypeRole::Revolute);
        const bool isWheel = !single && key == keyOf(TypeRole::Revolute);
        const ElementId body = addBody(keyOf(isWheel ? TypeRole::Wheel : TypeRole::Link));
        Element joint = Element::draft("joint", key);
        joint.plug("child", body);
        joint.set("parentPoint", Vec3(glyphDistance + (second ? type.sample.position : Vec3(0.))));
        joint.set("parentOrientation", second ? type.sample.orientation : single ? tilt : Vec3(0.));
        subject.plug(socket.key, add(std::move(joint)));
        if (!single) model.labels.push_back({body, socket.key.substr(5)});
    }

    void build() {
        Element subject = Element::draft(type.family, type.key);
        const bool isJoint = type.family == "joint";
        for (const SocketDescriptor& socket : type.sockets) {
            const auto takes = [&](const char* family) {
                return std::find(socket.families.begin(), socket.families.end(), family) != socket.families.end();
            };
            if (takes("body") && isJoint) {
                if (socket.key == "child") subject.plug(socket.key, addBody(keyOf(TypeRole::Link)));
            } else if (takes("body")) {
                plugBody(subject, socket);
            } else if (takes("joint")) {
                // A joint besides required ones, such as that of a carrier, stays open.
                const auto isRequired = [&](const SocketDescriptor& other) {
                    return !other.optional && other.families == socket.families;
                };
                if (!socket.optional || std::ranges::none_of(type.sockets, isRequired)) plugJoint(subject, socket);
            } else if (takes("function")) {
                const std::string key =
                    pluggedType(socket.key, socket.optional ? std::nullopt : std::optional(TypeRole::Proportional));
                if (!key.empty()) subject.plug(socket.key, add(Element::draft("function", key)));
            }
        }
        // Elements that act on all bodies need some: those of the sample; forces otherwise one on a pin.
        if (type.sockets.empty() && !type.sample.plugged.empty()) {
            for (const auto& [key, bodyType] : type.sample.plugged) addPlacedBody(bodyType, key == "body1");
        } else if (type.sockets.empty() && type.family == "force") {
            Element joint = Element::draft("joint", keyOf(TypeRole::Revolute));
            joint.plug("child", addBody(keyOf(TypeRole::Link)))
                .set("parentPoint", glyphDistance)
                .set("parentOrientation", tilt);
            add(std::move(joint));
        }
        if (isJoint) subject.set("parentPoint", glyphDistance);
        // The first of two points faces the second body.
        if (!isJoint && type.findProperty("point1Anchor") && subject.reference("body1").isValid())
            subject.set("point1Anchor", "tip");
        for (const auto& [key, value] : type.sample.properties) subject.set(key, value);
        model.subject = add(std::move(subject));
    }

    const TypeCatalog& catalog;
    const TypeDescriptor& type;
    SampleModel model;
};

}  // namespace

SampleModel makeSampleModel(const TypeCatalog& catalog, const TypeDescriptor& type) {
    SampleBuilder builder(catalog, type);
    builder.build();
    return std::move(builder.model);
}

}  // namespace trammel

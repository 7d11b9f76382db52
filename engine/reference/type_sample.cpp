// SPDX-License-Identifier: Apache-2.0
#include "reference/type_sample.h"

#include <algorithm>

#include "document/edit.h"

namespace trammel {

namespace {

/// How large glyphs come out is a matter of the distances between joints; this one suits bodies of some 0.3 m.
const Vec3 glyphDistance(1.3, 0, 0);
/// How far a joint that is not the subject is turned, so that what it carries is not in line with the axes.
const Vec3 tilt(0, 0, 0.5);

struct SampleBuilder {
    SampleBuilder(const TypeCatalog& allTypes, const TypeDescriptor& shown) : catalog(allTypes), type(shown) {}

    ElementId add(Element draft) {
        const Result<Edit> edit = addElement(model.document, catalog, std::move(draft));
        if (!edit) return {};
        model.document = edit->document;
        return edit->element;
    }

    /// The type that the sample wants in a socket; @p otherwise if it does not say.
    std::string pluggedType(const std::string& socket, const std::string& otherwise) const {
        const auto& wishes = type.sample.plugged;
        const auto wish = std::find_if(wishes.begin(), wishes.end(), [&](const auto& w) { return w.first == socket; });
        return wish == wishes.end() ? otherwise : wish->second;
    }

    /// A body; one of the usual types is given a size that suits a drawing.
    ElementId addBody(const std::string& key) {
        Element body = Element::draft("body", key);
        if (key == "bar") body.set("length", 0.4).set("width", 0.07).set("thickness", 0.035);
        return add(std::move(body));
    }

    /// Plugs a body into a socket, with a joint that keeps the first in place and lets others move.
    void plugBody(Element& subject, const SocketDescriptor& socket) {
        // What is one of a pair, or the only one, is shown; further bodies are Ground.
        const bool first = socket.key == "body1";
        if (!first && socket.key != "body2" && socket.key != "body") return;
        const std::string key = pluggedType(socket.key, first ? "box" : "bar");
        if (key.empty()) return;
        const ElementId body = addBody(key);
        Element joint = Element::draft("joint", first ? "weld" : "free");
        joint.plug("child", body).set("parentPoint", glyphDistance);
        if (first)
            joint.set("childPoint", glyphDistance);
        else
            joint.set("position", Vec3(type.sample.position - glyphDistance))
                .set("orientation", type.sample.orientation);
        add(std::move(joint));
        subject.plug(socket.key, body);
        if (socket.key != "body") model.labels.push_back({body, socket.key.substr(4)});
    }

    void plugJoint(Element& subject, const SocketDescriptor& socket) {
        const bool single = socket.key == "joint", second = socket.key == "joint2";
        const std::string key = pluggedType(socket.key, "pin");
        const ElementId body = addBody(single || key != "pin" ? "bar" : "cylinder");
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
                if (socket.key == "child") subject.plug(socket.key, addBody("bar"));
            } else if (takes("body")) {
                plugBody(subject, socket);
            } else if (takes("joint")) {
                plugJoint(subject, socket);
            } else if (takes("function")) {
                const std::string key = pluggedType(socket.key, socket.optional ? "" : "linear");
                if (!key.empty()) subject.plug(socket.key, add(Element::draft("function", key)));
            }
        }
        // What acts on the model as a whole needs something to act on.
        if (type.sockets.empty() && type.family == "force") {
            Element joint = Element::draft("joint", "pin");
            joint.plug("child", addBody("bar")).set("parentPoint", glyphDistance).set("parentOrientation", tilt);
            add(std::move(joint));
        }
        if (isJoint) subject.set("parentPoint", glyphDistance);
        // The first of two points is where the first body faces the second.
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

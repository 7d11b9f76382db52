// SPDX-License-Identifier: Apache-2.0
#include "authoring/placed_element.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>

#include "authoring/density.h"
#include "authoring/drawn_numbers.h"
#include "authoring/features.h"
#include "authoring/gear_pair.h"
#include "authoring/guide_joint.h"
#include "authoring/loop_closure.h"
#include "authoring/pose_edit.h"
#include "compile/appearance.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/coordinates.h"
#include "decoration/extent.h"
#include "decoration/mesh_text.h"
#include "document/property_quantity.h"
#include "meta/number_rows.h"
#include "multibody/forces/cable.h"
#include "multibody/forces/muscle.h"
#include "multibody/mobilizer.h"

namespace trammel {

namespace {

void placeJoint(Element& draft, const TypeDescriptor& type, const CompiledModel& model,
                const std::vector<SocketPick>& picks, const Vec3& axis_G) {
    const State& s = model.getInitialState();
    // R_GF rotates the main axis to the desired direction, with the smallest rotation of F.
    const Vec3 axis_F = *mainAxisOf(type);
    const Real cosine = std::clamp(axis_F.dot(axis_G), -1., 1.);
    Vec3 about = axis_F.cross(axis_G);
    if (about.norm() < 1e-9) about = std::abs(axis_F[1]) < 0.5 ? Vec3(0, 1, 0) : Vec3(0, 0, 1);
    Rotation R_GF = cosine > 1 - 1e-12 ? Rotation() : Rotation(std::acos(cosine), about);
    if (isGuide(type)) {
        std::vector<ElementId> bodies;
        bodies.reserve(picks.size());
        for (const SocketPick& pick : picks) bodies.push_back(pick.place.body);
        R_GF = withGuideInPlane(model, bodies, axis_G, R_GF);
    }
    for (const SocketPick& pick : picks) {
        const auto property = orientationPropertyOf(type, pick.socket);
        if (!property) continue;
        const Rotation R_GB = model.calcBodyPose(pick.place.body, s).R();
        const Vec3 angles = withoutNoise(Rotation(R_GB.transpose() * R_GF.asMat33()).toBodyXYZ());
        if (angles.norm() > 0) draft.set(*property, angles);
    }
}

/// Sets directions to the axis, each in its own body: "axis2" on "body2".
void setDirections(Element& draft, const TypeDescriptor& type, const CompiledModel& model,
                   const std::vector<SocketPick>& picks, const Vec3& axis_G) {
    for (const PropertyDescriptor& property : type.properties) {
        if (!property.isDirection) continue;
        const auto belongs = [&](const SocketPick& pick) { return belongsTo(property, pick.socket); };
        const auto pick = std::find_if(picks.begin(), picks.end(), belongs);
        if (pick == picks.end()) continue;
        const Rotation R_GB = model.calcBodyPose(pick->place.body, model.getInitialState()).R();
        draft.set(property.key, withoutNoise(R_GB.transpose() * axis_G));
    }
}

/// An element whose length is the distance of its points, such as a rod or an unstretched spring, gets that length.
void setDistance(Element& draft, const TypeDescriptor& type, const CompiledModel& model,
                 const std::vector<SocketPick>& picks) {
    if (picks.size() != 2 || !pointPropertyOf(type, picks[0].socket) || !pointPropertyOf(type, picks[1].socket)) return;
    const State& s = model.getInitialState();
    const Real distance = (calcPosition(model, s, picks[1].place) - calcPosition(model, s, picks[0].place)).norm();
    for (const char* key : {"length", "restLength"})
        if (type.findProperty(key) && distance > 0) draft.set(key, distance);
}

/// A wheel whose axis passes through @p place: the axis in the body and the radius; empty without one.
std::optional<std::pair<Vec3, Real>> findWheel(const Document& document, const Place& place) {
    constexpr Real onTheAxis = 1e-6;
    if (isLink(document, place.body)) return std::nullopt;
    const Vec3 station = calcStation(document, place);
    const Element* const body = document.find(place.body);
    for (const DecorativeGeometry& shape : body ? calcBodyGeometry(document, *body) : calcGroundGeometry(document)) {
        const auto* const cylinder = std::get_if<decor::Cylinder>(&shape.getShape());
        if (!cylinder) continue;
        const Vec3 p_D = shape.getTransform().invert() * station;
        if (Vec2(p_D[0], p_D[2]).norm() < onTheAxis && std::abs(p_D[1]) <= cylinder->halfHeight + onTheAxis)
            return std::pair(Vec3(shape.getTransform().R() * Vec3(0, 1, 0)), cylinder->radius);
    }
    return std::nullopt;
}

/// Gives a belt the radii of the wheels on its joints.
void setWheelRadii(Element& draft, const TypeDescriptor& type, const CompiledModel& model) {
    for (const std::string number : {"1", "2"}) {
        const ElementId joint = draft.reference("joint" + number);
        const Element* const carrier = model.getDocument().find(joint);
        const auto X_GF = model.findJointFrame(joint, model.getInitialState());
        if (!carrier || !X_GF || !type.findProperty("radius" + number)) continue;
        const ElementId body = carrier->reference("child");
        // A floating wheel turns about its own center.
        const Place center = hasRole(*carrier, TypeRole::FreeMotion)
                                 ? Place{body, "origin", Vec3(0.)}
                                 : makePlace(model, model.getInitialState(), body, X_GF->p());
        if (const auto wheel = findWheel(model.getDocument(), center)) draft.set("radius" + number, wheel->second);
    }
}

/// Counts the via points, and gives those on wheels the radius of the wheel.
void setCourse(Element& draft, const TypeDescriptor& type, const CompiledModel& model,
               const std::vector<SocketPick>& picks) {
    const auto via = findViaSockets(type);
    if (!via) return;
    const State& s = model.getInitialState();
    const std::size_t number = picks.size() - 2;
    draft.set(via->count, std::int64_t(number));
    // The picks are in the order body1, body2, via points.
    std::vector<const Place*> course{&picks[0].place};
    for (std::size_t i = 0; i < number; ++i) course.push_back(&picks[2 + i].place);
    course.push_back(&picks[1].place);
    for (std::size_t i = 1; i + 1 < course.size(); ++i) {
        const auto wheel = findWheel(model.getDocument(), *course[i]);
        const std::string key = via->sockets[i - 1].substr(0, via->sockets[i - 1].size() - std::string("Body").size());
        if (!wheel || !type.findProperty(key + "Radius") || !type.findProperty(key + "Axis")) continue;
        const Vec3 from = calcPosition(model, s, *course[i - 1]), center = calcPosition(model, s, *course[i]);
        const Vec3 to = calcPosition(model, s, *course[i + 1]);
        const Vec3 axis_G = model.calcBodyPose(course[i]->body, s).R() * wheel->first;
        const bool isAgainst = axis_G.dot(Vec3(center - from).cross(Vec3(to - center))) < 0;
        draft.set(key + "Radius", wheel->second);
        draft.set(key + "Axis", withoutNoise(isAgainst ? Vec3(-wheel->first) : wheel->first));
    }
}

/// The order of picking bodies of a joint is irrelevant: the body that can be carried becomes the child.
std::vector<SocketPick> withChildThatCanBeCarried(const Document& document, std::vector<SocketPick> picks) {
    const auto placeIn = [&picks](const char* socket) -> Place* {
        const auto pick = std::ranges::find(picks, socket, &SocketPick::socket);
        return pick == picks.end() ? nullptr : &pick->place;
    };
    Place* const parent = placeIn("parent");
    Place* const child = placeIn("child");
    if (!parent || !child) return picks;
    const bool childIsGround = !child->body.isValid();
    const bool onlyParentFloats =
        carrierOf(document, child->body).isValid() && !floatingJointOf(document, child->body).isValid() &&
        floatingJointOf(document, parent->body).isValid() && !isCarriedBy(document, child->body, parent->body);
    if (childIsGround || onlyParentFloats) std::swap(*parent, *child);
    return picks;
}

}  // namespace

std::optional<ViaSockets> findViaSockets(const TypeDescriptor& type) {
    const std::string first = "1Body";
    ViaSockets via;
    for (const SocketDescriptor& socket : type.sockets) {
        if (via.sockets.empty() && !socket.key.ends_with(first)) continue;
        if (!socket.key.ends_with("Body")) continue;
        if (via.sockets.empty()) via.count = socket.key.substr(0, socket.key.size() - first.size()) + "Points";
        via.sockets.push_back(socket.key);
    }
    return type.findProperty(via.count) ? std::optional(via) : std::nullopt;
}

bool usesKey(const Element& element, const std::string& key) {
    const TypeDescriptor* const type = findTypeOf(element);
    for (const int side : {1, 2}) {
        const std::string number = std::to_string(side);
        if (key == "body" + number && element.reference("group" + number).isValid()) return false;
    }
    if (const auto coordinates = type ? countOwnCoordinates(element, *type) : std::nullopt) {
        // "kind3", "q3" and "u3" belong to the third coordinate.
        const std::size_t digits = key.find_first_of("0123456789");
        return digits == std::string::npos || std::stoi(key.substr(digits)) <= *coordinates;
    }
    const auto via = type ? findViaSockets(*type) : std::nullopt;
    if (!via || key == via->count) return true;
    // "via12Axis" belongs to "via12Body".
    const auto used = std::size_t(element.valueAs<std::int64_t>(*type, via->count));
    for (std::size_t i = used; i < via->sockets.size(); ++i) {
        const std::string name = via->sockets[i].substr(0, via->sockets[i].size() - std::string("Body").size());
        if (key.starts_with(name) && (key.size() == name.size() || !std::isdigit(key[name.size()]))) return false;
    }
    return true;
}

std::vector<SocketPick> makeCourse(const TypeDescriptor& type, const std::vector<Place>& places) {
    std::vector<SocketPick> picks{{"body1", places.front()}, {"body2", places.back()}};
    const auto via = findViaSockets(type);
    for (std::size_t i = 1; via && i + 1 < places.size(); ++i) picks.push_back({via->sockets[i - 1], places[i]});
    return picks;
}

bool isSize(const PropertyDescriptor& property) {
    return property.quantity == Quantity::Length && property.minimum.has_value();
}

namespace {

/// Sets the lengths of a draft so that the largest is @p size, m; those of a type with lengths that cannot be scaled stay.
void scaleSizes(Element& draft, const TypeDescriptor& type, Real size) {
    const auto isScaled = [](const PropertyDescriptor& property) {
        const bool isTable = !property.columns.empty() && std::ranges::all_of(property.columns, [](const auto& column) {
            return column.quantity == Quantity::Length;
        });
        return isSize(property) || isTable;
    };
    const auto forEachNumber = [](PropertyValue value, const auto& change) {
        if (auto* const three = std::get_if<Vec3>(&value)) {
            for (int i = 0; i < 3; ++i) change((*three)[i]);
        } else if (auto* const number = std::get_if<Real>(&value)) {
            change(*number);
        } else {
            auto rows = readRows(std::get<std::string>(value)).value_or(std::vector<std::vector<Real>>{});
            for (std::vector<Real>& row : rows) std::ranges::for_each(row, change);
            value = writeRows(rows);
        }
        return value;
    };
    // Lengths that do not scale, such as the bore of a gear, would no longer fit.
    const auto isFixed = [](const PropertyDescriptor& property) {
        const auto* const length = std::get_if<Real>(&property.defaultValue);
        return property.quantity == Quantity::Length && length && *length != 0 && !isSize(property);
    };
    const bool keepsSize = std::ranges::any_of(type.properties, isFixed);
    Real largest = 0;
    for (const PropertyDescriptor& property : type.properties)
        if (isScaled(property) && !keepsSize)
            forEachNumber(property.defaultValue, [&](const Real& x) { largest = std::max(largest, std::abs(x)); });
    for (const PropertyDescriptor& property : type.properties)
        if (isScaled(property) && largest > 0)
            draft.set(property.key, forEachNumber(property.defaultValue, [&](Real& x) { x *= size / largest; }));
}

}  // namespace

Element draftBody(const TypeDescriptor& type, Real size) {
    Element draft = Element::draft(type.family, type.key);
    scaleSizes(draft, type, size);
    if (const std::string mass = steelMass(draft); !mass.empty()) draft.setFormula("mass", mass);
    return draft;
}

void fitShape(Element& draft, const TypeDescriptor& type, const Document& document, ElementId body, Real sizeUnit) {
    const Element* const drawn = document.find(body);
    Real radius = 0;
    if (drawn)
        for (const DecorativeGeometry& own : calcOwnGeometry(*drawn, &document))
            radius = std::max(radius, own.getTransform().p().norm() + enclosingRadius(own.getShape()));
    if (radius > 0) scaleSizes(draft, type, roundSize(radius, sizeUnit));
}

Element draftMeshBody(const TypeDescriptor& type, TriangleMesh mesh) {
    constexpr Real mostMeters = 5, millimeter = 1e-3;
    const MeshMeasure measure = measureMesh(mesh);
    const Vec3 size = measure.high - measure.low, middle = (measure.low + measure.high) / 2;
    // An origin in or near the mesh is assumed to be intentional.
    if ((middle.cwiseAbs().array() > size.array() + 0.5 * size.maxCoeff()).any())
        for (Vec3& v : mesh.vertices) v -= middle;
    Element draft = Element::draft(type.family, type.key);
    draft.set(meshKeyOf(type), writeMesh(mesh));
    if (size.maxCoeff() > mostMeters) draft.set("scale", millimeter);
    if (const std::string mass = steelMass(draft); !mass.empty()) draft.setFormula("mass", mass);
    sortByDescriptor(draft, type);
    return draft;
}

Result<PlacedElement> settle(Result<Edit> edit, const CompiledModelPtr& current) {
    Result<PlacedElement> result;
    result.diagnostics = edit.diagnostics;
    if (!edit) return result;
    const Result<CompiledModelPtr> compiled = compileDocument(edit->document, current);
    if (!compiled) {
        result.diagnostics.append(compiled.diagnostics);
        return result;
    }
    const ElementId element = edit->element;
    CompiledModelPtr model = *compiled;
    if (model->getAssembly().assembled && model->getAssembly().iterations > 0) {
        Result<Edit> posed = setInitialPose(edit->document, builtinCatalog(), *model, model->getInitialState());
        if (posed && !posed->document.sharesContentWith(edit->document)) {
            edit->document = posed->document;
            if (const Result<CompiledModelPtr> again = compileDocument(edit->document, model)) model = *again.value;
        }
    }
    edit->element = element;
    result.value = PlacedElement{std::move(*edit), std::move(model)};
    return result;
}

ElementId carrierOf(const Document& document, ElementId body) {
    for (ElementId user : document.dependentsOf(body)) {
        const Element& e = document.get(user);
        if (e.family == "joint" && e.reference("child") == body) return user;
    }
    return {};
}

ElementId floatingJointOf(const Document& document, ElementId body) {
    ElementId found;
    for (ElementId user : document.dependentsOf(body)) {
        const Element& e = document.get(user);
        if (e.family != "joint" || e.reference("child") != body) continue;
        if (!hasRole(e, TypeRole::FreeMotion) || e.reference("parent").isValid() ||
            !document.dependentsOf(user).empty())
            return {};
        found = user;
    }
    return found;
}

bool isCarriedBy(const Document& document, ElementId body, ElementId carrier) {
    std::set<ElementId> seen;
    while (body.isValid() && body != carrier && seen.insert(body).second) {
        const ElementId joint = carrierOf(document, body);
        body = joint.isValid() ? document.get(joint).reference("parent") : ElementId();
    }
    return body == carrier;
}

std::optional<Vec3> mainAxisOf(const TypeDescriptor& type) {
    if (type.family != "joint") return std::nullopt;
    const Vec3 z(0, 0, 1);
    const std::unique_ptr<Mobilizer> mobilizer = makeDefaultMobilizer(type);
    // The model determines what the joint is.
    if (!mobilizer) return z;
    if (mobilizer->getNU() == 0) return z;
    std::vector<Real> q(std::size_t(mobilizer->getNQ()), 0);
    // A quaternion needs unit length.
    mobilizer->setQToFitTransform(Transform(), q.data());
    Transform X_FM;
    std::vector<SpatialVec> H(std::size_t(mobilizer->getNU()));
    mobilizer->calcAcross(q.data(), X_FM, H.data());
    // With several rotation axes there is no main axis.
    if (mobilizer->getNU() >= 3) return z;
    const Vec3 turn = H[0][0], move = H[0][1];
    const Vec3 axis = turn.norm() > 1e-9 ? turn : move;
    return axis.norm() > 1e-9 ? Vec3(axis.normalized()) : z;
}

bool slides(const TypeDescriptor& type) {
    const std::unique_ptr<Mobilizer> mobilizer = makeDefaultMobilizer(type);
    const int nu = mobilizer ? mobilizer->getNU() : 0;
    if (nu < 1 || nu > 2 || mobilizer->getNQ() != nu) return false;
    const Real q[2] = {0, 0};
    Transform X_FM;
    SpatialVec H[2];
    mobilizer->calcAcross(q, X_FM, H);
    const auto only = [&H](int i, int part) { return H[i][1 - part].norm() < 1e-9 && H[i][part].norm() > 1e-9; };
    return only(0, 1) && (nu == 1 || only(1, 0));
}

namespace {

/// Axes of the joints that carry the picked bodies: normal to the layers of links.
std::vector<Vec3> axesAcrossLayers(const CompiledModel& model, const std::vector<SocketPick>& picks) {
    std::vector<Vec3> axes;
    for (const SocketPick& pick : picks)
        for (ElementId user : model.getDocument().dependentsOf(pick.place.body)) {
            const Element& joint = model.getDocument().get(user);
            if (joint.family != "joint" || joint.reference("child") != pick.place.body) continue;
            const auto X_GF = model.findJointFrame(user, model.getInitialState());
            const auto axis_F = mainAxisOf(typeOf(joint));
            if (!X_GF || !axis_F) continue;
            const Vec3 axis_G = X_GF->R() * *axis_F;
            const auto isParallel = [&](const Vec3& other) { return std::abs(other.dot(axis_G)) > 1 - 1e-6; };
            if (std::ranges::none_of(axes, isParallel)) axes.push_back(axis_G);
        }
    return axes;
}

std::vector<SocketPick> inOneLayer(const CompiledModel& model, std::vector<SocketPick> picks, const Vec3& axis_G) {
    const bool firstGives = !picks[0].place.body.isValid();
    Place &gives = picks[firstGives ? 0 : 1].place, &stays = picks[firstGives ? 1 : 0].place;
    gives = inOnePlane(model, model.getInitialState(), {stays, gives, axis_G}).second;
    return picks;
}

/// A cable that neither pulls nor hangs slack where it is drawn; a muscle that is half tendon and has its optimal length.
Result<PlacedElement> asLongAsItsCourse(Result<Edit> edit) {
    if (!edit) return {std::nullopt, edit.diagnostics};
    const Result<CompiledModelPtr> compiled = compileDocument(edit->document);
    if (!compiled) return settle(std::move(edit));
    const CompiledModel& model = **compiled;
    const BuiltSystem& built = *model.getData().built;
    const auto index = built.forceIndices.find(edit->element);
    if (index == built.forceIndices.end()) return settle(std::move(edit));
    const ForceElement& force = built.forces->getForce(index->second);
    const State& s = model.getInitialState();
    const auto fit = [&](const auto& element, Real share, std::initializer_list<const char*> keys) {
        const Real length = element.calcLength(built.forces->getForceKinematics(s, index->second),
                                               &built.forces->getForceParameters(s, index->second));
        for (const char* const key : keys)
            if (Result<Edit> fitted = setProperty(edit->document, builtinCatalog(), edit->element, key, share * length))
                edit->document = std::move(fitted->document);
    };
    if (const auto* const cable = dynamic_cast<const CableForce*>(&force)) fit(*cable, 1, {"slackLength"});
    if (const auto* const muscle = dynamic_cast<const MuscleForce*>(&force))
        fit(*muscle, 0.5, {"tendonLength", "optimalLength"});
    return settle(std::move(edit));
}

/// @param areExchanged true if the body that was picked as parent became the child
Result<PlacedElement> addAsPicked(const Document& document, const CompiledModelPtr& current, const TypeDescriptor& type,
                                  const std::vector<SocketPick>& picks, const Vec3& axis_G, bool areExchanged,
                                  Real sizeUnit) {
    Element draft = Element::draft(type.family, type.key);
    for (const SocketPick& pick : picks) {
        const SocketDescriptor* const socket = type.findSocket(pick.socket);
        if (socket && socket->families == std::vector<std::string>{"body"})
            plugPlace(draft, type, pick.socket, pick.place);
        else
            draft.plug(pick.socket, pick.element);
    }
    Document base = document;
    const Vec3 axis = axis_G.normalized();
    if (mainAxisOf(type)) {
        placeJoint(draft, type, *current, picks, axis);
        if (const ElementId floating = floatingJointOf(document, draft.reference("child")); floating.isValid()) {
            Result<Edit> removed = removeElement(document, builtinCatalog(), floating);
            if (removed) base = removed->document;
        } else if (carrierOf(document, draft.reference("child")).isValid()) {
            draft.set(cutsLoopKey, true);
        }
        if (isGuide(type)) {
            // The guide is part of the body that was picked first.
            if (areExchanged) draft.set("reversed", true);
            fitGuide(draft, document, draft.reference(areExchanged ? "child" : "parent"),
                     draft.reference(areExchanged ? "parent" : "child"), sizeUnit);
        }
        return settle(withStopsOfGuide(addElement(base, builtinCatalog(), std::move(draft))));
    } else {
        const bool isCourse = findViaSockets(type).has_value();
        if (!isCourse) setDirections(draft, type, *current, picks, axis);
        meshGears(draft, *current);
        setWheelRadii(draft, type, *current);
        startAtPose(draft, type, *current);
        setDistance(draft, type, *current, picks);
        if (isCourse) {
            setCourse(draft, type, *current, picks);
            return asLongAsItsCourse(addElement(base, builtinCatalog(), std::move(draft)));
        }
    }
    return settle(addElement(base, builtinCatalog(), std::move(draft)));
}

}  // namespace

Result<PlacedElement> addPlacedElement(const Document& document, const CompiledModelPtr& current,
                                       const TypeDescriptor& type, const std::vector<SocketPick>& picked,
                                       const Vec3& axis_G, Real sizeUnit) {
    const std::vector<SocketPick> picks = mainAxisOf(type) ? withChildThatCanBeCarried(document, picked) : picked;
    const bool areExchanged = !picks.empty() && picks.front().place.body != picked.front().place.body;
    Result<PlacedElement> made = addAsPicked(document, current, type, picks, axis_G, areExchanged, sizeUnit);
    const auto isPoint = [&](const SocketPick& pick) { return pointPropertyOf(type, pick.socket).has_value(); };
    const bool opens = made && !made->model->getAssembly().assembled && current->getAssembly().assembled;
    if (!opens || picks.size() != 2 || !std::ranges::all_of(picks, isPoint)) return made;
    for (const Vec3& across : axesAcrossLayers(*current, picks)) {
        Result<PlacedElement> level =
            addAsPicked(document, current, type, inOneLayer(*current, picks, across), axis_G, areExchanged, sizeUnit);
        if (level && level->model->getAssembly().assembled) return level;
    }
    return made;
}

void startAtPose(Element& draft, const TypeDescriptor& type, const CompiledModel& current) {
    const PropertyDescriptor* const position = type.findProperty("position");
    const bool holds = type.family == "constraint" && position && position->ofCoordinate &&
                       position->ofCoordinate->role == CoordinateRole::Value;
    const bool swings = type.family == "motion" && type.findProperty("mean");
    if (!holds && !swings) return;
    const BuiltSystem& built = *current.getData().built;
    const auto moving = built.joints.find(draft.reference("joint"));
    if (moving == built.joints.end()) return;
    const State& s = current.getInitialState();
    const TreeNode& node = built.matter->getTree(s)[moving->second];
    if (node.nq < 1 || (swings && node.nq > 1)) return;
    draft.set(holds ? "position" : "mean", s.getQ(built.matter->getMySubsystemIndex())[node.qStart]);
}

bool bringsGravity(const Document& document) {
    return document.elementsOf("body").empty() && std::ranges::none_of(document.elementsOf("force"), [&](ElementId id) {
               return hasRole(document.get(id), TypeRole::Gravity);
           });
}

Element makeFreeJoint(const Document& document, ElementId body, const Transform& X_GB) {
    Element joint = draftOf(TypeRole::FreeMotion, "Free motion of " + document.get(body).name);
    joint.plug("child", body);
    if (const Vec3 p = withoutNoise(X_GB.p()); p.norm() > 0) joint.set("position", p);
    if (const Vec3 angles = withoutNoise(X_GB.R().toBodyXYZ()); angles.norm() > 0) joint.set("orientation", angles);
    return joint;
}

Result<PlacedElement> addFloatingBody(const Document& document, Element draft, const Transform& X_GB) {
    Result<Edit> gravity;
    gravity.value = Edit{document, {}, {}, {}, {}};
    if (bringsGravity(document))
        gravity = addElement(document, builtinCatalog(), draftOf(TypeRole::Gravity, "Gravity"));
    if (!gravity) return settle(std::move(gravity));
    Result<Edit> body = addElement(gravity->document, builtinCatalog(), std::move(draft));
    if (!body) return settle(std::move(body));
    const ElementId id = body->element;
    Result<Edit> both = addElement(body->document, builtinCatalog(), makeFreeJoint(body->document, id, X_GB));
    if (both) both->element = id;
    return settle(std::move(both));
}

namespace {

bool isLocked(const Document& document, ElementId joint) {
    const std::vector<ElementId> locked = findLockedJoints(document);
    return std::ranges::find(locked, joint) != locked.end();
}

/// Ground, or a body that fixed joints connect to it.
bool isHeld(const Document& document, ElementId body) {
    // A document with errors may have a cycle.
    for (std::size_t left = document.elementsOf("body").size(); body.isValid() && left > 0; --left) {
        const ElementId carrier = carrierOf(document, body);
        if (!carrier.isValid()) return false;
        const Element& joint = document.get(carrier);
        if (!connectsLike(joint, TypeRole::Fixed) && !isLocked(document, carrier)) return false;
        body = joint.reference("parent");
    }
    return !body.isValid();
}

/// The joint by which Ground, or a body held there, carries a body that can move, locked or not; invalid without one.
ElementId jointOnGround(const Document& document, ElementId body) {
    const ElementId id = carrierOf(document, body);
    const Element* const joint = document.find(id);
    const TypeDescriptor* const type = joint ? findTypeOf(*joint) : nullptr;
    const bool moves = type && type->findProperty("locked") && !type->speeds.empty();
    return moves && isHeld(document, joint->reference("parent")) && floatingJointOf(document, body) != id ? id
                                                                                                          : ElementId{};
}

}  // namespace

ElementId groundingOf(const Document& document, ElementId body) {
    if (const ElementId joint = jointOnGround(document, body); joint.isValid() && isLocked(document, joint))
        return joint;
    for (const ElementId user : document.dependentsOf(body)) {
        const Element& e = document.get(user);
        const char* const other = e.family == "joint" ? "parent" : "body1";
        const char* const own = e.family == "joint" ? "child" : "body2";
        if (connectsLike(e, TypeRole::Fixed) && e.reference(own) == body && !e.reference(other).isValid()) return user;
    }
    return {};
}

Result<PlacedElement> toggleGround(const Document& document, const CompiledModelPtr& current, ElementId body) {
    const Transform X_GB = current->calcBodyPose(body, current->getInitialState());
    const ElementId weld = groundingOf(document, body), joint = jointOnGround(document, body);
    if (joint.isValid() && (weld == joint || !weld.isValid())) {
        const std::string held = typeOf(document.get(joint)).findProperty("locked")->options[1].key;
        return settle(setLock(document, builtinCatalog(), *current, current->getInitialState(), joint,
                              weld == joint ? std::nullopt : std::optional<PropertyValue>(held)));
    }
    if (!weld.isValid())
        return addPlacedElement(document, current, typeOf(TypeRole::Fixed),
                                {{"parent", Place{{}, "origin", X_GB.p()}}, {"child", Place{body, "origin", Vec3(0.)}}},
                                Vec3(0, 0, 1));
    Result<Edit> loose = removeElement(document, builtinCatalog(), weld);
    if (!loose) return {std::nullopt, loose.diagnostics};
    if (carrierOf(loose->document, body).isValid()) return settle(std::move(loose));
    return settle(addElement(loose->document, builtinCatalog(), makeFreeJoint(loose->document, body, X_GB)));
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// Builds the System from a document: tree, loops, constraints, forces and motions.
#include "compile/compiler.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <optional>
#include <span>
#include <tuple>

#include "base/element_failure.h"
#include "base/exceptions.h"
#include "base/numerical_failure.h"
#include "compile/appearance.h"
#include "compile/background_type.h"
#include "compile/catalog.h"
#include "compile/compile_in_memory.h"
#include "compile/events/add_events.h"
#include "compile/joint_formulas.h"
#include "compile/loops.h"
#include "compile/settings_type.h"
#include "compile/tree_order.h"
#include "compile/unknown_types.h"
#include "contact/contact_material.h"
#include "contact/rigid/rigid_contact_events.h"
#include "decoration/extent.h"
#include "document/changes.h"
#include "document/unknown_keys.h"
#include "multibody/body_type.h"
#include "multibody/constraints/weld.h"
#include "multibody/forces/pulls.h"
#include "multibody/mobilizers/free.h"
#include "simbody/build_scope.h"
#include "system/event_handler.h"

namespace trammel {

Compiler::Compiler(const Document& document)
    : document_(document), model_(std::make_unique<CompiledModel>()), data_(*model_->data_) {
    data_.document = document_;
}

void Compiler::makeFunctions() {
    for (ElementId id : document_.elementsOf("function")) {
        const Element& e = document_.get(id);
        const TypeDescriptor* type = findTypeOf(e);
        if (!type) continue;
        std::vector<PropertyValue> values;
        for (const PropertyDescriptor& p : type->properties) values.push_back(e.value(*type, p.key));
        Result<FunctionValue> function = FunctionValue::make(e.name, e.type, std::move(values));
        for (Diagnostic d : function.diagnostics) {
            d.element = id;
            diagnostics.add(std::move(d));
        }
        if (function) data_.functions[id] = std::move(*function);
    }
}

bool Compiler::differsInParametersOnly(const CompiledModel& previous) const {
    const Document& before = previous.getDocument();
    // Shapes are part of the System if they touch.
    if (hasContacts(document_) &&
        !sameSurfaces(previous.data_->built->surfaceSources, collectSurfaceSources(document_)))
        return false;
    const Changes changes = diff(before, document_);
    if (lowestInvalidated(changes, builtinCatalog()) < Stage::Instance) return false;
    if (changesJointFormula(document_, changes)) return false;
    // Events set numbers on top of those that the System was built with.
    if (setsNumbers(document_) && !changes.changed.empty()) return false;
    // Names are part of the System's messages, so a new name requires a new System, which is cheap.
    if (before.name() != document_.name()) return false;
    for (const ElementChange& change : changes.changed) {
        if (change.renamed) return false;
        if (change.family != "function") continue;
        // An invalid function has no users, and a joint has no parameters in the State.
        if (!previous.data_->functions.count(change.id) || !data_.functions.count(change.id)) return false;
        for (ElementId user : document_.dependentsOf(change.id))
            if (document_.get(user).family == "joint") return false;
    }
    return true;
}

void Compiler::reuseSystem(const CompiledModel& previous) {
    data_.built = previous.data_->built;
    data_.structureDiagnostics = previous.data_->structureDiagnostics;
    // Includes diagnostics of functions: the invalid ones are the same.
    diagnostics = data_.structureDiagnostics;
    checkMasses();
}

std::unique_ptr<MultibodySystem> makeDocumentSystem() { return std::make_unique<SimTK::MultibodySystem>(); }

void Compiler::buildSystem() {
    built_ = std::make_shared<BuiltSystem>();
    built_->system.setName(document_.name().empty() ? "model" : document_.name());
    auto& system = dynamic_cast<SimTK::MultibodySystem&>(built_->system);
    auto matter = std::make_unique<SimTK::SimbodyMatterSubsystem>(system);
    auto forces = std::make_unique<SimTK::GeneralForceSubsystem>(system);
    const SimTK::BuildScope scope(*matter, *forces);
    SimTK::SimbodyMatterSubsystem& bodies = *matter;
    built_->matter = std::move(matter);
    built_->forces = std::move(forces);
    collectJoints();
    addBodies();
    bodies.adoptMissingHandles();
    for (DecorativeGeometry& g : calcGroundGeometry(document_)) built_->matter->addGroundGeometry(std::move(g));
    addMeasures();
    if (hasContacts(document_)) built_->surfaceSources = collectSurfaceSources(document_);
    addConstraints();
    addForces();
    addMotions();
    addEvents();
    chooseGlyphSize();
    built_->system.realizeTopology();
    data_.built = built_;
    data_.structureDiagnostics = diagnostics;
    checkMasses();
}

void Compiler::checkMasses() {
    for (const auto& [id, index] : data_.built->bodies) {
        const Element& body = document_.get(id);
        if (const std::string wrong = describeImpossibleMass(calcBodyMass(body)); !wrong.empty())
            diagnostics.error(body.name, "Invalid mass properties: " + wrong + ".", "Correct its mass and inertia.",
                              id);
        checkBody(body, diagnostics);
    }
}

// --- Checks ---

bool Compiler::checkSockets(const Element& element, const TypeDescriptor& type) {
    return std::all_of(type.sockets.begin(), type.sockets.end(),
                       [&](const SocketDescriptor& socket) { return checkSocket(element, socket); });
}

bool Compiler::checkSocket(const Element& element, const SocketDescriptor& socket) {
    const auto takes = [&](const char* family) {
        return std::find(socket.families.begin(), socket.families.end(), family) != socket.families.end();
    };
    const ElementId target = element.reference(socket.key);
    // An unconnected body input means Ground.
    if (!target.isValid()) {
        if (socket.optional || takes("body")) return true;
        diagnostics.error(element.name, socket.label + " is not connected.", "Select one in its properties.",
                          element.id);
        return false;
    }
    if ((takes("body") && built_->bodies.count(target)) || (takes("joint") && built_->joints.count(target)) ||
        (takes("function") && data_.functions.count(target)))
        return true;
    const Element* other = document_.find(target);
    if (other && takes(contactGroupFamily) && findTypeOf(*other)) return true;
    if (other && takes(other->family.c_str()) && canBeActedOn(*other)) return true;
    diagnostics.error(element.name,
                      socket.label + " refers to " +
                          (other ? "'" + other->name + "', which could not be built."
                                 : std::string("an element that does not exist.")),
                      "Choose another one, or fix that element first.", element.id);
    return false;
}

bool Compiler::canBeActedOn(const Element& element) const {
    const ElementId id = element.id;
    return built_->forceIndices.count(id) || built_->constraints.count(id) || built_->motions.count(id) ||
           built_->eventIndices.count(id) || (element.family == "parameter" && findTypeOf(element));
}

bool Compiler::checkCoordinates(const Element& element, const TypeDescriptor& type) {
    // Property "coordinate2" selects a coordinate of the joint in input "joint2".
    const std::string prefix = "coordinate";
    for (const PropertyDescriptor& property : type.properties) {
        if (!property.key.starts_with(prefix)) continue;
        const std::string socket = "joint" + property.key.substr(prefix.size());
        if (!type.findSocket(socket)) continue;
        const ElementId joint = element.reference(socket);
        const Mobilizer& mobilizer = built_->matter->getMobilizer(built_->joints.at(joint));
        // Only a quaternion has more coordinates than speeds.
        const bool isAmongQ = property.maximum && *property.maximum >= Mobilizer::maxNU;
        const int n = isAmongQ ? mobilizer.getNQ() : mobilizer.getNU();
        const std::int64_t which = element.valueAs<std::int64_t>(type, property.key);
        if (which < n) continue;
        diagnostics.error(element.name,
                          "Joint '" + document_.get(joint).name + "' has " + std::to_string(n) +
                              " coordinate(s); there is no index " + std::to_string(which) + ".",
                          "Indices start at 0; choose a smaller one.", element.id);
        return false;
    }
    return true;
}

ElementInputs Compiler::inputs(const Element& element) const {
    return makeElementInputs(document_, element, indicesIn(*built_, data_.functions));
}

// --- Bodies and joints ---

void Compiler::collectJoints() {
    for (ElementId id : document_.elementsOf("joint")) {
        const Element& joint = document_.get(id);
        const TypeDescriptor* type = findTypeOf(joint);
        if (!type) continue;
        Joint j{
            &joint, joint.reference("parent"), joint.reference("child"), {}, joint.valueAs<bool>(*type, cutsLoopKey)};
        const auto isBody = [&](ElementId e) {
            const Element* body = document_.find(e);
            return body && body->family == "body" && findTypeOf(*body);
        };
        if (!isBody(j.child)) {
            diagnostics.error(joint.name, "The joint has no child body.", "Choose its child body.", joint.id);
        } else if (j.parent.isValid() && !isBody(j.parent)) {
            diagnostics.error(joint.name, "The parent body of the joint cannot be used.",
                              "Choose another parent, or Ground.", joint.id);
        } else if (j.parent == j.child) {
            diagnostics.error(joint.name, "The joint connects body '" + document_.get(j.child).name + "' with itself.",
                              "Choose two different bodies.", joint.id);
        } else if ((j.mobilizer = makeMobilizer(joint, *type))) {
            joints_.push_back(std::move(j));
        }
    }
}

std::shared_ptr<const Mobilizer> Compiler::makeMobilizer(const Element& joint, const TypeDescriptor& type) {
    // Bodies do not exist yet, but other inputs do.
    for (const SocketDescriptor& socket : type.sockets)
        if (socket.families == std::vector<std::string>{"function"} && !checkSocket(joint, socket)) return nullptr;
    return made(joint, [&]() -> std::shared_ptr<const Mobilizer> {
        return dynamic_cast<const MobilizerType&>(*type.implementation).create(inputs(joint));
    });
}

MobilizedBodyIndex Compiler::addBody(const Element& body, const Joint* joint, MobilizedBodyIndex parent,
                                     const std::string& name) {
    BodyDefinition d;
    d.name = name;
    d.parent = parent;
    d.bodyElement = body.id;
    d.mass = calcPieceMass(*built_, body);
    if (joint) {
        d.mobilizer = joint->mobilizer;
        d.jointName = joint->element->name;
        d.jointElement = joint->element->id;
        std::tie(d.X_PF, d.X_BM) = calcJointFrames(document_, *joint->element);
        d.rotorInertia = findRotorInertia(*joint->element);
        d.rotorMass = findRotorMass(*joint->element);
    } else {
        d.mobilizer = std::make_shared<FreeMobilizer>();
        d.jointName = "free motion of " + name;
    }
    return built_->matter->addBody(std::move(d));
}

void Compiler::addBodies() {
    std::vector<const Element*> waiting;
    for (ElementId id : document_.elementsOf("body")) {
        const Element& body = document_.get(id);
        if (!findTypeOf(body)) continue;
        waiting.push_back(&body);
    }

    std::vector<ElementId> ids;
    ids.reserve(waiting.size());
    for (const Element* body : waiting) ids.push_back(body->id);
    std::vector<TreeJoint> connections;
    for (const Joint& joint : joints_) connections.push_back({joint.parent, joint.child, joint.cutsLoop});
    const std::vector<TreeBody> order = orderTree(ids, connections);
    std::vector<char> used(joints_.size(), 0);
    for (const TreeBody& placed : order) {
        if (placed.joint) {
            used[*placed.joint] = 1;
            continue;
        }
        const Element& body = *waiting[placed.body];
        diagnostics.note(body.name, "No joint connects this body to Ground: it floats.",
                         "Add a joint if this is not intended.", body.id);
    }

    // Count the additional pieces of each body.
    for (std::size_t k = 0; k < joints_.size(); ++k)
        if (!used[k]) ++built_->extraPieces[joints_[k].child];
    for (const TreeBody& placed : order) {
        const Element& body = *waiting[placed.body];
        const Joint* j = placed.joint ? &joints_[*placed.joint] : nullptr;
        const auto parent = j ? built_->bodies.find(j->parent) : built_->bodies.end();
        const MobilizedBodyIndex index =
            addBody(body, j, parent == built_->bodies.end() ? MobilizedBodyIndex(0) : parent->second, body.name);
        built_->bodies[body.id] = index;
        if (j) built_->joints[j->element->id] = index;
    }
    for (std::size_t k = 0; k < joints_.size(); ++k)
        if (!used[k]) closeLoop(joints_[k]);
}

// Closes a loop at a joint: splits the child body into equal coincident parts, lets the joint carry one of them and
// welds it to the other. Exact for every joint type; planar loops get redundant equations, which the solver handles.
void Compiler::closeLoop(const Joint& joint) {
    const Element& body = document_.get(joint.child);
    const MobilizedBodyIndex first = built_->bodies.at(joint.child);
    const auto parent = built_->bodies.find(joint.parent);
    const MobilizedBodyIndex second =
        addBody(body, &joint, parent == built_->bodies.end() ? MobilizedBodyIndex(0) : parent->second,
                body.name + " (at " + joint.element->name + ")");
    built_->joints[joint.element->id] = second;
    built_->splits[joint.element->id] = {joint.child, first, second};

    ElementInputs in;
    in.name = "closure of " + joint.element->name;
    in.id = joint.element->id;
    in.property = [](const std::string&) { return PropertyValue(Vec3(0.)); };
    in.body = [first, second](const std::string& socket) { return socket == "body1" ? first : second; };
    in.station = [](const std::string&, const std::string&) { return Vec3(0.); };
    built_->matter->addConstraint(std::make_unique<WeldConstraint>(in));
}

// --- Constraints, forces, motions ---

void Compiler::addConstraints() {
    std::vector<RigidContactRow> rigidContacts;
    for (ElementId id : document_.elementsOf("constraint")) {
        const Element& e = document_.get(id);
        const TypeDescriptor* type = findTypeOf(e);
        if (!type || !checkSockets(e, *type) || !checkCoordinates(e, *type)) continue;
        auto element =
            made(e, [&] { return dynamic_cast<const ConstraintType&>(*type->implementation).create(inputs(e)); });
        if (!element) continue;
        const auto& bodies = element->getBodies();
        if (bodies.size() == 2 && bodies[0] == bodies[1]) {
            diagnostics.error(e.name, "The constraint connects a body with itself.", "Choose two different bodies.",
                              e.id);
            continue;
        }
        auto* const rigid = dynamic_cast<RigidContact*>(element.get());
        if (rigid && !connectRigidContact(e, *rigid)) continue;
        const ConstraintIndex index =
            built_->matter->addConstraint(std::move(element), e.valueAs<bool>(*type, "enabled"));
        built_->constraints[id] = index;
        if (rigid) rigidContacts.push_back({rigid, index});
    }
    addRigidContactEvents(built_->system, *built_->matter, std::move(rigidContacts));
}

void Compiler::addForces() {
    for (ElementId id : document_.elementsOf("force")) {
        const Element& e = document_.get(id);
        const TypeDescriptor* type = findTypeOf(e);
        if (!type || !checkSockets(e, *type) || !checkCoordinates(e, *type)) continue;
        auto element = made(e, [&] { return dynamic_cast<const ForceType&>(*type->implementation).create(inputs(e)); });
        if (!element) continue;
        if (auto* contact = dynamic_cast<ContactForce*>(element.get()); contact && !connectContact(e, *contact))
            continue;
        const auto isQuaternionJoint = [&](const SocketDescriptor& socket) {
            const auto joint = built_->joints.find(e.reference(socket.key));
            return joint != built_->joints.end() && built_->matter->getMobilizer(joint->second).usesQuaternion();
        };
        if (element->needsSimpleCoordinates() && std::ranges::any_of(type->sockets, isQuaternionJoint)) {
            diagnostics.error(e.name, "Its joint uses a quaternion and has no single coordinate to act on.",
                              "Use a force between two points of the bodies instead.", e.id);
            continue;
        }
        const auto isBody = [](const SocketDescriptor& socket) {
            return socket.families == std::vector<std::string>{"body"};
        };
        const bool isPair =
            type->sockets.size() >= 2 && isBody(type->sockets[0]) && isBody(type->sockets[1]) &&
            !type->sockets[1].optional &&
            std::ranges::none_of(type->sockets.begin() + 2, type->sockets.end(), [&](const SocketDescriptor& socket) {
                return isBody(socket) || e.reference(socket.key).isValid();
            });
        if (isPair && e.reference(type->sockets[0].key).isValid() &&
            e.reference(type->sockets[0].key) == e.reference(type->sockets[1].key))
            diagnostics.warning(e.name, "It acts between two points of one body and has no effect.",
                                "Choose two different bodies.", e.id);
        const ForceIndex force = built_->forces->addForce(std::move(element), e.valueAs<bool>(*type, "enabled"));
        built_->forceIndices[id] = force;
        for (auto& handler : built_->forces->getForce(force).makeEventHandlers(*built_->forces, force))
            built_->system.addEventHandler(handler.release());
    }
    built_->pulls = built_->forces->addForce(std::make_unique<PullForce>());
}

void Compiler::addMotions() {
    std::map<ElementId, std::string> driven;
    for (ElementId id : document_.elementsOf("motion")) {
        const Element& e = document_.get(id);
        const TypeDescriptor* type = findTypeOf(e);
        if (!type || !checkSockets(e, *type)) continue;
        const ElementId joint = e.reference("joint");
        if (driven.count(joint)) {
            diagnostics.error(e.name,
                              "Joint '" + document_.get(joint).name + "' is already driven by '" + driven[joint] + "'.",
                              "Remove one of them.", e.id);
            continue;
        }
        auto element =
            made(e, [&] { return dynamic_cast<const MotionType&>(*type->implementation).create(inputs(e)); });
        if (!element) continue;
        if (const int speeds = built_->matter->getMobilizer(element->getBody()).getNU(); speeds != 1) {
            diagnostics.error(
                e.name, "Joint '" + document_.get(joint).name + "' does not have exactly one coordinate to drive.",
                speeds == 0
                    ? "Drive a joint that moves."
                    : "Drive one of its coordinates with the constraint 'Constant speed' or 'Prescribed coordinate'.",
                e.id);
            continue;
        }
        driven[joint] = e.name;
        built_->motions[id] = built_->matter->addMotion(std::move(element), e.valueAs<bool>(*type, "enabled"));
    }
}

void Compiler::chooseGlyphSize() {
    // Glyphs scale with the mechanism: a fraction of the geometric mean of distances between joints, so that an
    // additional joint changes little.
    Real logarithms = 0;
    int count = 0;
    const auto add = [&](Real length) {
        if (!(length > 0) || !std::isfinite(length)) return;
        logarithms += std::log(length);
        ++count;
    };
    for (const Joint& j : joints_) {
        const auto [X_PF, X_BM] = calcJointFrames(document_, *j.element);
        add(X_PF.p().norm());
        add(X_BM.p().norm());
    }
    // With all joints at the origins of their bodies, as for a first link, the sizes of some bodies.
    constexpr std::size_t enough = 8;
    if (count == 0)
        for (const Joint& j : std::span(joints_).first(std::min(enough, joints_.size()))) {
            Real size = 0;
            for (const DecorativeGeometry& g : calcBodyGeometry(document_, document_.get(j.child)))
                size = std::max(size, 2 * enclosingRadius(g.getShape()));
            add(size);
        }
    const Real typical = count > 0 ? std::exp(logarithms / count) : 0.5;
    constexpr Real fraction = 0.045;
    built_->matter->setGlyphSize(fraction * typical);
    built_->forces->setGlyphSize(fraction * typical);
}

std::shared_ptr<const CompiledModel> Compiler::finish() { return std::move(model_); }

// --- Entry ---

Result<CompiledModelPtr> compileDocument(const Document& document, const CompiledModelPtr& previous) {
    try {
        return compileInMemory(document, previous);
    } catch (const std::bad_alloc&) {
        Result<CompiledModelPtr> result;
        result.diagnostics.error(document.name(), "The model does not fit into the memory of this computer.",
                                 "Close other programs, or split the model into smaller ones.");
        return result;
    }
}

Result<CompiledModelPtr> compileInMemory(const Document& document, const CompiledModelPtr& previous) {
    Result<CompiledModelPtr> result;
    std::optional<Compiler> compiler;
    Diagnostics failures;
    try {
        checkTypes(document, result.diagnostics);
        reportUnknownKeys(document, builtinCatalog(), result.diagnostics);
        compiler.emplace(document);
        compiler->makeFunctions();
        if (previous && compiler->differsInParametersOnly(*previous))
            compiler->reuseSystem(*previous);
        else
            compiler->buildSystem();
        compiler->prepareInitialState();
        compiler->collectTracesAndOutputs();
        result.value = compiler->finish();
    } catch (const ElementFailure& failure) {
        failures.error(failure.getElementName(), failure.getReason(), "Correct its plugin, or delete the element.",
                       failure.getElement());
    } catch (const NumericalFailure& failure) {
        failures.error(document.name(), failure.what());
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const std::exception&) {
        // An error in a type's implementation, whose text means nothing to users; the previous model stays.
        failures.error(document.name(), "The model cannot be built: internal error in one of its elements.",
                       "Undo the last edit, and report this error.");
    }
    if (compiler) result.diagnostics.append(compiler->diagnostics);
    checkBackgrounds(document, result.diagnostics);
    result.diagnostics.append(failures);
    return result;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "authoring/joint_type.h"

#include <algorithm>
#include <optional>

#include "authoring/drawn_numbers.h"
#include "authoring/guide_joint.h"
#include "authoring/linked_copies.h"
#include "compile/catalog.h"
#include "compile/coordinates.h"
#include "compile/joint_frames.h"
#include "compile/place.h"
#include "document/property_quantity.h"

namespace trammel {

namespace {

constexpr Real sameValue = 1e-9;
/// Loops are assembled to 1e-10.
constexpr Real samePose = 1e-7;

bool isNear(const PropertyValue& a, const PropertyValue& b) {
    if (const auto* const three = std::get_if<Vec3>(&a)) return (*three - std::get<Vec3>(b)).norm() <= sameValue;
    const auto* const one = std::get_if<Real>(&a);
    return one ? std::abs(*one - std::get<Real>(b)) <= sameValue : a == b;
}

std::string listOf(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

/// A sequence of edits of one document, which ends at the first failure.
class EditChain {
public:
    EditChain(const Document& document, const TypeCatalog& catalog) : catalog_(catalog) {
        result_.value = Edit{document, {}, {}, {}, {}};
    }

    const Document& document() const { return result_->document; }
    bool failed() const { return !result_; }
    Result<Edit> take() && { return std::move(result_); }
    void note(const Element& element, std::string message) {
        result_.diagnostics.note(element.name, std::move(message), {}, element.id);
    }

    void apply(Result<Edit> next) {
        result_.diagnostics.append(next.diagnostics);
        if (!next) {
            result_.value.reset();
            return;
        }
        result_->document = std::move(next->document);
        result_->removed.insert(result_->removed.end(), next->removed.begin(), next->removed.end());
    }
    /// Leaves a value that is nearly the same, and so its formula.
    void set(ElementId id, const std::string& key, const PropertyValue& value) {
        if (failed()) return;
        const Element& element = document().get(id);
        if (isNear(element.value(typeOf(element), key), value)) return;
        apply(setProperty(document(), catalog_, id, key, value));
    }

private:
    const TypeCatalog& catalog_;
    Result<Edit> result_;
};

/// The property that selects the coordinate of the joint in input @p socket: "coordinate2" for "joint2". Null if none.
const PropertyDescriptor* coordinateOf(const TypeDescriptor& type, const std::string& socket) {
    const std::string prefix = "joint";
    return socket.starts_with(prefix) ? type.findProperty("coordinate" + socket.substr(prefix.size())) : nullptr;
}

/// True if all numbers of @p user that depend on a coordinate have the same quantity in both documents.
bool meansTheSame(const Document& before, const Document& after, const TypeCatalog& catalog, const Element& user) {
    const Element& now = after.get(user.id);
    return std::ranges::all_of(typeOf(user).properties, [&](const PropertyDescriptor& property) {
        if (!property.ofCoordinate) return true;
        const auto quantity = quantityOf(after, catalog, now, property);
        return quantity.has_value() && quantity == quantityOf(before, catalog, user, property);
    });
}

std::optional<Quantity> quantityAt(const std::vector<Quantity>& all, std::int64_t which) {
    return which >= 0 && which < std::ssize(all) ? std::optional(all[std::size_t(which)]) : std::nullopt;
}

/// Connects the dependents of a joint, which had type @p old, to a coordinate of the same quantity.
/// @return those without one
std::vector<ElementId> fitDependents(EditChain& changes, const Document& before, const TypeCatalog& catalog,
                                     ElementId joint, const TypeDescriptor& old) {
    std::vector<ElementId> misfits;
    const TypeDescriptor& type = typeOf(changes.document().get(joint));
    for (const ElementId id : before.dependentsOf(joint)) {
        const Element& user = before.get(id);
        const TypeDescriptor* const userType = findTypeOf(user);
        if (!userType || !changes.document().find(id)) continue;
        bool fits = true;
        for (const Element::Reference& reference : user.references) {
            const PropertyDescriptor* const which =
                reference.target == joint ? coordinateOf(*userType, reference.key) : nullptr;
            if (!which) continue;
            const auto now = user.valueAs<std::int64_t>(*userType, which->key);
            const auto wanted = quantityAt(old.speeds, now);
            if (wanted && wanted == quantityAt(type.speeds, now)) continue;
            fits = wanted && std::ranges::count(type.speeds, *wanted) == 1;
            if (!fits) break;
            changes.set(id, which->key, std::int64_t(std::ranges::find(type.speeds, *wanted) - type.speeds.begin()));
        }
        if (changes.failed()) return {};
        if (!fits || !meansTheSame(before, changes.document(), catalog, user)) misfits.push_back(id);
    }
    return misfits;
}

/// Elements among @p candidates that the compiler rejects.
std::vector<ElementId> findRejected(const Document& document, const std::vector<ElementId>& candidates) {
    std::vector<ElementId> rejected;
    for (const Diagnostic& d : compileDocument(document).diagnostics)
        if (d.severity == Severity::Error && std::ranges::find(candidates, d.element) != candidates.end())
            rejected.push_back(d.element);
    return rejected;
}

void removeAll(EditChain& changes, const TypeCatalog& catalog, const std::vector<ElementId>& elements,
               std::vector<std::string>& dropped) {
    for (const ElementId id : elements) {
        const Element* const element = changes.failed() ? nullptr : changes.document().find(id);
        if (!element) continue;
        dropped.push_back("'" + element->name + "'");
        changes.apply(removeElement(changes.document(), catalog, id));
    }
}

/// Gives a joint whose type has changed the coordinates closest to the current pose, and moves its child frame by the
/// rest.
void keepPose(EditChain& changes, const CompiledModel& model, const State& s, const Element& old,
              std::vector<std::string>& dropped) {
    const Element joint = changes.document().get(old.id);
    const ElementId parent = old.reference("parent"), child = old.reference("child");
    const auto [X_PF, X_BM] = calcJointFrames(model.getDocument(), old);
    const Transform X_FM = ~(model.calcBodyPose(parent, s) * X_PF) * (model.calcBodyPose(child, s) * X_BM);
    const std::optional<SpatialVec> V_FM = calcInitialVelocity(model, old);
    if (!V_FM) return;
    const auto fitted = fitJoint(model, changes.document(), joint, X_FM, *V_FM);
    if (!fitted) return;
    for (const auto& [key, value] : fitted->coordinates) changes.set(old.id, key, value);
    for (const auto& [key, value] : fitted->speeds) changes.set(old.id, key, value);

    const Transform left = X_BM * ~X_FM * fitted->X_FM, turn = ~X_BM * left;
    const bool isMoved = turn.p().norm() > sameValue;
    const bool isTurned = (turn.R().asMat33() - Mat33(Mat33::Identity())).norm() > sameValue;
    if (isMoved) {
        const Place anchor{child, old.valueAs<std::string>(typeOf(old), "childPointAnchor"), Vec3(0.)};
        changes.set(old.id, "childPoint", withoutNoise(left.p() - calcStation(model.getDocument(), anchor)));
    }
    if (isTurned) changes.set(old.id, "childOrientation", withoutNoise(left.R().toBodyXYZ()));
    if (!fitted->reachesVelocity) dropped.emplace_back("speed that it does not allow");
}

/// True if a body of @p document, compiled again, is not where it is at @p s.
bool movesABody(const Document& document, const CompiledModel& model, const State& s) {
    const Result<CompiledModelPtr> now = compileDocument(document);
    if (!now) return false;
    return std::ranges::any_of(document.elementsOf("body"), [&](ElementId id) {
        const Transform X_BN = ~model.calcBodyPose(id, s) * (*now)->calcBodyPose(id, (*now)->getInitialState());
        return X_BN.p().norm() + (X_BN.R().asMat33() - Mat33(Mat33::Identity())).norm() > samePose;
    });
}

/// Gives the joints that have kept their type the coordinates that they have at @p s. A loop that the document leaves
/// open is then already closed in that pose; assembly could find another one with the new joints.
void keepOtherJoints(EditChain& changes, const CompiledModel& model, const State& s) {
    for (const CoordinateValues& joint : readCoordinates(model, s)) {
        const Element* const now = changes.failed() ? nullptr : changes.document().find(joint.joint);
        if (!now || now->type != model.getDocument().get(joint.joint).type) continue;
        for (const auto& [key, value] : joint.values) changes.set(joint.joint, key, value);
    }
}

std::string keptText(const EditChain& changes, const Document& before, const Element& old) {
    std::vector<std::string> kept{"place", "frames"};
    const TypeDescriptor& type = typeOf(old);
    if (old.value(type, "locked") != type.findProperty("locked")->defaultValue) kept.emplace_back("lock");
    for (const ElementId id : before.dependentsOf(old.id))
        if (changes.document().find(id)) kept.push_back("'" + before.get(id).name + "'");
    return listOf(kept);
}

/// True if something limits the travel of a joint.
bool hasStops(const Document& document, ElementId joint) {
    return std::ranges::any_of(document.dependentsOf(joint), [&](ElementId id) {
        const Element& stop = document.get(id);
        const TypeDescriptor* const type = findTypeOf(stop);
        const PropertyDescriptor* const low = type ? type->findProperty("low") : nullptr;
        return low && quantityOf(document, builtinCatalog(), stop, *low) == Quantity::Length;
    });
}

/// Gives a joint that has become a rail or slot the size and the stops of one drawn between its bodies, long enough for
/// its current position.
void completeGuide(EditChain& changes, const TypeDescriptor& was, ElementId id, Real sizeUnit) {
    const Element joint = changes.document().get(id);
    const TypeDescriptor& type = typeOf(joint);
    if (!isGuide(type) || isGuide(was)) return;
    Element fitted = joint;
    fitGuide(fitted, changes.document(), joint.reference("parent"), joint.reference("child"), sizeUnit);
    constexpr Real room = 1.5;
    Real reach = 0;
    for (const PropertyDescriptor& property : type.properties)
        if (property.kind == ValueKind::Real && property.quantity == Quantity::Length &&
            property.invalidates == Stage::Position)
            reach = std::max(reach, std::abs(joint.valueAs<Real>(type, property.key)));
    const Real length = std::max(fitted.valueAs<Real>(type, "length"), roundSize(2 * room * reach, sizeUnit));
    changes.set(id, "length", length);
    for (const Element::Property& size : fitted.properties)
        if (size.key != "length") changes.set(id, size.key, size.value);
    if (changes.failed() || hasStops(changes.document(), id)) return;
    Edit now{changes.document(), id, {}, {}, {}};
    changes.apply(withStopsOfGuide({std::move(now), {}}));
}

void changeOne(EditChain& changes, const TypeCatalog& catalog, const CompiledModel& model, const State& s, ElementId id,
               const std::string& key, Real sizeUnit) {
    const Document before = changes.document();
    const Element& old = before.get(id);
    changes.apply(setType(before, catalog, id, key));
    if (changes.failed()) return;
    std::vector<std::string> dropped;
    const TypeDescriptor& type = typeOf(changes.document().get(id));
    const ElementId source = linkedSourceOf(before, old);
    const auto links = source.isValid() ? linksOf(before, old) : std::vector<Element::Formula>{};
    const auto isDropped = [&](const Element::Formula& formula) {
        return !changes.document().get(id).formula(formula.key);
    };
    if (std::ranges::any_of(links, isDropped)) dropped.push_back("some links to '" + before.get(source).name + "'");
    for (const Element::Formula& formula : old.formulas)
        if (isDropped(formula) && std::ranges::find(links, formula) == links.end())
            dropped.push_back("formula of " + formula.key);
    keepPose(changes, model, s, old, dropped);
    if (changes.failed()) return;
    removeAll(changes, catalog, fitDependents(changes, before, catalog, id, typeOf(old)), dropped);
    if (changes.failed()) return;
    removeAll(changes, catalog, findRejected(changes.document(), before.dependentsOf(id)), dropped);
    if (!changes.failed()) completeGuide(changes, typeOf(old), id, sizeUnit);
    if (changes.failed()) return;
    std::string message = "'" + old.name + "': " + typeOf(old).label + " changed to " + type.label +
                          ". Kept: " + keptText(changes, before, old) + ".";
    if (!dropped.empty()) message += " Dropped: " + listOf(dropped) + ".";
    changes.note(old, std::move(message));
}

/// Breaks the links of joints that follow others of @p joints, and returns them.
std::vector<FormulaOf> breakLinksAmong(EditChain& changes, const std::set<ElementId>& joints, LinkedPairs& pairs) {
    std::vector<FormulaOf> links, broken;
    for (const ElementId id : joints) {
        const Element* const copy = changes.document().find(id);
        if (!copy) continue;
        const ElementId source = linkedSourceOf(changes.document(), *copy);
        if (!joints.contains(source)) continue;
        pairs.emplace_back(source, id);
        for (const Element::Formula& link : linksOf(changes.document(), *copy)) {
            links.push_back({id, link.key, link.text});
            broken.push_back({id, link.key, {}});
        }
    }
    if (!broken.empty()) changes.apply(setFormulas(changes.document(), builtinCatalog(), broken));
    return links;
}

}  // namespace

std::vector<const TypeDescriptor*> jointTypesFor(const TypeCatalog& catalog, const Element& joint) {
    std::vector<const TypeDescriptor*> types;
    const TypeDescriptor* const own = joint.family == "joint" ? catalog.findType(joint.family, joint.type) : nullptr;
    if (!own) return types;
    const auto hasOwnInputs = [&](const TypeDescriptor& type) {
        return std::ranges::equal(type.sockets, own->sockets, {}, &SocketDescriptor::key, &SocketDescriptor::key);
    };
    for (const TypeDescriptor* const type : catalog.typesOf(joint.family))
        if (hasOwnInputs(*type)) types.push_back(type);
    return types;
}

Result<Edit> changeJointType(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                             const State& s, const std::set<ElementId>& chosen, const std::string& type,
                             Real sizeUnit) {
    EditChain changes(document, catalog);
    const std::set<ElementId> joints = withLinkedCopies(document, chosen);
    LinkedPairs pairs;
    const std::vector<FormulaOf> links = breakLinksAmong(changes, joints, pairs);
    for (const ElementId id : joints) {
        const Element* const joint = document.find(id);
        const auto allowed = joint ? jointTypesFor(catalog, *joint) : std::vector<const TypeDescriptor*>{};
        if (std::ranges::find(allowed, type, &TypeDescriptor::key) == allowed.end()) {
            Result<Edit> refused;
            refused.diagnostics.error(joint ? joint->name : "Model", "Its type cannot be changed to '" + type + "'.",
                                      "Select joints and choose one of the types offered.", id);
            return refused;
        }
        if (joint->type != type) changeOne(changes, catalog, model, s, id, type, sizeUnit);
        if (changes.failed()) return std::move(changes).take();
    }
    if (movesABody(changes.document(), model, s)) keepOtherJoints(changes, model, s);
    if (!pairs.empty() && !changes.failed()) changes.apply(linkAgain(changes.document(), pairs, links));
    return std::move(changes).take();
}

}  // namespace trammel

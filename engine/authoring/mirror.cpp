// SPDX-License-Identifier: Apache-2.0
#include "authoring/mirror.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "authoring/copied.h"
#include "authoring/density.h"
#include "authoring/displace.h"
#include "authoring/drawn_numbers.h"
#include "authoring/edit_series.h"
#include "authoring/gear_pair.h"
#include "authoring/linked_copies.h"
#include "compile/catalog.h"
#include "compile/coordinates.h"
#include "compile/events/event_part.h"
#include "compile/joint_frames.h"
#include "compile/place.h"
#include "decoration/mesh_text.h"
#include "document/formulas.h"
#include "meta/expression.h"

namespace trammel {

namespace {

constexpr Real sameImage = 1e-9;
constexpr const char* meshSocket = "mesh";  // not a type: an input

using Values = std::vector<std::pair<std::string, PropertyValue>>;

/// The numbers of several property values, in order.
std::vector<Real> numbersIn(const Values& values) {
    std::vector<Real> numbers;
    for (const auto& [key, value] : values)
        if (const auto* const three = std::get_if<Vec3>(&value))
            numbers.insert(numbers.end(), three->data(), three->data() + 3);
        else
            numbers.push_back(std::get<Real>(value));
    return numbers;
}

/// A joint between two frames in Ground.
struct JointSite {
    Element joint;
    Transform X_GF, X_GM;

    Transform across() const { return ~X_GF * X_GM; }
};

/// The speeds of a joint as a velocity, one at a time, and their images in a mirror.
class SpeedImages {
public:
    SpeedImages(const CompiledModel& model, const Isometry& mirror) : model_(model), mirror_(mirror) {}

    /// The velocity of the image, for velocity @p V_FM of the original.
    SpatialVec velocity(const JointSite& from, const JointSite& to, const SpatialVec& V_FM, bool isElsewhere) const {
        const Vec3 w_G = mirror_.ofAxis(from.X_GF.R() * V_FM[0]);
        Vec3 v_G = mirror_.ofVector(from.X_GF.R() * V_FM[1]);
        // A free joint keeps its frames, so that M is not at the image of M.
        if (!isElsewhere) v_G += w_G.cross(Vec3(to.X_GM.p() - mirror_.ofPoint(from.X_GM.p())));
        const Rotation R_FG = to.X_GF.RInv();
        return {Vec3(R_FG * w_G), Vec3(R_FG * v_G)};
    }

    /// The factor by which the mirror multiplies each speed of a joint: 1, -1, or 0 if it is a mixture of others.
    struct Factors {
        std::vector<Real> each;
        /// False if the joint cannot move like the image, or its type needs a State.
        bool reachesAll = false;
    };
    /// @param isElsewhere true for a joint that has no image: only the directions of its motion are compared
    Factors factors(const JointSite& from, const JointSite& to, bool isElsewhere) const {
        const Document& document = model_.getDocument();
        const auto held = fitJoint(model_, document, from.joint, from.across(), SpatialVec(Vec3(0.), Vec3(0.)));
        if (!held) return {};
        Factors factors{{}, true};
        Element posed = from.joint;
        for (const auto& [key, value] : held->coordinates) posed.set(key, value);
        for (const auto& [key, value] : held->speeds)
            posed.set(key, std::holds_alternative<Vec3>(value) ? PropertyValue(Vec3(0.)) : PropertyValue(0.));
        for (const auto& [key, value] : held->speeds)
            for (int part = 0; part < (std::holds_alternative<Vec3>(value) ? 3 : 1); ++part) {
                Element moving = posed;
                Vec3 unit(0.);
                unit[part] = 1;
                moving.set(key, std::holds_alternative<Vec3>(value) ? PropertyValue(unit) : PropertyValue(1.));
                const std::optional<Real> factor = findFactor(from, to, moving, factors.each.size(), isElsewhere);
                factors.reachesAll &= factor.has_value();
                factors.each.push_back(factor.value_or(0));
            }
        return factors;
    }

private:
    std::optional<Real> findFactor(const JointSite& from, const JointSite& to, const Element& moving, std::size_t which,
                                   bool isElsewhere) const {
        const std::optional<SpatialVec> V = calcInitialVelocity(model_, moving);
        if (!V) return std::nullopt;
        const auto fitted =
            fitJoint(model_, model_.getDocument(), to.joint, to.across(), velocity(from, to, *V, isElsewhere));
        if (!fitted || !fitted->reachesVelocity) return std::nullopt;
        const Real rate = numbersIn(fitted->speeds)[which];
        return std::abs(std::abs(rate) - 1) <= sameImage ? std::round(rate) : 0;
    }

    const CompiledModel& model_;
    const Isometry& mirror_;
};

class Mirroring {
public:
    Mirroring(CopiedElements copied, const MirrorPlane& plane, Diagnostics told)
        : model_(*copied.model),
          s_(model_.getInitialState()),
          copies_(copied.copies.front()),
          mirror_(plane.motion()),
          speeds_(model_, mirror_),
          keepsModel_(copied.model) {
        result_.value = std::move(copied.edit);
        result_.diagnostics = std::move(told);
    }

    Result<Edit> run() {
        forEachCopy("body", &Mirroring::reflectBody);
        forEachCopy("shape", &Mirroring::reflectMeshOf);
        if (!failed())
            apply(displaceElements(document(), builtinCatalog(), model_, s_, findMovable(model_, copies_), mirror_));
        forEachCopy("joint", &Mirroring::reflectCoordinates);
        forEachCopy("force", &Mirroring::reflectLoads);
        for (const char* const family : {"constraint", "force", "motion"})
            forEachCopy(family, &Mirroring::reflectCoupling);
        forEachCopy(actionFamily, &Mirroring::reflectAction);
        return std::move(result_);
    }

private:
    const Document& document() const { return result_->document; }
    bool failed() const { return !result_; }
    void apply(Result<Edit> next) {
        result_.diagnostics.append(next.diagnostics);
        if (next)
            result_->document = std::move(next->document);
        else
            result_.value.reset();
    }
    void forEachCopy(const char* family, void (Mirroring::*reflect)(const Element&)) {
        for (const ElementId id : copies_) {
            if (failed()) return;
            const Element element = document().get(id);
            if (element.family == family && findTypeOf(element)) (this->*reflect)(element);
        }
    }

    void set(ElementId id, const std::string& key, Real value) {
        const Element element = document().get(id);
        const Real held = element.valueAs<Real>(typeOf(element), key);
        if (failed() || std::abs(value - held) <= sameImage) return;
        apply(setProperty(document(), builtinCatalog(), id, key, value));
        const std::string* const formula = element.formula(key);
        if (!failed() && formula && std::abs(value + held) <= sameImage)
            apply(setFormula(document(), builtinCatalog(), id, key, "-(" + *formula + ")"));
    }
    void set(ElementId id, const std::string& key, const Vec3& value) {
        if (!failed()) apply(setMoved(document(), builtinCatalog(), id, key, value));
    }

    Transform poseOf(ElementId body) const { return model_.calcBodyPose(body, s_); }
    Transform imageOf(ElementId body) const {
        return copies_.contains(body) ? calcImageOfBody(document(), body, mirror_, poseOf(body)) : poseOf(body);
    }
    /// The axis of a body's own frame that its image has reversed.
    int reversedAxis(ElementId body) const {
        const Mat33 R = imageOf(body).R().asMat33();
        const Mat33 reversed = R.transpose() * (mirror_.ofFrame(poseOf(body)).R().asMat33());
        return reversed(1, 1) < 0 ? 1 : 2;
    }

    /// A mesh line with the coordinates along an axis reversed.
    static std::string reflectMesh(const std::string& line, int axis) {
        const auto known = readMesh(line, 1);
        if (!known) return line;
        TriangleMesh mesh = *known->mesh;
        for (Vec3& vertex : mesh.vertices) vertex[axis] = -vertex[axis];
        for (std::size_t i = 0; i + 2 < mesh.triangles.size(); i += 3)
            std::swap(mesh.triangles[i], mesh.triangles[i + 1]);
        return writeMesh(mesh);
    }

    void reflectBody(const Element& body) {
        const TypeDescriptor& type = typeOf(body);
        const int axis = reversedAxis(body.id);
        if (const std::string key = meshKeyOf(type); !key.empty())
            apply(setProperty(document(), builtinCatalog(), body.id, key,
                              reflectMesh(body.valueAs<std::string>(type, key), axis)));
        if (type.findProperty("massCenter")) {
            Vec3 center = body.valueAs<Vec3>(type, "massCenter");
            center[axis] = -center[axis];
            set(body.id, "massCenter", center);
        }
        if (type.findProperty("products")) {
            // Ixy, Ixz, Iyz: those with the axis change sign.
            Vec3 products = body.valueAs<Vec3>(type, "products");
            for (int i = 0; i < 3; ++i)
                if (i != 2 - axis) products[i] = -products[i];
            set(body.id, "products", products);
        }
    }

    void reflectMeshOf(const Element& shape) {
        const Element* const mesh = document().find(shape.reference(meshSocket));
        const std::string key = mesh ? meshKeyOf(typeOf(*mesh)) : std::string();
        if (key.empty()) return;
        ElementId& image = meshImages_[mesh->id];
        if (!image.isValid()) {
            Element draft = Element::draft(mesh->family, mesh->type, mesh->name + " mirrored");
            draft.set(key, reflectMesh(mesh->valueAs<std::string>(typeOf(*mesh), key), 2));
            Result<Edit> added = addElement(document(), builtinCatalog(), std::move(draft));
            if (added) image = added->element;
            apply(std::move(added));
            if (failed()) return;
        }
        apply(setReference(document(), builtinCatalog(), shape.id, meshSocket, image));
    }

    JointSite siteOf(const Element& joint) const {
        const auto [X_PF, X_BM] = calcJointFrames(model_.getDocument(), joint);
        return {joint, poseOf(joint.reference("parent")) * X_PF, poseOf(joint.reference("child")) * X_BM};
    }

    /// True if the joint of @p to has the pose and can have every velocity that the image of @p from has.
    bool isImage(const JointSite& from, const JointSite& to) const {
        const auto fitted =
            fitJoint(model_, model_.getDocument(), to.joint, to.across(), SpatialVec(Vec3(0.), Vec3(0.)));
        if (!fitted || !speeds_.factors(from, to, false).reachesAll) return false;
        const Transform rest = ~to.across() * fitted->X_FM;
        return rest.p().norm() + (rest.R().asMat33() - Mat33(1)).norm() <= sameImage;
    }

    void reflectCoordinates(const Element& joint) {
        const JointSite from = siteOf(model_.getDocument().get(joint.id));
        const auto [X_PF, X_BM] = calcJointFrames(document(), joint);
        JointSite to{joint, imageOf(joint.reference("parent")) * X_PF, imageOf(joint.reference("child")) * X_BM};
        if (!isImage(from, to) && !changeHand(from, to) && !reverseOtherAxis(from, to)) {
            result_.diagnostics.warning(joint.name, "'" + joint.name + "' has no mirror image of its type.",
                                        "Check how it moves, or choose another type of joint.", joint.id);
            return;
        }
        const auto fitted = fitJoint(model_, model_.getDocument(), to.joint, to.across(),
                                     speeds_.velocity(from, to, *calcInitialVelocity(model_, from.joint), false));
        for (const Values& values : {fitted->coordinates, fitted->speeds})
            for (const auto& [key, value] : values)
                if (const auto* const three = std::get_if<Vec3>(&value))
                    set(joint.id, key, *three);
                else
                    set(joint.id, key, std::get<Real>(value));
        factors_[joint.id] = speeds_.factors(from, to, false).each;
    }

    /// Negates the length that gives a joint its hand, the pitch of a screw, in @p to and the document; false
    /// without one.
    bool changeHand(const JointSite& from, JointSite& to) {
        const TypeDescriptor& type = typeOf(to.joint);
        for (const PropertyDescriptor& property : type.properties) {
            if (property.kind != ValueKind::Real || property.quantity != Quantity::Length || property.minimum) continue;
            JointSite other = to;
            const Real held = to.joint.valueAs<Real>(type, property.key);
            other.joint.set(property.key, -held);
            if (!isImage(from, other)) continue;
            set(to.joint.id, property.key, -held);
            to = other;
            return true;
        }
        return false;
    }

    /// Reverses the y axes of the frames instead of z, in @p to and the document: for joints whose z axis points
    /// outward. False if the result is not an image.
    bool reverseOtherAxis(const JointSite& from, JointSite& to) {
        const Transform halfTurn(halfTurnAboutX());
        JointSite other{to.joint, to.X_GF * halfTurn, to.X_GM * halfTurn};
        if (!isImage(from, other)) return false;
        to = other;
        const auto turn = [&](const char* key, const Rotation& R_GB, const Rotation& R_GF) {
            set(to.joint.id, key, withoutNoise((R_GB.invert() * R_GF).toBodyXYZ()));
        };
        turn("parentOrientation", imageOf(to.joint.reference("parent")).R(), to.X_GF.R());
        turn("childOrientation", imageOf(to.joint.reference("child")).R(), to.X_GM.R());
        return true;
    }

    /// Vectors of loads are in Ground.
    void reflectLoads(const Element& force) {
        for (const PropertyDescriptor& property : typeOf(force).properties) {
            if (property.kind != ValueKind::Vec3) continue;
            const Vec3 held = force.valueAs<Vec3>(typeOf(force), property.key);
            if (property.quantity == Quantity::Force) set(force.id, property.key, mirror_.ofVector(held));
            if (property.quantity == Quantity::Torque) set(force.id, property.key, mirror_.ofAxis(held));
        }
    }

    /// A joint's coordinate that an element acts on, the first of several, with their common factor.
    struct Acted {
        std::string socket;
        ElementId joint;
        std::size_t which = 0;
        Real factor = 1;
    };
    std::vector<Acted> actedBy(const Element& user) {
        std::vector<Acted> all;
        const TypeDescriptor& type = typeOf(user);
        for (const Element::Reference& reference : user.references) {
            const Element* const joint = document().find(reference.target);
            const std::string prefix = "joint";
            if (!joint || joint->family != "joint" || !reference.key.starts_with(prefix)) continue;
            const std::string key = "coordinate" + reference.key.substr(prefix.size());
            if (!factors_.contains(joint->id) && !copies_.contains(joint->id)) {
                const JointSite site = siteOf(model_.getDocument().get(joint->id));
                factors_[joint->id] = speeds_.factors(site, site, true).each;
            }
            const std::vector<Real>& factors = factors_[joint->id];
            Acted one{reference.key, joint->id, 0, 0};
            if (type.findProperty(key)) {
                one.which = std::size_t(user.valueAs<std::int64_t>(type, key));
                if (one.which < factors.size()) one.factor = factors[one.which];
            } else if (!factors.empty() && std::ranges::count(factors, factors.front()) == std::ssize(factors)) {
                one.factor = factors.front();
            }
            all.push_back(one);
        }
        return all;
    }

    void reflectCoupling(const Element& user) {
        const std::vector<Acted> acted = actedBy(user);
        Real product = 1;
        for (const Acted& one : acted) product *= one.factor;
        // Two of three, such as gears on a carrier, may differ from the third.
        const bool isMixed =
            std::ranges::any_of(acted, [&](const Acted& one) { return one.factor != acted.front().factor; });
        if (product == 1 && !isMixed) return;
        const TypeDescriptor& type = typeOf(user);
        // A coordinate that becomes a mixture of others has the factor 0.
        if (isMixed && product != 0 && type.findProperty("ratio") && type.findProperty("phase"))
            return reverseGears(user, acted);
        const auto changes = std::ranges::find_if(acted, [](const Acted& one) { return one.factor != 1; });
        result_.diagnostics.warning(user.name,
                                    "'" + user.name + "' acts on '" + document().get(changes->joint).name +
                                        "', whose coordinate has another sign in the mirror.",
                                    "Check the signs of its values.", user.id);
    }

    /// Impulses and speeds are formulas, which are unchanged.
    void reflectAction(const Element& action) {
        const TypeDescriptor& type = typeOf(action);
        if (std::ranges::none_of(type.properties, [](const PropertyDescriptor& p) { return p.isFormula; })) return;
        if (std::ranges::none_of(type.sockets, [&](const SocketDescriptor& socket) {
                return pointPropertyOf(type, socket.key).has_value();
            }))
            return reflectCoupling(action);
        result_.diagnostics.warning(action.name, "'" + action.name + "' has components in Ground, which are unchanged.",
                                    "Check the signs of its values.", action.id);
    }

    Real coordinateOf(const Acted& one) const {
        for (const CoordinateValues& joint : readCoordinates(model_, s_)) {
            const std::vector<Real> q = joint.joint == one.joint ? numbersIn(joint.values) : std::vector<Real>{};
            if (one.which < q.size()) return q[one.which];
        }
        return 0;
    }

    /// A gear pair with outside joints, whose images would turn the other way. It stays closed in this pose.
    void reverseGears(const Element& gears, const std::vector<Acted>& acted) {
        const TypeDescriptor& type = typeOf(gears);
        // By its socket: two coordinates may be of one joint.
        const auto at = [&](const char* socket) { return std::ranges::find(acted, socket, &Acted::socket); };
        const auto second = at("joint2");
        if (second == acted.end()) return;
        // Deviation of the image of a remaining joint from the joint.
        const auto lack = [&](const Acted& one) {
            return copies_.contains(one.joint) ? 0 : (1 - one.factor) * coordinateOf(one);
        };
        Real phase = second->factor * gears.valueAs<Real>(type, "phase") + lack(*second);
        for (const auto& [socket, key] : {std::pair("joint1", "ratio"), {"jointCarrier", "carrierRatio"}}) {
            const auto one = at(socket);
            if (one == acted.end()) continue;
            const Real ratio = second->factor * one->factor * gears.valueAs<Real>(type, key);
            phase -= ratio * lack(*one);
            set(gears.id, key, ratio);
        }
        set(gears.id, "phase", phase);
    }

    const CompiledModel& model_;
    const State& s_;
    const std::set<ElementId> copies_;
    const Isometry mirror_;
    const SpeedImages speeds_;
    const CompiledModelPtr keepsModel_;
    std::map<ElementId, ElementId> meshImages_;
    /// Factors of the speeds of each joint.
    std::map<ElementId, std::vector<Real>> factors_;
    Result<Edit> result_;
};

/// A second image, parts of which are added to the first one.
class Joining {
public:
    /// @param second each source with its counterpart in the second image
    Joining(const Document& document, const std::set<ElementId>& elements, const LinkedPairs& first,
            const LinkedPairs& second)
        : edits_(document) {
        for (const auto& [source, copy] : second) {
            const auto own = std::ranges::find(first, source, &LinkedPairs::value_type::first);
            const bool isKept = elements.contains(source);
            if (isKept) kept_.emplace_back(source, copy);
            (isKept ? known_ : spare_).insert(copy);
            if (own != first.end()) counterparts_[copy] = own->second;
        }
    }

    LinkedPairs join() {
        for (const auto& [source, copy] : kept_) connect(copy);
        // Elements whose counterparts are missing depend on these, and are removed with them.
        for (const ElementId id : spare_) remove(id);
        std::erase_if(kept_,
                      [&](const auto& pair) { return edits_.isValid() && !edits_.document().find(pair.second); });
        return kept_;
    }
    /// Removes meshes that were made for removed elements.
    void removeUnused(const Document& before) {
        if (!edits_.isValid()) return;
        for (const ElementId id : edits_.document().treeOrder())
            if (!before.find(id) && !known_.contains(id) && edits_.document().dependentsOf(id).empty()) remove(id);
    }
    Result<Edit> take() { return edits_.take(); }

private:
    void remove(ElementId id) {
        if (!edits_.isValid() || !edits_.document().find(id)) return;
        // The user never saw its dependents: no note about them.
        Result<Edit> removed = removeElement(edits_.document(), builtinCatalog(), id);
        removed.diagnostics = {};
        edits_.add(std::move(removed));
    }
    void connect(ElementId copy) {
        if (!edits_.isValid()) return;
        const Element element = edits_.document().get(copy);
        for (const auto& [other, own] : counterparts_) {
            for (const Element::Reference& held : element.references)
                if (held.target == other && edits_.isValid())
                    edits_.add(setReference(edits_.document(), builtinCatalog(), copy, held.key, own));
            if (edits_.isValid() && element.parent == other)
                edits_.add(moveElement(edits_.document(), builtinCatalog(), copy, own));
        }
        for (const Element::Formula& formula : element.formulas)
            if (edits_.isValid())
                edits_.add(
                    setFormula(edits_.document(), builtinCatalog(), copy, formula.key, withOwnNames(formula.text)));
    }
    /// A formula with the names of the first image.
    std::string withOwnNames(std::string formula) const {
        const Document& document = edits_.document();
        for (const auto& [other, own] : counterparts_) {
            const auto parsed = Expression::parse(formula);
            if (const auto* const expression = std::get_if<Expression>(&parsed))
                formula = withNewName(document, *expression, document.get(other).name, document.get(own).name);
        }
        return formula;
    }

    EditSeries edits_;
    LinkedPairs kept_;
    std::set<ElementId> known_, spare_;
    /// In the second image and in the first.
    std::map<ElementId, ElementId> counterparts_;
};

}  // namespace

Result<Edit> addToMirrorImage(const Document& document, const CompiledModelPtr& current,
                              const std::set<ElementId>& elements, const LinkedPairs& image, const MirrorPlane& plane,
                              LinkedPairs& added) {
    // Another image of everything, in which the new elements get their places, signs and coordinates.
    std::set<ElementId> all = elements;
    for (const auto& [source, copy] : image) all.insert(source);
    Result<CopiedElements> copied = addCopies(document, current, all, 1);
    if (!copied) return {std::nullopt, copied.diagnostics};
    const LinkedPairs pairs = pairsOf(*copied, 0);
    Result<Edit> second = Mirroring(std::move(*copied), plane, {}).run();
    if (!second) return second;
    Joining joining(second->document, elements, image, pairs);
    added = joining.join();
    joining.removeUnused(document);
    Result<Edit> joined = joining.take();
    if (!joined) return joined;
    for (const Diagnostic& told : second.diagnostics)
        if (std::ranges::find(added, told.element, &LinkedPairs::value_type::second) != added.end())
            joined.diagnostics.add(told);
    return joined;
}

Result<Edit> addMirrored(const Document& document, const CompiledModelPtr& current, const std::set<ElementId>& elements,
                         const MirrorPlane& plane, std::set<ElementId>& added, CopyKind kind) {
    Result<CopiedElements> copied = addCopies(document, current, elements, 1);
    if (!copied) return {std::nullopt, copied.diagnostics};
    added = copied->copies.front();
    const auto pairs = pairsOf(*copied, 0);
    Result<Edit> mirrored = Mirroring(std::move(*copied), plane, copied.diagnostics).run();
    const auto take = [&mirrored](Result<Edit> next) {
        mirrored.diagnostics.append(next.diagnostics);
        if (next)
            mirrored->document = std::move(next->document);
        else
            mirrored.value.reset();
    };
    if (mirrored && kind == CopyKind::Linked) take(linkCopies(mirrored->document, *current, pairs, plane.motion()));
    if (mirrored) take(meshCopies(mirrored->document, current, {pairs}));
    return mirrored;
}

}  // namespace trammel

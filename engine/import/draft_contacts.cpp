// SPDX-License-Identifier: Apache-2.0
#include "import/draft_contacts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "import/draft_reading.h"
#include "import/import_limits.h"
#include "import/inner_capsules.h"
#include "import/moved_mass.h"
#include "import/shape_geometry.h"

namespace trammel {

namespace {

bool isCollisionShape(const Element& element) {
    return element.family == "shape" && valueOr(element, "purpose", std::string()) == "collision" &&
           valueOr(element, "touches", true);
}

/// Motion of a joint's frame M in F at the start; coordinates other than those of the usual joints are zero.
Transform startOf(const Element& joint) {
    if (joint.type == "pin") return Transform(Rotation(valueOr(joint, "angle", Real(0)), ZAxis), Vec3(0.));
    if (joint.type == "slider") return Transform(Vec3(valueOr(joint, "position", Real(0)), 0, 0));
    return joint.type == "free" ? frameOf(joint, "position", "orientation") : Transform();
}

/// The bodies of a draft with their collision shapes, at the start.
class DraftContacts {
public:
    explicit DraftContacts(const ImportJob& job) : job_(job) {
        bodies_.push_back({});
        const std::vector<CarriedBody> carried = carriedBodies(job.draft);
        for (const CarriedBody& one : carried) {
            const std::size_t parent = one.hasParent ? one.parent + 1 : 0, self = bodies_.size();
            const Transform X_PB = frameOf(*one.joint, "parentPoint", "parentOrientation") * startOf(*one.joint) *
                                   frameOf(*one.joint, "childPoint", "childOrientation").invert();
            indexOf_[one.body] = self;
            bodies_.push_back({one.body,
                               bodies_[parent].X_G * X_PB,
                               parent,
                               one.joint->type == "weld" ? bodies_[parent].unit : self,
                               {}});
        }
        for (const Element& shape : job.draft.elements()) {
            if (!isCollisionShape(shape)) continue;
            const auto body = shape.parent.isValid() ? indexOf_.find(shape.parent) : indexOf_.end();
            if (!shape.parent.isValid() || body != indexOf_.end())
                bodies_[shape.parent.isValid() ? body->second : 0].shapes.push_back(&shape);
        }
        for (const Element& joint : job.draft.elements())
            if (joint.family == "joint" && joint.type != "free")
                joined_.insert(pairOf(indexAt(joint, "parent"), indexAt(joint, "child")));
    }

    void applyRules(const std::map<ElementId, TouchRule>& rules) {
        for (Body& body : bodies_)
            if (const auto rule = rules.find(body.element); rule != rules.end())
                body.rule = rule->second, body.hasRule = true;
        // The links of a model that do not touch each other are a group, which needs no pairs.
        for (std::size_t i = 1; i < bodies_.size(); ++i)
            if (!bodies_[i].shapes.empty() && bodies_[i].hasRule && !bodies_[i].rule.touchesItsModel)
                groups_[bodies_[i].rule.model].push_back(i);
        for (std::size_t i = 1; i < bodies_.size() && !isFull() && !job_.isCanceled(); ++i) {
            if (bodies_[i].shapes.empty()) continue;
            for (std::size_t j = 1; j < i; ++j)
                if (!bodies_[j].shapes.empty() && !apartByGroup(i, j) && (isApartByRule(i, j) || isOneUnit(i, j)))
                    keepApart(i, j);
        }
    }

    /// Returns the number of pairs.
    std::size_t keepOverlapsApart() {
        std::vector<InnerCapsule> insides;
        for (std::size_t i = 0; i < bodies_.size(); ++i)
            for (const Element* const shape : bodies_[i].shapes)
                if (const auto inside = innerCapsuleOf(i, solidOf(*shape), bodies_[i].X_G)) insides.push_back(*inside);
        const std::size_t before = apart_.size();
        forEachNearPair(insides, [&](const InnerCapsule& one, const InnerCapsule& two) {
            const Body &a = bodies_[one.body], &b = bodies_[two.body];
            // Links of a robot often overlap a little; other bodies are apart where they overlap by half a thickness.
            const Real most =
                areOfOneModel(one.body, two.body) ? one.radius + two.radius : std::max(one.radius, two.radius);
            if ((a.unit != 0 || b.unit != 0) && distanceOfSegments(one, two) < most &&
                !apartByGroup(one.body, two.body))
                keepApart(one.body, two.body);
            return !job_.isCanceled() && !isFull();
        });
        return apart_.size() - before;
    }

    bool anyMayTouch() const {
        for (std::size_t i = 1; i < bodies_.size() && !job_.isCanceled(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (!bodies_[i].shapes.empty() && !bodies_[j].shapes.empty() &&
                    (bodies_[i].unit != 0 || bodies_[j].unit != 0) && !apartByGroup(i, j) &&
                    !joined_.contains(pairOf(i, j)) && !apart_.contains(pairOf(i, j)))
                    return true;
        return false;
    }

    ElementId write(ModelDraft& draft) const {
        const ElementId all = draft.addContactAmongAll();
        const auto nameOf = [&](std::size_t i) { return i == 0 ? "Ground" : draft.get(bodies_[i].element).name; };
        for (const auto& [model, members] : groups_) {
            if (members.size() < 2) continue;
            std::vector<ElementId> elements;
            for (const std::size_t i : members) elements.push_back(bodies_[i].element);
            draft.addContactGroup(nameOf(members.front()) + " and others", elements);
        }
        for (const auto& [a, b] : apart_)
            draft.addContactBetween(nameOf(a) + " and " + nameOf(b) + " apart", bodies_[a].element, bodies_[b].element,
                                    false);
        return all;
    }

    bool isFull() const { return apart_.size() >= importLimits.pairsApart; }

    /// Height of the lowest point of a collision shape, of a mesh that of its bounding box; nothing without any.
    /// Largest component along @p direction of a point of a shape; none where no shape has a size.
    std::optional<Real> farthest(const Vec3& direction) const {
        std::optional<Real> most;
        for (const Body& body : bodies_)
            for (const Element* const shape : body.shapes)
                if (const auto reach = farthestOf(*shape, body.X_G, direction))
                    most = std::max(most.value_or(*reach), *reach);
        return most;
    }

    /// Longest edge of the box around all shapes; 0 without any.
    Real calcSize() const {
        Real size = 0;
        for (int axis = 0; axis < 3; ++axis) {
            Vec3 direction(0.);
            direction[axis] = 1;
            size = std::max(size, farthest(direction).value_or(0) + farthest(-direction).value_or(0));
        }
        return size;
    }

private:
    struct Body {
        /// Invalid for Ground.
        ElementId element;
        Transform X_G;
        std::size_t parent = 0;
        /// The first body of its rigid unit; 0: Ground.
        std::size_t unit = 0;
        std::vector<const Element*> shapes;
        TouchRule rule = {};
        bool hasRule = false;
    };
    using Pair = std::pair<std::size_t, std::size_t>;

    static Pair pairOf(std::size_t a, std::size_t b) { return std::minmax(a, b); }

    std::size_t indexAt(const Element& joint, const char* socket) const {
        const auto body = indexOf_.find(joint.reference(socket));
        return body == indexOf_.end() ? 0 : body->second;
    }

    void keepApart(std::size_t a, std::size_t b) {
        if (!isFull() && !joined_.contains(pairOf(a, b)) && (bodies_[a].unit != 0 || bodies_[b].unit != 0))
            apart_.insert(pairOf(a, b));
    }

    bool areOfOneModel(std::size_t a, std::size_t b) const {
        return bodies_[a].hasRule && bodies_[b].hasRule && bodies_[a].rule.model == bodies_[b].rule.model;
    }

    bool apartByGroup(std::size_t a, std::size_t b) const {
        return areOfOneModel(a, b) && !bodies_[a].rule.touchesItsModel && !bodies_[b].rule.touchesItsModel;
    }

    bool isApartByRule(std::size_t a, std::size_t b) const {
        return (bodies_[a].rule.mask & bodies_[b].rule.mask) == 0 ||
               (areOfOneModel(a, b) && !(bodies_[a].rule.touchesItsModel && bodies_[b].rule.touchesItsModel));
    }

    /// Whether both are of one rigid unit, or of two that a joint connects.
    bool isOneUnit(std::size_t a, std::size_t b) const {
        const std::size_t u = bodies_[a].unit, v = bodies_[b].unit;
        const auto carries = [&](std::size_t outer, std::size_t inner) {
            return inner != 0 && bodies_[bodies_[inner].parent].unit == outer;
        };
        return areOfOneModel(a, b) && (u == v || carries(u, v) || carries(v, u));
    }

    /// At density 1, in the frame of the body.
    Solid solidOf(const Element& shape) const {
        const Real radius = valueOr(shape, "radius", Real(0)), length = valueOr(shape, "length", Real(0));
        // Round shapes have their axis along y here.
        const Transform X_SZ(Rotation(-Pi / 2, XAxis), Vec3(0.));
        Solid solid;
        if (shape.type == "box") solid = solidBox(valueOr(shape, "size", Vec3(0.)));
        if (shape.type == "sphere") solid = solidSphere(radius);
        if (shape.type == "ellipsoid") solid = solidEllipsoid(valueOr(shape, "radii", Vec3(0.)));
        if (shape.type == "cylinder") solid = solidCylinder(radius, length).placed(X_SZ);
        if (shape.type == "capsule") solid = solidCapsule(radius, length).placed(X_SZ);
        if (const MeshMeasure* const mesh = job_.meshes.measureOf(shape.id))
            solid = solidMesh(*mesh, valueOr(shape, "scale", Vec3(1.)));
        return solid.placed(frameOf(shape, "position", "orientation"));
    }

    /// Largest component along @p direction of a point of the shape.
    std::optional<Real> farthestOf(const Element& shape, const Transform& X_GB, const Vec3& direction) const {
        const Transform X = X_GB * frameOf(shape, "position", "orientation");
        const Vec3 toward(X.R().invert() * direction), across(toward.cwiseAbs());
        const Real radius = valueOr(shape, "radius", Real(0)), half = valueOr(shape, "length", Real(0)) / 2;
        Real beyond = radius, middle = 0;
        if (const MeshMeasure* const mesh = job_.meshes.measureOf(shape.id)) {
            const Vec3 scale = valueOr(shape, "scale", Vec3(1.));
            beyond = across.dot(Vec3((mesh->high - mesh->low) / 2).cwiseProduct(scale));
            middle = toward.dot(Vec3((mesh->high + mesh->low) / 2).cwiseProduct(scale));
        } else if (shape.type == "box") {
            beyond = across.dot(valueOr(shape, "size", Vec3(0.))) / 2;
        } else if (shape.type == "ellipsoid") {
            beyond = toward.cwiseProduct(valueOr(shape, "radii", Vec3(0.))).norm();
        } else if (shape.type == "capsule") {
            beyond += half * across[1];
        } else if (shape.type == "cylinder") {
            beyond = radius * std::sqrt(std::max<Real>(0, 1 - across[1] * across[1])) + half * across[1];
        } else if (shape.type != "sphere") {
            return std::nullopt;
        }
        return direction.dot(X.p()) + middle + beyond;
    }

    const ImportJob& job_;
    std::vector<Body> bodies_;
    std::map<ElementId, std::size_t> indexOf_;
    /// Pairs that a joint connects, which do not touch; pairs that are kept apart.
    std::set<Pair> joined_, apart_;
    std::map<int, std::vector<std::size_t>> groups_;
};

}  // namespace

void touchByCollisionShapes(ModelDraft& draft) {
    std::set<ElementId> touching;
    bool any = false;
    for (const Element& element : draft.elements())
        if (isCollisionShape(element)) {
            any = true;
            touching.insert(element.parent);
        }
    if (!any) return;
    std::vector<ElementId> others;
    for (const Element& element : draft.elements())
        if ((element.family == "shape" && !isCollisionShape(element) && !touching.contains(element.parent)) ||
            (element.family == "body" && !touching.contains(element.id) && valueOr(element, "showBox", true)))
            others.push_back(element.id);
    for (const ElementId id : others) draft.get(id).set("touches", false);
}

void addContacts(ImportJob& job, const std::map<ElementId, TouchRule>& rules) {
    DraftContacts contacts(job);
    contacts.applyRules(rules);
    const std::size_t overlaps = contacts.keepOverlapsApart();
    if (!contacts.anyMayTouch()) return;
    const ElementId all = contacts.write(job.draft);
    const auto tell = [&](const std::string& text) {
        job.report.add({ImportOutcome::Approximated, "contacts", text, job.fileName(), 0, all});
    };
    tell(
        "Collision shapes touch, but for those of bodies that a joint connects or that are in one contact group; "
        "elastic and with friction, by their materials.");
    if (overlaps > 0)
        tell("Pairs of bodies that do not touch, as they are in each other at the start: " + std::to_string(overlaps) +
             ".");
    if (contacts.isFull()) tell("More pairs touch than in the file: too many are kept apart.");
}

PropertyDescriptor floorOption() {
    return PropertyDescriptor::choice(
        "floor", "Floor", {{"none", "None"}, {"lowest", "At the lowest collision shape"}, {"origin", "At z = 0"}},
        "none", "A floor to stand on, which files of single robots do not have.");
}

void fitFloor(ImportJob& job, ElementId floor) {
    const Real size = DraftContacts(job).calcSize();
    if (size > 0 && std::isfinite(size)) setDrawnSize(job.draft, floor, size);
}

void addChosenFloor(ImportJob& job) {
    const std::string chosen = job.choice("floor");
    if (chosen == "none") return;
    const Real height = chosen == "lowest" ? -DraftContacts(job).farthest(Vec3(0, 0, -1)).value_or(0) : 0;
    const ElementId floor = addFloor(job.draft, "floor", Transform(Vec3(0, 0, height)));
    fitFloor(job, floor);
    job.report.add({ImportOutcome::Approximated, "floor", "As chosen: it is not in the file.", {}, 0, floor});
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "authoring/linked_copies.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "authoring/copied.h"
#include "authoring/placed_element.h"
#include "compile/catalog.h"
#include "compile/place.h"
#include "document/formulas.h"
#include "document/value_text.h"
#include "meta/expression.h"

namespace trammel {

namespace {

constexpr Real sameLinked = 1e-12;

std::string partOf(const std::string& key, int part) { return key + "." + "xyz"[part]; }
std::string propertyOfKey(const std::string& key) { return key.substr(0, key.find('.')); }

/// The element whose same property is the only input of @p formula; null if it is not a link.
const Element* sourceOf(const Document& document, const Element& element, const Element::Formula& formula) {
    const auto parsed = Expression::parse(formula.text);
    const auto* const expression = std::get_if<Expression>(&parsed);
    const Element* source = nullptr;
    for (const ExpressionName& name : expression ? expression->getNames() : std::vector<ExpressionName>{}) {
        const Element* const read = document.findByName(name.element);
        const bool isAlike = read && read->id != element.id && read->family == element.family &&
                             read->type == element.type && propertyOfKey(name.key) == propertyOfKey(formula.key);
        if (!isAlike || (source && source != read)) return nullptr;
        source = read;
    }
    return source;
}

/// The linear part of a motion, as a matrix.
Mat33 linearPartOf(const Isometry& motion) {
    Mat33 A;
    for (int i = 0; i < 3; ++i) {
        Vec3 axis(0.);
        axis[i] = 1;
        A.col(i) = motion.ofVector(axis);
    }
    return A;
}

class Linking {
public:
    Linking(const CompiledModel& model, const Isometry& motion)
        : model_(model), A_G_(linearPartOf(motion)), reflects_(motion.reflects()) {}

    void link(const Element& source, const Element& copy) {
        const TypeDescriptor* const type = findTypeOf(source);
        if (!type || source.type != copy.type) return;
        source_ = &source;
        copy_ = &copy;
        type_ = type;
        findImages();
        for (const PropertyDescriptor& property : type->properties) {
            if (!usesKey(copy, property.key)) continue;
            const auto image = images_.find(property.key);
            if (image != images_.end())
                linkImage(property.key, image->second, property.isDirection ? "" : siUnitAscii(property.quantity));
            else if (!isOfPose(property))
                linkProperty(property);
        }
    }

    const std::vector<FormulaOf>& formulas() const { return formulas_; }

private:
    /// Coordinates and speeds belong to the pose, which assembly and runs change.
    bool isOfPose(const PropertyDescriptor& property) const {
        return source_->family == "joint" &&
               (property.invalidates == Stage::Position || property.invalidates == Stage::Velocity);
    }

    /// The motion in the frame of an outside body, which has no copy.
    Mat33 imageOutside(ElementId body) const {
        const Mat33 R = model_.calcBodyPose(body, model_.getInitialState()).R().asMat33();
        return R.transpose() * A_G_ * R;
    }
    /// The axis of a body's own frame that is reversed in its mirror image, see calcImageOfBody().
    int reversedAxis(ElementId body) const {
        return calcStation(model_.getDocument(), Place{body, "tip", Vec3(0.)})[2] != 0 ? 1 : 2;
    }
    Mat33 mirrorInFrameOf(ElementId body) const {
        Mat33 S(1);
        const int axis = reversedAxis(body);
        S(axis, axis) = -1;
        return S;
    }

    /// Vectors on outside bodies; in a mirror, all vectors: the signs of zeros cannot be seen from their values.
    void findImages() {
        images_.clear();
        for (const SocketDescriptor& socket : type_->sockets) {
            const auto point = pointPropertyOf(*type_, socket.key);
            const ElementId body = source_->reference(socket.key);
            const bool isCopied = copy_->reference(socket.key) != body;
            if (!point || (isCopied && !reflects_)) continue;
            const Mat33 A_B = isCopied ? mirrorInFrameOf(body) : imageOutside(body);
            images_[*point] = A_B;
            for (const PropertyDescriptor& property : type_->properties) {
                if (!property.isDirection || !belongsTo(property, socket.key)) continue;
                // The sense of winding about a pulley.
                const bool isAxis = reflects_ && property.key.ends_with("Axis");
                images_[property.key] = isAxis ? Mat33(-A_B) : A_B;
            }
        }
        if (reflects_) findMirroredVectors();
        // A floating body is placed by coordinates.
        const ElementId child = source_->reference("child");
        const bool floats = source_->family == "joint" && floatingJointOf(model_.getDocument(), child) == source_->id;
        const auto isZero = [this](const char* key) { return source_->valueAs<Vec3>(*type_, key).norm() == 0; };
        if (floats && isZero("parentPoint") && isZero("parentOrientation")) images_["position"] = A_G_;
    }

    void findMirroredVectors() {
        if (source_->family == "body") {
            images_["massCenter"] = mirrorInFrameOf(source_->id);
            // Ixy, Ixz, Iyz: those with the axis change sign.
            Mat33 P(-1);
            const int without = 2 - reversedAxis(source_->id);
            P(without, without) = 1;
            images_["products"] = P;
        } else if (source_->family == "shape") {
            const Element* const parent = model_.getDocument().find(source_->parent);
            if (!parent || parent->family != "body")
                images_["position"] = A_G_;
            else
                images_["position"] =
                    copy_->parent != parent->id ? mirrorInFrameOf(parent->id) : imageOutside(parent->id);
        } else if (source_->family == "force") {
            // Vectors of loads are in Ground.
            for (const PropertyDescriptor& property : type_->properties) {
                if (property.kind != ValueKind::Vec3) continue;
                if (property.quantity == Quantity::Force) images_[property.key] = A_G_;
                if (property.quantity == Quantity::Torque) images_[property.key] = Mat33(-A_G_);
            }
        }
    }

    void add(const std::string& key, std::string text) { formulas_.push_back({copy_->id, key, std::move(text)}); }
    std::string nameOf(const std::string& key) const { return quotedName(source_->name) + "." + key; }

    /// copy = A source + a constant
    void linkImage(const std::string& key, const Mat33& A, const std::string& unit) {
        const Vec3 from = source_->valueAs<Vec3>(*type_, key), to = copy_->valueAs<Vec3>(*type_, key);
        for (int i = 0; i < 3; ++i) {
            std::string text;
            for (int j = 0; j < 3; ++j) {
                const Real a = A(i, j);
                if (std::abs(a) < sameLinked) continue;
                const bool isOne = std::abs(std::abs(a) - 1) < sameLinked;
                text += text.empty() ? (a < 0 ? "-" : "") : (a < 0 ? " - " : " + ");
                text += (isOne ? "" : numberText(std::abs(a)) + "*") + nameOf(partOf(key, j));
            }
            const Real constant = to[i] - A.row(i).dot(from.transpose());
            if (text.empty()) continue;
            if (std::abs(constant) > sameLinked) text += offsetText(constant, unit);
            add(partOf(key, i), text);
        }
    }
    static std::string offsetText(Real constant, const std::string& unit) {
        return (constant < 0 ? " - " : " + ") + numberText(std::abs(constant)) + (unit.empty() ? "" : " " + unit);
    }

    void linkNumber(const std::string& key, Real from, Real to) {
        if (std::abs(to - from) <= sameLinked)
            add(key, nameOf(key));
        else if (std::abs(to + from) <= sameLinked)
            add(key, "-" + nameOf(key));
    }

    void linkProperty(const PropertyDescriptor& property) {
        const PropertyValue &from = source_->value(*type_, property.key), &to = copy_->value(*type_, property.key);
        if (property.kind == ValueKind::Real) {
            linkNumber(property.key, std::get<Real>(from), std::get<Real>(to));
        } else if (property.kind == ValueKind::Vec3) {
            const Vec3 &v = std::get<Vec3>(from), &w = std::get<Vec3>(to);
            const bool isAngle = property.quantity == Quantity::Angle;
            for (int i = 0; i < 3; ++i) {
                // In a mirror, tilts about x and y have either sign.
                const bool isUnclear = reflects_ && isAngle && i < 2 && v[i] == 0 && w[i] == 0;
                if (!isUnclear) linkNumber(partOf(property.key, i), v[i], w[i]);
            }
            // A frame that is turned about z alone.
            const bool isTurned = isAngle && v[0] == 0 && v[1] == 0 && w[0] == 0 && w[1] == 0 &&
                                  std::abs(std::abs(w[2]) - std::abs(v[2])) > sameLinked;
            if (isTurned)
                add(partOf(property.key, 2), nameOf(partOf(property.key, 2)) + offsetText(w[2] - v[2], "rad"));
        } else if (canFollow(*type_, property.key) && equal(from, to)) {
            add(property.key, nameOf(property.key));
        }
    }

    const CompiledModel& model_;
    const Mat33 A_G_;
    const bool reflects_;
    const Element *source_ = nullptr, *copy_ = nullptr;
    const TypeDescriptor* type_ = nullptr;
    std::map<std::string, Mat33> images_;
    std::vector<FormulaOf> formulas_;
};

}  // namespace

bool isLinked(const Document& document, const Element& element) {
    return std::ranges::any_of(element.formulas, [&](const Element::Formula& formula) {
        return sourceOf(document, element, formula) != nullptr;
    });
}

std::optional<std::pair<ElementId, std::string>> findLinkedNumber(const Document& document, const Element& element,
                                                                  const std::string& key) {
    const std::string* const text = element.formula(key);
    const Element* const source = text ? sourceOf(document, element, {key, *text}) : nullptr;
    if (!source || text->find_first_of("*/") != std::string::npos) return std::nullopt;
    const auto names = std::get<Expression>(Expression::parse(*text)).getNames();
    if (names.size() != 1) return std::nullopt;
    return std::pair(source->id, names.front().key);
}

ElementId linkedSourceOf(const Document& document, const Element& element, const std::set<ElementId>& except) {
    std::map<ElementId, int> counts;
    const TypeDescriptor* const type = findTypeOf(element);
    // A formula of a coordinate links motions, not copies.
    const auto isOfPose = [&](const std::string& key) {
        const PropertyDescriptor* const property = type ? type->findProperty(propertyOfKey(key)) : nullptr;
        return element.family == "joint" && property &&
               (property->invalidates == Stage::Position || property->invalidates == Stage::Velocity);
    };
    for (const Element::Formula& formula : element.formulas)
        if (isOfPose(formula.key))
            continue;
        else if (const Element* const source = sourceOf(document, element, formula);
                 source && !except.contains(source->id))
            ++counts[source->id];
    const auto most = std::ranges::max_element(counts, {}, [](const auto& each) { return each.second; });
    return most == counts.end() ? ElementId{} : most->first;
}

std::vector<Element::Formula> linksOf(const Document& document, const Element& element) {
    std::vector<Element::Formula> links;
    for (const Element::Formula& formula : element.formulas)
        if (sourceOf(document, element, formula)) links.push_back(formula);
    return links;
}

std::set<ElementId> withLinkedCopies(const Document& document, const std::set<ElementId>& elements) {
    std::set<ElementId> all = elements;
    if (!document.hasFormulas()) return all;
    std::vector<std::pair<ElementId, ElementId>> links;
    for (const ElementId id : document.treeOrder())
        if (const ElementId source = linkedSourceOf(document, document.get(id)); source.isValid())
            links.emplace_back(source, id);
    for (std::size_t before = 0; before != all.size();) {
        before = all.size();
        for (const auto& [source, copy] : links)
            if (all.contains(source)) all.insert(copy);
    }
    return all;
}

std::vector<FormulaOf> findLinks(const Document& document, const CompiledModel& model, const LinkedPairs& pairs,
                                 const Isometry& motion) {
    Linking linking(model, motion);
    for (const auto& [source, copy] : pairs)
        if (model.getDocument().find(source) && document.find(source) && document.find(copy))
            linking.link(document.get(source), document.get(copy));
    return linking.formulas();
}

Result<Edit> linkCopies(const Document& document, const CompiledModel& model, const LinkedPairs& pairs,
                        const Isometry& motion) {
    return setFormulas(document, builtinCatalog(), findLinks(document, model, pairs, motion));
}

Result<Edit> linkAgain(const Document& document, const LinkedPairs& pairs, const std::vector<FormulaOf>& held) {
    std::vector<FormulaOf> links;
    std::set<std::pair<ElementId, std::string>> linked;
    for (const FormulaOf& link : held) {
        const Element* const copy = document.find(link.element);
        const TypeDescriptor* const type = copy ? findTypeOf(*copy) : nullptr;
        const FormulaTarget number = type ? findFormulaTarget(*type, link.key) : FormulaTarget{};
        if (!number) continue;
        const NamedValue value = evaluateFormula(document, builtinCatalog(), link.text);
        const auto* const measured = std::get_if<Measured>(&value);
        if (!measured || std::abs(measured->value - number.get(*copy, *type)) > sameLinked) continue;
        links.push_back(link);
        linked.emplace(link.element, propertyOfKey(link.key));
    }
    for (const auto& [source, copy] : pairs) {
        const Element &from = document.get(source), &to = document.get(copy);
        const TypeDescriptor& type = typeOf(to);
        for (const PropertyDescriptor& property : type.properties) {
            const bool isOfPose = property.invalidates == Stage::Position || property.invalidates == Stage::Velocity;
            const bool isWhole = property.kind == ValueKind::Real || canFollow(type, property.key);
            if (from.type != to.type || isOfPose || !isWhole || linked.contains({copy, property.key})) continue;
            if (!to.formula(property.key) && equal(from.value(type, property.key), to.value(type, property.key)))
                links.push_back({copy, property.key, quotedName(from.name) + "." + property.key});
        }
    }
    return setFormulas(document, builtinCatalog(), links);
}

Result<Edit> breakLinks(const Document& document, const std::set<ElementId>& elements) {
    std::vector<FormulaOf> removed;
    for (const ElementId id : withDescendants(document, elements)) {
        const Element& element = document.get(id);
        for (const Element::Formula& formula : element.formulas)
            if (sourceOf(document, element, formula)) removed.push_back({id, formula.key, {}});
    }
    Result<Edit> result;
    if (removed.empty()) {
        result.diagnostics.error("", "Nothing selected is linked.", "Select copies of a pattern that is linked.");
        return result;
    }
    return setFormulas(document, builtinCatalog(), removed);
}

}  // namespace trammel

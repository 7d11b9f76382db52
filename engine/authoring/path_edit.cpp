// SPDX-License-Identifier: Apache-2.0
#include "authoring/path_edit.h"

#include <algorithm>
#include <cmath>

#include "authoring/drawn_numbers.h"
#include "authoring/edit_series.h"
#include "document/property_quantity.h"
#include "exploration/factor_type.h"
#include "exploration/plan.h"
#include "exploration/reducer.h"
#include "exploration/synthesis/curve.h"

namespace trammel {

namespace {

/// Width of a link relative to the longest length of its linkage, and its thickness relative to the width.
constexpr Real linkageWidth = 0.05, linkageThickness = 0.36;

class LinkagePattern {
public:
    explicit LinkagePattern(const Document& pattern) : edits_(pattern) {}
    void set(const char* element, const char* key, const PropertyValue& value) {
        const Element* const found = edits_.document().findByName(element);
        if (found && edits_.isValid()) edits_.set(found->id, key, value);
    }
    Result<Edit> take() { return edits_.take(); }

private:
    EditSeries edits_;
};

/// A number that can shape a path: a length, or a nonzero coordinate in the plane.
struct Shaping {
    ElementId element;
    std::string key;
    Real value = 0, from = 0, to = 0;
};

void addNumbers(const Document& document, const Element& element, Real share, Real size, std::vector<Shaping>& all) {
    const TypeDescriptor* const type = findTypeOf(element);
    if (!type) return;
    for (const PropertyDescriptor& property : type->properties) {
        if (quantityOf(document, builtinCatalog(), element, property) != Quantity::Length) continue;
        const PropertyValue& value = element.value(*type, property.key);
        if (const auto* const number = std::get_if<Real>(&value); number && property.key == "length") {
            if (*number > 0 && !element.formula(property.key))
                all.push_back({element.id, property.key, *number, (1 - share) * *number, (1 + share) * *number});
        } else if (const auto* const point = std::get_if<Vec3>(&value); point && element.family != "body") {
            for (int i = 0; i < 2; ++i)
                if (const std::string key = property.key + (i == 0 ? ".x" : ".y");
                    (*point)[i] != 0 && !element.formula(key))
                    all.push_back(
                        {element.id, key, (*point)[i], (*point)[i] - share * size, (*point)[i] + share * size});
        }
    }
}

std::vector<Shaping> numbersThatShape(const Document& document, ElementId trace, Real share) {
    std::vector<Shaping> all;
    Real size = 0;
    for (const ElementId id : document.elementsOf("body")) addNumbers(document, document.get(id), share, 0, all);
    for (const Shaping& each : all) size = std::max(size, each.value);
    for (const char* const family : {"joint", "constraint"})
        for (const ElementId id : document.elementsOf(family)) addNumbers(document, document.get(id), share, size, all);
    addNumbers(document, document.get(trace), share, size, all);
    return all;
}

}  // namespace

Result<Document> fourBarModel(const Document& pattern, const FourBar& linkage, Real crankDirection) {
    const Real longest = linkage.largestLength(), width = roundSize(linkageWidth * longest);
    const Real thickness = linkageThickness * width, layer = 1.25 * thickness;
    const Real coupler = linkage.couplerDirection(crankDirection), rocker = linkage.rockerDirection(crankDirection);
    const auto point = [](const Complex& p, Real z) { return Vec3(p.real(), p.imag(), z); };
    LinkagePattern made(pattern);
    for (const auto& [name, length] :
         {std::pair("Crank", linkage.crank), {"Coupler", linkage.coupler}, {"Rocker", linkage.rocker}}) {
        made.set(name, "length", length);
        made.set(name, "width", width);
        made.set(name, "thickness", thickness);
    }
    made.set("Crank pin", "parentPoint", point(linkage.crankPivot, 0));
    made.set("Rocker pin", "parentPoint", point(linkage.rockerPivot, 0));
    made.set("Coupler pin", "parentPoint", Vec3(0, 0, layer));
    made.set("Crank pin", "angle", crankDirection);
    made.set("Coupler pin", "angle", std::remainder(coupler - crankDirection, 2 * Pi));
    made.set("Rocker pin", "angle", rocker);
    made.set("Coupler point", "point", Vec3(linkage.along, linkage.across, 0));
    Result<Edit> edit = made.take();
    Result<Document> result;
    result.diagnostics = edit.diagnostics;
    if (edit) result.value = std::move(edit->document);
    return result;
}

Result<Edit> addPathStudy(const Document& document, ElementId trace, const std::vector<Complex>& curve, Real share) {
    EditSeries edits(document);
    const std::string name = document.get(trace).name;
    const std::vector<Shaping> numbers = numbersThatShape(document, trace, share);
    if (numbers.empty() || curve.size() < 2) {
        Result<Edit> refused;
        refused.diagnostics.error(name,
                                  numbers.empty() ? "No length and no point of the mechanism can be varied."
                                                  : "The curve has fewer than two points.",
                                  numbers.empty() ? "Add links to the model." : "Draw a longer curve.");
        return refused;
    }
    const ElementId study = edits.addElement(Element::draft(studyFamily, "optimization", name + " follows a curve")
                                                 .set("points", std::int64_t(1000))
                                                 .set("method", std::string("subplex")));
    const auto addBelow = [&](Element draft) {
        if (edits.isValid()) edits.add(addElement(edits.document(), builtinCatalog(), std::move(draft), study));
    };
    for (const Shaping& each : numbers)
        addBelow(Element::draft(factorFamily, "range", document.get(each.element).name + " " + each.key)
                     .set(factorNumberKey, each.key)
                     .set("from", each.from)
                     .set("to", each.to)
                     .plug(factorElementSocket, each.element));
    addBelow(Element::draft(responseFamily, "pathDeviation", "Distance from the curve")
                 .set("points", writeCurve(curve))
                 .set(responseGoalKey, std::string("minimizeSquare"))
                 .plug(responseTraceSocket, trace));
    Result<Edit> result = edits.take();
    if (result) result->element = study;
    return result;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "import/osim/osim_functions.h"

#include <algorithm>

#include "document/value_text.h"
#include "functions/function_type.h"

namespace trammel {

namespace {

/// Maximum nesting depth of functions.
constexpr int deepestFunction = 20;

Real realAt(const XmlValues& values, const pugi::xml_node& node, const char* key, Real otherwise) {
    const pugi::xml_node child = node.child(key);
    if (!child || wordOf(child).empty()) return otherwise;
    const auto x = values.content(child, 1);
    return x ? x->front() : otherwise;
}

/// Pairs in order of x, of equal x the first one, with y times @p scale.
std::string readPoints(const XmlValues& values, const pugi::xml_node& node, Real scale, std::size_t& count) {
    const auto x = values.content(node.child("x")), y = values.content(node.child("y"));
    count = 0;
    if (!x || !y) return {};
    std::vector<std::pair<Real, Real>> points;
    for (std::size_t i = 0; i < std::min(x->size(), y->size()); ++i) points.emplace_back((*x)[i], scale * (*y)[i]);
    std::ranges::stable_sort(points, {}, &std::pair<Real, Real>::first);
    const auto hasSameX = [](const auto& a, const auto& b) { return a.first == b.first; };
    points.erase(std::unique(points.begin(), points.end(), hasSameX), points.end());
    if (points.size() != x->size() || x->size() != y->size())
        values.approximated(node, "Points without a partner or with an x that is taken are left out.");
    count = points.size();
    std::string text;
    for (const auto& [px, py] : points) text += (text.empty() ? "" : "; ") + numberText(px) + " " + numberText(py);
    return text;
}

std::optional<Element> readScaled(const XmlValues& values, const pugi::xml_node& node, bool needsCurvature, Real scale,
                                  int depth) {
    const std::string_view kind(node.name());
    const auto make = [](const char* type) { return Element::draft("function", type); };
    if (depth > deepestFunction) return std::nullopt;
    if (kind == "Constant") {
        Element constant = make("constant");
        constant.set("value", scale * realAt(values, node, "value", 0));
        return constant;
    }
    if (kind == "MultiplierFunction")
        return readScaled(values, findOsimFunction(node), needsCurvature, scale * realAt(values, node, "scale", 1),
                          depth + 1);
    if (kind == "LinearFunction") {
        const auto a = values.content(node.child("coefficients"), 2);
        if (!a) return std::nullopt;
        Element linear = make("linear");
        linear.set("slope", scale * (*a)[0]).set("offset", scale * (*a)[1]);
        return linear;
    }
    if (kind == "PolynomialFunction") {
        const auto a = values.content(node.child("coefficients"));
        if (!a || a->empty()) return std::nullopt;
        std::string text;
        for (const Real x : *a) text += (text.empty() ? "" : " ") + numberText(scale * x);
        Element polynomial = make("polynomial");
        polynomial.set("coefficients", text);
        return polynomial;
    }
    if (kind == "Sine") {
        Element sine = make("sinusoid");
        sine.set("amplitude", scale * realAt(values, node, "amplitude", 1))
            .set("frequency", realAt(values, node, "omega", 1))
            .set("phase", realAt(values, node, "phase", 0));
        if (realAt(values, node, "offset", 0) != 0) values.approximated(node, "Its offset is left out.");
        return sine;
    }
    if (kind == "StepFunction") {
        Element step = make("smoothStep");
        step.set("start", realAt(values, node, "start_time", 0)).set("end", realAt(values, node, "end_time", 1));
        step.set("startValue", scale * realAt(values, node, "start_value", 0))
            .set("endValue", scale * realAt(values, node, "end_value", 1));
        return step;
    }
    const bool isLinear = kind == "PiecewiseLinearFunction", isSpline = kind == "GCVSpline";
    if (kind != "SimmSpline" && kind != "NaturalCubicSpline" && kind != "natCubicSpline" && !isLinear && !isSpline) {
        values.leftOut(node, "There is no such function here.");
        return std::nullopt;
    }
    std::size_t count = 0;
    const std::string points = readPoints(values, node, scale, count);
    if (count < 2) {
        values.leftOut(node, "It needs two points.");
        return std::nullopt;
    }
    const bool isQuintic = isSpline && realAt(values, node, "half_order", 3) >= 3;
    if (isSpline && count >= (isQuintic ? 6 : 4)) {
        Element spline = make("spline");
        spline.set("points", points).set("degree", std::string(isQuintic ? "5" : "3"));
        return spline;
    }
    if (isLinear && needsCurvature)
        values.approximated(node, "A cubic spline runs through its points, as second derivatives are needed.");
    Element curve = make(isLinear && !needsCurvature ? "table" : "cubicThroughPoints");
    curve.set("points", points);
    return curve;
}

}  // namespace

pugi::xml_node findOsimFunction(const pugi::xml_node& around) {
    static constexpr const char* others[] = {"coordinates", "axis", "scale", "function"};
    if (const pugi::xml_node wrapper = around.child("function"))
        for (const pugi::xml_node& node : wrapper.children())
            if (node.type() == pugi::node_element) return node;
    for (const pugi::xml_node& node : around.children())
        if (node.type() == pugi::node_element &&
            std::ranges::none_of(others, [&](const char* other) { return std::string_view(node.name()) == other; }))
            return node;
    return {};
}

std::optional<Element> readOsimFunction(const XmlValues& values, const pugi::xml_node& node, bool needsCurvature) {
    return node ? readScaled(values, node, needsCurvature, 1, 0) : std::nullopt;
}

std::optional<Real> evaluate(const Element& function, Real x) {
    static const std::vector<TypeDescriptor> types = functionTypes();
    const auto type = std::ranges::find(types, function.type, &TypeDescriptor::key);
    if (type == types.end()) return std::nullopt;
    const auto* implementation = dynamic_cast<const FunctionType*>(type->implementation.get());
    const FunctionInputs inputs{function.name, [&](const std::string& key) { return function.value(*type, key); }};
    const auto made = implementation ? implementation->create(inputs) : Result<std::unique_ptr<Function>>{};
    return made ? std::optional((*made)->calcValue(Vector(1, x))) : std::nullopt;
}

std::optional<Real> constantOf(const Element& function) {
    if (function.type == "constant")
        if (const PropertyValue* value = function.findExplicit("value")) return std::get<Real>(*value);
    return std::nullopt;
}

}  // namespace trammel

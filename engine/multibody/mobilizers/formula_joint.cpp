// SPDX-License-Identifier: Apache-2.0
#include "multibody/mobilizers/formula_joint.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "base/numerical_failure.h"

namespace trammel {

namespace {

struct SpatialPart {
    const char *key, *label, *doc;
    bool turns;
    Real x, y, z;
};
constexpr SpatialPart spatialParts[] = {
    {"rotationX", "Rotation about x", "First angle: about x of F.", true, 1, 0, 0},
    {"rotationY", "Rotation about y", "Second angle: about y as turned so far.", true, 0, 1, 0},
    {"rotationZ", "Rotation about z", "Third angle: about z as turned so far.", true, 0, 0, 1},
    {"translationX", "Translation along x", "Position of M along x of F.", false, 1, 0, 0},
    {"translationY", "Translation along y", "Position of M along y of F.", false, 0, 1, 0},
    {"translationZ", "Translation along z", "Position of M along z of F.", false, 0, 0, 1}};

/// "q1" of coordinate 0.
std::string numbered(const char* letter, int i) { return letter + std::to_string(i + 1); }

Quantity quantityOfKind(const std::string& kind) {
    return kind == "angle" ? Quantity::Angle : kind == "length" ? Quantity::Length : Quantity::None;
}

}  // namespace

struct FormulaJoint::Reading {
    std::vector<Part> parts;
    std::vector<Formula> formulas;

    explicit Reading(const ElementInputs& in) {
        const int n = int(in.integer("coordinates"));
        std::vector<bool> isUsed(std::size_t(n), false);
        for (const SpatialPart& part : spatialParts) {
            const BoundFormula bound = in.requireFormula(part.key);
            const FormulaProgram& program = bound.formula.getProgram();
            if (program.isZero()) continue;
            Formula formula{part.label, program, {}, {}};
            for (const FormulaSource& source : bound.formula.getSources()) {
                const bool isNumber = source.kind == FormulaSource::Kind::Number;
                if (!isNumber && source.kind != FormulaSource::Kind::Coordinate)
                    throw UnusableElement(std::string(part.label) + " depends on more than its coordinates.",
                                          "Name its coordinates q1, q2, ... and numbers of the model only.");
                formula.coordinates.push_back(isNumber ? -1 : source.index);
                formula.numbers.push_back(isNumber ? bound.numbers.numbers[std::size_t(source.index)] : 0);
                if (!isNumber && source.index < n) isUsed[std::size_t(source.index)] = true;
            }
            parts.push_back({part.turns, Vec3(part.x, part.y, part.z)});
            formulas.push_back(std::move(formula));
        }
        const auto unused = std::ranges::find(isUsed, false);
        if (unused == isUsed.end()) return;
        const std::string name = numbered("q", int(unused - isUsed.begin()));
        throw UnusableElement("No formula names " + name + ", so that it moves nothing.",
                              "Name it in a rotation or translation, or reduce the number of coordinates.");
    }
};

std::vector<PropertyDescriptor> FormulaJoint::properties() {
    std::vector<PropertyDescriptor> list{
        PropertyDescriptor::integer("coordinates", "Number of coordinates", 1, "Degrees of freedom of the joint.")
            .min(1)
            .max(maxNU)};
    for (int i = 0; i < maxNU; ++i)
        list.push_back(PropertyDescriptor::choice(numbered("kind", i), "Kind of " + numbered("q", i),
                                                  {{"angle", "Angle"}, {"length", "Length"}, {"number", "Number"}},
                                                  "angle", "What the coordinate measures."));
    for (const SpatialPart& part : spatialParts)
        list.push_back(PropertyDescriptor::formula(part.key, part.label,
                                                   part.turns ? Quantity::Angle : Quantity::Length,
                                                   std::string(part.key) == "rotationZ" ? "q1" : "0", part.doc));
    const auto initial = [&](const char* letter, const char* doc, Stage stage) {
        for (int i = 0; i < maxNU; ++i)
            list.push_back(PropertyDescriptor::real(numbered(letter, i), numbered(letter, i), Quantity::None, 0, doc)
                               .inAnyUnit()
                               .at(stage));
    };
    initial("q", "Initial value.", Stage::Position);
    initial("u", "Initial speed.", Stage::Velocity);
    return list;
}

FormulaJoint::FormulaJoint(const ElementInputs& in) : FormulaJoint(in, Reading(in)) {}

FormulaJoint::FormulaJoint(const ElementInputs& in, Reading&& reading)
    : SpatialFunctionMobilizer(int(in.integer("coordinates")), std::move(reading.parts)),
      name_(in.name),
      formulas_(std::move(reading.formulas)) {
    for (int i = 0; i < getNQ(); ++i) quantities_.push_back(quantityOfKind(in.text(numbered("kind", i))));
}

CoordinateName FormulaJoint::nameOfU(int i) const {
    return {numbered("u", i), quantityOf(CoordinateRole::Rate, quantities_[std::size_t(i)]).value_or(Quantity::None)};
}

Real FormulaJoint::calcFunction(std::size_t k, const Real* q, Real* gradient) const {
    const Formula& f = formulas_[k];
    Real registers[FormulaProgram::largest], slopes[FormulaProgram::largest];
    const std::size_t n = f.coordinates.size();
    for (std::size_t i = 0; i < n; ++i) registers[i] = f.coordinates[i] < 0 ? f.numbers[i] : q[f.coordinates[i]];
    const Real value = f.program.calcGradientInPlace(registers, slopes);
    Real sum = value;
    for (std::size_t i = 0; i < n; ++i) {
        if (f.coordinates[i] < 0) continue;
        gradient[f.coordinates[i]] += slopes[i];
        sum += slopes[i];
    }
    if (!std::isfinite(sum)) failAt(f, q);
    return value;
}

Jet FormulaJoint::calcAlong(std::size_t k, const Real* q, const Real* u) const {
    const Formula& f = formulas_[k];
    Jet inputs[FormulaProgram::largest];
    for (std::size_t i = 0; i < f.coordinates.size(); ++i) {
        const int c = f.coordinates[i];
        inputs[i] = c < 0 ? Jet{f.numbers[i], 0, 0} : Jet{q[c], u[c], 0};
    }
    const Jet jet = f.program.calcJet(inputs);
    if (!std::isfinite(jet.value + jet.dot + jet.dotdot)) failAt(f, q);
    return jet;
}

void FormulaJoint::failAt(const Formula& formula, const Real* q) const {
    std::ostringstream text;
    text << "'" << name_ << "': the formula of " << formula.label << " has no finite value or slope at ";
    for (int i = 0; i < getNQ(); ++i) {
        const bool isAngle = quantities_[std::size_t(i)] == Quantity::Angle;
        text << (i ? ", " : "") << numbered("q", i) << " = " << (isAngle ? q[i] * 180 / Pi : q[i])
             << (isAngle                                           ? "°"
                 : quantities_[std::size_t(i)] == Quantity::Length ? " m"
                                                                   : "");
    }
    text
        << ": it divides by zero, or leaves the domain of a function. Change the formula, or keep the motion away from "
           "this place.";
    throw NumericalFailure(text.str());
}

void FormulaJoint::setQToFitTransform(const Transform& X_FM, Real* q) const {
    Real fitted[maxNQ];
    std::copy(q, q + getNQ(), fitted);
    try {
        SpatialFunctionMobilizer::setQToFitTransform(X_FM, fitted);
    } catch (const NumericalFailure&) {
        return;
    }
    std::copy(fitted, fitted + getNQ(), q);
}

void FormulaJoint::setInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const {
    for (int i = 0; i < getNQ(); ++i) {
        q[i] = in.real(numbered("q", i));
        u[i] = in.real(numbered("u", i));
    }
}

Mobilizer::InitialKeys FormulaJoint::initialKeys() const {
    InitialKeys keys;
    for (int i = 0; i < getNQ(); ++i) {
        keys.q.push_back(numbered("q", i));
        keys.u.push_back(numbered("u", i));
    }
    return keys;
}

void FormulaJoint::appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const {
    out.push_back(DecorativeGeometry(decor::Frame{size * 1.5}));
    out.push_back(DecorativeGeometry(decor::Torus{size * 0.6, size * 0.12}));
}

}  // namespace trammel

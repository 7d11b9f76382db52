// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "exploration/factor_type.h"
#include "meta/units.h"

namespace trammel {

/// Family of elements that measure a run of a study by one number; children of a study.
inline constexpr const char* responseFamily = "response";
/// Property: the measured output, an expression of outputs, see inspect/output_expression.h.
inline constexpr const char* responseOutputKey = "output";
/// Input of responses that measure the path of a traced point.
inline constexpr const char* responseTraceSocket = "trace";
/// Properties: what an optimization does with the number.
inline constexpr const char* responseGoalKey = "goal";
inline constexpr const char* responseLimitKey = "limit";
inline constexpr const char* responseWeightKey = "weight";

/// Use of a response by an optimization.
enum class Goal { None, Minimize, Maximize, MinimizeSquare, AtMost, AtLeast };

/// True for goals that make up the number that a search minimizes; the others are limits.
inline bool isObjective(Goal goal) {
    return goal == Goal::Minimize || goal == Goal::Maximize || goal == Goal::MinimizeSquare;
}

/// A run as a response sees it: times of all frames, s, and the measured output at each; for a path, the three
/// coordinates of the point, m.
struct Samples {
    std::span<const Real> times;
    std::vector<std::span<const Real>> columns;
};

/// A number, or the reason for its absence, one sentence.
using Reduced = std::variant<Real, std::string>;

/// Behavior of a type of family "response".
class ReducerType : public TypeImplementation {
public:
    /// @p samples has at least one frame and finite numbers.
    virtual Reduced reduce(const ElementProperties& properties, const Samples& samples) const = 0;
    /// The dimension of the number for an output of dimension @p output.
    virtual Dimension dimensionFor(const Dimension& output) const = 0;
    /// True if the samples are the coordinates of a traced point.
    virtual bool readsPath() const = 0;
};

/// A registry row from a class T with key, label, doc, choose, properties() and reduce(properties, samples); optionally
/// dimensionFor(output), and readsPath = true.
template <class T>
TypeDescriptor describeResponse() {
    struct Implementation : ReducerType {
        Reduced reduce(const ElementProperties& properties, const Samples& samples) const override {
            return T::reduce(properties, samples);
        }
        Dimension dimensionFor(const Dimension& output) const override {
            if constexpr (requires { T::dimensionFor(output); })
                return T::dimensionFor(output);
            else
                return output;
        }
        bool readsPath() const override {
            return requires { T::readsPath; };
        }
    };
    TypeDescriptor type = describeType<T>(responseFamily);
    type.implementation = std::make_shared<Implementation>();
    return type;
}

/// The extreme of a sampled curve: @p sign 1 for the largest value, -1 for the smallest. Between frames the curve is the
/// parabola through three of them, of which the vertex counts if it lies between the outer two.
Real extremeOf(const Samples& samples, Real sign);
/// Integral over time of f(value), by the trapezoidal rule.
Real integralOf(const Samples& samples, const std::function<Real(Real)>& f);
/// Duration, s.
Real durationOf(const Samples& samples);
/// The value at a time between the first and last frame, linear between frames.
Real valueAt(const Samples& samples, Real time);

/// The types of family "response".
std::vector<TypeDescriptor> responseTypes();

}  // namespace trammel

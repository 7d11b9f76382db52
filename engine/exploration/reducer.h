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
/// Input of responses that take a value at an event, and their properties.
inline constexpr const char* responseEventSocket = "event";
inline constexpr const char* responseMomentKey = "moment";
inline constexpr const char* responseOccurrenceKey = "occurrence";
/// Property: the expression of outputs at whose crossings a value is taken.
inline constexpr const char* responseCrossingKey = "crossing";
/// Properties of all crossings.
inline constexpr const char* responseLevelKey = "level";
inline constexpr const char* responseDirectionKey = "direction";
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

/// The instants of a run at which a response takes values.
enum class Occasion { Frame, Event, Crossing };

/// A run as a response sees it: times of all frames, or of its occasions, s, and the measured output at each; for a path,
/// the three coordinates of the point, m.
struct Samples {
    std::span<const Real> times;
    std::vector<std::span<const Real>> columns;
};

/// A number, or the reason for its absence, one sentence.
using Reduced = std::variant<Real, std::string>;

/// Behavior of a type of family "response".
class ReducerType : public TypeImplementation {
public:
    /// @p samples has finite numbers; and at least one instant, if these are frames.
    virtual Reduced reduce(const ElementProperties& properties, const Samples& samples) const = 0;
    /// The dimension of the number for an output of dimension @p output.
    virtual Dimension dimensionFor(const Dimension& output) const = 0;
    /// True if the samples are the coordinates of a traced point.
    virtual bool readsPath() const = 0;
    virtual Occasion occasion() const = 0;
};

/// A registry row from a class T with key, label, doc, choose, properties() and reduce(properties, samples); optionally
/// dimensionFor(output), readsPath = true, and occasion.
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
        Occasion occasion() const override {
            if constexpr (requires { T::occasion; })
                return T::occasion;
            else
                return Occasion::Frame;
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

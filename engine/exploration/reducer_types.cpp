// SPDX-License-Identifier: Apache-2.0
// The response types in menu order. To add one: one header, one include and one row here.
#include <algorithm>
#include <cmath>

#include "exploration/reducers/deviation.h"
#include "exploration/reducers/maximum.h"
#include "exploration/reducers/mean.h"
#include "exploration/reducers/minimum.h"
#include "exploration/reducers/path_deviation.h"
#include "exploration/reducers/peak.h"
#include "exploration/reducers/root_mean_square.h"
#include "exploration/reducers/time_integral.h"
#include "exploration/reducers/time_of_crossing.h"
#include "exploration/reducers/timed_path_deviation.h"
#include "exploration/reducers/value_at_crossing.h"
#include "exploration/reducers/value_at_end.h"
#include "exploration/reducers/value_at_event.h"
#include "exploration/reducers/value_at_time.h"

namespace trammel {

namespace {
/// The vertex of the parabola through three samples, or the middle one where they lie on a line.
Real vertexOf(std::span<const Real> t, std::span<const Real> x) {
    const Real h0 = t[1] - t[0], h1 = t[2] - t[1];
    if (!(h0 > 0 && h1 > 0)) return x[1];
    const Real s0 = (x[1] - x[0]) / h0, s1 = (x[2] - x[1]) / h1;
    const Real curvature = (s1 - s0) / (h0 + h1);
    if (curvature == 0) return x[1];
    // x(t) = x1 + slope (t - t1) + curvature (t - t1)^2
    const Real slope = s0 + curvature * h0;
    const Real at = -slope / (2 * curvature);
    if (at < -h0 || at > h1) return x[1];
    return x[1] + at * (slope + curvature * at);
}
}  // namespace

Real extremeOf(const Samples& samples, Real sign) {
    const std::span<const Real> x = samples.columns[0];
    const auto best = std::size_t(
        std::max_element(x.begin(), x.end(), [sign](Real a, Real b) { return sign * a < sign * b; }) - x.begin());
    if (best == 0 || best + 1 == x.size()) return x[best];
    const Real vertex = vertexOf(samples.times.subspan(best - 1, 3), x.subspan(best - 1, 3));
    return sign * std::max(sign * vertex, sign * x[best]);
}

Real integralOf(const Samples& samples, const std::function<Real(Real)>& f) {
    const std::span<const Real> t = samples.times, x = samples.columns[0];
    Real sum = 0;
    for (std::size_t i = 0; i + 1 < t.size(); ++i) sum += (t[i + 1] - t[i]) * (f(x[i]) + f(x[i + 1])) / 2;
    return sum;
}

Real durationOf(const Samples& samples) { return samples.times.back() - samples.times.front(); }

Real valueAt(const Samples& samples, Real time) {
    const std::span<const Real> t = samples.times, x = samples.columns[0];
    const auto after = std::size_t(std::upper_bound(t.begin(), t.end(), time) - t.begin());
    if (after == t.size()) return x.back();
    const std::size_t before = after - 1;
    return x[before] + (time - t[before]) / (t[after] - t[before]) * (x[after] - x[before]);
}

std::vector<TypeDescriptor> responseTypes() {
    std::vector<TypeDescriptor> types{
        describeResponse<MaximumResponse>(),        describeResponse<MinimumResponse>(),
        describeResponse<PeakResponse>(),           describeResponse<MeanResponse>(),
        describeResponse<RootMeanSquareResponse>(), describeResponse<TimeIntegralResponse>(),
        describeResponse<ValueAtEndResponse>(),     describeResponse<ValueAtTimeResponse>(),
        describeResponse<ValueAtEventResponse>(),   describeResponse<ValueAtCrossingResponse>(),
        describeResponse<TimeOfCrossingResponse>(), describeResponse<DeviationResponse>(),
        describeResponse<PathDeviationResponse>(),  describeResponse<TimedPathDeviationResponse>()};
    for (TypeDescriptor& type : types) {
        const auto& reducer = dynamic_cast<const ReducerType&>(*type.implementation);
        const bool readsPath = reducer.readsPath();
        if (readsPath)
            type.sockets = {{responseTraceSocket,
                             "Point trace",
                             "The point that moves along the path.",
                             {"trace"},
                             false,
                             Stage::Infinity}};
        else
            type.properties.insert(type.properties.begin(),
                                   PropertyDescriptor::formula(responseOutputKey, "Output", Quantity::None, "",
                                                               "An output, or a formula of outputs.")
                                       .inAnyUnit());
        if (reducer.occasion() == Occasion::Event)
            type.sockets = {{responseEventSocket,
                             "Event",
                             "An event; or a contact or stop, at whose impacts or first touches the value is taken.",
                             {"event", "force", "constraint"},
                             false,
                             Stage::Infinity}};
        type.properties.push_back(PropertyDescriptor::choice(responseGoalKey, "Goal",
                                                             {{"none", "None"},
                                                              {"minimize", "Minimize"},
                                                              {"maximize", "Maximize"},
                                                              {"minimizeSquare", "Minimize square"},
                                                              {"atMost", "At most"},
                                                              {"atLeast", "At least"}},
                                                             readsPath ? "minimizeSquare" : "none",
                                                             "What an optimization does with the number."));
        type.properties.push_back(PropertyDescriptor::real(responseLimitKey, "Limit", Quantity::None, 0,
                                                           "Limit of the goals At most and At least.")
                                      .inAnyUnit());
        type.properties.push_back(PropertyDescriptor::real(responseWeightKey, "Weight", Quantity::None, 1,
                                                           "Factor of the number in the sum of several goals.")
                                      .above(0));
        for (PropertyDescriptor& property : type.properties) property.at(Stage::Infinity);
    }
    return types;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/recorded_force.h"

#include <algorithm>

#include "functions/table.h"
#include "meta/number_rows.h"

namespace trammel {

namespace {

PropertyDescriptor axesProperty(const char* key, const char* label, const char* doc) {
    return PropertyDescriptor::choice(key, label, {{"ground", "Ground"}, {"body", "the body"}}, "ground", doc)
        .at(Stage::Dynamics);
}

}  // namespace

std::vector<PropertyDescriptor> RecordedForce::properties() {
    std::vector<PropertyDescriptor::Column> columns{{"Time", Quantity::Time}};
    for (const char* axis : {"x", "y", "z"}) columns.push_back({std::string("Force ") + axis, Quantity::Force});
    for (const char* axis : {"x", "y", "z"}) columns.push_back({std::string("Point ") + axis, Quantity::Length});
    for (const char* axis : {"x", "y", "z"}) columns.push_back({std::string("Torque ") + axis, Quantity::Torque});
    return {PropertyDescriptor::text("samples", "Samples", "0 0 0 0 0 0 0 0 0 0",
                                     "Rows of time, force, point and torque, by increasing time.")
                .withColumns(std::move(columns)),
            axesProperty("forceAxes", "Force expressed in", "Axes of the force and of the torque."),
            axesProperty("pointAxes", "Point expressed in", "Frame in which the point is given."),
            PropertyDescriptor::real("factor", "Factor", Quantity::None, 1, "Factor of the force and of the torque.")
                .at(stage)};
}

RecordedForce::RecordedForce(const ElementInputs& in)
    : ParameterizedForce(in, readParameters(in)), body_(in.body("body")) {
    constexpr std::size_t numbers = 10;
    const auto rows = readRows(in.text("samples"));
    if (!rows || rows->empty())
        throw UnusableElement("The samples are not a table of numbers.",
                              "Give rows of time, force, point and torque, separated by semicolons.");
    for (const std::vector<Real>& row : *rows) {
        const std::string which = "Row " + std::to_string(samples_.size() + 1);
        if (row.size() != numbers)
            throw UnusableElement(which + " of the samples has " + std::to_string(row.size()) + " numbers.",
                                  "Give ten: time, force, point and torque.");
        if (!samples_.empty() && !(row[0] > samples_.back().time))
            throw UnusableElement(which + " of the samples is not later than the one before.", "Sort them by time.");
        samples_.push_back(
            {row[0], Vec3(row[1], row[2], row[3]), Vec3(row[4], row[5], row[6]), Vec3(row[7], row[8], row[9])});
    }
    findBreaks();
}

void RecordedForce::findBreaks() {
    const int n = int(samples_.size());
    Vector times(n), values(n);
    for (int i = 0; i < n; ++i) times[i] = samples_[std::size_t(i)].time;
    for (const Vec3 Sample::*part : {&Sample::force, &Sample::point, &Sample::torque})
        for (int axis = 0; axis < 3; ++axis) {
            for (int i = 0; i < n; ++i) values[i] = (samples_[std::size_t(i)].*part)[axis];
            const PiecewiseLinear curve(times, values);
            for (Real t = curve.calcNextBreak(-Infinity, Infinity); t < Infinity; t = curve.calcNextBreak(t, Infinity))
                breaks_.push_back(t);
        }
    std::ranges::sort(breaks_);
    breaks_.erase(std::ranges::unique(breaks_).begin(), breaks_.end());
}

Real RecordedForce::calcNextBreak(Real t, Real /*horizon*/, const AbstractValue*) const {
    const auto next = std::ranges::upper_bound(breaks_, t);
    return next == breaks_.end() ? Infinity : *next;
}

RecordedForce::Load RecordedForce::calcLoad(const ForceKinematics& k, const Parameters& p) const {
    const auto after = std::ranges::upper_bound(samples_, k.time, {}, &Sample::time);
    const Sample& b = after == samples_.end() ? samples_.back() : *after;
    const Sample& a = after == samples_.begin() ? b : *(after - 1);
    const Real part = b.time > a.time ? (k.time - a.time) / (b.time - a.time) : 0;
    const auto between = [&](const Vec3 Sample::*what) { return Vec3(a.*what + part * (b.*what - a.*what)); };
    const Transform& X_GB = k.X_GB(body_);
    Load load{p.factor * between(&Sample::force), between(&Sample::point), p.factor * between(&Sample::torque)};
    if (p.pointInBody) load.point = X_GB * load.point;
    if (p.forceInBody) {
        load.force = X_GB.R() * load.force;
        load.torque = X_GB.R() * load.torque;
    }
    return load;
}

void RecordedForce::addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const {
    const Load load = calcLoad(k, get(value));
    sum.addAt(body_, k.X_GB(body_), load.point, load.force);
    sum.body[body_][0] += load.torque;
}

void RecordedForce::appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                                   std::vector<DecorativeGeometry>& out) const {
    const Load load = calcLoad(k, get(value));
    appendLoadArrow(load.point, load.force, size, out);
    // Keep the element visible and pickable without load.
    if (load.force.norm() == 0)
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.3}).setTransform(k.X_GB(body_).p()));
}

}  // namespace trammel

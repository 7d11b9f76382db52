// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/forces/cable_path.h"
#include "multibody/function_value.h"

namespace trammel {

struct CableParameters {
    /// Origin, via points and end, each in its body's frame.
    std::vector<Vec3> points;
    Real stiffness, slackLength, dissipation;
    /// One per point; empty if all are eyelets.
    std::vector<CablePulley> pulleys = {};
    /// Length wound up per time, m/s, and an optional function of time that gives more of it, m.
    Real windingSpeed = 0;
    FunctionValue winding = {};
    friend bool operator==(const CableParameters&, const CableParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.points, self.stiffness, self.slackLength, self.dissipation, self.pulleys,
                        self.windingSpeed, self.winding);
    }
    /// Length up to which the cable exerts no force, m.
    Real calcFreeLength(Real time) const {
        const Real wound = windingSpeed * time + (winding ? winding.calcDerivative(0, time) : 0);
        return std::max<Real>(0, slackLength - wound);
    }
    Real calcWindingRate(Real time) const { return windingSpeed + (winding ? winding.calcDerivative(1, time) : 0); }
};

/// An elastic cable over via points, with slack and dissipation. It can only pull.
///
///   x = max(0, length - free length),  fs = k x,  fr = max(-fs, c fs dx/dt),  tension = fs + fr
///   free length = slack length - winding speed t - winding(t)
///   PE = k x^2 / 2,  dissipated power = fr dx/dt
///
/// z: the energy dissipated so far.
class CableForce : public ParameterizedForce<CableParameters> {
public:
    static constexpr const char* key = "cable";
    static constexpr const char* label = "Cable";
    static constexpr const char* doc =
        "An elastic cable between two points, through frictionless eyelets and around pulleys.";
    static constexpr const char* reference =
        "`stretch = max(0, length - freeLength)`, `tension = stiffness stretch max(0, 1 + dissipation d(stretch)/dt)`, "
        "constant along the cable; `PE = stiffness stretch²/2`. A winch shortens the cable: `freeLength = slackLength "
        "- windingSpeed t - winding(t)`. Via points are eyelets: the resultant of both segments acts on their bodies. "
        "A via point with a radius is a pulley: the cable goes around its axis counterclockwise, and `length` includes "
        "the arc. A slack cable exerts no force. The first `viaPoints` via points are used, in order; several may lie "
        "on one body.";
    static constexpr const char* choose =
        "For ropes, belts and tendons that run through eyelets or around pulleys and may go slack: hoists, cranes, "
        "winches, muscles. Via points are fixed to their bodies; pulleys have neither inertia nor friction.";
    static TypeSample sample() { return {.properties = {{"via1", Vec3(0.25, 0.4, 0)}}}; }

    static std::vector<OutputDescriptor> outputs();

    static constexpr int maxViaPoints = cable_path::maxViaPoints;

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        cable_path::appendEnds(list, stage);
        list.push_back(
            PropertyDescriptor::real("stiffness", "Stiffness", Quantity::Stiffness, 1000, "Tension per unit stretch.")
                .min(0)
                .at(stage));
        list.push_back(PropertyDescriptor::real("slackLength", "Slack length", Quantity::Length, 1,
                                                "Length up to which the cable exerts no force.")
                           .min(0)
                           .at(stage));
        list.push_back(PropertyDescriptor::real("dissipation", "Dissipation", Quantity::Slowness, 0.1,
                                                "Relative increase of tension per unit rate of lengthening.")
                           .min(0)
                           .at(stage));
        list.push_back(PropertyDescriptor::real("windingSpeed", "Winding speed", Quantity::Speed, 0,
                                                "Length wound up per time; negative pays out.")
                           .at(stage));
        cable_path::appendViaPoints(list, 1, stage);
        return list;
    }
    static std::vector<SocketDescriptor> sockets() {
        std::vector<SocketDescriptor> list = cable_path::sockets("cable");
        list.push_back({"winding",
                        "Winding",
                        "Length wound up as a function of time in seconds, in addition to the winding speed.",
                        {"function"},
                        true});
        return list;
    }
    static Parameters readParameters(const ElementInputs& in) {
        Parameters p{{}, in.real("stiffness"), in.real("slackLength"), in.real("dissipation")};
        cable_path::readPoints(in, p.points, p.pulleys);
        p.windingSpeed = in.real("windingSpeed");
        p.winding = in.findFunction("winding", 1);
        return p;
    }

    explicit CableForce(const ElementInputs& in) : CableForce(in, cable_path::readBodies(in), readParameters(in)) {}
    /// @param bodies the bodies of the points of @p parameters, two or more
    CableForce(const ElementInputs& in, std::vector<MobilizedBodyIndex> bodies, Parameters parameters)
        : ParameterizedForce(in, std::move(parameters)), bodies_(std::move(bodies)) {}

    CableCourse courseOf(const ForceKinematics& k, const Parameters& p) const {
        return {k, bodies_, p.points, p.pulleys};
    }
    Real calcLength(const ForceKinematics& k, const AbstractValue* value) const {
        return courseOf(k, get(value)).calcLength();
    }
    /// Needs velocities.
    Real calcTension(const ForceKinematics& k, const AbstractValue* value) const {
        const Pull pull(courseOf(k, get(value)), get(value), k.time);
        return pull.fromStretch + pull.fromRate;
    }

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Real tension = calcTension(k, value);
        if (tension > 0) courseOf(k, get(value)).addIn(tension, sum.body);
    }
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        return 0.5 * p.stiffness * square(stretch(courseOf(k, p), p, k.time));
    }
    Real calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const override {
        const Pull pull(courseOf(k, get(value)), get(value), k.time);
        return pull.fromRate * pull.rate;
    }
    int getNumZ(const AbstractValue*) const override { return 1; }
    void calcZDot(const ForceKinematics& k, const AbstractValue* value, Real* zdot) const override {
        zdot[0] = calcPowerDissipation(k, value);
    }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const CableCourse course = courseOf(k, p);
        std::vector<Vec3> line = cable_path::appendCourse(course, size, out);
        // A slack cable is drawn thin.
        const bool isTight = stretch(course, p, k.time) > 0;
        out.push_back(DecorativeGeometry(decor::Polyline{std::move(line), false}).setLineThickness(isTight ? 3 : 1.5));
    }

private:
    static Real stretch(const CableCourse& course, const Parameters& p, Real time) {
        return std::max<Real>(0, course.calcLength() - p.calcFreeLength(time));
    }
    struct Pull {
        Real fromStretch, fromRate = 0, rate = 0;
        Pull(const CableCourse& course, const Parameters& p, Real time)
            : fromStretch(p.stiffness * stretch(course, p, time)) {
            if (fromStretch == 0) return;
            rate = course.calcRate() + p.calcWindingRate(time);
            fromRate = std::max(-fromStretch, p.dissipation * fromStretch * rate);
        }
    };

    std::vector<MobilizedBodyIndex> bodies_;
};

}  // namespace trammel

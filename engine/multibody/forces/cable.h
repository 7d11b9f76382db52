// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/constraints/point_pair.h"
#include "multibody/force.h"
#include "multibody/forces/cable_course.h"
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

    static constexpr int maxViaPoints = 24;

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        appendPointProperties(list, "point1", "Origin", "Attachment point on the first body.", stage);
        appendPointProperties(list, "point2", "End", "Attachment point on the second body.", stage);
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
        list.push_back(PropertyDescriptor::integer("viaPoints", "Via points", 1, "Number of via points used.")
                           .min(0)
                           .max(maxViaPoints));
        for (int i = 1; i <= maxViaPoints; ++i) {
            const std::string number = std::to_string(i);
            appendPointProperties(list, via(i), "Via point " + number,
                                  "Eyelet, or center of pulley, " + number + " of the cable.", stage);
            list.push_back(PropertyDescriptor::real(via(i) + "Radius", "Radius " + number, Quantity::Length, 0,
                                                    "Radius of pulley " + number + "; 0 for an eyelet.")
                               .min(0)
                               .at(stage));
            list.push_back(PropertyDescriptor::direction(
                               via(i) + "Axis", "Axis " + number, Vec3(0, 0, 1),
                               "Axis of pulley " + number + ", around which the cable goes counterclockwise.")
                               .at(stage));
        }
        return list;
    }
    static std::vector<SocketDescriptor> sockets() {
        std::vector<SocketDescriptor> list = twoBodySockets();
        list[0].doc = "The body at the start of the cable; Ground if unset.";
        list[1].doc = "The body at the end of the cable; Ground if unset.";
        for (int i = 1; i <= maxViaPoints; ++i)
            list.push_back({via(i) + "Body",
                            "Body of via point " + std::to_string(i),
                            "The body that carries via point " + std::to_string(i) + "; Ground if unset.",
                            {"body"},
                            false});
        list.push_back({"winding",
                        "Winding",
                        "Length wound up as a function of time in seconds, in addition to the winding speed.",
                        {"function"},
                        true});
        return list;
    }
    static Parameters readParameters(const ElementInputs& in) {
        Parameters p{
            {in.station("body1", "point1")}, in.real("stiffness"), in.real("slackLength"), in.real("dissipation")};
        p.pulleys.resize(1);
        for (int i = 1; i <= in.integer("viaPoints"); ++i) {
            p.points.push_back(in.station(via(i) + "Body", via(i)));
            p.pulleys.push_back({in.vec3(via(i) + "Axis").normalized(), in.real(via(i) + "Radius")});
        }
        p.points.push_back(in.station("body2", "point2"));
        p.pulleys.push_back({});
        p.windingSpeed = in.real("windingSpeed");
        p.winding = in.findFunction("winding", 1);
        return p;
    }

    explicit CableForce(const ElementInputs& in) : CableForce(in, readBodies(in), readParameters(in)) {}
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
        std::vector<Vec3> line;
        for (std::size_t i = 0; i < p.points.size(); ++i) {
            if (!course.hasPulley(i)) {
                if (i > 0 && i + 1 < p.points.size())
                    out.push_back(DecorativeGeometry(decor::Sphere{size * 0.35}).setTransform(course.location(i)));
                line.push_back(course.location(i));
                continue;
            }
            constexpr int piecesPerTurn = 48;
            const Vec3 center = course.location(i), axis = course.axis(i);
            const Real wrap = course.calcWrap(i);
            const int pieces = std::max(1, int(std::ceil(std::abs(wrap) / (2 * Pi) * piecesPerTurn)));
            for (int piece = 0; piece <= pieces; ++piece)
                line.push_back(center + Rotation(wrap * piece / pieces, axis) * Vec3(course.arriving(i) - center));
            // The wheel, with its axis along y of its own frame.
            const Vec3 about = Vec3(0, 1, 0).cross(axis);
            const Real angle = std::acos(std::clamp<Real>(axis[1], -1, 1));
            const Rotation R = about.norm() > 1e-9 ? Rotation(angle, about) : Rotation();
            out.push_back(
                DecorativeGeometry(decor::Cylinder{course.radius(i), size * 0.25}).setTransform(Transform(R, center)));
        }
        // A slack cable is drawn thin.
        const bool isTight = stretch(course, p, k.time) > 0;
        out.push_back(DecorativeGeometry(decor::Polyline{std::move(line), false}).setLineThickness(isTight ? 3 : 1.5));
    }

private:
    static std::string via(int i) { return "via" + std::to_string(i); }
    static std::vector<MobilizedBodyIndex> readBodies(const ElementInputs& in) {
        std::vector<MobilizedBodyIndex> bodies{in.body("body1")};
        for (int i = 1; i <= in.integer("viaPoints"); ++i) bodies.push_back(in.body(via(i) + "Body"));
        bodies.push_back(in.body("body2"));
        return bodies;
    }
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

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "multibody/constraints/point_pair.h"
#include "multibody/force.h"

namespace trammel {

struct CableParameters {
    /// Origin, via points and end, each in its body's frame.
    std::vector<Vec3> points;
    Real stiffness, slackLength, dissipation;
    friend bool operator==(const CableParameters&, const CableParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.points, self.stiffness, self.slackLength, self.dissipation);
    }
};

/// Frictionless path of a cable through points of several bodies: straight segments.
///
///   length = sum of |p_i+1 - p_i|,  rate = its derivative
///
/// A segment between coincident points exerts no force.
struct CableCourse {
    const ForceKinematics& k;
    const std::vector<MobilizedBodyIndex>& bodies;
    const std::vector<Vec3>& points;

    Vec3 location(std::size_t i) const { return k.X_GB(bodies[i]) * points[i]; }
    Real calcLength() const {
        Real length = 0;
        Vec3 from = location(0);
        for (std::size_t i = 1; i < points.size(); ++i) {
            const Vec3 to = location(i);
            length += Vec3(to - from).norm();
            from = to;
        }
        return length;
    }
    /// Requires velocities.
    Real calcRate() const {
        Real rate = 0;
        for (std::size_t i = 1; i < points.size(); ++i) rate += direction(i).dot(Vec3(velocity(i) - velocity(i - 1)));
        return rate;
    }
    /// Pulls all points along the cable with @p tension.
    void addIn(Real tension, Vector_<SpatialVec>& body) const {
        for (std::size_t i = 1; i < points.size(); ++i) {
            const Vec3 f = tension * direction(i);
            addAt(i - 1, f, body);
            addAt(i, Vec3(-f), body);
        }
    }

private:
    /// From the previous point to point @p i.
    Vec3 direction(std::size_t i) const {
        const Vec3 p = location(i) - location(i - 1);
        const Real length = p.norm();
        return length > 0 ? Vec3(p / length) : Vec3(0.);
    }
    Vec3 velocity(std::size_t i) const {
        const SpatialVec& V = k.V_GB(bodies[i]);
        return V[1] + V[0].cross(Vec3(k.X_GB(bodies[i]).R() * points[i]));
    }
    void addAt(std::size_t i, const Vec3& f, Vector_<SpatialVec>& body) const {
        const Vec3 r = k.X_GB(bodies[i]).R() * points[i];
        body[bodies[i]] += SpatialVec{Vec3(r.cross(f)), f};
    }
};

/// An elastic cable over via points, with slack and dissipation. It can only pull.
///
///   x = max(0, length - slack length),  fs = k x,  fr = max(-fs, c fs rate),  tension = fs + fr
///   PE = k x^2 / 2,  dissipated power = fr rate
///
/// z: the energy dissipated so far.
class CableForce : public ParameterizedForce<CableParameters> {
public:
    static constexpr const char* key = "cable";
    static constexpr const char* label = "Cable";
    static constexpr const char* doc = "An elastic cable between two points, through up to six frictionless eyelets.";
    static constexpr const char* reference =
        "`stretch = max(0, length - slackLength)`, `tension = stiffness stretch max(0, 1 + dissipation d(length)/dt)`, "
        "constant along the cable; `PE = stiffness stretch²/2`. Via points are eyelets: the resultant of both segments "
        "acts on their bodies. A slack cable exerts no force. The first `viaPoints` via points are used, in order.";
    static constexpr const char* choose =
        "For ropes, belts and tendons that run through eyelets and may go slack: hoists, cranes, muscles. Via points "
        "are fixed to their bodies; for a rope around a drum, place several on its rim.";
    static TypeSample sample() { return {.properties = {{"via1", Vec3(0.25, 0.4, 0)}}}; }

    static constexpr int maxViaPoints = 6;

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
        list.push_back(PropertyDescriptor::integer("viaPoints", "Via points", 1, "Number of via points used.")
                           .min(0)
                           .max(maxViaPoints));
        for (int i = 1; i <= maxViaPoints; ++i)
            appendPointProperties(list, via(i), "Via point " + std::to_string(i),
                                  "Eyelet " + std::to_string(i) + " of the cable.", stage);
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
        return list;
    }
    static Parameters readParameters(const ElementInputs& in) {
        Parameters p{
            {in.station("body1", "point1")}, in.real("stiffness"), in.real("slackLength"), in.real("dissipation")};
        for (int i = 1; i <= in.integer("viaPoints"); ++i) p.points.push_back(in.station(via(i) + "Body", via(i)));
        p.points.push_back(in.station("body2", "point2"));
        return p;
    }

    explicit CableForce(const ElementInputs& in) : CableForce(in, readBodies(in), readParameters(in)) {}
    /// @param bodies the bodies of the points of @p parameters, two or more
    CableForce(const ElementInputs& in, std::vector<MobilizedBodyIndex> bodies, Parameters parameters)
        : ParameterizedForce(in, std::move(parameters)), bodies_(std::move(bodies)) {}

    CableCourse courseOf(const ForceKinematics& k, const Parameters& p) const { return {k, bodies_, p.points}; }
    /// Requires velocities.
    Real calcTension(const ForceKinematics& k, const AbstractValue* value) const {
        const Pull pull(courseOf(k, get(value)), get(value));
        return pull.fromStretch + pull.fromRate;
    }

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Real tension = calcTension(k, value);
        if (tension > 0) courseOf(k, get(value)).addIn(tension, sum.body);
    }
    Real calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const override {
        const Parameters& p = get(value);
        return 0.5 * p.stiffness * square(stretch(courseOf(k, p), p));
    }
    Real calcPowerDissipation(const ForceKinematics& k, const AbstractValue* value) const override {
        const Pull pull(courseOf(k, get(value)), get(value));
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
        for (std::size_t i = 0; i < p.points.size(); ++i) line.push_back(course.location(i));
        for (std::size_t i = 1; i + 1 < line.size(); ++i)
            out.push_back(DecorativeGeometry(decor::Sphere{size * 0.35}).setTransform(line[i]));
        // Draw a slack cable thin.
        out.push_back(DecorativeGeometry(decor::Polyline{std::move(line), false})
                          .setLineThickness(stretch(course, p) > 0 ? 3 : 1.5));
    }

private:
    static std::string via(int i) { return "via" + std::to_string(i); }
    static std::vector<MobilizedBodyIndex> readBodies(const ElementInputs& in) {
        std::vector<MobilizedBodyIndex> bodies{in.body("body1")};
        for (int i = 1; i <= in.integer("viaPoints"); ++i) bodies.push_back(in.body(via(i) + "Body"));
        bodies.push_back(in.body("body2"));
        return bodies;
    }
    static Real stretch(const CableCourse& course, const Parameters& p) {
        return std::max<Real>(0, course.calcLength() - p.slackLength);
    }
    struct Pull {
        Real fromStretch, fromRate = 0, rate = 0;
        Pull(const CableCourse& course, const Parameters& p) : fromStretch(p.stiffness * stretch(course, p)) {
            if (fromStretch == 0) return;
            rate = course.calcRate();
            fromRate = std::max(-fromStretch, p.dissipation * fromStretch * rate);
        }
    };

    std::vector<MobilizedBodyIndex> bodies_;
};

}  // namespace trammel

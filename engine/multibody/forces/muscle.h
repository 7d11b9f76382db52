// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/cable_path.h"
#include "multibody/function_value.h"

namespace trammel {

struct MuscleParameters {
    /// Origin, via points and end, each in its body's frame, and one pulley per point.
    std::vector<Vec3> points;
    std::vector<CablePulley> pulleys;
    /// N, m, m, rad, optimal lengths per second.
    Real maxForce, optimalLength, tendonLength, pennation, maxSpeed;
    /// s
    Real activationTime, deactivationTime;
    Real initialActivation, excitation;
    /// Optional function of time that is added to the excitation.
    FunctionValue control = {};
    friend bool operator==(const MuscleParameters&, const MuscleParameters&) = default;
    static auto valueFields(auto& self) {
        return std::tie(self.points, self.pulleys, self.maxForce, self.optimalLength, self.tendonLength, self.pennation,
                        self.maxSpeed, self.activationTime, self.deactivationTime, self.initialActivation,
                        self.excitation, self.control);
    }
};

/// A muscle of Hill's type with a rigid tendon, over via points, and first-order activation.
///
///   da/dt = (e - a) / tau,  tau = ta (1/2 + 3a/2) for e > a, else td / (1/2 + 3a/2)
///   l cos(alpha) = length - lt,  l sin(alpha) = l0 sin(alpha0),  x = l/l0,  v = (dl/dt) / (l0 vmax (1 + 3a)/4)
///   tension = F0 cos(alpha) [a fl(x) fv(v) + fp(x)]
///   fl = exp(-(x - 1)^2 / 0.45),  fp = (exp(4 (x - 1)/0.6) - 1) / (e^4 - 1) for x > 1, linear beyond x = 1.6
///   fv = (1 + v)/(1 - 4 v) for v < 0, at least 0;  (1 + 25 v 1.4)/(1 + 25 v) for v > 0
///
/// z: activation minus the initial activation. There is no potential energy: a muscle is a drive.
///
/// **Source:** Thelen, "Adjustment of muscle mechanics model parameters to simulate dynamic contractions in older adults",
/// J. Biomech. Eng. 125 (2003); Zajac (1989).
class MuscleForce : public ParameterizedForce<MuscleParameters> {
public:
    static constexpr const char* key = "muscle";
    static constexpr const char* label = "Muscle";
    static constexpr const char* doc = "A muscle with activation that pulls two points together, through via points.";
    static constexpr const char* reference =
        "`da/dt = (excitation - a)/tau`, `tau = activationTime (0.5 + 1.5 a)` while it grows and "
        "`deactivationTime/(0.5 + "
        "1.5 a)` while it falls. The fiber has the length of the path beyond the tendon, at the pennation angle. "
        "`tension "
        "= maxForce cos(pennation) (a fl(x) fv(v) + fp(x))` with the curves of Thelen (2003) of fiber length x and "
        "speed "
        "v, normalized by the optimal length and the largest speed; the tendon is rigid. A function of time may be "
        "added "
        "to the excitation, which is kept from 0 to 1. A muscle does work and counts no potential energy.";
    static constexpr const char* choose =
        "For muscles of animals and humans. For passive ropes and ligaments, use a cable; for motors, a joint force.";
    static TypeSample sample() {
        return {.properties = {{"via1", Vec3(0.25, 0.4, 0)}, {"viaPoints", std::int64_t{1}}}};
    }

    static std::vector<OutputDescriptor> outputs();
    static std::vector<PropertyDescriptor> properties();
    static std::vector<SocketDescriptor> sockets();
    static Parameters readParameters(const ElementInputs& in);

    explicit MuscleForce(const ElementInputs& in)
        : ParameterizedForce(in, readParameters(in)), bodies_(cable_path::readBodies(in)) {}

    /// From 0 to 1.
    static Real calcActivation(const ForceKinematics& k, const AbstractValue* value);
    Real calcLength(const ForceKinematics& k, const AbstractValue* value) const {
        return courseOf(k, get(value)).calcLength();
    }
    /// Needs velocities.
    Real calcTension(const ForceKinematics& k, const AbstractValue* value) const;

    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        courseOf(k, get(value)).addIn(calcTension(k, value), sum.body);
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    int getNumZ(const AbstractValue*) const override { return 1; }
    void calcZDot(const ForceKinematics& k, const AbstractValue* value, Real* zdot) const override;
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        std::vector<Vec3> line = cable_path::appendCourse(courseOf(k, get(value)), size, out);
        out.push_back(DecorativeGeometry(decor::Polyline{std::move(line), false}).setLineThickness(4));
    }

private:
    CableCourse courseOf(const ForceKinematics& k, const Parameters& p) const {
        return {k, bodies_, p.points, p.pulleys};
    }
    std::vector<MobilizedBodyIndex> bodies_;
};

}  // namespace trammel

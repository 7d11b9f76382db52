// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/breaks_in_time.h"
#include "multibody/forces/body_force_arrow.h"

namespace trammel {

struct RecordedForceParameters {
    Real factor;
    bool forceInBody, pointInBody;
    friend bool operator==(const RecordedForceParameters&, const RecordedForceParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.factor, self.forceInBody, self.pointInBody); }
};

/// A measured force with its point of application and a torque, by time: ground reactions, records of load cells.
class RecordedForce : public ParameterizedForce<RecordedForceParameters>, public BreaksInTime {
public:
    static constexpr const char* key = "recordedForce";
    static constexpr const char* label = "Recorded force";
    static constexpr const char* doc = "A force at a moving point of a body and a torque, by a table of times.";
    static constexpr const char* reference =
        "Each row has the time, the force, its point of application and a torque. Between rows all are linear in time, "
        "before the first and after the last constant. Force and torque are expressed in Ground or in the body, and so "
        "is the point. There is no potential energy: the work counts as supplied.";
    static constexpr const char* choose =
        "For measured loads: ground reactions of force plates, load cells. A center of pressure is a point in "
        "Ground, a load cell a point of the body. For a law in place of a record, use a force by formula.";
    static TypeSample sample() {
        return {.properties = {{"samples", std::string("0 0 40 0 0.1 0 0 0 0 0; 1 0 40 0 0.3 0 0 0 0 0")}}};
    }

    static std::vector<PropertyDescriptor> properties();
    static std::vector<SocketDescriptor> sockets() { return loadedBodySocket(); }
    static Parameters readParameters(const ElementInputs& in) {
        constexpr const char* body = "body";
        return {in.real("factor"), in.text("forceAxes") == body, in.text("pointAxes") == body};
    }

    /// Throws UnusableElement unless the samples are a table of ten columns with increasing times.
    explicit RecordedForce(const ElementInputs& in);

    Real calcNextBreak(Real t, Real horizon, const AbstractValue* parameters) const override;
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override;
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override;

private:
    /// In Ground; the torque is about the point.
    struct Load {
        Vec3 force, point, torque;
    };
    struct Sample {
        Real time;
        Vec3 force, point, torque;
    };
    void findBreaks();
    Load calcLoad(const ForceKinematics& k, const Parameters& p) const;

    MobilizedBodyIndex body_;
    /// At least one, by increasing time.
    std::vector<Sample> samples_;
    /// Times at which the slope of force, point or torque jumps, ascending.
    std::vector<Real> breaks_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "compile/compiled_data.h"
#include "compile/events/event_part.h"
#include "multibody/impulse_response.h"
#include "multibody/mobilizer.h"

namespace trammel {

/// Applies an impulse at a point of a body.
class PointImpulseAction : public EventAction {
public:
    static constexpr const char* key = "pointImpulse";
    static constexpr const char* label = "Apply an impulse at a point";
    static constexpr const char* doc = "Applies an impulse, in axes of Ground, at a point of a body.";
    static constexpr const char* reference =
        "`M w + G^T p = J^T j`, `G w = 0`: all speeds change by `w`, with constraints, motors and locks enforced. "
        "Closed rigid contacts hold both ways.";
    static constexpr const char* choose = "For a hammer, a kick, a gust. For a lasting load, use a force.";
    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> all;
        for (const char* const axis : {"x", "y", "z"}) {
            PropertyDescriptor component = PropertyDescriptor::formula(
                axis, "Impulse " + std::string(axis), Quantity::None, "0", "Formula of this component, N*s.");
            component.takesAnyUnit = true;
            all.push_back(std::move(component));
        }
        appendPointProperties(all, "point", "Point", "Where the impulse acts.", Stage::Time);
        return all;
    }
    static std::vector<SocketDescriptor> sockets() {
        return {{"body", "Body", "The body that the impulse acts on.", {"body"}, false}};
    }

    explicit PointImpulseAction(const EventInputs& in) : EventAction(in), body_(in.values.body("body")) {
        for (const char* const axis : {"x", "y", "z"})
            in.requireDimension(axis, dimensionOf(Quantity::Force) * dimensionOf(Quantity::Time), "an impulse (N·s)");
        if (body_ == MobilizedBodyIndex(0))
            throw UnusableElement("An impulse on Ground has no effect.", "Choose a body in its properties.");
    }
    void act(State& s, const EventParameters& parameters, bool&) const override {
        const MatterSubsystem& matter = *built().matter;
        const Vec3 impulse(calcFormula(0, s, parameters), calcFormula(1, s, parameters), calcFormula(2, s, parameters));
        Vector onMobilities;
        matter.multiplyByStationJacobianTranspose(s, body_, parameters.points[0], impulse, onMobilities);
        const Vector change = calcImpulseResponse(matter, s, onMobilities).speeds;
        matter.updU(s) += change;
    }

private:
    MobilizedBodyIndex body_;
};

}  // namespace trammel

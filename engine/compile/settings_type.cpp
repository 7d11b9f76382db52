// SPDX-License-Identifier: Apache-2.0
#include "compile/settings_type.h"

#include "compile/catalog.h"

namespace trammel {

TypeDescriptor settingsType(const std::vector<TypeDescriptor>& integrators) {
    std::vector<PropertyDescriptor::Option> options;
    options.reserve(integrators.size());
    for (const TypeDescriptor& t : integrators) options.push_back({t.key, t.label});
    const SimulationSettings defaults;
    TypeDescriptor type;
    type.family = "settings";
    type.key = "simulation";
    type.label = "Simulation";
    type.doc = "Settings of the simulation: method, accuracy, duration.";
    type.properties = {
        PropertyDescriptor::choice("integrator", "Integrator", options, options.front().key, "Time integration method.")
            .at(Stage::Infinity),
        PropertyDescriptor::real("accuracy", "Accuracy", Quantity::None, defaults.accuracy,
                                 "Relative local error tolerance of a step.")
            .above(0)
            .max(0.1)
            .at(Stage::Infinity),
        PropertyDescriptor::real("startTime", "Start time", Quantity::Time, defaults.startTime,
                                 "Simulated time at the start, the initial argument of functions of time.")
            .at(Stage::Time),
        PropertyDescriptor::real("duration", "Duration", Quantity::Time, defaults.duration, "Simulated time of a run.")
            .above(0)
            .at(Stage::Infinity),
        PropertyDescriptor::real("frameInterval", "Frame interval", Quantity::Time, defaults.frameInterval,
                                 "Simulated time between frames; does not affect the steps.")
            .above(0)
            .at(Stage::Infinity),
        PropertyDescriptor::real("fixedStep", "Fixed step size", Quantity::Time, defaults.fixedStep,
                                 "Size of all steps, regardless of the error; 0: error control.")
            .min(0)
            .at(Stage::Infinity),
        PropertyDescriptor::boolean("useEulerAngles", "Euler angles", defaults.useEulerAngles,
                                    "Use body-fixed x-y-z angles instead of quaternions for ball and free joints: "
                                    "easier to read and to drive, but singular at a second angle of ±90°.")
            .at(Stage::Model)};
    return type;
}

SimulationSettings readSettings(const ElementInputs& in) {
    SimulationSettings s;
    s.integrator = in.text("integrator");
    s.accuracy = in.real("accuracy");
    s.startTime = in.real("startTime");
    s.duration = in.real("duration");
    s.frameInterval = in.real("frameInterval");
    s.fixedStep = in.real("fixedStep");
    s.useEulerAngles = in.boolean("useEulerAngles");
    return s;
}

SimulationSettings defaultSettings() {
    const TypeDescriptor& type = *builtinCatalog().typesOf("settings").front();
    ElementInputs in;
    in.property = [&](const std::string& key) { return type.findProperty(key)->defaultValue; };
    return readSettings(in);
}

}  // namespace trammel

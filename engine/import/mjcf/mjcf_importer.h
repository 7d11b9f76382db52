// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "import/importer.h"

namespace trammel {

/// Models of MuJoCo.
///
/// **Source:** MuJoCo documentation, "XML Reference" and "Modeling".
class MjcfImporter {
public:
    static constexpr const char* key = "mjcf";
    static constexpr const char* label = "MuJoCo model";
    static constexpr const char* doc = "MuJoCo models (MJCF): defaults, includes, loops, tendons and actuators.";
    static constexpr const char* mediaType = "application/x-mujoco+xml";
    static constexpr const char* rootElement = "mujoco";
    static const char* const help;

    static std::vector<std::string> endings() { return {"xml", "mjcf"}; }
    static std::vector<PropertyDescriptor> options();
    static std::vector<SupportedElement> elements();
    static void read(ImportJob& job);
};

}  // namespace trammel

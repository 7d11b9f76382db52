// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "import/importer.h"

namespace trammel {

/// Models and worlds of Gazebo.
///
/// **Source:** sdformat.org, "Specification" 1.4 to 1.11 and "Pose frame semantics"; the elements drake:* of Drake's
/// parsing reference.
class SdfImporter {
public:
    static constexpr const char* key = "sdf";
    static constexpr const char* label = "SDFormat model or world";
    static constexpr const char* doc =
        "Gazebo models and worlds: links, joints, frames, nested models, includes, mimic joints and gearboxes.";
    static constexpr const char* mediaType = "application/x-sdf+xml";
    static constexpr const char* rootElement = "sdf";
    static const char* const help;

    static std::vector<std::string> endings() { return {"sdf", "world"}; }
    static std::vector<PropertyDescriptor> options();
    static std::vector<SupportedElement> elements();
    static void read(ImportJob& job);
};

}  // namespace trammel

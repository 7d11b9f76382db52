// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "import/importer.h"

namespace trammel {

/// Robots as ROS describes them.
///
/// **Source:** ROS wiki, "urdf/XML"; the elements drake:* of Drake's parsing reference.
class UrdfImporter {
public:
    static constexpr const char* key = "urdf";
    static constexpr const char* label = "URDF robot";
    static constexpr const char* doc = "Robots of ROS: links, joints, meshes, mimic joints, and loops of a robot.yaml.";
    static constexpr const char* mediaType = "application/x-urdf+xml";
    static constexpr const char* rootElement = "robot";
    static const char* const help;

    static std::vector<std::string> endings() { return {"urdf"}; }
    static std::vector<PropertyDescriptor> options();
    static std::vector<SupportedElement> elements();
    static void read(ImportJob& job);
};

}  // namespace trammel

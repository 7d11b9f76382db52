// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "import/importer.h"

namespace trammel {

/// Musculoskeletal models of OpenSim, of all generations of the format: joints inside bodies before version 4, sockets
/// and offset frames since.
///
/// **Source:** OpenSim documentation, "OpenSim Models", and the doxygen pages of its joints, constraints and functions.
class OsimImporter {
public:
    static constexpr const char* key = "osim";
    static constexpr const char* label = "OpenSim model";
    static constexpr const char* doc =
        "OpenSim musculoskeletal models: custom joints, coordinate couplers, muscle paths, markers.";
    static constexpr const char* mediaType = "application/x-osim+xml";
    static constexpr const char* rootElement = "OpenSimDocument";
    static const char* const help;

    static std::vector<std::string> endings() { return {"osim"}; }
    static std::vector<PropertyDescriptor> options();
    static std::vector<SupportedElement> elements();
    static void read(ImportJob& job);
};

}  // namespace trammel

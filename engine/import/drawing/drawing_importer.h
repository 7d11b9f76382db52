// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "import/importer.h"

namespace trammel {

/// Outlines of DXF drawings as plates. **Source:** Autodesk, DXF reference.
class DxfImporter {
public:
    static constexpr const char* key = "dxf";
    static constexpr const char* label = "DXF drawing";
    static constexpr const char* doc =
        "Closed outlines of a drawing become plates, with the circles and slots in them.";
    static constexpr const char* mediaType = "image/vnd.dxf";
    static constexpr const char* rootElement = "";
    static const char* const help;

    static std::vector<std::string> endings() { return {"dxf"}; }
    static std::vector<PropertyDescriptor> options();
    static std::vector<SupportedElement> elements();
    static void read(ImportJob& job);
};

/// Outlines of SVG drawings as plates. **Source:** W3C, SVG 1.1.
class SvgImporter {
public:
    static constexpr const char* key = "svg";
    static constexpr const char* label = "SVG drawing";
    static constexpr const char* doc = "Closed paths of a drawing become plates, with the circles and slots in them.";
    static constexpr const char* mediaType = "image/svg+xml";
    static constexpr const char* rootElement = "svg";
    static const char* const help;

    static std::vector<std::string> endings() { return {"svg"}; }
    static std::vector<PropertyDescriptor> options();
    static std::vector<SupportedElement> elements();
    static void read(ImportJob& job);
};

}  // namespace trammel

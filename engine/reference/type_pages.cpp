// SPDX-License-Identifier: Apache-2.0
#include "reference/type_pages.h"

#include <cmath>

#include "compile/catalog.h"
#include "document/value_text.h"
#include "reference/type_drawing.h"

namespace trammel {

namespace {

std::string describeFrames(const TypeDrawing& picture) {
    std::string text =
        "F (the larger one in the drawing) is fixed to the parent, M to the child; the properties below place both. "
        "Axes: x red, y green, z blue. ";
    if (picture.coordinates.empty()) return text + "M coincides with F.";
    text += "At its defaults, M ";
    if (picture.startOfM.norm() < 1e-9) return text + "coincides with F.";
    const auto along = [&](int i) { return numberText(std::round(1e6 * picture.startOfM[i]) / 1e6); };
    return text + "is parallel to F with its origin at (" + along(0) + ", " + along(1) + ", " + along(2) +
           ") m, for the drawn dimensions.";
}

TypePageParts partsOf(const TypeDescriptor& type, const std::string& drawingFolder) {
    const TypeDrawing picture = drawType(type);
    TypePageParts parts;
    if (!picture.svg.empty()) parts.drawing = drawingFolder + drawingFileName(type);
    if (type.family == "joint") parts.frames = describeFrames(picture);
    parts.coordinates = picture.coordinates;
    parts.speeds = picture.speeds;
    return parts;
}

}  // namespace

std::string makeTypePage(const TypeDescriptor& type, const std::string& drawingFolder) {
    return makeTypeReference(builtinCatalog(), type, partsOf(type, drawingFolder));
}

std::string makeTypePages(const std::string& drawingFolder) {
    return makeTypeReference(builtinCatalog(),
                             [&](const TypeDescriptor& type) { return partsOf(type, drawingFolder); });
}

std::map<std::string, std::string> makeTypeDrawings() {
    std::map<std::string, std::string> drawings;
    for (const TypeDescriptor& type : builtinCatalog().types())
        if (std::string svg = drawType(type).svg; !svg.empty()) drawings[drawingFileName(type)] = std::move(svg);
    return drawings;
}

}  // namespace trammel

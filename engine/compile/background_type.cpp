// SPDX-License-Identifier: Apache-2.0
#include "compile/background_type.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "compile/catalog.h"

namespace trammel {

namespace {

/// Beginnings of image files in base64.
constexpr std::array<std::string_view, 2> imageBeginnings{"iVBORw0KGgo", "/9j/"};

}  // namespace

TypeDescriptor backgroundType() {
    TypeDescriptor type;
    type.family = backgroundFamily;
    type.key = "image";
    type.label = "Background image";
    type.doc = "An image in the view, to trace a mechanism over.";
    type.choose =
        "For photographs and scans of mechanisms. Set its size by two points whose distance is known. The file is kept "
        "in the model, reduced if it is large; it has no effect on how the mechanism moves.";
    type.properties = {
        PropertyDescriptor::text("data", "Image", "", "A PNG or JPEG file in base64.").at(Stage::Report),
        PropertyDescriptor::vec3("position", "Position", Quantity::Length, Vec3(0.), "Lower left corner, in Ground.")
            .at(Stage::Report),
        PropertyDescriptor::vec3("orientation", "Orientation", Quantity::Angle, Vec3(0.),
                                 "Body-fixed x-y-z angles; zero: in the xy plane of Ground.")
            .at(Stage::Report),
        PropertyDescriptor::real("width", "Width", Quantity::Length, 0.5, "Width of the image; its height follows.")
            .above(0)
            .at(Stage::Report),
        PropertyDescriptor::real("opacity", "Opacity", Quantity::None, 0.6, "0 is invisible, 1 opaque.")
            .min(0)
            .max(1)
            .at(Stage::Report)};
    return type;
}

void checkBackgrounds(const Document& document, Diagnostics& diagnostics) {
    for (const ElementId id : document.elementsOf(backgroundFamily)) {
        const Element& background = document.get(id);
        const TypeDescriptor* const type = findTypeOf(background);
        if (!type) continue;
        const std::string data = background.valueAs<std::string>(*type, "data");
        if (data.empty())
            diagnostics.warning(background.name, "It has no image.", "Choose one with Build > Background image.", id);
        else if (std::ranges::none_of(imageBeginnings, [&](std::string_view start) { return data.starts_with(start); }))
            diagnostics.warning(background.name, "Its image is neither PNG nor JPEG and is not shown.",
                                "Choose another with Build > Background image.", id);
    }
}

}  // namespace trammel

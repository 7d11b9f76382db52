// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/document.h"

namespace trammel {

/// A small model with one element of a type, for its reference page.
struct SampleModel {
    Document document;
    ElementId subject;
    /// Bodies labeled in a drawing.
    struct Label {
        ElementId body;
        std::string text;
    };
    std::vector<Label> labels;
};

/// The sample of a type, with all required connections, placed according to its TypeSample. An element without suitable
/// connections is still in the document.
SampleModel makeSampleModel(const TypeCatalog& catalog, const TypeDescriptor& type);

}  // namespace trammel

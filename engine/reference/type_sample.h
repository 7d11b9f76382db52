// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "document/document.h"

namespace trammel {

/// A small model with one element of a type, as its reference page draws it.
struct SampleModel {
    Document document;
    ElementId subject;
    /// Bodies that a drawing should name, and how.
    struct Label {
        ElementId body;
        std::string text;
    };
    std::vector<Label> labels;
};

/// The sample of a type: whatever it must be plugged into is there, placed as its TypeSample says. An element of a
/// type that nothing suits is in the document all the same.
SampleModel makeSampleModel(const TypeCatalog& catalog, const TypeDescriptor& type);

}  // namespace trammel

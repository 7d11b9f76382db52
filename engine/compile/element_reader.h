// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>

#include "document/document.h"
#include "multibody/element_inputs.h"

namespace trammel {

/// Where the engine's bodies are: by body element, and by the joint element that moves them.
struct EngineIndices {
    const std::map<ElementId, MobilizedBodyIndex>& bodies;
    const std::map<ElementId, MobilizedBodyIndex>& joints;
};

/// Inputs for a type's implementation from an element of the document. Refers to @p document and @p indices, which
/// must outlive the result. Sockets that lead nowhere give Ground; the compiler has checked them.
ElementInputs makeElementInputs(const Document& document, const Element& element, const EngineIndices& indices);

/// Location in its body's frame of the point given by property @p point and its anchor.
Vec3 calcStation(const Document& document, const Element& element, ElementId body, const std::string& point);

}  // namespace trammel

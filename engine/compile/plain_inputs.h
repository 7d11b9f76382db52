// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "document/element.h"
#include "multibody/element_inputs.h"

namespace trammel {

/// Inputs with the properties of an element, read from the document: nothing is connected. Both must outlive the result.
template <class Inputs = ElementInputs>
Inputs plainInputs(const Element& element, const TypeDescriptor& type) {
    Inputs in;
    in.name = element.name;
    in.id = element.id;
    in.property = [&element, &type](const std::string& key) { return element.value(type, key); };
    return in;
}

}  // namespace trammel

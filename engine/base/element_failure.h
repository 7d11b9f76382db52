// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/element_id.h"
#include "base/numerical_failure.h"

namespace trammel {

/// A method of a user-defined element threw, or returned NaN or infinity. The text names element, method and stage.
class ElementFailure : public NumericalFailure {
public:
    ElementFailure(ElementId element, const std::string& name, const std::string& what)
        : NumericalFailure("'" + name + "': " + what), element_(element), name_(name), reason_(what) {}
    ElementId getElement() const { return element_; }
    const std::string& getElementName() const { return name_; }
    /// The text without the element's name.
    const std::string& getReason() const { return reason_; }

private:
    ElementId element_;
    std::string name_, reason_;
};

}  // namespace trammel

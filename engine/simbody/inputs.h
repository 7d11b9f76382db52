// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"

namespace SimTK {

/// Describes an element of a registered type in code, and makes it: what a document does with text.
///
///   Inputs("constraint", "rod").body("body1", a).body("body2", b).set("length", 2.)
class Inputs {
public:
    /// @throws trammel::Exception if there is no such row
    Inputs(const std::string& family, const std::string& key);

    Inputs& set(const std::string& key, trammel::PropertyValue value) {
        values_[key] = std::move(value);
        return *this;
    }
    Inputs& body(const std::string& socket, trammel::MobilizedBodyIndex b) {
        bodies_[socket] = b;
        return *this;
    }
    /// The name that errors will use.
    Inputs& named(std::string name) {
        name_ = std::move(name);
        return *this;
    }

    trammel::ElementInputs get() const;
    /// The row's implementation as the interface I of its family, which has create().
    template <class I>
    auto create() const {
        return dynamic_cast<const I&>(*type_.implementation).create(get());
    }

private:
    trammel::TypeDescriptor type_;
    std::string name_;
    std::map<std::string, trammel::PropertyValue> values_;
    std::map<std::string, trammel::MobilizedBodyIndex> bodies_;
};

}  // namespace SimTK

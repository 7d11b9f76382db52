// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>

#include "meta/type_catalog.h"
#include "multibody/element_inputs.h"

namespace SimTK {

/// Describes and creates an element of a registered type from code, as a document does.
///
///   Inputs("constraint", "rod").body("body1", a).body("body2", b).set("length", 2.)
class Inputs {
public:
    /// @throws trammel::Exception for an unknown type
    Inputs(const std::string& family, const std::string& key);

    Inputs& set(const std::string& key, trammel::PropertyValue value) {
        values_[key] = std::move(value);
        return *this;
    }
    Inputs& body(const std::string& socket, trammel::MobilizedBodyIndex b) {
        bodies_[socket] = b;
        return *this;
    }
    /// Name used in messages.
    Inputs& named(std::string name) {
        name_ = std::move(name);
        return *this;
    }

    trammel::ElementInputs get() const;
    /// The type's implementation as the interface I of its family, which has create().
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

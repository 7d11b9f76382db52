// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "meta/property.h"

namespace trammel {

/// A reference that an element of a type holds to another element.
struct SocketDescriptor {
    std::string key;
    std::string label;
    std::string doc;
    /// Keys of the families that may be connected: {"body"}, {"joint"}.
    std::vector<std::string> families;
    /// If false, an unconnected body input means Ground; any other unconnected input is an error.
    bool optional = false;
};

/// A quantity that elements of a type can report.
struct OutputDescriptor {
    std::string key;
    std::string label;
    std::string doc;
    Quantity quantity = Quantity::None;
    /// 1 for a scalar, 3 for a vector.
    int components = 1;
    /// The stage at which it becomes available.
    Stage stage = Stage::Report;
};

/// Behavior attached to a type by the module that implements it; the catalog only stores it.
class TypeImplementation {
public:
    virtual ~TypeImplementation() = default;
};

/// Settings that show a type well on its reference page, where the common ones do not.
struct TypeSample {
    /// Property values other than the defaults.
    std::vector<std::pair<std::string, PropertyValue>> properties = {};
    /// Input key and the key of the type connected to it: {"joint2", "slider"}. An empty type leaves the input open.
    std::vector<std::pair<std::string, std::string>> plugged = {};
    /// Initial position of the second body, or of the second joint's frame F, in the first.
    Vec3 position = Vec3(0.45, 0.1, 0.1);
    /// Initial orientation: body-fixed x-y-z angles, rad.
    Vec3 orientation = Vec3(0.15, -0.3, 0.35);
};

/// Description of a type of model element.
struct TypeDescriptor {
    /// "joint", "constraint", "force", "body", ...
    std::string family;
    /// "pin"; unique in its family, permanent, since files use it as key.
    std::string key;
    std::string label;
    /// One line.
    std::string doc;
    std::vector<PropertyDescriptor> properties;
    std::vector<SocketDescriptor> sockets;
    std::vector<OutputDescriptor> outputs;
    /// Quantities of a joint's coordinates q and speeds u; None for dimensionless ones.
    std::vector<Quantity> coordinates = {}, speeds = {};
    /// Icon name in resources/icons without suffix; empty: the family's icon.
    std::string icon;
    /// Equations, singularities and sources: Markdown for the reference page.
    std::string reference;
    /// When to choose this type and when another: one or two sentences for the reference page.
    std::string choose;
    TypeSample sample;
    std::shared_ptr<const TypeImplementation> implementation;

    const PropertyDescriptor* findProperty(const std::string& key) const;
    const SocketDescriptor* findSocket(const std::string& key) const;
};

/// Copies the reference-page members of a class into its descriptor: the text `choose` and, if present, `static
/// TypeSample sample()`.
template <class T>
void describeUse(TypeDescriptor& type) {
    type.choose = T::choose;
    if constexpr (requires { T::sample(); }) type.sample = T::sample();
}

/// A family of types, in the order used by the model tree and the palette.
struct FamilyDescriptor {
    std::string key;
    /// Singular and plural as shown: "Joint", "Joints".
    std::string label, pluralLabel;
    std::string doc;
    /// Families that may be parents of this one; empty: elements are at the top level only.
    std::vector<std::string> parentFamilies;
    /// Label of an unconnected input of this family: "Ground"; empty: none.
    std::string unpluggedLabel = {};
    /// Maximum number of elements per model; 0: the types serve as choices only.
    int maxElements = 1000000;
};

/// All registered types. Const after construction and safe to share between threads.
class TypeCatalog {
public:
    void addFamily(FamilyDescriptor family);
    /// Throws Exception if the family is unknown or (family, key) is taken.
    void addType(TypeDescriptor type);

    const std::vector<FamilyDescriptor>& families() const { return families_; }
    const FamilyDescriptor* findFamily(const std::string& key) const;
    /// Addresses stay valid for the life of the catalog.
    const std::deque<TypeDescriptor>& types() const { return types_; }
    const TypeDescriptor* findType(const std::string& family, const std::string& key) const;
    std::vector<const TypeDescriptor*> typesOf(const std::string& family) const;

private:
    std::vector<FamilyDescriptor> families_;
    std::deque<TypeDescriptor> types_;
};

}  // namespace trammel

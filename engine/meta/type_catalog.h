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
    /// Family keys that may be plugged in: {"body"}, {"joint"}.
    std::vector<std::string> families;
    /// Unset means Ground where a body is asked for; otherwise an unset required socket is an error.
    bool optional = false;
};

/// A quantity that an element of a type can report.
struct OutputDescriptor {
    std::string key;
    std::string label;
    std::string doc;
    Quantity quantity = Quantity::None;
    /// 1 for a scalar, 3 for a vector.
    int components = 1;
    /// The stage from which on it is available.
    Stage stage = Stage::Report;
};

/// Behaviour attached to a type by the room that implements it; the catalogue only carries it.
class TypeImplementation {
public:
    virtual ~TypeImplementation() = default;
};

/// What shows a type well on its reference page, as far as it differs from what is drawn for any type.
struct TypeSample {
    /// Property values other than the defaults.
    std::vector<std::pair<std::string, PropertyValue>> properties = {};
    /// Socket key and the key of the type plugged in there: {"joint2", "slider"}. An empty one leaves the socket open.
    std::vector<std::pair<std::string, std::string>> plugged = {};
    /// Where the second body, or the second joint's frame F, is to begin with, as seen from the first.
    Vec3 position = Vec3(0.45, 0.1, 0.1);
    /// The same for its orientation: body-fixed x-y-z angles.
    Vec3 orientation = Vec3(0.15, -0.3, 0.35);
};

/// Everything there is to know about one type of model element.
struct TypeDescriptor {
    /// "joint", "constraint", "force", "body", ...
    std::string family;
    /// "pin"; unique in its family, stable forever: the key in the file.
    std::string key;
    std::string label;
    /// One line.
    std::string doc;
    std::vector<PropertyDescriptor> properties;
    std::vector<SocketDescriptor> sockets;
    std::vector<OutputDescriptor> outputs;
    /// Of a joint: what its coordinates q and its speeds u are measured in, None for those without a unit.
    std::vector<Quantity> coordinates = {}, speeds = {};
    /// Icon name in resources/icons, without ending; empty: the family's.
    std::string icon;
    /// Equations, singularities, sources: Markdown for the reference page.
    std::string reference;
    /// When to choose this type and when another one: one or two sentences for the reference page.
    std::string choose;
    TypeSample sample;
    std::shared_ptr<const TypeImplementation> implementation;

    const PropertyDescriptor* findProperty(const std::string& key) const;
    const SocketDescriptor* findSocket(const std::string& key) const;
};

/// Takes over what a class behind a type says for those who choose among types: a text `choose` and, if it has one,
/// `static TypeSample sample()`.
template <class T>
void describeUse(TypeDescriptor& type) {
    type.choose = T::choose;
    if constexpr (requires { T::sample(); }) type.sample = T::sample();
}

/// A family of types, in the order the tree and the palette show them.
struct FamilyDescriptor {
    std::string key;
    /// Singular and plural as shown: "Joint", "Joints".
    std::string label, pluralLabel;
    std::string doc;
    /// Families whose elements may be parents of this one's; empty: only the model's root.
    std::vector<std::string> parentFamilies;
    /// What an empty socket for this family stands for: "Ground". Empty: nothing.
    std::string unpluggedLabel = {};
    /// How many elements of this family a model may have; 0: the types are choices only, never elements.
    int maxElements = 1000000;
};

/// All registered types. Built once; const afterwards and safe to share between threads.
class TypeCatalog {
public:
    void addFamily(FamilyDescriptor family);
    /// Throws Exception if the family is unknown, or (family, key) is taken.
    void addType(TypeDescriptor type);

    const std::vector<FamilyDescriptor>& families() const { return families_; }
    const FamilyDescriptor* findFamily(const std::string& key) const;
    /// Addresses stay valid for the catalogue's life.
    const std::deque<TypeDescriptor>& types() const { return types_; }
    const TypeDescriptor* findType(const std::string& family, const std::string& key) const;
    std::vector<const TypeDescriptor*> typesOf(const std::string& family) const;

private:
    std::vector<FamilyDescriptor> families_;
    std::deque<TypeDescriptor> types_;
};

}  // namespace trammel

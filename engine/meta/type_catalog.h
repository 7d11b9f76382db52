// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "meta/property.h"

namespace trammel {

struct TypeDescriptor;

/// Some of the types of a family or of several.
struct TypeSelection {
    /// For messages: "contact".
    std::string label;
    bool (*contains)(const TypeDescriptor&) = nullptr;
};

/// A reference that an element of a type holds to another element.
struct SocketDescriptor {
    std::string key;
    std::string label;
    std::string doc;
    /// Keys of the families that may be connected: {"body"}, {"joint"}.
    std::vector<std::string> families;
    /// If false, an unconnected body input means Ground; any other unconnected input is an error.
    bool optional = false;
    /// Stage invalidated by another connection; Topology: the System is rebuilt.
    Stage invalidates = Stage::Topology;
    /// The types of these families that may be connected; without a value, all.
    std::optional<TypeSelection> only = {};
};

/// Arguments of an output: a State with its subsystems, and the element; defined in multibody/output_context.h.
class OutputContext;
struct OutputSite;

/// The parts of an element that have an output each.
enum class OutputScope {
    /// The element itself.
    Element,
    /// Each speed of its joint, or of the joint it acts on. Several add the name of the speed to the label.
    Speed,
    /// Each body it is connected to, whose name is added to the label.
    Body,
    /// Each equation of a constraint that has values at the output's stage. Several add their numbers to the label.
    Equation
};

/// A quantity that elements of a type report: sampled for plots and CSV files, and read by conditional breakpoints.
struct OutputDescriptor {
    /// Unique in its type.
    std::string key;
    /// Names the output after its element, "Crank.reaction force", in files and conditions: permanent. "{load}" stands
    /// for "force" or "torque", as the speed of the joint requires.
    std::string label;
    std::string doc;
    Quantity quantity = Quantity::None;
    /// 1 for a scalar; 3 for a vector in Ground, whose components append " x", " y", " z".
    int components = 1;
    /// The stage at which it becomes available.
    Stage stage = Stage::Report;
    /// Cache entry, or shared vector of the State, that it is read or calculated from; "{name}" stands for the element's
    /// name. Empty: variables only.
    std::string reads = {};
    /// Writes the components at a State realized to @ref stage. Null for a type that only documents the output.
    std::function<void(OutputContext&, const OutputSite&, Real* values)> calc = {};
    OutputScope scope = OutputScope::Element;
    /// Between the label and what the scope adds: "acceleration of x".
    std::string preposition = {};
    /// Role of a speed that determines the quantity.
    std::optional<CoordinateRole> role = {};
    /// True if the magnitude of a vector is an output too, with the label alone.
    bool hasMagnitude = false;
    /// Piecewise constant between frames.
    bool inSteps = false;
    /// SI unit where it is not that of the quantity.
    std::string unit = {};
    /// Group in lists; empty: that of the family.
    std::string group = {};
    /// Present only where this is true, at the initial State; null: always.
    std::function<bool(OutputContext&, const OutputSite&)> exists = {};
};

/// A number with its dimension; defined in meta/expression.h.
struct Measured;

/// A number computed from properties of an element, which formulas read like one of them: "this.area".
struct DerivedNumber {
    using Properties = std::function<PropertyValue(const std::string& key)>;

    /// Unique among the keys of properties and derived numbers of its type.
    std::string key;
    std::string doc;
    /// Keys of the properties that it depends on.
    std::vector<std::string> reads;
    std::function<Measured(const Properties&)> calc;
};

/// Behavior attached to a type by the module that implements it; the catalog only stores it.
class TypeImplementation {
public:
    virtual ~TypeImplementation() = default;
};

/// A purpose for which edits, reports and reference pages need a type without knowing its key. Each is taken by one type,
/// which has the properties named here.
enum class TypeRole {
    /// Joint of a body that nothing holds: "position" and "orientation" are its initial pose.
    FreeMotion,
    /// Joint that fixes a body.
    Fixed,
    /// Joint that rotates about z of its frames by "angle": the pivot of linkages.
    Revolute,
    /// Body drawn as a link: "length", "width", "thickness".
    Link,
    /// Body where the shape is irrelevant.
    Block,
    /// Body that rotates about a pivot.
    Wheel,
    /// Body with an outline: rows of "outline" and "holes", "border", "thickness".
    Plate,
    /// Uniform gravity: "direction", "magnitude".
    Gravity,
    /// Constraint of a point of body2 to the plane of body1 with "normal" and "height".
    PointInPlane,
    /// Function y = x by default.
    Proportional
};

/// A constraint that can take the place of a joint where that closes a loop.
struct LoopCounterpart {
    /// Key of the constraint.
    std::string constraint;
    /// Equivalent only where the bodies of the loop rotate about one axis; otherwise it always allows the same motion.
    bool onlyInPlane = false;
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
    /// In the order of lists.
    std::vector<OutputDescriptor> outputs;
    std::vector<DerivedNumber> derived = {};
    /// Quantities of a joint's coordinates q and speeds u; None for dimensionless ones.
    std::vector<Quantity> coordinates = {}, speeds = {};
    std::optional<TypeRole> role = {};
    /// Constraints that can take the place of a joint, strongest first; empty if none.
    std::vector<LoopCounterpart> loopCounterparts = {};
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
    const DerivedNumber* findDerived(const std::string& key) const;
};

/// Adds outputs to those that a type has already.
inline void appendOutputs(TypeDescriptor& type, const std::vector<OutputDescriptor>& outputs) {
    type.outputs.insert(type.outputs.end(), outputs.begin(), outputs.end());
}

/// The common part of a registry row from a class T: key, label, doc, properties() and, where present, reference, choose,
/// sample(), outputs(), derived(), role and loopCounterparts().
template <class T>
TypeDescriptor describeType(std::string family) {
    TypeDescriptor type;
    type.family = std::move(family);
    type.key = T::key;
    type.label = T::label;
    type.doc = T::doc;
    type.properties = T::properties();
    if constexpr (requires { T::reference; }) type.reference = T::reference;
    if constexpr (requires { T::choose; }) type.choose = T::choose;
    if constexpr (requires { T::sample(); }) type.sample = T::sample();
    if constexpr (requires { T::role; }) type.role = T::role;
    if constexpr (requires { T::loopCounterparts(); }) type.loopCounterparts = T::loopCounterparts();
    if constexpr (requires { T::outputs(); }) type.outputs = T::outputs();
    if constexpr (requires { T::derived(); }) type.derived = T::derived();
    return type;
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
    /// Group of its outputs in lists; empty: the plural label.
    std::string outputGroup = {};
};

/// All registered types. Const after construction and safe to share between threads.
class TypeCatalog {
public:
    void addFamily(FamilyDescriptor family);
    /// Throws Exception if the family is unknown, or (family, key) or the role is taken.
    void addType(TypeDescriptor type);

    const std::vector<FamilyDescriptor>& families() const { return families_; }
    const FamilyDescriptor* findFamily(const std::string& key) const;
    /// Addresses stay valid for the life of the catalog.
    const std::deque<TypeDescriptor>& types() const { return types_; }
    const TypeDescriptor* findType(const std::string& family, const std::string& key) const;
    /// The type with a role. Throws Exception if not found.
    const TypeDescriptor& getType(TypeRole role) const;
    std::vector<const TypeDescriptor*> typesOf(const std::string& family) const;

private:
    std::vector<FamilyDescriptor> families_;
    std::deque<TypeDescriptor> types_;
};

}  // namespace trammel

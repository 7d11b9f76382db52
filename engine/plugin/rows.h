// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "meta/type_catalog.h"
#include "plugin/hook_stages.h"
#include "plugin/site.h"
#include "simbody/custom_constraint.h"
#include "simbody/custom_force.h"
#include "simbody/custom_mobilizer.h"
#include "simbody/motion.h"

namespace trammel::plugin {

using Property = PropertyDescriptor;
using Input = SocketDescriptor;
using trammel::Quantity;

/// Inputs for a body, or for a joint.
Input bodyInput(std::string key, std::string label, std::string doc);
Input jointInput(std::string key, std::string label, std::string doc);
/// The two properties of a point on a body, for Site::station().
std::vector<Property> pointProperties(const std::string& key, const std::string& label, const std::string& doc);

/// A coordinate or speed of a joint. The property with its key is the initial value.
struct Coordinate {
    std::string key, label;
    Quantity quantity = Quantity::None;
};

/// The structure of a joint, which saves computation in each evaluation.
struct JointStructure {
    /// H is the same at each pose: its class has  static constexpr bool hasConstantH = true;
    bool hasConstantH = false;
    /// Speeds are the rates of coordinates: its class overrides none of the operators N.
    bool speedsAreRates = false;

    template <class T>
    static constexpr JointStructure of() {
        JointStructure structure;
        if constexpr (requires { T::hasConstantH; }) structure.hasConstantH = T::hasConstantH;
        // The type of a pointer to a member names the class that declares it. Inaccessible members are T's own.
        if constexpr (requires { &T::multiplyByN, &T::multiplyByNInv, &T::multiplyByNDot; })
            structure.speedsAreRates =
                isOfBase(&T::multiplyByN) && isOfBase(&T::multiplyByNInv) && isOfBase(&T::multiplyByNDot);
        return structure;
    }

private:
    using Implementation = SimTK::MobilizedBody::Custom::Implementation;
    template <class Method>
    static constexpr bool isOfBase(Method) {
        return std::is_same_v<Method, decltype(&Implementation::multiplyByN)>;
    }
};

namespace detail {
using MakeForce = std::function<SimTK::Force::Custom::Implementation*(const Site&)>;
using MakeConstraint = std::function<SimTK::Constraint::Custom::Implementation*(const Site&)>;
using MakeMotion = std::function<SimTK::Motion::Custom::Implementation*(const Site&)>;
using MakeJoint = std::function<SimTK::MobilizedBody::Custom::Implementation*(const Site&)>;
TypeDescriptor forceRow(TypeDescriptor, HookStages, MakeForce);
TypeDescriptor constraintRow(TypeDescriptor, HookStages, MakeConstraint);
TypeDescriptor motionRow(TypeDescriptor, HookStages, MakeMotion);
TypeDescriptor jointRow(TypeDescriptor, HookStages, JointStructure, std::vector<Coordinate> coordinates,
                        std::vector<Coordinate> speeds, MakeJoint);

template <class T>
TypeDescriptor describe(const char* family) {
    TypeDescriptor type = describeType<T>(family);
    if constexpr (requires { T::inputs(); }) type.sockets = T::inputs();
    return type;
}
}  // namespace detail

/// The type of a SimTK::Force::Custom::Implementation.
template <class T>
TypeDescriptor force() {
    return detail::forceRow(detail::describe<T>("force"), HookStages::of<T>(),
                            [](const Site& site) { return new T(site); });
}
/// The type of a SimTK::Constraint::Custom::Implementation. Its equations are those of its constructor.
template <class T>
TypeDescriptor constraint() {
    return detail::constraintRow(detail::describe<T>("constraint"), HookStages::of<T>(),
                                 [](const Site& site) { return new T(site); });
}
/// The type of a SimTK::Motion::Custom::Implementation: drives the joint of input "joint", which has one coordinate.
template <class T>
TypeDescriptor motion() {
    return detail::motionRow(detail::describe<T>("motion"), HookStages::of<T>(),
                             [](const Site& site) { return new T(site); });
}
/// The type of a SimTK::MobilizedBody::Custom::Implementation, with T::coordinates() and T::speeds(). A quaternion among
/// the coordinates starts as the identity and has no property. T::hasConstantH, optional: see JointStructure.
template <class T>
TypeDescriptor joint() {
    return detail::jointRow(detail::describe<T>("joint"), HookStages::of<T>(), JointStructure::of<T>(),
                            T::coordinates(), T::speeds(), [](const Site& site) { return new T(site); });
}

}  // namespace trammel::plugin

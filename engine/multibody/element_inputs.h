// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "base/element_id.h"
#include "base/exceptions.h"
#include "base/index.h"
#include "math/rotation.h"
#include "meta/property.h"
#include "multibody/function_value.h"

namespace trammel {

class Mobilizer;
struct BoundFormula;

/// Thrown while an element is built if its connections are unsuitable. Texts are shown to users.
class UnusableElement : public Exception {
public:
    UnusableElement(const std::string& message, std::string remedy) : Exception(message), remedy_(std::move(remedy)) {}
    const std::string& getRemedy() const { return remedy_; }

private:
    std::string remedy_;
};

/// Inputs for building or re-parameterizing an element of a registered type: validated property values by key, and
/// connected elements as engine indices.
struct ElementInputs {
    std::string name;
    ElementId id;
    /// Value of a property by key, or the descriptor's default if unset. Always of the descriptor's kind.
    std::function<PropertyValue(const std::string& key)> property;
    /// The body connected to an input; Ground if unset.
    std::function<MobilizedBodyIndex(const std::string& socket)> body;
    /// The body whose mobilizer is the joint connected to an input.
    std::function<MobilizedBodyIndex(const std::string& socket)> mobilizer;
    /// The implementation of that joint; null if it is not known yet, or if this function is not set.
    std::function<const Mobilizer*(const std::string& socket)> jointType;
    /// Location on the body in input @p socket of the point given by properties @p point + "Anchor" and @p point, m.
    std::function<Vec3(const std::string& socket, const std::string& point)> station;
    /// The function connected to an input; empty if unset.
    std::function<FunctionValue(const std::string& socket)> function;
    /// The formula in a property; throws UnusableElement if it is invalid. Not set where there are no names to refer to.
    std::function<BoundFormula(const std::string& key)> formula;

    Real real(const std::string& key) const { return get<Real>(key); }
    bool boolean(const std::string& key) const { return get<bool>(key); }
    Vec3 vec3(const std::string& key) const { return get<Vec3>(key); }
    std::string text(const std::string& key) const { return get<std::string>(key); }
    std::int64_t integer(const std::string& key) const { return get<std::int64_t>(key); }
    const Mobilizer* findJointType(const std::string& socket) const { return jointType ? jointType(socket) : nullptr; }
    /// The function connected to an optional input. Throws UnusableElement if it has fewer than @p derivatives
    /// derivatives.
    FunctionValue findFunction(const std::string& socket, int derivatives) const;
    /// The formula in a property. Throws UnusableElement if it is invalid, or if none can be read.
    BoundFormula requireFormula(const std::string& key) const;
    /// The function connected to a required input: also throws UnusableElement if unset.
    FunctionValue requireFunction(const std::string& socket, int derivatives) const;

private:
    template <class T>
    T get(const std::string& key) const {
        const PropertyValue v = property(key);
        const T* value = std::get_if<T>(&v);
        if (!value) throw Exception("ElementInputs: property '" + key + "' of '" + name + "' is of another kind.");
        return *value;
    }
};

}  // namespace trammel

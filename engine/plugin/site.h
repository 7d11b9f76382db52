// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "plugin/parameters.h"
#include "simbody/build_scope.h"
#include "simbody/mobilized_body.h"

namespace trammel::plugin {

/// Where an element of a plugin's type is built: its properties, and what is connected to its inputs. Passed to the
/// constructor of its class, and valid during that call.
class Site {
public:
    Site(const ElementInputs& in, const TypeDescriptor& type, const SimTK::BuildScope& scope,
         std::shared_ptr<const ParameterTable> parameters)
        : in_(in), type_(type), scope_(scope), parameters_(std::move(parameters)) {}

    const std::string& name() const { return in_.name; }
    ElementId element() const { return in_.id; }
    /// The subsystems that the documented constructors take.
    SimTK::SimbodyMatterSubsystem& matter() const { return scope_.matter(); }
    SimTK::GeneralForceSubsystem& forces() const { return scope_.forces(); }

    // --- Values of properties, SI units. A number whose property invalidates no more than Instance is in the State; it is
    // --- read by a Parameter.
    Real number(const std::string& key) const;
    Vec3 vector(const std::string& key) const;
    bool flag(const std::string& key) const { return in_.boolean(key); }
    int integer(const std::string& key) const { return int(in_.integer(key)); }
    /// Also the key of a choice.
    std::string text(const std::string& key) const { return in_.text(key); }
    Parameter parameter(const std::string& key) const { return {parameters_, placeOf(key)}; }
    VectorParameter vectorParameter(const std::string& key) const { return {parameters_, placeOf(key)}; }

    // --- Inputs ---
    /// The body connected to an input; Ground if none. Not for joints, which are built before bodies.
    SimTK::MobilizedBody& body(const std::string& input) const;
    /// The body that the joint connected to an input moves.
    SimTK::MobilizedBody& joint(const std::string& input) const;
    /// Location in its body of the point of property @p point, see pointProperties().
    Vec3 station(const std::string& input, const std::string& point) const { return in_.station(input, point); }
    /// The function connected to an input; empty if none.
    FunctionValue function(const std::string& input) const { return in_.function(input); }

private:
    int placeOf(const std::string& key) const;
    void requireFixed(const std::string& key) const;

    const ElementInputs& in_;
    const TypeDescriptor& type_;
    const SimTK::BuildScope& scope_;
    std::shared_ptr<const ParameterTable> parameters_;
};

}  // namespace trammel::plugin

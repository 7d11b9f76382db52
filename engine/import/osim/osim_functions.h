// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "document/element.h"
#include "import/xml_source.h"

namespace trammel {

/// The element inside another one that is a function of OpenSim, directly or in a `<function>`; empty if none.
pugi::xml_node findOsimFunction(const pugi::xml_node& around);

/// A draft of the function element that OpenSim's function @p node becomes, without a name; none, with a row, if there is
/// no such function here.
/// @param needsCurvature where second derivatives are required: a piecewise linear function becomes a spline
std::optional<Element> readOsimFunction(const XmlValues& values, const pugi::xml_node& node, bool needsCurvature);

/// The value of a function draft at @p x.
std::optional<Real> evaluate(const Element& function, Real x);

/// The value of a draft that is constant; none for others.
std::optional<Real> constantOf(const Element& function);

}  // namespace trammel

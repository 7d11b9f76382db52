// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <vector>

#include "meta/property.h"

namespace trammel::python {

/// bool, int, float, str, or a tuple of three floats.
pybind11::object toPython(const PropertyValue& value);
/// The value for a property; raises trammel.Error, with the expected kind, if the object is of another kind.
PropertyValue fromPython(const PropertyDescriptor& property, const pybind11::handle& object);

/// An array that owns its numbers.
pybind11::array_t<Real> toArray(std::vector<Real> numbers);
/// A matrix by rows.
pybind11::array_t<Real> toArray(std::vector<Real> numbers, std::size_t columns);

}  // namespace trammel::python

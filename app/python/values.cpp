// SPDX-License-Identifier: Apache-2.0
#include "app/python/values.h"

#include <memory>

#include "app/python/problems.h"

namespace py = pybind11;

namespace trammel::python {

namespace {
struct AsObject {
    py::object operator()(bool b) const { return py::bool_(b); }
    py::object operator()(std::int64_t n) const { return py::int_(n); }
    py::object operator()(Real x) const { return py::float_(x); }
    py::object operator()(const std::string& s) const { return py::str(s); }
    py::object operator()(const Vec3& v) const { return py::make_tuple(v[0], v[1], v[2]); }
};

const char* expected(ValueKind kind) {
    switch (kind) {
        case ValueKind::Boolean: return "True or False";
        case ValueKind::Integer: return "an integer";
        case ValueKind::Real: return "a number";
        case ValueKind::Text:
        case ValueKind::Choice: return "a text";
        default: return "three numbers";
    }
}

PropertyValue convert(ValueKind kind, const py::handle& object) {
    switch (kind) {
        case ValueKind::Boolean: return object.cast<bool>();
        case ValueKind::Integer: return object.cast<std::int64_t>();
        case ValueKind::Real: return object.cast<Real>();
        case ValueKind::Text:
        case ValueKind::Choice: return object.cast<std::string>();
        default: break;
    }
    const auto numbers = object.cast<py::sequence>();
    if (numbers.size() != 3) throw py::cast_error();
    Vec3 v(0.);
    for (int i = 0; i < 3; ++i) v[i] = py::object(numbers[std::size_t(i)]).cast<Real>();
    return v;
}
}  // namespace

py::object toPython(const PropertyValue& value) { return std::visit(AsObject{}, value); }

PropertyValue fromPython(const PropertyDescriptor& property, const py::handle& object) {
    try {
        return convert(property.kind, object);
    } catch (const py::cast_error&) {
        raise("'" + property.key + "' takes " + expected(property.kind) + ", not " +
              std::string(py::str(py::repr(object))) + ".");
    }
}

py::array_t<Real> toArray(std::vector<Real> numbers) { return toArray(std::move(numbers), 0); }

py::array_t<Real> toArray(std::vector<Real> numbers, std::size_t columns) {
    auto held = std::make_unique<std::vector<Real>>(std::move(numbers));
    const Real* const data = held->data();
    std::vector<py::ssize_t> shape{py::ssize_t(held->size())};
    if (columns > 0) shape = {py::ssize_t(held->size() / columns), py::ssize_t(columns)};
    const py::capsule owner(held.get(), [](void* p) { delete static_cast<std::vector<Real>*>(p); });
    (void)held.release();
    return py::array_t<Real>(shape, data, owner);
}

}  // namespace trammel::python

// SPDX-License-Identifier: Apache-2.0
// Elements of a model in Python: their properties, formulas and inputs.
#include <pybind11/stl.h>

#include <optional>

#include "app/python/model.h"
#include "app/python/problems.h"
#include "app/python/values.h"
#include "compile/coordinates.h"
#include "compile/named_coordinates.h"
#include "document/value_text.h"

namespace py = pybind11;

namespace trammel::python {

namespace {

/// A property, or a component of a vector.
struct Place {
    const PropertyDescriptor* property = nullptr;
    std::optional<int> component;
};

const TypeDescriptor& typeOfKnown(const Element& element) {
    if (const TypeDescriptor* const type = findTypeOf(element)) return *type;
    raise("'" + element.name + "' is of type '" + element.type + "', which this version of Trammel does not know.");
}

Place placeOf(const Element& element, const TypeDescriptor& type, const std::string& key) {
    if (const PropertyDescriptor* const property = type.findProperty(key)) return {property, {}};
    const std::string components = ".x.y.z";
    if (key.size() > 2)
        if (const std::size_t at = components.find(key.substr(key.size() - 2)); at % 2 == 0)
            if (const PropertyDescriptor* const p = type.findProperty(key.substr(0, key.size() - 2));
                p && (p->kind == ValueKind::Vec3 || p->kind == ValueKind::Color))
                return {p, int(at / 2)};
    std::vector<std::string> keys;
    for (const PropertyDescriptor& p : type.properties) keys.push_back(p.key);
    Diagnostics refused;
    refuseName(refused, "property of '" + element.name + "'", key, keys);
    raise(refused);
}

py::object getProperty(const ModelElement& e, const std::string& key) {
    const Document document = e.model->getDocument();
    const Element& element = e.get(document);
    if (key == "name") return py::str(element.name);
    const TypeDescriptor& type = typeOfKnown(element);
    const Place place = placeOf(element, type, key);
    const PropertyValue& value = element.value(type, place.property->key);
    if (place.component) return py::float_(std::get<Vec3>(value)[*place.component]);
    return toPython(value);
}

void assign(const ModelElement& e, const std::string& key, const py::object& object) {
    const Document document = e.model->getDocument();
    const Element& element = e.get(document);
    std::optional<PropertyValue> value;
    std::string property = key;
    if (key == "name") {
        value = fromPython(PropertyDescriptor::text(key, "", "", ""), object);
    } else {
        const TypeDescriptor& type = typeOfKnown(element);
        const Place place = placeOf(element, type, key);
        property = place.property->key;
        if (place.component) {
            Vec3 v = std::get<Vec3>(element.value(type, property));
            v[*place.component] =
                std::get<Real>(fromPython(PropertyDescriptor::real(key, "", Quantity::None, 0, ""), object));
            value = v;
        } else if (!object.is_none()) {
            value = fromPython(*place.property, object);
        }
    }
    e.model->edit("Set " + key,
                  [&](const Document& d) { return setProperty(d, builtinCatalog(), e.id, property, value); });
}

std::vector<std::string> propertyKeys(const ModelElement& e) {
    const Document document = e.model->getDocument();
    std::vector<std::string> keys;
    for (const PropertyDescriptor& p : typeOfKnown(e.get(document)).properties) keys.push_back(p.key);
    return keys;
}

void assignFormula(const ModelElement& e, const std::string& key, const std::optional<std::string>& text) {
    e.model->edit("Set formula", [&](const Document& d) { return setFormula(d, builtinCatalog(), e.id, key, text); });
}

py::object getFormula(const ModelElement& e, const std::string& key) {
    const Document document = e.model->getDocument();
    const std::string* const text = e.get(document).formula(key);
    return text ? py::object(py::str(*text)) : py::none();
}

/// The id of an element of @p model; raises for an element of another model, whose ids have other meanings.
ElementId idIn(const ModelPtr& model, const ModelElement& element) {
    if (element.model != model)
        raise("'" + element.get(element.model->getDocument()).name + "' is an element of another model.");
    return element.id;
}

void connect(const ModelElement& e, const std::string& input, const std::optional<ModelElement>& to) {
    const ElementId target = to ? idIn(e.model, *to) : ElementId();
    e.model->edit("Connect", [&](const Document& d) { return setReference(d, builtinCatalog(), e.id, input, target); });
}

py::dict inputsOf(const ModelElement& e) {
    const Document document = e.model->getDocument();
    const Element& element = e.get(document);
    py::dict inputs;
    for (const SocketDescriptor& socket : typeOfKnown(element).sockets) {
        const ElementId id = element.reference(socket.key);
        inputs[py::str(socket.key)] = id.isValid() ? py::cast(ModelElement{e.model, id}) : py::none();
    }
    return inputs;
}

/// None at the top level.
py::object parentOf(const ModelElement& e) {
    const Document document = e.model->getDocument();
    const ElementId parent = e.get(document).parent;
    return parent.isValid() ? py::cast(ModelElement{e.model, parent}) : py::none();
}

std::vector<ModelElement> elementsIn(const ModelPtr& model, const std::vector<ElementId>& ids) {
    std::vector<ModelElement> all;
    all.reserve(ids.size());
    for (const ElementId id : ids) all.push_back({model, id});
    return all;
}

std::vector<ModelElement> elementsOf(const ModelPtr& model, const std::string& family) {
    const Document document = model->getDocument();
    return elementsIn(model, family.empty() ? document.treeOrder() : document.elementsOf(family));
}

ModelElement addElementTo(const ModelPtr& model, const std::string& family, const std::string& type,
                          const std::string& name, const std::optional<ModelElement>& parent,
                          const py::dict& properties, const py::dict& inputs) {
    Element draft = Element::draft(family, type, name);
    const TypeDescriptor* const descriptor = builtinCatalog().findType(family, type);
    for (const auto& [key, object] : properties) {
        const auto text = key.cast<std::string>();
        const PropertyDescriptor* const property = descriptor ? descriptor->findProperty(text) : nullptr;
        // A property that the type does not have is refused below, with the reason.
        draft.set(text, property ? fromPython(*property, object) : PropertyValue(false));
    }
    for (const auto& [key, object] : inputs) {
        const auto text = key.cast<std::string>();
        if (!py::isinstance<ModelElement>(object)) raise("The input '" + text + "' takes an element of the model.");
        draft.plug(text, idIn(model, object.cast<ModelElement>()));
    }
    const ElementId above = parent ? idIn(model, *parent) : ElementId();
    const ElementId id = model->edit("Add " + (name.empty() ? type : name),
                                     [&](const Document& d) { return addElement(d, builtinCatalog(), draft, above); });
    return {model, id};
}

void removeFrom(const ModelElement& e) {
    e.model->edit("Remove", [&](const Document& d) { return removeElement(d, builtinCatalog(), e.id); });
}

py::dict describeTypeOf(const std::string& family, const std::string& key) {
    const TypeDescriptor* const type = builtinCatalog().findType(family, key);
    if (!type) raise("There is no type '" + key + "' of family '" + family + "'. See trammel.types('" + family + "').");
    py::dict properties;
    for (const PropertyDescriptor& p : type->properties) {
        const std::string range = rangeText(p);
        properties[py::str(p.key)] = p.doc + (siUnit(p.quantity).empty() ? "" : " In " + siUnit(p.quantity) + ".") +
                                     (range.empty() ? "" : " Allowed: " + range + ".");
    }
    py::dict inputs;
    for (const SocketDescriptor& s : type->sockets) inputs[py::str(s.key)] = s.doc;
    py::dict described;
    described["doc"] = type->doc;
    described["properties"] = properties;
    described["inputs"] = inputs;
    return described;
}

std::vector<std::string> typeKeys(const std::string& family) {
    std::vector<std::string> keys;
    for (const TypeDescriptor* const type : builtinCatalog().typesOf(family)) keys.push_back(type->key);
    return keys;
}

std::vector<std::string> familyKeys() {
    std::vector<std::string> keys;
    for (const FamilyDescriptor& family : builtinCatalog().families()) keys.push_back(family.key);
    return keys;
}

}  // namespace

const Element& ModelElement::get(const Document& document) const {
    const Element* const element = document.find(id);
    if (!element) raise("This element is no longer in the model.");
    return *element;
}

ModelElement elementNamed(const ModelPtr& model, const std::string& name) {
    const Document document = model->getDocument();
    const Element* element = document.findByName(name);
    if (!element) element = document.findByPath(name);
    if (element) return {model, element->id};
    std::vector<std::string> names;
    for (const ElementId id : document.treeOrder()) names.push_back(document.get(id).name);
    Diagnostics refused;
    refuseName(refused, "element", name, names);
    raise(refused);
}

void addElements(py::module_& module, py::class_<Model, ModelPtr>& model) {
    py::class_<ModelElement>(module, "Element",
                             "An element of a model: element['length'] = 0.12, in SI units and radians.")
        .def_property_readonly("model", [](const ModelElement& e) { return e.model; })
        .def_property(
            "name", [](const ModelElement& e) { return getProperty(e, "name"); },
            [](const ModelElement& e, const py::object& name) { assign(e, "name", name); }, "Unique in its model.")
        .def_property_readonly("family", [](const ModelElement& e) { return e.get(e.model->getDocument()).family; })
        .def_property_readonly("type", [](const ModelElement& e) { return e.get(e.model->getDocument()).type; })
        .def_property_readonly("parent", &parentOf, "The element above; None at the top level.")
        .def_property_readonly(
            "children",
            [](const ModelElement& e) { return elementsIn(e.model, e.model->getDocument().childrenOf(e.id)); })
        .def_property_readonly("inputs", &inputsOf, "The element connected to each input; None for Ground or nothing.")
        .def("keys", &propertyKeys, "Keys of all properties.")
        .def("__getitem__", &getProperty, py::arg("key"))
        .def("__setitem__", &assign, py::arg("key"), py::arg("value"))
        .def("formula",  // not a type: a method
             &getFormula, py::arg("key"), "The formula of a number; None if it has none.")
        .def("set_formula", &assignFormula, py::arg("key"), py::arg("text"),
             "Lets a number follow a formula: element.set_formula('length', '3*L1'). None removes it.")
        .def("connect", &connect, py::arg("input"), py::arg("to").none(true),
             "Connects an input; None: Ground or nothing.")
        .def("remove", &removeFrom, "Removes the element and its dependents.")
        .def("__eq__", [](const ModelElement& a, const ModelElement& b) { return a.model == b.model && a.id == b.id; })
        .def("__hash__", [](const ModelElement& e) { return std::hash<ElementId>{}(e.id); })
        .def("__repr__", [](const ModelElement& e) {
            const Document document = e.model->getDocument();
            const Element* const element = document.find(e.id);
            return element ? "<trammel.Element '" + element->name + "', " + element->type + ">"
                           : std::string("<trammel.Element, removed>");
        });
    model.def("__getitem__", &elementNamed, py::arg("name"))
        .def("__contains__",
             [](const Model& m, const std::string& name) { return m.getDocument().findByName(name) != nullptr; })
        .def("__len__", [](const Model& m) { return m.getDocument().size(); })
        .def("elements", &elementsOf, py::arg("family") = "",
             "All elements, or those of a family, in the order of the tree.")
        .def("add", &addElementTo, py::arg("family"), py::arg("type"), py::arg("name") = "", py::kw_only(),
             py::arg("parent") = py::none(), py::arg("properties") = py::dict(), py::arg("inputs") = py::dict(),
             "Adds an element. Inputs that are left out are connected to Ground or nothing. See trammel.types() and "
             "trammel.describe().");
    module.def("families", &familyKeys, "Keys of all families of elements: 'body', 'joint', ...");
    module.def("types", &typeKeys, py::arg("family"), "Keys of all types of a family.");
    module.def("describe", &describeTypeOf, py::arg("family"), py::arg("type"),
               "Description of a type, its properties and inputs.");
}

}  // namespace trammel::python

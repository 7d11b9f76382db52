// SPDX-License-Identifier: Apache-2.0
#include "compile/parameter_types.h"

#include <cctype>

#include "meta/units.h"

namespace trammel {

namespace {
/// "moment of inertia" -> "momentOfInertia".
std::string keyFrom(const std::string& name) {
    std::string key;
    bool begins = false;
    for (const char c : name) {
        if (c != ' ') key += begins ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        begins = c == ' ';
    }
    return key;
}

TypeDescriptor parameterType(Quantity quantity) {
    const std::string& name = quantityName(quantity);
    TypeDescriptor type;
    type.family = "parameter";
    type.key = keyFrom(name);
    type.label = std::string(1, static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])))) + name.substr(1);
    type.doc = "A named " + name + " for use in formulas.";
    type.choose = "For a " + name +
                  " that several elements share, or that is to be changed again and again. "
                  "Write its name in any number field: = 3*L1.";
    type.properties = {PropertyDescriptor::real("value", "Value", quantity, 0.,
                                                "The number that the name stands for; may itself be a formula.")
                           .at(Stage::Infinity)};
    return type;
}
}  // namespace

std::vector<TypeDescriptor> parameterTypes() {
    std::vector<TypeDescriptor> types;
    // Length first, as the most frequent one.
    types.push_back(parameterType(Quantity::Length));
    for (const Quantity quantity : allQuantities)
        if (quantity != Quantity::Length) types.push_back(parameterType(quantity));
    return types;
}

const TypeDescriptor* findParameterType(const TypeCatalog& catalog, Quantity quantity) {
    return catalog.findType("parameter", keyFrom(quantityName(quantity)));
}

}  // namespace trammel

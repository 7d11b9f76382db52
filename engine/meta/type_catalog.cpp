// SPDX-License-Identifier: Apache-2.0
#include "meta/type_catalog.h"

#include <algorithm>

#include "base/exceptions.h"

namespace trammel {

namespace {
template <class Range>
auto* findByKey(Range& range, const std::string& key) {
    const auto it = std::find_if(range.begin(), range.end(), [&](const auto& row) { return row.key == key; });
    return it == range.end() ? nullptr : &*it;
}

const TypeDescriptor* findByRole(const std::deque<TypeDescriptor>& types, TypeRole role) {
    const auto it = std::find_if(types.begin(), types.end(), [&](const TypeDescriptor& t) { return t.role == role; });
    return it == types.end() ? nullptr : &*it;
}
}  // namespace

const PropertyDescriptor* TypeDescriptor::findProperty(const std::string& k) const { return findByKey(properties, k); }
const SocketDescriptor* TypeDescriptor::findSocket(const std::string& k) const { return findByKey(sockets, k); }
const DerivedNumber* TypeDescriptor::findDerived(const std::string& k) const { return findByKey(derived, k); }
const FamilyDescriptor* TypeCatalog::findFamily(const std::string& k) const { return findByKey(families_, k); }

void TypeCatalog::addFamily(FamilyDescriptor family) {
    if (findFamily(family.key)) throw Exception("TypeCatalog::addFamily: family '" + family.key + "' exists already.");
    families_.push_back(std::move(family));
}

void TypeCatalog::addType(TypeDescriptor type) {
    if (!findFamily(type.family))
        throw Exception("TypeCatalog::addType: type '" + type.key + "' names an unknown family '" + type.family + "'.");
    if (findType(type.family, type.key))
        throw Exception("TypeCatalog::addType: there is already a " + type.family + " type '" + type.key + "'.");
    if (const TypeDescriptor* const other = type.role ? findByRole(types_, *type.role) : nullptr)
        throw Exception("TypeCatalog::addType: the " + type.family + " types '" + other->key + "' and '" + type.key +
                        "' have the same role.");
    types_.push_back(std::move(type));
}

const TypeDescriptor& TypeCatalog::getType(TypeRole role) const {
    const TypeDescriptor* const type = findByRole(types_, role);
    if (!type) throw Exception("TypeCatalog::getType: no type has role " + std::to_string(int(role)) + ".");
    return *type;
}

const TypeDescriptor* TypeCatalog::findType(const std::string& family, const std::string& key) const {
    const auto it = std::find_if(types_.begin(), types_.end(),
                                 [&](const TypeDescriptor& t) { return t.family == family && t.key == key; });
    return it == types_.end() ? nullptr : &*it;
}

std::vector<const TypeDescriptor*> TypeCatalog::typesOf(const std::string& family) const {
    std::vector<const TypeDescriptor*> found;
    for (const TypeDescriptor& t : types_)
        if (t.family == family) found.push_back(&t);
    return found;
}

}  // namespace trammel

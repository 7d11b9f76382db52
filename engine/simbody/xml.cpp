// SPDX-License-Identifier: Apache-2.0
#include "simbody/xml.h"

#include <fstream>
#include <pugixml.hpp>
#include <sstream>

namespace SimTK {

struct Xml::Element::Owner {
    pugi::xml_document document;
    /// Holds erased elements for as long as a handle may refer to them; behind the root, and never written.
    pugi::xml_node erased;

    void erase(pugi::xml_node node) {
        if (!erased) erased = document.append_child("erased");
        erased.append_move(node);
    }
    void write(std::ostream& out, unsigned format) const {
        out << "<?xml version=\"1.0\"?>\n";
        for (const pugi::xml_node& node : document.children())
            if (node != erased && node.type() != pugi::node_declaration) node.print(out, "  ", format);
    }
};

namespace {
pugi::xml_node nodeAt(void* node) { return pugi::xml_node(static_cast<pugi::xml_node_struct*>(node)); }
bool matches(const pugi::xml_node& node, const String& tag) {
    return node.type() == pugi::node_element && (tag.empty() || tag == node.name());
}
pugi::xml_node find(void* parent, const String& tag) {
    return nodeAt(parent).find_child([&](const pugi::xml_node& node) { return matches(node, tag); });
}
pugi::xml_node rootOf(const pugi::xml_document& document) { return document.document_element(); }
}  // namespace

Xml::Element::Element(const String& tag, const String& value) : owner_(std::make_shared<Owner>()) {
    node_ = owner_->document.append_child(tag.c_str()).internal_object();
    if (!value.empty()) setValue(value);
}
void Xml::Element::require(const char* method) const {
    if (!node_) throw trammel::Exception(std::string("Xml::Element::") + method + "(): the element is not valid.");
}
void Xml::Element::refuse(const String& text, const String& name) const {
    throw trammel::Exception("Xml::Element: '" + text + "', the value of '" + name + "' in '" + getElementTag() +
                             "', cannot be converted.");
}
const String Xml::Element::getElementTag() const {
    require("getElementTag");
    return nodeAt(node_).name();
}
void Xml::Element::setElementTag(const String& tag) {
    require("setElementTag");
    nodeAt(node_).set_name(tag.c_str());
}
bool Xml::Element::isValueElement() const { return node_ && !find(node_, {}); }
String Xml::Element::getValue() const {
    require("getValue");
    if (!isValueElement())
        throw trammel::Exception("Xml::Element::getValue(): '" + getElementTag() + "' has elements, not a value.");
    String text;
    for (const pugi::xml_node& part : nodeAt(node_))
        if (part.type() == pugi::node_pcdata || part.type() == pugi::node_cdata) text += part.value();
    return text;
}
void Xml::Element::setValue(const String& value) {
    require("setValue");
    pugi::xml_node node = nodeAt(node_);
    if (!isValueElement())
        throw trammel::Exception("Xml::Element::setValue(): '" + getElementTag() + "' has elements, not a value.");
    node.remove_children();
    node.append_child(pugi::node_pcdata).set_value(value.c_str());
}

bool Xml::Element::hasElement(const String& tag) const {
    require("hasElement");
    return bool(find(node_, tag));
}
Array_<Xml::Element> Xml::Element::getAllElements(const String& tag) const {
    require("getAllElements");
    Array_<Element> all;
    for (const pugi::xml_node& node : nodeAt(node_))
        if (matches(node, tag)) all.push_back(Element(owner_, node.internal_object()));
    return all;
}
Xml::Element Xml::Element::getOptionalElement(const String& tag) const {
    require("getOptionalElement");
    return Element(owner_, find(node_, tag).internal_object());
}
Xml::Element Xml::Element::getRequiredElement(const String& tag) const {
    Element found = getOptionalElement(tag);
    if (!found.isValid())
        throw trammel::Exception("Xml::Element::getRequiredElement(): '" + getElementTag() + "' has no element '" +
                                 tag + "'.");
    return found;
}
String Xml::Element::getOptionalElementValue(const String& tag, const String& otherwise) const {
    const Element found = getOptionalElement(tag);
    return found.isValid() ? found.getValue() : otherwise;
}

bool Xml::Element::hasAttribute(const String& name) const {
    require("hasAttribute");
    return bool(nodeAt(node_).attribute(name.c_str()));
}
Array_<Xml::Attribute> Xml::Element::getAllAttributes() const {
    require("getAllAttributes");
    Array_<Attribute> all;
    for (const pugi::xml_attribute& a : nodeAt(node_).attributes()) all.push_back(Attribute(a.name(), a.value()));
    return all;
}
String Xml::Element::getRequiredAttributeValue(const String& name) const {
    if (!hasAttribute(name))
        throw trammel::Exception("Xml::Element::getRequiredAttributeValue(): '" + getElementTag() +
                                 "' has no attribute '" + name + "'.");
    return nodeAt(node_).attribute(name.c_str()).value();
}
String Xml::Element::getOptionalAttributeValue(const String& name, const String& otherwise) const {
    return hasAttribute(name) ? getRequiredAttributeValue(name) : otherwise;
}
void Xml::Element::setAttributeValue(const String& name, const String& value) {
    pugi::xml_node node = nodeAt(node_);
    (hasAttribute(name) ? node.attribute(name.c_str()) : node.append_attribute(name.c_str())).set_value(value.c_str());
}

Xml::Element Xml::Element::appendElement(const Element& element) {
    require("appendElement");
    element.require("appendElement");
    return Element(owner_, nodeAt(node_).append_copy(nodeAt(element.node_)).internal_object());
}
int Xml::Element::eraseElements(const String& tag) {
    require("eraseElements");
    int erased = 0;
    for (pugi::xml_node node = find(node_, tag); node; node = find(node_, tag), ++erased) owner_->erase(node);
    return erased;
}
String Xml::Element::writeToString() const {
    require("writeToString");
    std::ostringstream text;
    nodeAt(node_).print(text, "  ");
    return text.str();
}

Xml::Document::Document() : owner_(std::make_shared<Element::Owner>()) { clear(); }
void Xml::Document::clear() {
    owner_ = std::make_shared<Element::Owner>();
    owner_->document.append_child("_Root");
}
void Xml::Document::readFromFile(const String& pathname) {
    const auto read = std::make_shared<Element::Owner>();
    const pugi::xml_parse_result result = read->document.load_file(pathname.c_str());
    if (!result || !rootOf(read->document))
        throw trammel::Exception("Xml::Document::readFromFile(): " + pathname + ": " + result.description() +
                                 " at character " + std::to_string(result.offset) + ".");
    owner_ = read;
}
void Xml::Document::readFromString(const String& text) {
    const auto read = std::make_shared<Element::Owner>();
    const pugi::xml_parse_result result = read->document.load_string(text.c_str());
    if (!result || !rootOf(read->document))
        throw trammel::Exception(std::string("Xml::Document::readFromString(): ") + result.description() +
                                 " at character " + std::to_string(result.offset) + ".");
    owner_ = read;
}
void Xml::Document::writeToFile(const String& pathname) const {
    std::ofstream out(pathname);
    owner_->write(out, pugi::format_indent);
    if (!out.flush()) throw trammel::Exception("Xml::Document::writeToFile(): " + pathname + " cannot be written.");
}
void Xml::Document::writeToString(String& text, bool compact) const {
    std::ostringstream out;
    owner_->write(out, compact ? pugi::format_raw : pugi::format_indent);
    text = out.str();
}
Xml::Element Xml::Document::getRootElement() const {
    return Element(owner_, rootOf(owner_->document).internal_object());
}

}  // namespace SimTK

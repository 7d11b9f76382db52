// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "simbody/string.h"
#include "simbody/vocabulary.h"

namespace SimTK {

/// XML documents, their elements and attributes. Everything in it throws trammel::Exception with the names concerned.
///
/// Elements are handles: copies refer to the same element, which lives as long as one of them.
class Xml {
public:
    class Document;
    class Element;
    class Attribute;
};

/// A name and a text; a copy of what the element has.
class Xml::Attribute {
public:
    Attribute() = default;
    Attribute(String name, String value) : name_(std::move(name)), value_(std::move(value)) {}
    bool isValid() const { return !name_.empty(); }
    const String& getName() const { return name_; }
    const String& getValue() const { return value_; }

private:
    String name_, value_;
};

class Xml::Element {
public:
    /// Refers to nothing.
    Element() = default;
    /// A new element outside of any document; see insertNodeAfter() and Document.
    explicit Element(const String& tag, const String& value = {});
    template <class T>
    requires std::is_arithmetic_v<T> Element(const String& tag, T value) : Element(tag, String(value)) {}

    bool isValid() const { return node_ != nullptr; }
    bool isEmpty() const { return !isValid(); }
    const String getElementTag() const;
    void setElementTag(const String& tag);

    // --- Its text, if it has no elements in it ---
    bool isValueElement() const;
    String getValue() const;
    template <class T>
    T getValueAs() const {
        return convert<T>(getValue(), "element");
    }
    void setValue(const String& value);

    // --- Elements in it; with an empty tag, any. "Required" ones throw if none exists. ---
    bool hasElement(const String& tag = {}) const;
    Array_<Element> getAllElements(const String& tag = {}) const;
    Element getRequiredElement(const String& tag) const;
    /// Not valid if none.
    Element getOptionalElement(const String& tag) const;
    String getRequiredElementValue(const String& tag) const { return getRequiredElement(tag).getValue(); }
    String getOptionalElementValue(const String& tag, const String& otherwise = {}) const;
    template <class T>
    T getRequiredElementValueAs(const String& tag) const {
        return convert<T>(getRequiredElementValue(tag), tag);
    }
    template <class T>
    T getOptionalElementValueAs(const String& tag, const T& otherwise) const {
        return hasElement(tag) ? convert<T>(getRequiredElementValue(tag), tag) : otherwise;
    }

    // --- Attributes ---
    bool hasAttribute(const String& name) const;
    Array_<Attribute> getAllAttributes() const;
    String getRequiredAttributeValue(const String& name) const;
    String getOptionalAttributeValue(const String& name, const String& otherwise = {}) const;
    template <class T>
    T getRequiredAttributeValueAs(const String& name) const {
        return convert<T>(getRequiredAttributeValue(name), name);
    }
    template <class T>
    T getOptionalAttributeValueAs(const String& name, const T& otherwise) const {
        return hasAttribute(name) ? convert<T>(getRequiredAttributeValue(name), name) : otherwise;
    }
    void setAttributeValue(const String& name, const String& value);

    /// Adds a copy of @p element as the last one in this. @return the copy
    Element appendElement(const Element& element);
    /// Removes elements with this tag; returns their number.
    int eraseElements(const String& tag);
    /// As text, with indentation.
    String writeToString() const;

private:
    friend class Document;
    struct Owner;
    Element(std::shared_ptr<Owner> owner, void* node) : owner_(std::move(owner)), node_(node) {}
    void require(const char* method) const;
    [[noreturn]] void refuse(const String& text, const String& name) const;
    template <class T>
    T convert(const String& text, const String& name) const {
        T value{};
        if (!text.tryConvertTo(value)) refuse(text, name);
        return value;
    }

    std::shared_ptr<Owner> owner_;
    void* node_ = nullptr;
};

/// One root element. A handle, as its elements are.
class Xml::Document {
public:
    /// With a root element "_Root".
    Document();
    explicit Document(const String& pathname) : Document() { readFromFile(pathname); }

    void readFromFile(const String& pathname);
    void readFromString(const String& text);
    void writeToFile(const String& pathname) const;
    void writeToString(String& text, bool compact = false) const;
    Element getRootElement() const;
    String getRootTag() const { return getRootElement().getElementTag(); }
    void setRootTag(const String& tag) { getRootElement().setElementTag(tag); }
    void clear();

private:
    std::shared_ptr<Element::Owner> owner_;
};

}  // namespace SimTK

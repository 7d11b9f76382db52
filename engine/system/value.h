// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <memory>
#include <ostream>
#include <string>
#include <typeinfo>
#include <utility>

#include "system/value_parts.h"
#include "system/value_parts_math.h"

namespace trammel {

namespace detail {
/// One address per type: a comparison 20 times cheaper than dynamic_cast.
template <class T>
inline constexpr char valueTypeTag = 0;
/// Containers claim to be comparable for any element type: test the element type.
template <class T>
inline constexpr bool isComparable = std::equality_comparable<T>;
template <class T>
requires requires { typename T::value_type; }
inline constexpr bool isComparable<T> = std::equality_comparable<T> && isComparable<typename T::value_type>;
std::string readableTypeName(const char* mangled);
}  // namespace detail

/// A new value that its receiver owns, as a std::unique_ptr or as a plain pointer to be deleted.
template <class V>
class NewValue : public std::unique_ptr<V> {
public:
    using std::unique_ptr<V>::unique_ptr;
    operator V*() && { return this->release(); }
};

/// Holds one value of any copyable type; the values of discrete variables and cache entries.
///
/// Operations other than copying depend on the type; see value_parts.h for how to register one.
class AbstractValue {
public:
    virtual ~AbstractValue() = default;
    NewValue<AbstractValue> clone() const { return NewValue<AbstractValue>(makeCopy()); }
    virtual std::string getTypeName() const = 0;
    /// Copies the other's value; throws WrongValueType if the types differ. The label of the owner stays.
    virtual void assign(const AbstractValue& other) = 0;
    AbstractValue& operator=(const AbstractValue& other) {
        assign(other);
        return *this;
    }
    void compatibleAssign(const AbstractValue& other) { assign(other); }
    /// True if the other holds a value of the same type.
    bool isCompatible(const AbstractValue& other) const { return tag_ == other.tag_; }
    /// True if the other holds an equal value of the same type; false if values of the type cannot be compared.
    virtual bool equals(const AbstractValue& other) const = 0;

    /// True if isIdentical() can compare values of this type.
    virtual bool canBeCompared() const = 0;
    /// True if the other value is bitwise identical, with all NaN equal; known or comparable types only.
    virtual bool isIdentical(const AbstractValue& other) const = 0;
    /// True if the type has a text form for state files.
    virtual bool hasText() const = 0;
    /// One line that readText() reads back bitwise identical.
    virtual std::string writeText() const = 0;
    /// Text with names and shapes, input of rowsOf(). A type may define it even without a text form for files: void
    /// writeForPeople(TextWriter& out) const.
    virtual std::string writeTextForPeople() const = 0;
    /// Returns false, with the value unchanged, if @p text is not a value of this type.
    virtual bool readText(std::string_view text) = 0;
    /// A copy with changed numbers; null if the type is unknown or has no numbers.
    virtual std::unique_ptr<AbstractValue> perturbed() const = 0;
    /// Memory in bytes, as far as the type is known.
    virtual std::size_t getSize() const = 0;

    /// The value as a T; throws WrongValueType if it is of another type.
    template <class T>
    const T& getValue() const;
    template <class T>
    T& updValue();

    /// The value as text if it has one, otherwise the name of its type.
    std::string getValueAsString() const { return hasText() ? writeText() : getTypeName(); }

    const void* typeTag() const { return tag_; }
    /// "discrete variable 'stiffness' of subsystem 'springs'" once owned by a State; "the value" before.
    std::string describe() const { return label_ ? *label_ : "the value"; }
    void setLabel(std::string label) { label_ = std::make_shared<const std::string>(std::move(label)); }
    void swapLabels(AbstractValue& other) { label_.swap(other.label_); }

protected:
    explicit AbstractValue(const void* tag) : tag_(tag) {}
    AbstractValue(const AbstractValue&) = default;
    [[noreturn]] static void throwWrongType(const char* where, const AbstractValue& held, const std::type_info& asked);

private:
    virtual AbstractValue* makeCopy() const = 0;

    const void* tag_;
    std::shared_ptr<const std::string> label_;
};

/// The value as text; the name of its type if it has no text form.
std::ostream& operator<<(std::ostream& out, const AbstractValue& value);

/// A value of type T that can be stored as an AbstractValue.
///
/// **Source:** Advanced Programming Guide, "A Custom Subsystem".
template <class T>
class Value : public AbstractValue {
public:
    Value() : AbstractValue(&detail::valueTypeTag<T>), value_() {}
    explicit Value(T value) : AbstractValue(&detail::valueTypeTag<T>), value_(std::move(value)) {}
    Value(const Value&) = default;
    Value& operator=(const Value& other) {
        value_ = other.value_;
        return *this;
    }
    Value& operator=(const T& value) {
        value_ = value;
        return *this;
    }

    const T& get() const { return value_; }
    T& upd() { return value_; }
    void set(const T& value) { value_ = value; }
    operator const T&() const { return value_; }
    operator T&() { return value_; }

    static bool isA(const AbstractValue& value) { return value.typeTag() == &detail::valueTypeTag<T>; }
    /// @p value as a Value<T>; throws WrongValueType if the types differ.
    static const Value& downcast(const AbstractValue& value) {
        if (!isA(value)) throwWrongType("Value<T>::downcast()", value, typeid(T));
        return static_cast<const Value&>(value);
    }
    static Value& updDowncast(AbstractValue& value) {
        if (!isA(value)) throwWrongType("Value<T>::updDowncast()", value, typeid(T));
        return static_cast<Value&>(value);
    }

    NewValue<Value> clone() const { return NewValue<Value>(new Value(*this)); }
    std::string getTypeName() const override { return detail::readableTypeName(typeid(T).name()); }
    void assign(const AbstractValue& other) override { value_ = downcast(other).value_; }
    bool equals(const AbstractValue& other) const override {
        if constexpr (detail::isComparable<T>)
            return isA(other) && value_ == downcast(other).value_;
        else
            return false;
    }

    bool canBeCompared() const override { return isKnown || detail::isComparable<T>; }
    bool isIdentical(const AbstractValue& other) const override {
        if constexpr (isKnown)
            return isA(other) && value_parts::identical(value_, downcast(other).value_);
        else
            return equals(other);
    }
    bool hasText() const override { return isKnown; }
    std::string writeText() const override {
        TextWriter out;
        if constexpr (isKnown) value_parts::write(out, value_);
        return out.text();
    }
    std::string writeTextForPeople() const override {
        TextWriter out(TextWriter::Audience::People);
        if constexpr (requires { value_.writeForPeople(out); })
            value_.writeForPeople(out);
        else if constexpr (isKnown)
            value_parts::write(out, value_);
        return out.text();
    }
    bool readText(std::string_view text) override {
        if constexpr (isKnown) {
            TextReader in(text);
            T value{};
            if (!value_parts::read(in, value) || !in.atEnd()) return false;
            value_ = std::move(value);
            return true;
        } else {
            return false;
        }
    }
    std::unique_ptr<AbstractValue> perturbed() const override {
        if constexpr (isKnown) {
            auto other = std::make_unique<Value>(value_);
            if (value_parts::perturb(other->value_)) return other;
        }
        return nullptr;
    }
    std::size_t getSize() const override {
        if constexpr (isKnown)
            return sizeof(T) + value_parts::heapBytes(value_);
        else
            return sizeof(T);
    }

private:
    static constexpr bool isKnown = value_parts::isKnown<T>();
    AbstractValue* makeCopy() const override { return new Value(*this); }

    T value_;
};

template <class T>
const T& AbstractValue::getValue() const {
    return Value<T>::downcast(*this).get();
}
template <class T>
T& AbstractValue::updValue() {
    return Value<T>::updDowncast(*this).upd();
}

}  // namespace trammel

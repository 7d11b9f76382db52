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
/// One address per type: a comparison that costs a nanosecond where dynamic_cast costs twenty.
template <class T>
inline constexpr char valueTypeTag = 0;
/// Containers claim to be comparable whatever they hold: ask what they hold.
template <class T>
inline constexpr bool isComparable = std::equality_comparable<T>;
template <class T>
requires requires { typename T::value_type; }
inline constexpr bool isComparable<T> = std::equality_comparable<T> && isComparable<typename T::value_type>;
std::string readableTypeName(const char* mangled);
}  // namespace detail

/// Holds one value of any copyable type: discrete variables and cache entries of a State are such values.
///
/// What it can do beyond being copied depends on its type: see value_parts.h for how a type becomes known.
class AbstractValue {
public:
    virtual ~AbstractValue() = default;
    virtual std::unique_ptr<AbstractValue> clone() const = 0;
    virtual std::string getTypeName() const = 0;
    /// Copy the other's value; throws WrongValueType if it is of another type.
    virtual void assign(const AbstractValue& other) = 0;
    void compatibleAssign(const AbstractValue& other) { assign(other); }
    /// Whether the other holds a value of the same type.
    bool isCompatible(const AbstractValue& other) const { return tag_ == other.tag_; }
    /// Whether the other holds an equal value of the same type; false also where values of the type cannot be compared.
    virtual bool equals(const AbstractValue& other) const = 0;

    /// Whether isIdentical() can tell.
    virtual bool canBeCompared() const = 0;
    /// Whether the other holds the same bits, any two NaN being the same; values of known or comparable types only.
    virtual bool isIdentical(const AbstractValue& other) const = 0;
    /// Whether state files can hold it.
    virtual bool hasText() const = 0;
    /// One line that readText() reads back to the same bits.
    virtual std::string writeText() const = 0;
    /// The same with names and shapes, for rowsOf() to arrange. A type may write itself for people even where state files
    /// cannot hold it: void writeForPeople(TextWriter& out) const.
    virtual std::string writeTextForPeople() const = 0;
    /// False, and nothing changed, if @p text is not that of a value of this type.
    virtual bool readText(std::string_view text) = 0;
    /// A copy with other numbers in it; nullptr if the type is not known or has none.
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
    /// "discrete variable 'stiffness' of subsystem 'springs'" once a State owns it; "the value" before.
    std::string describe() const { return label_ ? *label_ : "the value"; }
    void setLabel(std::string label) { label_ = std::make_shared<const std::string>(std::move(label)); }
    void swapLabels(AbstractValue& other) { label_.swap(other.label_); }

protected:
    explicit AbstractValue(const void* tag) : tag_(tag) {}
    AbstractValue(const AbstractValue&) = default;
    /// Whose value this is does not change with the value.
    AbstractValue& operator=(const AbstractValue&) { return *this; }
    [[noreturn]] static void throwWrongType(const char* where, const AbstractValue& held, const std::type_info& asked);

private:
    const void* tag_;
    std::shared_ptr<const std::string> label_;
};

/// The value as text; the name of its type where state files cannot hold it.
std::ostream& operator<<(std::ostream& out, const AbstractValue& value);

/// A value of type T that can be held where an AbstractValue is asked for.
///
/// **Source:** Advanced Programming Guide, "A Custom Subsystem".
template <class T>
class Value : public AbstractValue {
public:
    Value() : AbstractValue(&detail::valueTypeTag<T>), value_() {}
    explicit Value(T value) : AbstractValue(&detail::valueTypeTag<T>), value_(std::move(value)) {}
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
    /// The same object as a Value<T>; throws WrongValueType if it is one of another type.
    static const Value& downcast(const AbstractValue& value) {
        if (!isA(value)) throwWrongType("Value<T>::downcast()", value, typeid(T));
        return static_cast<const Value&>(value);
    }
    static Value& updDowncast(AbstractValue& value) {
        if (!isA(value)) throwWrongType("Value<T>::updDowncast()", value, typeid(T));
        return static_cast<Value&>(value);
    }

    std::unique_ptr<AbstractValue> clone() const override { return std::make_unique<Value>(*this); }
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
            for (auto leaf : {value_parts::Leaf::Reals, value_parts::Leaf::Flags, value_parts::Leaf::Integers})
                if (value_parts::perturb(other->value_, leaf)) return other;
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

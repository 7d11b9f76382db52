// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <memory>
#include <string>
#include <utility>

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
[[noreturn]] void throwWrongValueType(const char* where, const std::string& held, const std::string& asked);
}  // namespace detail

/// Holds one value of any copyable type: discrete variables and cache entries of a State are such values.
class AbstractValue {
public:
    virtual ~AbstractValue() = default;
    virtual std::unique_ptr<AbstractValue> clone() const = 0;
    virtual std::string getTypeName() const = 0;
    /// Copy the other's value; it must be of the same type.
    virtual void assign(const AbstractValue& other) = 0;
    /// Whether the other holds an equal value of the same type; false also where values of the type cannot be compared.
    virtual bool equals(const AbstractValue& other) const = 0;
    const void* typeTag() const { return tag_; }

protected:
    explicit AbstractValue(const void* tag) : tag_(tag) {}
    AbstractValue(const AbstractValue&) = default;
    AbstractValue& operator=(const AbstractValue&) = default;

private:
    const void* tag_;
};

/// A value of type T that can be held where an AbstractValue is asked for.
template <class T>
class Value : public AbstractValue {
public:
    Value() : AbstractValue(&detail::valueTypeTag<T>), value_() {}
    explicit Value(T value) : AbstractValue(&detail::valueTypeTag<T>), value_(std::move(value)) {}

    const T& get() const { return value_; }
    T& upd() { return value_; }
    void set(const T& value) { value_ = value; }
    operator const T&() const { return value_; }

    std::unique_ptr<AbstractValue> clone() const override { return std::make_unique<Value<T>>(*this); }
    std::string getTypeName() const override { return detail::readableTypeName(typeid(T).name()); }
    void assign(const AbstractValue& other) override { value_ = downcast(other); }

    bool equals(const AbstractValue& other) const override {
        if constexpr (detail::isComparable<T>)
            return isA(other) && value_ == downcast(other);
        else
            return false;
    }

    static bool isA(const AbstractValue& value) { return value.typeTag() == &detail::valueTypeTag<T>; }
    /// The T inside; throws WrongValueType if there is a value of another type.
    static const T& downcast(const AbstractValue& value) {
        if (!isA(value)) fail("Value<T>::downcast()", value);
        return static_cast<const Value<T>&>(value).value_;
    }
    static T& updDowncast(AbstractValue& value) {
        if (!isA(value)) fail("Value<T>::updDowncast()", value);
        return static_cast<Value<T>&>(value).value_;
    }

private:
    [[noreturn]] static void fail(const char* where, const AbstractValue& value) {
        detail::throwWrongValueType(where, value.getTypeName(), detail::readableTypeName(typeid(T).name()));
    }

    T value_;
};

}  // namespace trammel

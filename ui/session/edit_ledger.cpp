// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/edit_ledger.h"

#include <algorithm>
#include <cmath>
#include <exception>

namespace trammel::ui {

namespace {

/// A value that differs, near by if the kind of value knows near, and allowed; none if there is no other.
struct Neighbour {
    const PropertyDescriptor& property;

    std::optional<PropertyValue> operator()(bool on) const { return !on; }
    std::optional<PropertyValue> operator()(std::int64_t n) const { return allowed(n + 1, n - 1); }
    std::optional<PropertyValue> operator()(Real x) const {
        const Real nudge = std::max(1e-3, std::abs(x) * 1e-3);
        return allowed(x + nudge, x - nudge);
    }
    std::optional<PropertyValue> operator()(const Vec3& v) const {
        return allowed(Vec3(v[0] + 1e-3, v[1], v[2]), Vec3(v[0] - 1e-3, v[1], v[2]));
    }
    std::optional<PropertyValue> operator()(const std::string& text) const {
        for (const auto& option : property.options)
            if (option.key != text) return PropertyValue(option.key);
        return property.options.empty() ? allowed(text + "'", text + " ") : std::nullopt;
    }

    template <class T>
    std::optional<PropertyValue> allowed(const T& first, const T& second) const {
        for (const T& value : {first, second})
            if (describeInvalidValue(property, PropertyValue(value)).empty()) return PropertyValue(value);
        return std::nullopt;
    }
};

}  // namespace

EditLedger::EditLedger(Session& session, QObject* parent) : QObject(parent), session_(session) {
    seen_ = session_.shown().damage().number;
    connect(&session_, &Session::changed, this, &EditLedger::sessionChanged);
}

void EditLedger::sessionChanged(Aspects aspects) {
    if (!(aspects & Aspect::Document)) return;
    const History& history = session_.history();
    const Damage& damage = session_.shown().damage();
    // What can be redone no more is forgotten; a document just opened has cost nothing that one would count.
    damages_.erase(damages_.lower_bound(history.size()), damages_.end());
    if (history.size() == 1) {
        damages_.clear();
        seen_ = damage.number;
    }
    if (damage.number != seen_) {
        seen_ = damage.number;
        damages_[history.index()] = damage;
        if (teaching_)
            Q_EMIT session_.notice(QString::fromStdString(history.labels()[history.index()]) + QStringLiteral(": ") +
                                   damage.describe());
    }
    Q_EMIT changed();
}

std::optional<Damage> EditLedger::damageOf(std::size_t index) const {
    const auto known = damages_.find(index);
    return known == damages_.end() ? std::nullopt : std::optional<Damage>(known->second);
}

std::optional<Damage> EditLedger::foreseeChange(ElementId id, const std::string& key) const {
    const Element* const element = session_.document().find(id);
    const TypeDescriptor* const type = element ? session_.typeOf(*element) : nullptr;
    if (!type || !session_.shown().model()) return std::nullopt;
    const auto property = std::find_if(type->properties.begin(), type->properties.end(),
                                       [&](const PropertyDescriptor& p) { return p.key == key; });
    if (property == type->properties.end()) return std::nullopt;
    try {
        const auto value = std::visit(Neighbour{*property}, element->value(*type, key));
        if (!value) return std::nullopt;
        const Result<Edit> edit = trammel::setProperty(session_.document(), session_.catalog(), id, key, value);
        if (!edit) return std::nullopt;
        const Result<CompiledModelPtr> next = compileDocument(edit->document, session_.model());
        if (!next) return std::nullopt;
        return foresee(session_.shown(), **next);
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

}  // namespace trammel::ui

// SPDX-License-Identifier: Apache-2.0
#include "plugin/system_rows.h"

#include "multibody/force.h"

namespace trammel::plugin {

namespace {

/// A type whose elements exert no force of their own: they add something else to the System.
class AddedType : public ForceType {
public:
    explicit AddedType(TypeDescriptor type) : type_(std::move(type)) {}
    std::unique_ptr<AbstractValue> readParameters(const ElementInputs&) const override { return nullptr; }

protected:
    /// Calls @p use with the Site of an element.
    template <class Use>
    auto atSite(const ElementInputs& in, const Use& use) const {
        const Site site(in, type_, requireScope(), std::make_shared<ParameterTable>(type_));
        return constructed([&] { return use(site); });
    }

private:
    const TypeDescriptor type_;
};

class NoForce : public ForceElement {
public:
    explicit NoForce(const ElementInputs& in) : ForceElement(in.name, in.id) {}
    bool dependsOnlyOnPositions() const override { return true; }
    bool actsByImpulsesOnly() const override { return true; }
    void addInForce(const ForceKinematics&, const AbstractValue*, const ForceSum&) const override {}
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
};

class SubsystemType : public AddedType {
public:
    SubsystemType(TypeDescriptor type, detail::AddToSystem add) : AddedType(std::move(type)), add_(std::move(add)) {}
    std::unique_ptr<ForceElement> create(const ElementInputs& in) const override {
        if (in.boolean("enabled")) atSite(in, [&](const Site& site) { add_(site); });
        return std::make_unique<NoForce>(in);
    }

private:
    const detail::AddToSystem add_;
};

/// A handler of a plugin that reports its errors by name.
class GuardedHandler : public TriggeredEventHandler {
public:
    GuardedHandler(Identity self, std::unique_ptr<TriggeredEventHandler> inner)
        : TriggeredEventHandler(inner->getRequiredStage()), self_(std::move(self)), inner_(std::move(inner)) {
        getTriggerInfo() = inner_->getTriggerInfo();
        setName(self_.name);
    }
    Real getValue(const State& s) const override {
        const Stage stage = getRequiredStage();
        const Real value = guarded(self_, "getValue", stage, [&] { return inner_->getValue(s); });
        requireFinite(self_, "getValue", stage, &value, 1);
        return value;
    }
    void handleEvent(State& s, Real accuracy, bool& shouldTerminate) const override {
        guarded(self_, "handleEvent", Stage::Acceleration, [&] { inner_->handleEvent(s, accuracy, shouldTerminate); });
    }

private:
    const Identity self_;
    const std::unique_ptr<TriggeredEventHandler> inner_;
};

class HandlingElement : public NoForce {
public:
    HandlingElement(const ElementInputs& in, std::unique_ptr<TriggeredEventHandler> handler)
        : NoForce(in), handler_(std::move(handler)) {}
    std::vector<std::unique_ptr<TriggeredEventHandler>> makeEventHandlers(const GeneralForceSubsystem&,
                                                                          ForceIndex) const override {
        std::vector<std::unique_ptr<TriggeredEventHandler>> handlers;
        if (handler_) handlers.push_back(std::move(handler_));
        return handlers;
    }

private:
    /// Until it is handed over.
    mutable std::unique_ptr<TriggeredEventHandler> handler_;
};

class EventType : public AddedType {
public:
    EventType(TypeDescriptor type, detail::MakeHandler make) : AddedType(std::move(type)), make_(std::move(make)) {}
    std::unique_ptr<ForceElement> create(const ElementInputs& in) const override {
        std::unique_ptr<TriggeredEventHandler> handler;
        if (in.boolean("enabled"))
            handler = std::make_unique<GuardedHandler>(Identity{in.name, in.id},
                                                       atSite(in, [&](const Site& site) { return make_(site); }));
        return std::make_unique<HandlingElement>(in, std::move(handler));
    }

private:
    const detail::MakeHandler make_;
};

template <class Type, class Make>
TypeDescriptor addedRow(TypeDescriptor type, const char* doc, Make make) {
    type.properties.push_back(PropertyDescriptor::boolean("enabled", "Enabled", true, doc));
    type.implementation = std::make_shared<Type>(type, std::move(make));
    return type;
}

}  // namespace

TypeDescriptor detail::subsystemRow(TypeDescriptor type, AddToSystem add) {
    return addedRow<SubsystemType>(std::move(type), "Add it to the System.", std::move(add));
}
TypeDescriptor detail::eventRow(TypeDescriptor type, MakeHandler make) {
    return addedRow<EventType>(std::move(type), "Let the event occur.", std::move(make));
}

}  // namespace trammel::plugin

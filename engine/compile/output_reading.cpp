// SPDX-License-Identifier: Apache-2.0
#include "compile/output_reading.h"

#include <algorithm>

#include "compile/compiled_data.h"
#include "multibody/output_context.h"

namespace trammel {

namespace {

class OutputReading : public FormulaReading {
public:
    OutputReading(const BuiltSystem& built, const Element& element, const OutputDescriptor& output, int component)
        : built_(built), id_(element.id), output_(output), component_(component) {
        for (const Element::Reference& reference : element.references) references_.push_back(reference.target);
    }
    Real calc(const State& s) const override {
        const std::optional<OutputSite> site = findSite(s);
        if (!site) return NaN;
        OutputContext context(s, *built_.matter, *built_.forces);
        Real values[3] = {};
        output_.calc(context, *site, values);
        return values[component_];
    }
    /// Forces are complete when accelerations are computed.
    Stage getStage() const override {
        return output_.stage < Stage::Dynamics ? output_.stage : Stage(Stage::Acceleration);
    }

private:
    /// Indices are known when the System is complete, and not when the formula is bound. None if the element could not be
    /// built, or has no body, speed or equation that the output belongs to.
    std::optional<OutputSite> findSite(const State& s) const {
        OutputSite site;
        const auto put = [](const auto& map, ElementId id, auto& index) {
            const auto known = map.find(id);
            if (known != map.end()) index = known->second;
            return known != map.end();
        };
        const bool acts = put(built_.forceIndices, id_, site.force) || put(built_.constraints, id_, site.constraint) ||
                          built_.motions.contains(id_);
        const bool isOfSpeed = output_.scope == OutputScope::Speed;
        bool hasBody = false;
        const auto putBody = [&](ElementId id) {
            hasBody = hasBody || put(built_.joints, id, site.body) || (!isOfSpeed && put(built_.bodies, id, site.body));
        };
        putBody(id_);
        if (!acts && !hasBody) return std::nullopt;
        for (const ElementId target : references_) putBody(target);
        if (!hasBody && (isOfSpeed || output_.scope == OutputScope::Body)) return std::nullopt;
        if (hasBody) {
            const auto& node = built_.matter->getTree(s)[site.body];
            if (isOfSpeed && node.nu == 0) return std::nullopt;
            site.part = node.uStart;
        }
        if (!site.constraint.isValid()) return site;
        site.part = 0;
        const auto& constraint = built_.matter->getConstraint(site.constraint);
        const int positions = constraint.getNumPositionEquations();
        const int equations =
            output_.stage < Stage::Velocity ? positions : positions + constraint.getNumVelocityEquations();
        if (output_.scope == OutputScope::Equation && equations == 0) return std::nullopt;
        return site;
    }

    const BuiltSystem& built_;
    const ElementId id_;
    const OutputDescriptor output_;
    const int component_;
    std::vector<ElementId> references_;
};

class EnergyReading : public FormulaReading {
public:
    EnergyReading(const BuiltSystem& built, bool isKinetic) : built_(built), isKinetic_(isKinetic) {}
    Real calc(const State& s) const override {
        return isKinetic_ ? built_.system.calcKineticEnergy(s) : built_.system.calcPotentialEnergy(s);
    }
    Stage getStage() const override { return Stage::Velocity; }

private:
    const BuiltSystem& built_;
    const bool isKinetic_;
};

/// The quantity of an output along a speed, which depends on the joint that the element has or acts on.
Quantity quantityOfOutput(const BuiltSystem& built, const Element& element, const OutputDescriptor& output) {
    if (!output.role) return output.quantity;
    ElementId joint = element.id;
    for (const Element::Reference& reference : element.references)
        if (built.joints.contains(reference.target)) joint = reference.target;
    const auto known = built.joints.find(joint);
    if (known == built.joints.end() || built.matter->getMobilizer(known->second).getNU() == 0) return output.quantity;
    return quantityOf(*output.role, built.matter->getMobilizer(known->second).nameOfU(0).quantity)
        .value_or(output.quantity);
}

}  // namespace

std::optional<OutputName> findOutputReading(const BuiltSystem& built, const Element& element,
                                            const TypeDescriptor& type, const std::string& key) {
    // The point of a trace has names of its own.
    if (element.family == "trace") return std::nullopt;
    const std::size_t point = key.find('.');
    const auto output = std::ranges::find_if(
        type.outputs, [&](const OutputDescriptor& o) { return o.calc && o.key == key.substr(0, point); });
    if (output == type.outputs.end()) return std::nullopt;
    OutputName found;
    const std::string part = point == std::string::npos ? std::string() : key.substr(point + 1);
    int component = 0;
    if (output->components == 3) {
        if (part.size() != 1 || part[0] < 'x' || part[0] > 'z') {
            found.why = "has three components: write .x, .y or .z.";
            return found;
        }
        component = part[0] - 'x';
    } else if (!part.empty()) {
        found.why = "has no components.";
        return found;
    }
    const bool isOfPart = output->scope == OutputScope::Speed || output->scope == OutputScope::Body;
    if (isOfPart && element.family != "joint" && element.references.empty()) {
        found.why = "has no value: the element is not connected to anything.";
        return found;
    }
    if (output->stage > Stage::Dynamics) {
        found.why = "follows from accelerations, which formulas do not know.";
        return found;
    }
    found.reading = std::make_shared<OutputReading>(built, element, *output, component);
    found.dimension = dimensionOf(quantityOfOutput(built, element, *output));
    return found;
}

std::shared_ptr<const FormulaReading> findEnergyReading(const BuiltSystem& built, const ExpressionName& name) {
    if (!name.key.empty()) return nullptr;
    const bool isKinetic = name.element == "kineticEnergy";
    if (!isKinetic && name.element != "potentialEnergy") return nullptr;
    return std::make_shared<EnergyReading>(built, isKinetic);
}

}  // namespace trammel

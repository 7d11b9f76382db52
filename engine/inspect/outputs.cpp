// SPDX-License-Identifier: Apache-2.0
#include "inspect/outputs.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <unordered_map>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "inspect/contact_pair_outputs.h"
#include "inspect/inspection.h"
#include "inspect/model_outputs.h"
#include "multibody/constraint.h"
#include "multibody/output_context.h"

namespace trammel {

namespace {

constexpr std::array<const char*, 3> axisNames = {"x", "y", "z"};

std::string replaced(std::string text, const std::string& placeholder, const std::string& by) {
    if (const std::size_t at = text.find(placeholder); at != std::string::npos)
        text.replace(at, placeholder.size(), by);
    return text;
}

}  // namespace

struct Outputs::Look {
    const CompiledModel& model;
    const State& state;
    OutputContext context;
    /// Wall time of realizing each stage.
    std::array<double, Stage::NValid> seconds = {};

    Look(const CompiledModel& ofModel, const State& atState)
        : model(ofModel),
          state(atState),
          context(atState, *ofModel.getData().built->matter, *ofModel.getData().built->forces) {}
};

struct Outputs::Source {
    std::function<void(OutputContext&, const OutputSite&, Real*)> calc;
    OutputSite site;

    Vec3 at(Look& look) const {
        Vec3 value(0.);
        calc(look.context, site, value.data());
        return value;
    }
};

/// Builds the list of outputs of a model.
struct Outputs::Collector {
    using Value = std::function<Real(Look&)>;

    /// An element with what its outputs are repeated over.
    struct Subject {
        OutputSite site = {};
        /// Connected bodies by name, and bodies moved by its joints.
        std::vector<std::pair<std::string, MobilizedBodyIndex>> bodies = {};
        std::vector<MobilizedBodyIndex> joints = {};
    };

    Outputs& to;
    const CompiledModel& model;
    const BuiltSystem& built = *model.getData().built;
    const MatterSubsystem& matter = *built.matter;
    const Document& document = model.getDocument();
    OutputContext initial{model.getInitialState(), matter, *built.forces};
    SharedText group = {}, owner = {};
    ElementId element = {};
    std::unordered_map<std::string, std::size_t> byName = {};
    std::unordered_map<std::string, SharedText> texts = {};

    void collect() {
        basicOutputs();
        for (const char* const family : {"joint", "body", "trace"})
            for (const ElementId id : document.elementsOf(family))
                if (const auto body = findBody(id))
                    addDeclared(id, {.site = {.body = *body, .station = stationOf(id)}, .joints = {*body}});
        variablesOfJoints();
        constraints();
        for (const auto& [id, force] : built.forceIndices) addDeclared(id, connectedTo(id, {.force = force}));
        contactPairs();
        for (const auto& [id, motion] : built.motions) addDeclared(id, connectedTo(id, {}));
        measures();
        auxiliary();
        discrete();
        enter("Whole model", {});
        addAll(modelOutputs(built.pulls), {});
        integration();
        // A large model has tens of thousands, which are listed for long.
        to.all_.shrink_to_fit();
        to.values_.shrink_to_fit();
        to.byName_.resize(to.all_.size());
        std::iota(to.byName_.begin(), to.byName_.end(), std::size_t(0));
        std::ranges::sort(to.byName_, {}, [this](std::size_t i) -> const std::string& { return to.all_[i].name; });
    }

    /// One object for all outputs with this text.
    const SharedText& share(const std::string& text) { return texts.try_emplace(text, text).first->second; }

    void enter(const std::string& newGroup, ElementId id) {
        group = share(newGroup);
        element = id;
        owner = id.isValid() ? share(document.get(id).name) : SharedText();
    }
    Output* add(const std::string& label, Quantity quantity, Stage stage, Value value) {
        Output o;
        o.name = owner.empty() ? label : owner.str() + "." + label;
        if (!byName.emplace(o.name, to.all_.size()).second) return nullptr;
        o.group = group;
        o.owner = owner;
        o.label = share(label);
        o.element = element;
        o.quantity = quantity;
        o.unit = share(siUnit(quantity));
        o.stage = stage;
        to.values_.push_back(std::move(value));
        return &to.all_.emplace_back(std::move(o));
    }

    // --- Outputs declared by types ---

    /// The body of a body, joint or point; none for Ground and for elements that were not built.
    std::optional<MobilizedBodyIndex> findBody(ElementId id) const {
        for (const auto* const map : {&built.joints, &built.bodies})
            if (const auto at = map->find(id); at != map->end())
                return at->second == 0 ? std::nullopt : std::optional(at->second);
        const auto trace = findTrace(id);
        return trace == model.getTraces().end() ? std::nullopt : std::optional(trace->body);
    }
    std::vector<CompiledModel::Trace>::const_iterator findTrace(ElementId id) const {
        return std::ranges::find(model.getTraces(), id, &CompiledModel::Trace::element);
    }
    Vec3 stationOf(ElementId id) const {
        const auto trace = findTrace(id);
        return trace == model.getTraces().end() ? Vec3(0.) : trace->station;
    }
    /// An element that acts on the bodies and joints it refers to.
    Subject connectedTo(ElementId id, OutputSite site) const {
        Subject subject{.site = site};
        for (const Element::Reference& reference : document.get(id).references) {
            if (const auto body = built.bodies.find(reference.target); body != built.bodies.end())
                subject.bodies.emplace_back(document.get(reference.target).name, body->second);
            if (const auto joint = built.joints.find(reference.target); joint != built.joints.end())
                subject.joints.push_back(joint->second);
        }
        if (!subject.joints.empty()) subject.site.body = subject.joints.front();
        return subject;
    }
    void addDeclared(ElementId id, const Subject& subject) {
        const TypeDescriptor& type = typeOf(document.get(id));
        const FamilyDescriptor& family = *builtinCatalog().findFamily(type.family);
        enter(family.outputGroup.empty() ? family.pluralLabel : family.outputGroup, id);
        addAll(type.outputs, subject);
    }
    /// Outputs with the same scope, one after the other, are listed part by part.
    void addAll(const std::vector<OutputDescriptor>& outputs, const Subject& subject) {
        for (auto begin = outputs.begin(); begin != outputs.end();) {
            const auto end =
                std::find_if(begin, outputs.end(), [&](const OutputDescriptor& o) { return o.scope != begin->scope; });
            const std::span<const OutputDescriptor> same(begin, end);
            switch (begin->scope) {
                case OutputScope::Element:
                    for (const OutputDescriptor& o : same) addOne(o, "", o.quantity, subject.site);
                    break;
                case OutputScope::Speed: addSpeeds(same, subject); break;
                case OutputScope::Body:
                    for (const auto& [name, body] : subject.bodies)
                        for (const OutputDescriptor& o : same) {
                            OutputSite site = subject.site;
                            site.body = body;
                            addOne(o, name, o.quantity, site);
                        }
                    break;
                case OutputScope::Equation: addEquations(same, subject.site); break;
            }
            begin = end;
        }
    }
    void addSpeeds(std::span<const OutputDescriptor> outputs, const Subject& subject) {
        for (const MobilizedBodyIndex joint : subject.joints) {
            const TreeNode& n = matter.getTree(initial.state)[joint];
            for (int i = 0; i < n.nu; ++i)
                for (const OutputDescriptor& o : outputs) {
                    const CoordinateName u = n.mobilizer->nameOfU(i);
                    OutputSite site = subject.site;
                    site.body = joint;
                    site.part = n.uStart + i;
                    addOne(o, n.nu == 1 ? "" : u.name,
                           o.role ? quantityOf(*o.role, u.quantity).value_or(o.quantity) : o.quantity, site);
                }
        }
    }
    void addEquations(std::span<const OutputDescriptor> outputs, OutputSite site) {
        const ConstraintElement& e = matter.getConstraint(site.constraint);
        const int p = e.getNumPositionEquations(), v = p + e.getNumVelocityEquations();
        const int all = v + e.getNumAccelerationEquations();
        for (site.part = 0; site.part < all; ++site.part)
            for (const OutputDescriptor& o : outputs)
                if (site.part < (o.stage <= Stage::Position ? p : o.stage <= Stage::Velocity ? v : all))
                    addOne(o, all == 1 ? "" : std::to_string(site.part + 1), o.quantity, site);
    }
    /// @param part name of the part of the element; empty if there is only one
    void addOne(const OutputDescriptor& o, const std::string& part, Quantity quantity, const OutputSite& site) {
        if (!o.calc || (o.exists && !o.exists(initial, site))) return;
        std::string label = replaced(o.label, "{load}", quantity == Quantity::Torque ? "torque" : "force");
        if (!part.empty()) label += (o.preposition.empty() ? " " : " " + o.preposition + " ") + part;
        const SharedText groupOfElement = group;
        if (!o.group.empty()) group = share(o.group);
        const Source* const source = &to.sources_.emplace_back(Source{o.calc, site});
        const auto addValue = [&](const std::string& name, Value value) {
            Output* const added = add(name, quantity, o.stage, std::move(value));
            if (!added) return;
            added->inSteps = o.inSteps;
            added->reads = share(replaced(o.reads, "{name}", owner));
            if (!o.unit.empty()) added->unit = share(o.unit);
        };
        const std::size_t count = o.components == 3 ? 3 : 0;
        for (std::size_t i = 0; i < count; ++i)
            addValue(label.empty() ? axisNames[i] : label + " " + axisNames[i],
                     [source, i](Look& l) { return source->at(l)[int(i)]; });
        if (count == 0)
            addValue(label, [source](Look& l) { return source->at(l)[0]; });
        else if (o.hasMagnitude)
            addValue(label, [source](Look& l) { return source->at(l).norm(); });
        group = groupOfElement;
    }

    /// Contact among several bodies, pair by pair.
    void contactPairs() {
        for (const auto& [id, force] : built.forceIndices) {
            const auto* const contact = dynamic_cast<const ContactForce*>(&built.forces->getForce(force));
            if (!contact) continue;
            for (const ContactPairElements& pair : listContactPairs(*contact)) {
                enter("Contacts", id);
                owner = share(nameOfContactPair(document, id, pair));
                addAll(contactPairOutputs(contact->getName(), pair), {.site = {.force = force}});
            }
        }
    }

    /// Constraints that close loops of joints belong to no element of the family.
    void constraints() {
        static const std::vector<OutputDescriptor> common = constraintOutputs();
        for (ConstraintIndex c(0); c < matter.getNumConstraints(); ++c) {
            const ConstraintElement& e = matter.getConstraint(c);
            const Element* const inDocument = document.find(e.getElementId());
            const bool isOwn = inDocument && inDocument->family == "constraint";
            enter("Constraints", inDocument ? inDocument->id : ElementId{});
            owner = share(e.getName());
            addAll(isOwn ? typeOf(*inDocument).outputs : common, {.site = {.constraint = c}});
        }
    }

    // --- Variables and the whole model ---

    void basicOutputs() {
        const auto& all = model.getBasicOutputs();
        for (std::size_t i = 0; i < all.size(); ++i) {
            const Element* const e = document.find(all[i].element);
            const bool isMultiplier = all[i].stage > Stage::Velocity;
            enter(isMultiplier           ? "Constraints"
                  : !e                   ? "Whole model"
                  : e->family == "joint" ? "Joints"
                                         : "Points",
                  e ? e->id : ElementId{});
            std::string label = all[i].name;
            if (e || isMultiplier) {
                // A constraint that closes a loop has a name other than its joint's.
                const std::size_t point = label.rfind('.');
                owner = share(label.substr(0, point));
                label.erase(0, point + 1);
            }
            add(label, all[i].quantity, all[i].stage, [i](Look& l) { return l.model.calcBasicOutput(i, l.state); });
        }
    }

    /// Which outputs are variables of y.
    void variablesOfJoints() {
        const State& s = model.getInitialState();
        const SubsystemIndex m = matter.getMySubsystemIndex();
        for (const auto& [id, body] : built.joints) {
            const TreeNode& n = matter.getTree(s)[body];
            const std::string& name = document.get(id).name;
            for (int i = 0; i < n.nq; ++i)
                to.byVariable_[int(s.getQStart(m)) + n.qStart + i] =
                    byName.at(name + "." + n.mobilizer->nameOfQ(i).name);
            for (int i = 0; i < n.nu; ++i)
                to.byVariable_[s.getNQ() + int(s.getUStart(m)) + n.uStart + i] =
                    byName.at(name + "." + n.mobilizer->nameOfU(i).name);
        }
    }

    void auxiliary() {
        for (const VariableReading& v : readVariables(model, model.getInitialState())) {
            if (v.kind != VariableReading::Kind::Z) continue;
            enter("Auxiliary variables", {});
            add(v.name, Quantity::None, Stage::Time, [i = v.index](Look& l) { return l.state.getY()[i]; });
            to.byVariable_[v.index] = byName.at(v.name);
        }
    }

    /// Flags and scalars by name of their variables. Multi-valued parameters are constant in a run.
    void measures() {
        for (const auto& [id, measure] : built.measures) {
            enter(builtinCatalog().findFamily(measureFamily)->pluralLabel, id);
            const Dimension& dimension = measure->getDimension();
            const auto quantity =
                std::ranges::find_if(allQuantities, [&](Quantity q) { return dimensionOf(q) == dimension; });
            const bool isKnown = quantity != allQuantities.end();
            Output* const added = add("value", isKnown ? *quantity : Quantity::None, measure->getStage(),
                                      [m = measure.get()](Look& l) { return m->calc(l.state); });
            if (added && !isKnown) added->unit = share(describe(dimension));
        }
    }

    void discrete() {
        const State& s = model.getInitialState();
        enter("Discrete variables", {});
        for (SubsystemIndex subsystem(0); subsystem < s.getNumSubsystems(); ++subsystem) {
            const auto& variables = s.getPerSubsystemInfo(subsystem).discreteVariables;
            for (DiscreteVariableIndex v(0); std::size_t(int(v)) < variables.size(); ++v) {
                const DiscreteVarInfo& info = variables[std::size_t(int(v))];
                const auto addAs = [&]<class T>(T) {
                    if (!::trammel::Value<T>::isA(info.getValue())) return;
                    Output* const added = add(info.getName(), Quantity::None, Stage::Time, [subsystem, v](Look& l) {
                        return Real(::trammel::Value<T>::downcast(l.state.getDiscreteVariable(subsystem, v)).get());
                    });
                    if (added) added->inSteps = true;
                };
                addAs(bool());
                addAs(int());
                addAs(Real());
            }
        }
    }

    void integration() {
        enter("Integration", {});
        const auto addCost = [&](const std::string& label, Stage stage, Output::Origin origin, Value value) {
            if (Output* const added = add(label, Quantity::Time, stage, std::move(value))) added->origin = origin;
        };
        const auto stored = [](Look&) { return NaN; };
        addCost("step size", Stage::Time, Output::Origin::StepSize, stored);
        addCost("computing time per frame", Stage::Time, Output::Origin::ComputeTime, stored);
        for (Stage stage = Stage::Time; stage <= Stage::Report; ++stage)
            addCost("cost of stage " + stage.getName(), stage, Output::Origin::StageCost,
                    [stage](Look& l) { return l.seconds[std::size_t(int(stage))]; });
    }
};

Outputs::Outputs(CompiledModelPtr model) : model_(std::move(model)) { Collector{*this, *model_}.collect(); }
Outputs::~Outputs() = default;

std::optional<std::size_t> Outputs::find(const std::string& name) const {
    const auto nameOf = [this](std::size_t i) -> const std::string& { return all_[i].name; };
    const auto at = std::ranges::lower_bound(byName_, name, {}, nameOf);
    return at == byName_.end() || nameOf(*at) != name ? std::nullopt : std::optional(*at);
}

std::optional<std::size_t> Outputs::findVariable(int index) const {
    const auto at = byVariable_.find(index);
    return at == byVariable_.end() ? std::nullopt : std::optional(at->second);
}

void Outputs::realize(Stage highest, bool timed, Look& look) const {
    const System& system = model_->getSystem();
    // Coordinates and speeds require no realization.
    if (!timed) return highest > Stage::Time ? system.realize(look.state, highest) : void();
    using Clock = std::chrono::steady_clock;
    system.realize(look.state, Stage::Instance);
    for (Stage stage = Stage::Time; stage <= highest; ++stage) {
        const Clock::time_point begin = Clock::now();
        system.realize(look.state, stage);
        look.seconds[std::size_t(int(stage))] = std::chrono::duration<double>(Clock::now() - begin).count();
    }
}

void Outputs::calc(std::span<const std::size_t> which, const State& state, std::span<Real> values) const {
    Stage highest = Stage::Time;
    bool timed = false;
    for (const std::size_t i : which) {
        highest = std::max(highest, all_[i].stage);
        timed = timed || all_[i].origin == Output::Origin::StageCost;
    }
    Look look(*model_, state);
    realize(highest, timed, look);
    for (std::size_t k = 0; k < which.size(); ++k) values[k] = values_[which[k]](look);
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "inspect/observables.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "compile/compiled_data.h"
#include "compile/multiplier_row.h"
#include "contact/contact_outputs.h"
#include "inspect/inspection.h"
#include "multibody/forces/joint_impact_stop.h"
#include "multibody/forces/pulls.h"
#include "multibody/matter/guts.h"

namespace trammel {

namespace {
constexpr const char* Axes[] = {"x", "y", "z"};

/// Quantity of the load along a speed of that quantity.
Quantity loadOf(Quantity speed) { return quantityOf(CoordinateRole::Load, speed).value_or(Quantity::Force); }
}  // namespace

struct Observables::Look {
    const CompiledModel& model;
    const State& state;
    std::optional<Vector_<SpatialVec>> reactions = {};
    std::optional<Vector> motionForces = {};
    struct Load {
        Vector_<SpatialVec> body;
        Vector mobility;
    };
    std::map<int, Load> loads = {};
    /// Wall time of realizing each stage.
    std::array<double, Stage::NValid> seconds = {};

    const BuiltSystem& built() const { return *model.getData().built; }
    const MatterSubsystem& matter() const { return *built().matter; }
    const SpatialVec& reaction(MobilizedBodyIndex body) {
        if (!reactions) matter().calcMobilizerReactionForces(state, reactions.emplace());
        return (*reactions)[body];
    }
    const Vector& motion() {
        if (!motionForces) matter().findMotionForces(state, motionForces.emplace());
        return *motionForces;
    }
    const Load& load(ForceIndex force) {
        const auto [at, fresh] = loads.try_emplace(force);
        if (fresh) built().forces->calcForceContribution(state, force, at->second.body, at->second.mobility);
        return at->second;
    }
    Transform contact(std::size_t constraint) const {
        const MatterGuts& g = matter().getGuts();
        return g.constraints[constraint].element->calcContactPose(g.kinematics(state, Stage::Position),
                                                                  g.constraintParameters(state, constraint));
    }
};

/// Builds the list of outputs of a model.
struct Observables::Collector {
    using Value = std::function<Real(Look&)>;
    using VectorValue = std::function<Vec3(Look&)>;

    Observables& to;
    const CompiledModel& model;
    const BuiltSystem& built = *model.getData().built;
    const MatterSubsystem& matter = *built.matter;
    const Document& document = model.getDocument();
    std::string group = {}, owner = {};
    ElementId element = {};

    void collect() {
        signals();
        joints();
        bodies();
        points();
        constraints();
        forces();
        motions();
        auxiliary();
        discrete();
        system();
        integration();
    }

    void enter(std::string newGroup, ElementId id) {
        group = std::move(newGroup);
        element = id;
        owner = id.isValid() ? document.get(id).name : std::string();
    }
    void add(std::string label, Quantity quantity, Stage stage, Value value, std::string unit = {}) {
        Observable o;
        o.name = owner.empty() ? label : owner + "." + label;
        if (to.byName_.count(o.name)) return;
        o.group = group;
        o.owner = owner;
        o.label = std::move(label);
        o.element = element;
        o.quantity = quantity;
        o.unit = unit.empty() ? siUnit(quantity) : std::move(unit);
        o.stage = stage;
        to.byName_[o.name] = to.all_.size();
        to.all_.push_back(std::move(o));
        to.values_.push_back(std::move(value));
    }
    /// Components and magnitude of a vector in Ground; the magnitude has @p label alone.
    void addVector(const std::string& label, Quantity quantity, Stage stage, const VectorValue& value,
                   const std::string& unit = {}) {
        for (int i = 0; i < 3; ++i)
            add(
                label + " " + Axes[i], quantity, stage, [value, i](Look& l) { return value(l)[i]; }, unit);
        add(
            label, quantity, stage, [value](Look& l) { return value(l).norm(); }, unit);
    }

    void signals() {
        const auto& all = model.getSignals();
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
                owner = label.substr(0, point);
                label.erase(0, point + 1);
            }
            add(label, all[i].quantity, all[i].stage, [i](Look& l) { return l.model.calcSignal(i, l.state); });
        }
    }

    void joints() {
        const SubsystemIndex m = matter.getMySubsystemIndex();
        const State& initial = model.getInitialState();
        const Tree& tree = matter.getTree(initial);
        for (const ElementId id : document.elementsOf("joint")) {
            const auto joint = built.joints.find(id);
            if (joint == built.joints.end()) continue;
            enter("Joints", id);
            const TreeNode& n = tree[joint->second];
            // These are signals already.
            for (int i = 0; i < n.nq; ++i)
                to.byVariable_[int(initial.getQStart(m)) + n.qStart + i] =
                    to.byName_.at(owner + "." + n.mobilizer->nameOfQ(i).name);
            for (int i = 0; i < n.nu; ++i) {
                const CoordinateName u = n.mobilizer->nameOfU(i);
                to.byVariable_[initial.getNQ() + int(initial.getUStart(m)) + n.uStart + i] =
                    to.byName_.at(owner + "." + u.name);
                add(n.nu == 1 ? "acceleration" : "acceleration of " + u.name,
                    quantityOf(CoordinateRole::Acceleration, u.quantity).value_or(Quantity::None), Stage::Acceleration,
                    [m, k = n.uStart + i](Look& l) { return l.state.getUDot(m)[k]; });
            }
            addVector("reaction force", Quantity::Force, Stage::Acceleration,
                      [b = joint->second](Look& l) { return l.reaction(b)[1]; });
            addVector("reaction torque", Quantity::Torque, Stage::Acceleration,
                      [b = joint->second](Look& l) { return l.reaction(b)[0]; });
        }
    }

    void bodies() {
        for (const ElementId id : document.elementsOf("body")) {
            const auto body = built.bodies.find(id);
            if (body == built.bodies.end() || body->second == 0) continue;
            enter("Bodies", id);
            const MobilizedBodyIndex b = body->second;
            addPointMotion(b, [](Look&) { return Vec3(0.); });
            addVector("angular velocity", Quantity::AngularSpeed, Stage::Velocity,
                      [b](Look& l) { return l.matter().getBodyVelocity(l.state, b)[0]; });
            addVector("angular acceleration", Quantity::AngularAcceleration, Stage::Acceleration,
                      [b](Look& l) { return l.matter().getBodyAcceleration(l.state, b)[0]; });
            for (int i = 0; i < 3; ++i)
                add(std::string("angle ") + Axes[i], Quantity::Angle, Stage::Position, [b, i](Look& l) {
                    return l.matter().getBodyTransform(l.state, b).R().convertRotationToBodyFixedXYZ()[i];
                });
            for (int i = 0; i < 3; ++i)
                add(std::string("center of mass ") + Axes[i], Quantity::Length, Stage::Position, [b, i](Look& l) {
                    const Vec3 center = l.matter().getMassProperties(l.state, b).getMassCenter();
                    return Vec3(l.matter().getBodyTransform(l.state, b) * center)[i];
                });
        }
    }

    void points() {
        const auto& traces = model.getTraces();
        for (std::size_t t = 0; t < traces.size(); ++t) {
            enter("Points", traces[t].element);
            addPointMotion(traces[t].body, [t](Look& l) { return l.model.getTraces()[t].station; });
        }
    }

    /// Motion of a point fixed to a body.
    void addPointMotion(MobilizedBodyIndex b, const VectorValue& station) {
        const auto arm = [b, station](Look& l) -> Vec3 {
            return l.matter().getBodyTransform(l.state, b).R() * station(l);
        };
        for (int i = 0; i < 3; ++i)
            add(Axes[i], Quantity::Length, Stage::Position,
                [b, station, i](Look& l) { return Vec3(l.matter().getBodyTransform(l.state, b) * station(l))[i]; });
        addVector("velocity", Quantity::Speed, Stage::Velocity, [b, arm](Look& l) -> Vec3 {
            const SpatialVec& V = l.matter().getBodyVelocity(l.state, b);
            return V[1] + V[0].cross(arm(l));
        });
        addVector("acceleration", Quantity::Acceleration, Stage::Acceleration, [b, arm](Look& l) -> Vec3 {
            const SpatialVec& A = l.matter().getBodyAcceleration(l.state, b);
            const Vec3 w = l.matter().getBodyVelocity(l.state, b)[0], r = arm(l);
            return A[1] + A[0].cross(r) + w.cross(Vec3(w.cross(r)));
        });
    }

    /// Row of equation @p i of constraint @p c among all multipliers; -1 while disabled.
    static int rowOf(Look& l, int c, int i) { return findMultiplierRow(l.matter(), l.state, ConstraintIndex(c), i); }

    void constraints() {
        for (int c = 0; c < matter.getNumConstraints(); ++c) {
            const ConstraintElement& e = matter.getConstraint(ConstraintIndex(c));
            enter("Constraints", document.find(e.getElementId()) ? e.getElementId() : ElementId{});
            owner = e.getName();
            const int p = e.getNumPositionEquations(), v = e.getNumVelocityEquations();
            const int all = p + v + e.getNumAccelerationEquations();
            for (int i = 0; i < all; ++i) {
                const std::string which = all == 1 ? "" : " " + std::to_string(i + 1);
                const auto addRow = [&](const char* label, Stage stage, const Vector& (State::*get)() const) {
                    add(label + which, Quantity::None, stage, [c, i, get](Look& l) {
                        const int r = rowOf(l, c, i);
                        return r < 0 ? NaN : (l.state.*get)()[r];
                    });
                };
                // Multipliers are signals already.
                if (i < p) addRow("position error", Stage::Position, &State::getQErr);
                if (i < p + v) addRow("velocity error", Stage::Velocity, &State::getUErr);
                addRow("acceleration error", Stage::Acceleration, &State::getUDotErr);
            }
            if (e.isContact()) contact(c, v);
        }
    }

    /// Contact force on the second body.
    void contact(int c, int slipEquations) {
        group = "Contacts";
        // Multipliers are negative applied forces, expressed in the contact frame.
        const auto force = [c, slipEquations](Look& l) {
            const int normal = rowOf(l, c, 0);
            if (normal < 0) return Vec3(NaN);
            const Vector& lambda = l.state.getMultipliers();
            Vec3 f(0, 0, -lambda[normal]);
            for (int i = 0; i < std::min(2, slipEquations); ++i) f[i] = -lambda[rowOf(l, c, 1 + i)];
            return f;
        };
        const auto pose = [c](Look& l) { return l.contact(std::size_t(c)); };
        add("gap", Quantity::Length, Stage::Position, [c](Look& l) {
            const int row = rowOf(l, c, 0);
            return row < 0 ? NaN : l.state.getQErr()[row];
        });
        for (int i = 0; i < 3; ++i)
            add(std::string("contact point ") + Axes[i], Quantity::Length, Stage::Position,
                [pose, i](Look& l) { return pose(l).p()[i]; });
        add("normal force", Quantity::Force, Stage::Acceleration, [force](Look& l) { return force(l)[2]; });
        if (slipEquations > 0)
            add("friction force", Quantity::Force, Stage::Acceleration,
                [force](Look& l) { return std::hypot(force(l)[0], force(l)[1]); });
        addVector("contact force", Quantity::Force, Stage::Acceleration,
                  [force, pose](Look& l) -> Vec3 { return pose(l).R() * force(l); });
    }

    void forces() {
        for (const auto& [id, force] : built.forceIndices) {
            enter("Forces", id);
            const ForceIndex f = force;
            if (const auto* const stop = dynamic_cast<const JointImpactStop*>(&built.forces->getForce(f))) {
                impactStop(*stop, f);
                continue;
            }
            if (const auto* const contact = dynamic_cast<const ContactForce*>(&built.forces->getForce(f)))
                contactForce(*contact, f);
            for (const Element::Reference& reference : document.get(id).references) {
                if (const auto body = built.bodies.find(reference.target); body != built.bodies.end()) {
                    const std::string on = " on " + document.get(reference.target).name;
                    addVector("force" + on, Quantity::Force, Stage::Dynamics,
                              [f, b = body->second](Look& l) { return l.load(f).body[b][1]; });
                    addVector("torque" + on, Quantity::Torque, Stage::Dynamics,
                              [f, b = body->second](Look& l) { return l.load(f).body[b][0]; });
                }
                if (const auto joint = built.joints.find(reference.target); joint != built.joints.end())
                    addLoads(joint->second, Stage::Dynamics, [f](Look& l, int k) { return l.load(f).mobility[k]; });
            }
            add("potential energy", Quantity::Energy, Stage::Position,
                [f](Look& l) { return l.built().forces->calcForcePotentialEnergy(l.state, f); });
            add("dissipated power", Quantity::Power, Stage::Dynamics,
                [f](Look& l) { return l.built().forces->calcForcePowerDissipation(l.state, f); });
        }
    }

    void contactForce(const ContactForce& contact, ForceIndex f) {
        for (const ContactOutput& output : contactOutputs())
            add(output.label, output.quantity, output.stage, [&contact, &output, f](Look& l) {
                return l.built().forces->isForceDisabled(l.state, f) ? 0 : output.calc(contact, l.state);
            });
    }

    /// Impacts are impulsive and have no force; only the force at rest is an output.
    void impactStop(const JointImpactStop& stop, ForceIndex f) {
        const TreeNode& n = matter.getTree(model.getInitialState())[stop.getJoint()];
        const Quantity quantity = loadOf(n.mobilizer->nameOfU(0).quantity);
        add(quantity == Quantity::Torque ? "torque at rest" : "force at rest", quantity, Stage::Acceleration,
            [f](Look& l) {
                const GeneralForceSubsystem& forces = *l.built().forces;
                if (forces.isForceDisabled(l.state, f)) return 0.;
                return static_cast<const JointImpactStop&>(forces.getForce(f)).calcForceAtRest(l.matter(), l.state);
            });
    }

    /// Loads along the speeds of a joint: @p value by index within u.
    void addLoads(MobilizedBodyIndex body, Stage stage, const std::function<Real(Look&, int)>& value) {
        const TreeNode& n = matter.getTree(model.getInitialState())[body];
        for (int i = 0; i < n.nu; ++i) {
            const CoordinateName u = n.mobilizer->nameOfU(i);
            const Quantity quantity = loadOf(u.quantity);
            const std::string what = quantity == Quantity::Torque ? "torque" : "force";
            add(n.nu == 1 ? what : what + " along " + u.name, quantity, stage,
                [value, k = n.uStart + i](Look& l) { return value(l, k); });
        }
    }

    void motions() {
        for (const auto& [id, motion] : built.motions)
            for (const Element::Reference& reference : document.get(id).references) {
                const auto joint = built.joints.find(reference.target);
                if (joint == built.joints.end()) continue;
                enter("Motors", id);
                addLoads(joint->second, Stage::Acceleration, [](Look& l, int k) { return -l.motion()[k]; });
                const TreeNode& n = matter.getTree(model.getInitialState())[joint->second];
                add("power", Quantity::Power, Stage::Acceleration,
                    [m = matter.getMySubsystemIndex(), from = n.uStart, count = n.nu](Look& l) {
                        Real power = 0;
                        for (int k = from; k < from + count; ++k) power -= l.motion()[k] * l.state.getU(m)[k];
                        return power;
                    });
            }
    }

    void auxiliary() {
        for (const VariableReading& v : readVariables(model, model.getInitialState())) {
            if (v.kind != VariableReading::Kind::Z) continue;
            enter("Auxiliary variables", {});
            add(v.name, Quantity::None, Stage::Time, [i = v.index](Look& l) { return l.state.getY()[i]; });
            to.byVariable_[v.index] = to.byName_.at(v.name);
        }
    }

    void addStep(std::string label, Value value) {
        const std::size_t before = to.all_.size();
        add(std::move(label), Quantity::None, Stage::Time, std::move(value));
        if (to.all_.size() > before) to.all_.back().inSteps = true;
    }

    /// Flags and scalars by name of their variables, locks by joint. Multi-valued parameters are constant in a run.
    void discrete() {
        const State& initial = model.getInitialState();
        enter("Discrete variables", {});
        for (SubsystemIndex s(0); s < initial.getNumSubsystems(); ++s) {
            const auto& variables = initial.getPerSubsystemInfo(s).discreteVariables;
            for (DiscreteVariableIndex v(0); std::size_t(int(v)) < variables.size(); ++v) {
                const DiscreteVarInfo& info = variables[std::size_t(int(v))];
                const auto addAs = [&]<class T>(T) {
                    if (!::trammel::Value<T>::isA(info.getValue())) return;
                    addStep(info.getName(), [s, v](Look& l) {
                        return Real(::trammel::Value<T>::downcast(l.state.getDiscreteVariable(s, v)).get());
                    });
                };
                addAs(bool());
                addAs(int());
                addAs(Real());
            }
        }
        for (const auto& [id, body] : built.joints) {
            enter("Joints", id);
            addStep("locked",
                    [b = body](Look& l) { return l.matter().getLockLevel(l.state, b) == MotionLevel::None ? 0. : 1.; });
        }
    }

    void system() {
        enter("Whole model", {});
        const auto pulls = [](Look& l, int part) {
            Vec3 sum(0.);
            const auto& all =
                ::trammel::Value<Pulls>::downcast(l.built().forces->getForceParameters(l.state, l.built().pulls)).get();
            if (all.empty()) return sum;
            const ForceKinematics k = l.built().forces->getForceKinematics(l.state, l.built().pulls);
            for (const Pull& pull : all) sum += PullForce::calcLoad(k, pull)[part];
            return sum;
        };
        addVector("force of pulls", Quantity::Force, Stage::Velocity, [pulls](Look& l) { return pulls(l, 1); });
        addVector("torque of pulls", Quantity::Torque, Stage::Velocity, [pulls](Look& l) { return pulls(l, 0); });
        addVector(
            "momentum", Quantity::None, Stage::Velocity,
            [](Look& l) -> Vec3 { return l.matter().calcSystemCentralMomentum(l.state)[1]; }, "kg·m/s");
        addVector(
            "angular momentum", Quantity::None, Stage::Velocity,
            [](Look& l) -> Vec3 { return l.matter().calcSystemCentralMomentum(l.state)[0]; }, "kg·m²/s");
        for (int i = 0; i < 3; ++i)
            add(std::string("center of mass ") + Axes[i], Quantity::Length, Stage::Position,
                [i](Look& l) { return l.matter().calcSystemMassCenterLocationInGround(l.state)[i]; });
        add("power of motors", Quantity::Power, Stage::Acceleration,
            [](Look& l) { return l.matter().calcMotionPower(l.state); });
    }

    void integration() {
        enter("Integration", {});
        add("step size", Quantity::Time, Stage::Time, [](Look&) { return NaN; });
        to.all_.back().origin = Observable::Origin::StepSize;
        add("computing time per frame", Quantity::Time, Stage::Time, [](Look&) { return NaN; });
        to.all_.back().origin = Observable::Origin::ComputeTime;
        for (Stage stage = Stage::Time; stage <= Stage::Report; ++stage) {
            add("cost of stage " + stage.getName(), Quantity::Time, stage,
                [stage](Look& l) { return l.seconds[std::size_t(int(stage))]; });
            to.all_.back().origin = Observable::Origin::StageCost;
        }
    }
};

Observables::Observables(CompiledModelPtr model) : model_(std::move(model)) { Collector{*this, *model_}.collect(); }
Observables::~Observables() = default;

std::optional<std::size_t> Observables::find(const std::string& name) const {
    const auto at = byName_.find(name);
    return at == byName_.end() ? std::nullopt : std::optional(at->second);
}

std::optional<std::size_t> Observables::findVariable(int index) const {
    const auto at = byVariable_.find(index);
    return at == byVariable_.end() ? std::nullopt : std::optional(at->second);
}

void Observables::realize(Stage highest, bool timed, Look& look) const {
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

void Observables::calc(std::span<const std::size_t> which, const State& state, std::span<Real> values) const {
    Stage highest = Stage::Time;
    bool timed = false;
    for (const std::size_t i : which) {
        highest = std::max(highest, all_[i].stage);
        timed = timed || all_[i].origin == Observable::Origin::StageCost;
    }
    Look look{*model_, state};
    realize(highest, timed, look);
    for (std::size_t k = 0; k < which.size(); ++k) values[k] = values_[which[k]](look);
}

}  // namespace trammel

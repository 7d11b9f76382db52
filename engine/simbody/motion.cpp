// SPDX-License-Identifier: Apache-2.0
// Motions, and the locks and motions of mobilized bodies.
#include "simbody/motion.h"

#include <algorithm>

#include "base/exceptions.h"
#include "multibody/matter/guts.h"
#include "multibody/motions/sinusoid.h"
#include "multibody/motions/steady.h"
#include "multibody/stateful_motion.h"
#include "simbody/custom_elements.h"
#include "simbody/inputs.h"
#include "simbody/mobilized_body.h"

namespace SimTK {

namespace {

Motion::Level levelOf(trammel::MotionLevel level) { return Motion::Level(int(level)); }
trammel::MotionLevel levelOf(Motion::Level level) { return trammel::MotionLevel(int(level)); }

/// Adapts a Motion::Custom::Implementation to the engine's motion interface.
class CustomMotionElement : public trammel::StatefulMotion {
public:
    using Implementation = Motion::Custom::Implementation;
    CustomMotionElement(std::string name, MobilizedBodyIndex body, std::unique_ptr<Implementation> implementation)
        : StatefulMotion(std::move(name), {}, body), implementation_(std::move(implementation)) {}

    Implementation& implementation() const { return *implementation_; }

    Level getLevelInState(const State& s) const override {
        const Level level = levelOf(implementation_->getLevel(s));
        if (level == Level::None) return level;
        switch (implementation_->getLevelMethod(s)) {
            case Motion::Zero:
            case Motion::Prescribed: return level;
            // A constant value has a zero derivative.
            case Motion::Discrete: return level == Level::Position ? Level::Velocity : Level::Acceleration;
            case Motion::Fast:
                throw trammel::Exception("'" + getName() + "': fast motions (by relaxation) are not supported.");
            default: return Level::None;
        }
    }
    void calcInState(const State& s, const AbstractValue*, Level level, int order, int n, Real* value) const override {
        if (implementation_->getLevelMethod(s) != Motion::Prescribed) {
            std::fill_n(value, n, 0.);
            return;
        }
        const Implementation& i = *implementation_;
        if (level == Level::Acceleration) return i.calcPrescribedAcceleration(s, n, value);
        if (level == Level::Velocity)
            return order == 0 ? i.calcPrescribedVelocity(s, n, value) : i.calcPrescribedVelocityDot(s, n, value);
        if (order == 0) return i.calcPrescribedPosition(s, n, value);
        return order == 1 ? i.calcPrescribedPositionDot(s, n, value) : i.calcPrescribedPositionDotDot(s, n, value);
    }

    bool wantsRealization() const override { return true; }
    void realizeTopology(State& s) const override { implementation_->realizeTopology(s); }
    void realizeModel(State& s) const override { implementation_->realizeModel(s); }
    void realize(const State& s, Stage stage) const override { callHook(*implementation_, s, stage); }

private:
    std::unique_ptr<Implementation> implementation_;
};

const CustomMotionElement* asCustom(const SimbodyMatterSubsystem& matter, int index) {
    return dynamic_cast<const CustomMotionElement*>(&matter.getMotion(index));
}
std::string nameOfMotionOf(const MobilizedBody& mobod) {
    const auto& body = mobod.getMatterSubsystem().getGuts().bodies[std::size_t(int(mobod.getMobilizedBodyIndex()))];
    return "motion of " + body.definition.jointName;
}
std::unique_ptr<trammel::MotionElement> makeMotion(Inputs inputs, const MobilizedBody& mobod) {
    return inputs.body("joint", mobod.getMobilizedBodyIndex())
        .named(nameOfMotionOf(mobod))
        .create<trammel::MotionType>();
}

}  // namespace

// --- Motion ---

const char* Motion::nameOfLevel(Level level) {
    switch (level) {
        case NoLevel: return "NoLevel";
        case Acceleration: return "Acceleration";
        case Velocity: return "Velocity";
        case Position: return "Position";
    }
    return "unknown level";
}
const char* Motion::nameOfMethod(Method method) {
    switch (method) {
        case NoMethod: return "NoMethod";
        case Zero: return "Zero";
        case Discrete: return "Discrete";
        case Prescribed: return "Prescribed";
        case Free: return "Free";
        case Fast: return "Fast";
    }
    return "unknown method";
}

void Motion::attach(MobilizedBody& mobod, std::unique_ptr<trammel::MotionElement> element) {
    SimbodyMatterSubsystem& matter = mobod.updMatterSubsystem();
    index_ = matter.addMotion(std::move(element));
    matter_ = &matter.getMultibodySystem().getMatterSubsystem();
}
const SimbodyMatterSubsystem& Motion::matter() const {
    if (!matter_) throw trammel::Exception("Motion: this handle refers to no motion.");
    return *matter_;
}
SimbodyMatterSubsystem& Motion::updMatter() { return const_cast<SimbodyMatterSubsystem&>(matter()); }

Motion::Level Motion::getLevel(const State& s) const {
    if (isDisabled(s)) return NoLevel;
    if (const CustomMotionElement* custom = asCustom(matter(), index_)) return custom->implementation().getLevel(s);
    return levelOf(matter().getMotionLevel(s, index_));
}
Motion::Method Motion::getLevelMethod(const State& s) const {
    if (isDisabled(s)) return NoMethod;
    const CustomMotionElement* custom = asCustom(matter(), index_);
    return custom ? custom->implementation().getLevelMethod(s) : Prescribed;
}
bool Motion::isDisabled(const State& s) const { return matter().isMotionDisabled(s, index_); }
void Motion::disable(State& s) const { matter().setMotionIsDisabled(s, index_, true); }
void Motion::enable(State& s) const { matter().setMotionIsDisabled(s, index_, false); }
bool Motion::isDisabledByDefault() const { return matter().isMotionDisabledByDefault(index_); }
void Motion::setDisabledByDefault(bool disabled) { updMatter().setMotionIsDisabledByDefault(index_, disabled); }
const MobilizedBody& Motion::getMobilizedBody() const {
    return matter().getMobilizedBody(matter().getMotion(index_).getBody());
}

bool Motion::refersTo(const Steady*) const {
    return matter_ && dynamic_cast<const trammel::SteadyMotion*>(&matter().getMotion(index_));
}
bool Motion::refersTo(const Sinusoid*) const {
    return matter_ && dynamic_cast<const trammel::SinusoidMotion*>(&matter().getMotion(index_));
}
bool Motion::refersTo(const Custom*) const { return matter_ && asCustom(matter(), index_); }
void Motion::refuseCast() const {
    throw trammel::Exception(matter_ ? "Motion::downcast(): '" + matter().getMotion(index_).getName() +
                                           "' is a motion of another type than requested."
                                     : std::string("Motion::downcast(): the handle refers to no motion."));
}

// --- Steady ---

namespace {
const trammel::SteadyParameters& ratesIn(const AbstractValue& value) {
    return Value<trammel::SteadyParameters>::downcast(value).get();
}
}  // namespace

Motion::Steady::Steady(MobilizedBody& mobod, Real u) {
    attach(mobod, makeMotion(Inputs("motion", "steady").set("rate", u), mobod));
}
Motion::Steady::Steady(MobilizedBody& mobod, const Real* u, int n) : Steady(mobod, 0.) { setDefaultRates(u, n); }

std::size_t Motion::Steady::slot(MobilizerUIndex ux, const char* where) const {
    const MobilizedBodyIndex body = matter().getMotion(index()).getBody();
    const int nu = matter().getMobilizer(body).getNU();
    if (ux < 0 || ux >= nu) throw trammel::IndexOutOfRange(where, "speed of the driven joint", ux, nu);
    return std::size_t(int(ux));
}
Motion::Steady& Motion::Steady::setDefaultRate(Real u) {
    trammel::SteadyParameters p;
    p.rate.fill(u);
    updMatter().setDefaultMotionParameters(index(), Value<trammel::SteadyParameters>(p));
    return *this;
}
Motion::Steady& Motion::Steady::setDefaultRates(const Real* u, int n) {
    trammel::SteadyParameters p;
    std::copy_n(u, std::min(n, trammel::Mobilizer::maxNU), p.rate.begin());
    updMatter().setDefaultMotionParameters(index(), Value<trammel::SteadyParameters>(p));
    return *this;
}
Motion::Steady& Motion::Steady::setOneDefaultRate(MobilizerUIndex ux, Real u) {
    trammel::SteadyParameters p = ratesIn(matter().getDefaultMotionParameters(index()));
    p.rate[slot(ux, "Motion::Steady::setOneDefaultRate()")] = u;
    updMatter().setDefaultMotionParameters(index(), Value<trammel::SteadyParameters>(p));
    return *this;
}
Real Motion::Steady::getOneDefaultRate(MobilizerUIndex ux) const {
    return ratesIn(matter().getDefaultMotionParameters(index())).rate[slot(ux, "Motion::Steady::getOneDefaultRate()")];
}
void Motion::Steady::setRate(State& s, Real u) const {
    trammel::SteadyParameters p;
    p.rate.fill(u);
    matter().setMotionParameters(s, index(), Value<trammel::SteadyParameters>(p));
}
void Motion::Steady::setOneRate(State& s, MobilizerUIndex ux, Real u) const {
    trammel::SteadyParameters p = ratesIn(matter().getMotionParameters(s, index()));
    p.rate[slot(ux, "Motion::Steady::setOneRate()")] = u;
    matter().setMotionParameters(s, index(), Value<trammel::SteadyParameters>(p));
}
Real Motion::Steady::getOneRate(const State& s, MobilizerUIndex ux) const {
    return ratesIn(matter().getMotionParameters(s, index())).rate[slot(ux, "Motion::Steady::getOneRate()")];
}

// --- Sinusoid ---

Motion::Sinusoid::Sinusoid(MobilizedBody& mobod, Motion::Level level, Real amplitude, Real rate, Real phase) {
    if (level == NoLevel) throw trammel::Exception("Motion::Sinusoid: NoLevel is not allowed.");
    const std::string choice = level == Position ? "position" : level == Velocity ? "velocity" : "acceleration";
    attach(mobod, makeMotion(Inputs("motion", "sinusoid")
                                 .set("level", choice)
                                 .set("amplitude", amplitude)
                                 .set("rate", rate)
                                 .set("phase", phase),
                             mobod));
}

// --- Custom ---

Motion::Custom::Custom(MobilizedBody& mobod, Implementation* implementation) {
    std::unique_ptr<Implementation> owned(implementation);
    if (!owned) throw trammel::Exception("Motion::Custom: the implementation is null.");
    attach(mobod, std::make_unique<CustomMotionElement>(nameOfMotionOf(mobod), mobod.getMobilizedBodyIndex(),
                                                        std::move(owned)));
}
std::unique_ptr<trammel::MotionElement> makeCustomMotionElement(Motion::Custom::Implementation* implementation,
                                                                MobilizedBodyIndex body) {
    return std::make_unique<CustomMotionElement>("custom motion", body,
                                                 std::unique_ptr<Motion::Custom::Implementation>(implementation));
}
const Motion::Custom::Implementation& Motion::Custom::getImplementation() const {
    const CustomMotionElement* custom = asCustom(matter(), index());
    if (!custom) throw trammel::Exception("Motion::Custom: this handle refers to a motion of another type.");
    return custom->implementation();
}
Motion::Custom::Implementation& Motion::Custom::updImplementation() {
    updMatter().updGuts().invalidateSubsystemTopologyCache();
    return const_cast<Implementation&>(getImplementation());
}

namespace {
[[noreturn]] void missing(const char* method) {
    throw trammel::Exception(std::string("Motion::Custom::Implementation::") + method +
                             "(): must be overridden for the level of this motion.");
}
}  // namespace

Motion::Custom::Implementation* Motion::Custom::Implementation::clone() const { missing("clone"); }
void Motion::Custom::Implementation::calcPrescribedPosition(const State&, int, Real*) const {
    missing("calcPrescribedPosition");
}
void Motion::Custom::Implementation::calcPrescribedPositionDot(const State&, int, Real*) const {
    missing("calcPrescribedPositionDot");
}
void Motion::Custom::Implementation::calcPrescribedPositionDotDot(const State&, int, Real*) const {
    missing("calcPrescribedPositionDotDot");
}
void Motion::Custom::Implementation::calcPrescribedVelocity(const State&, int, Real*) const {
    missing("calcPrescribedVelocity");
}
void Motion::Custom::Implementation::calcPrescribedVelocityDot(const State&, int, Real*) const {
    missing("calcPrescribedVelocityDot");
}
void Motion::Custom::Implementation::calcPrescribedAcceleration(const State&, int, Real*) const {
    missing("calcPrescribedAcceleration");
}

// --- Locks and motions of a mobilized body ---

void MobilizedBody::lock(State& s, Motion::Level level) const { getMatterSubsystem().lock(s, index_, levelOf(level)); }
void MobilizedBody::lockAt(State& s, const Real* value, int n, Motion::Level level) const {
    getMatterSubsystem().lockAt(s, index_, {value, value + n}, levelOf(level));
}
void MobilizedBody::lockAt(State& s, Real value, Motion::Level level) const { lockAt(s, &value, 1, level); }
void MobilizedBody::lockAt(State& s, const Vector& value, Motion::Level level) const {
    lockAt(s, value.data(), value.size(), level);
}
void MobilizedBody::unlock(State& s) const { getMatterSubsystem().unlock(s, index_); }
Motion::Level MobilizedBody::getLockLevel(const State& s) const {
    return levelOf(getMatterSubsystem().getLockLevel(s, index_));
}
Vector MobilizedBody::getLockValueAsVector(const State& s) const {
    const std::vector<Real> value = getMatterSubsystem().getLockValue(s, index_);
    return Vector(int(value.size()), value.data());
}
MobilizedBody& MobilizedBody::lockByDefault(Motion::Level level) {
    updMatterSubsystem().lockByDefault(index_, levelOf(level));
    return *this;
}
Motion::Level MobilizedBody::getLockByDefaultLevel() const {
    return levelOf(getMatterSubsystem().getDefaultLockLevel(index_));
}
bool MobilizedBody::hasMotion() const { return getMatterSubsystem().findMotionOf(index_) >= 0; }
Motion MobilizedBody::getMotion() const {
    const int m = getMatterSubsystem().findMotionOf(index_);
    if (m < 0) throw trammel::Exception("MobilizedBody::getMotion(): this body has no motion.");
    return Motion(getMatterSubsystem(), m);
}
void MobilizedBody::adoptMotion(Motion& motion) {
    const std::string where = "MobilizedBody::adoptMotion(): ";
    if (hasMotion()) throw trammel::Exception(where + "this body already has a motion; call clearMotion() first.");
    if (motion.isEmptyHandle())
        throw trammel::Exception(where + "the handle refers to no motion; create one for this body.");
    throw trammel::Exception(where + "the motion belongs to another body; create one for this body.");
}
void MobilizedBody::clearMotion() {
    if (const int m = getMatterSubsystem().findMotionOf(index_); m >= 0) updMatterSubsystem().removeMotion(m);
}
Motion::Method MobilizedBody::getMotionMethod(const State& s, Motion::Level level) const {
    // Above the driven level integration decides; below it, derivatives are known.
    const Motion::Level lock = getLockLevel(s);
    if (lock != Motion::NoLevel) return level > lock ? Motion::Free : level == lock ? Motion::Prescribed : Motion::Zero;
    const Motion::Level driven = hasMotion() ? getMotion().getLevel(s) : Motion::NoLevel;
    if (driven == Motion::NoLevel) return Motion::Free;
    const Motion::Method method = getMotion().getLevelMethod(s);
    // A constant has no further derivative.
    if (level > driven) return method == Motion::Zero && level == driven + 1 ? Motion::Discrete : Motion::Free;
    return level < driven && method == Motion::Discrete ? Motion::Zero : method;
}
Vector MobilizedBody::getTauAsVector(const State& s) const {
    const trammel::TreeNode& n = node(s, "MobilizedBody::getTauAsVector()");
    Vector tau;
    getMatterSubsystem().findMotionForces(s, tau);
    return Vector(tau(n.uStart, n.nu));
}
Real MobilizedBody::getOneTau(const State& s, MobilizerUIndex which) const {
    Vector tau;
    getMatterSubsystem().findMotionForces(s, tau);
    return tau[slotU(s, which, "MobilizedBody::getOneTau()")];
}

}  // namespace SimTK

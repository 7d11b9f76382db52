// SPDX-License-Identifier: Apache-2.0
#include "runtime/pull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "multibody/forces/pulls.h"
#include "system/value_parts_math.h"

namespace trammel {

namespace {
/// The spring holds the mechanism's weight at this stretch relative to its size.
constexpr Real Stretch = 0.1;
constexpr Real EarthGravity = 9.81;
/// Acceleration relative to that of 1 kg below which a body counts as immovable.
constexpr Real Immovable = 1e-9;
/// Relative rotation across an axis up to which a body counts as rotating about that axis.
constexpr Real OffAxis = 1e-6;

const Pulls& pullsIn(const CompiledModel& model, const State& s) {
    const BuiltSystem& built = *model.getData().built;
    return Value<Pulls>::downcast(built.forces->getForceParameters(s, built.pulls)).get();
}
void setPulls(const CompiledModel& model, State& s, Pulls pulls) {
    const BuiltSystem& built = *model.getData().built;
    built.forces->setForceParameters(s, built.pulls, Value<Pulls>(std::move(pulls)));
}

std::string quotedNames(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "'" : ", '") + name + "'";
    return text;
}

/// Extent of the mechanism, m; for a point mass, a length derived from its mass.
Real sizeOf(const CompiledModel& model, const State& s, MobilizedBodyIndex held) {
    const MatterSubsystem& matter = *model.getData().built->matter;
    Vec3 low(Infinity), high(-Infinity);
    for (int b = 1; b < matter.getNumBodies(); ++b) {
        const Transform& X_GB = matter.getBodyTransform(s, MobilizedBodyIndex(b));
        const Vec3 center = X_GB * matter.getMassProperties(s, MobilizedBodyIndex(b)).getMassCenter();
        for (const Vec3& p : {X_GB.p(), center})
            for (int i = 0; i < 3; ++i) {
                low[i] = std::min(low[i], p[i]);
                high[i] = std::max(high[i], p[i]);
            }
    }
    const MassProperties& own = matter.getMassProperties(s, held);
    const Real gyration = own.getMass() > 0 ? std::sqrt(own.getInertia().getMoments().sum() / own.getMass()) : 0;
    return std::max({Vec3(high - low).norm(), 2 * gyration, 1e-3});
}

/// The locks and motions that hold an immovable body.
std::string describeHolders(const CompiledModel& model, const State& s, ElementId body) {
    const BuiltSystem& built = *model.getData().built;
    const MatterSubsystem& matter = *built.matter;
    const Document& document = model.getDocument();
    const std::string name = "'" + document.get(body).name + "'";
    const Tree& tree = matter.getTree(s);
    bool welded = true;
    for (int b = int(built.bodies.at(body)); b > 0; b = tree.nodes[std::size_t(b)].parent)
        welded = welded && tree.nodes[std::size_t(b)].nu == 0;
    if (welded) return name + " is welded to Ground and cannot move.";

    std::vector<std::string> locked, drivers;
    for (const auto& [id, moved] : built.joints)
        if (matter.getLockLevel(s, moved) != MotionLevel::None) locked.push_back(document.get(id).name);
    for (const auto& [id, motion] : built.motions)
        if (!matter.isMotionDisabled(s, motion)) drivers.push_back(document.get(id).name);
    if (!locked.empty()) return name + " cannot move: it is locked by " + quotedNames(locked) + ".";
    if (!drivers.empty()) return name + " is driven by " + quotedNames(drivers) + " and cannot be pulled.";
    return name + " cannot move: its joints and constraints leave no degrees of freedom.";
}
}  // namespace

void sortByTime(PullTrack& track) {
    std::stable_sort(track.begin(), track.end(),
                     [](const PullChange& a, const PullChange& b) { return a.time < b.time; });
}

PullTrack laterThan(const PullTrack& track, Real time) {
    PullTrack later;
    std::copy_if(track.begin(), track.end(), std::back_inserter(later),
                 [time](const PullChange& change) { return change.time > time; });
    return later;
}

std::string writePull(const PullChange& change) {
    TextWriter out;
    value_parts::write(out.real(change.time).integer(change.hand), change.body);
    value_parts::write(out, change.load);
    return out.text();
}

bool readPull(const std::string& text, PullChange& change) {
    const auto readAll = [&change](const std::string& words) {
        TextReader in(words);
        std::int64_t hand = 0;
        if (!in.real(change.time) || !in.integer(hand) || !value_parts::read(in, change.body) ||
            !value_parts::read(in, change.load) || !in.atEnd())
            return false;
        change.hand = int(hand);
        return hand >= 0;
    };
    if (readAll(text)) return true;
    // Files from before loads could rotate with the body lack the last field.
    const std::size_t end = text.rfind(" ]");
    return end != text.npos && readAll(text.substr(0, end) + " false" + text.substr(end));
}

std::vector<PullSpan> spansOf(const PullTrack& track) {
    PullTrack sorted = track;
    sortByTime(sorted);
    std::vector<PullSpan> spans;
    for (const PullChange& change : sorted) {
        const auto held = std::find_if(spans.begin(), spans.end(), [&](const PullSpan& span) {
            return span.hand == change.hand && span.to == Infinity;
        });
        if (held != spans.end()) {
            if (held->body == change.body) continue;
            held->to = change.time;
        }
        if (change.body.isValid()) spans.push_back({change.hand, change.body, change.time});
    }
    return spans;
}

std::string explainUnusable(const CompiledModel& model, const PullChange& change) {
    if (!change.body.isValid()) return {};
    const Element* const body = model.getDocument().find(change.body);
    if (!body) return "A pull acts on a body that no longer exists.";
    if (!model.getData().built->bodies.count(change.body)) return "'" + body->name + "' cannot be pulled.";
    const PullLoad& load = change.load;
    const auto finite = [](const Vec3& v) { return std::isfinite(v[0]) && std::isfinite(v[1]) && std::isfinite(v[2]); };
    const bool good = finite(load.station) && finite(load.target) && finite(load.force) && finite(load.torque) &&
                      load.stiffness >= 0 && load.damping >= 0 && std::isfinite(load.stiffness) &&
                      std::isfinite(load.damping) && std::isfinite(change.time);
    return good ? std::string() : "The pull on '" + body->name + "' has values that are not finite.";
}

void applyPull(const CompiledModel& model, const PullChange& change, State& state) {
    Pulls pulls = pullsIn(model, state);
    std::erase_if(pulls, [&](const Pull& pull) { return pull.hand == change.hand; });
    if (change.body.isValid() && explainUnusable(model, change).empty()) {
        // Sort by hand id so that sums are order-independent.
        const auto place =
            std::find_if(pulls.begin(), pulls.end(), [&](const Pull& pull) { return pull.hand > change.hand; });
        pulls.insert(place, {change.hand, model.getData().built->bodies.at(change.body), change.load});
    }
    setPulls(model, state, std::move(pulls));
}

void releasePulls(const CompiledModel& model, int count, State& state) {
    Pulls pulls = pullsIn(model, state);
    std::erase_if(pulls, [count](const Pull& pull) { return pull.hand < count; });
    setPulls(model, state, std::move(pulls));
}

std::vector<PullReading> readPulls(const CompiledModel& model, const State& state) {
    const BuiltSystem& built = *model.getData().built;
    std::vector<PullReading> readings;
    const Pulls& pulls = pullsIn(model, state);
    if (pulls.empty()) return readings;
    const ForceKinematics k = built.forces->getForceKinematics(state, built.pulls);
    for (const Pull& pull : pulls) {
        const auto body = std::find_if(built.bodies.begin(), built.bodies.end(),
                                       [&](const auto& known) { return known.second == pull.body; });
        if (body == built.bodies.end()) continue;
        const SpatialVec load = PullForce::calcLoad(k, pull);
        readings.push_back(
            {pull.hand, body->first, pull.load, Vec3(k.X_GB(pull.body) * pull.load.station), load[1], load[0]});
    }
    return readings;
}

PullGrip grabBody(const CompiledModel& model, const State& state, ElementId body, const Vec3& point_G) {
    PullGrip grip;
    const BuiltSystem& built = *model.getData().built;
    const auto index = built.bodies.find(body);
    if (index == built.bodies.end()) {
        grip.heldReason = body.isValid() ? "Ground cannot be pulled." : "Ground cannot move.";
        return grip;
    }
    const MatterSubsystem& matter = *built.matter;
    grip.spring.station = matter.getBodyTransform(state, index->second).invert() * point_G;
    grip.spring.target = point_G;

    // Apply an additional unit load and compare accelerations.
    State s = state;
    releasePulls(model, std::numeric_limits<int>::max(), s);
    const auto accelerations = [&](const PullLoad& load) {
        applyPull(model, {s.getTime(), HandInView, body, load}, s);
        model.getSystem().realize(s, Stage::Acceleration);
        const SpatialVec& A_GB = matter.getBodyAcceleration(s, index->second);
        const Vec3 p_BS_G = point_G - matter.getBodyTransform(s, index->second).p();
        return SpatialVec{A_GB[0], Vec3(A_GB[1] + A_GB[0].cross(p_BS_G))};
    };
    Real turns = 0, gives = 0;
    std::array<Vec3, 3> turning;
    try {
        PullLoad load;
        load.station = grip.spring.station;
        const SpatialVec rest = accelerations(load);
        for (int axis = 0; axis < 3; ++axis) {
            load.force = load.torque = Vec3(0.);
            load.force[axis] = 1;
            gives = std::max(gives, Vec3(accelerations(load)[1] - rest[1]).norm());
            load.force = Vec3(0.);
            load.torque[axis] = 1;
            turning[std::size_t(axis)] = accelerations(load)[0] - rest[0];
            turns = std::max(turns, turning[std::size_t(axis)].norm());
        }
    } catch (const NumericalFailure& failure) {
        grip.heldReason = failure.what();
        return grip;
    }
    if (!(gives > Immovable) && !(turns > Immovable)) {
        grip.heldReason = describeHolders(model, s, body);
        return grip;
    }
    if (gives > Immovable) grip.apparentMass = 1 / gives;
    if (turns > Immovable) {
        grip.apparentInertia = 1 / turns;
        const Vec3& most = *std::max_element(turning.begin(), turning.end(),
                                             [](const Vec3& a, const Vec3& b) { return a.norm() < b.norm(); });
        const UnitVec3 axis(most);
        if (std::all_of(turning.begin(), turning.end(),
                        [&](const Vec3& way) { return Vec3(way.cross(axis)).norm() <= OffAxis * turns; }))
            grip.onlyAxis = axis;
    }
    const Real mass = std::max(matter.calcSystemMass(s), std::numeric_limits<Real>::min());
    grip.spring.stiffness = mass * EarthGravity / (Stretch * sizeOf(model, s, index->second));
    // A point on a fixed axis is not moved by a spring, but its body is by a torque.
    const Real settling = std::isfinite(grip.apparentMass) ? grip.apparentMass : mass;
    grip.spring.damping = 2 * std::sqrt(grip.spring.stiffness * settling);
    return grip;
}

PullLoad withStiffness(const PullLoad& load, Real stiffness) {
    PullLoad other = load;
    if (load.stiffness > 0) other.damping *= std::sqrt(stiffness / load.stiffness);
    other.stiffness = stiffness;
    return other;
}

}  // namespace trammel

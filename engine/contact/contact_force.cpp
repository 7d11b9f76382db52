// SPDX-License-Identifier: Apache-2.0
#include "contact/contact_force.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "base/numerical_failure.h"
#include "contact/bounds_sweep.h"
#include "contact/laws/hertz.h"
#include "contact/laws/restitution.h"
#include "meta/number_rows.h"
#include "multibody/matter/guts.h"

namespace trammel {

ContactForce::ContactForce(const ElementInputs& in, std::shared_ptr<const ContactLaw> law, bool everything)
    : ParameterizedForce(in, readParameters(in, *law)),
      law_(std::move(law)),
      everything_(everything),
      keepsHeat_(in.boolean("keepsHeat")),
      sticks_(in.text("frictionModel") == "stiction") {}

void ContactForce::connect(ContactSurfaces surfaces, const MatterGuts& matter, SubsystemIndex forces) {
    surfaces_ = std::move(surfaces);
    matter_ = &matter;
    forces_ = forces;
}

ContactParameters ContactForce::readParameters(const ElementInputs& in, const ContactLaw& law) {
    ContactParameters p;
    p.law = law.readNumbers(in);
    p.transitionSpeed = in.real("transitionSpeed");
    if (in.text("frictionFrom") == "numbers")
        p.friction = FrictionNumbers{in.real("staticFriction"), in.real("dynamicFriction"), in.real("viscousFriction")};
    if (law.usesMaterials() && in.text("restitutionFrom") == "numbers")
        p.dissipation = calcDissipation(in.real("restitution"), in.real("restitutionSpeed"));
    for (const std::vector<Real>& row : readRows(in.text(heldFrictionKey)).value_or(std::vector<std::vector<Real>>{}))
        if (row.size() == 9)
            p.held.push_back(
                {Vec3(row[0], row[1], row[2]), Vec3(row[3], row[4], row[5]), Vec3(row[6], row[7], row[8])});
    return p;
}

std::unique_ptr<AbstractValue> ContactForce::makeDefaultParameters() const {
    std::unique_ptr<AbstractValue> value = ParameterizedForce::makeDefaultParameters();
    Value<ContactParameters>::updDowncast(*value).upd().surfaces.resize(std::size_t(surfaces_.size()));
    return value;
}

// --- Cache ---

void ContactForce::realizeTopology(State& s) const {
    const PerSubsystemInfo& mine = s.getPerSubsystemInfo(forces_);
    // Parameters of all elements are allocated in order before any element is queried.
    const auto before = std::ranges::count_if(
        mine.cacheEntries, [](const CacheEntryInfo& e) { return Value<ContactCandidates>::isA(e.getValue()); });
    auto left = before;
    for (std::size_t v = 0; v < mine.discreteVariables.size(); ++v)
        if (Value<ContactParameters>::isA(mine.discreteVariables[v].getValue()) && left-- == 0)
            parametersVariable_ = DiscreteVariableIndex(v);

    const Stage earliest = matter_->posesKnownFrom();
    const auto allocate = [&](std::vector<DiscreteVarKey> variables, std::vector<CacheEntryKey> entries,
                              AbstractValue* value, const char* name) {
        return s.allocateCacheEntryWithPrerequisites(forces_, earliest, Stage::Infinity, false, false, false, variables,
                                                     entries, value, name + getName());
    };
    candidatesEntry_ =
        allocate({}, {matter_->positionEntry()}, new Value<ContactCandidates>(), "contact candidates of ");
    placesEntry_ = allocate({}, {{forces_, candidatesEntry_}}, new Value<ContactPlaces>(), "contact geometry of ");
    motionsEntry_ = allocate({}, {{forces_, placesEntry_}, matter_->velocityEntry()}, new Value<ContactMotions>(),
                             "contact motion of ");
    std::vector<DiscreteVarKey> variables{{forces_, parametersVariable_}};
    if (sticks_) {
        anchorsVariable_ = s.allocateAutoUpdateDiscreteVariable(forces_, Stage::Dynamics, new Value<ContactAnchors>(),
                                                                Stage::Dynamics, "anchors of " + getName());
        variables.push_back({forces_, anchorsVariable_});
    }
    forcesEntry_ = allocate(variables, {{forces_, motionsEntry_}}, new Value<TouchForces>(), "contact forces of ");
}

template <class T, class Compute>
const T& ContactForce::ensure(const State& s, CacheEntryIndex e, const Compute& compute) const {
    if (const AbstractValue* valid = s.findCacheValue(forces_, e)) return Value<T>::downcast(*valid);
    T& value = Value<T>::updDowncast(s.updCacheEntry(forces_, e)).upd();
    compute(value);
    s.markCacheValueRealized(forces_, e);
    return value;
}

const ContactCandidates& ContactForce::getCandidates(const State& s) const {
    return ensure<ContactCandidates>(s, candidatesEntry_, [&](ContactCandidates& c) { findCandidates(s, c); });
}
const ContactPlaces& ContactForce::getPlaces(const State& s) const {
    return ensure<ContactPlaces>(s, placesEntry_, [&](ContactPlaces& p) { findPlaces(s, p); });
}
const ContactMotions& ContactForce::getMotions(const State& s) const {
    return ensure<ContactMotions>(s, motionsEntry_, [&](ContactMotions& m) { calcMotions(s, m); });
}
const TouchForces& ContactForce::getForces(const State& s) const {
    return ensure<TouchForces>(s, forcesEntry_, [&](TouchForces& f) { calcForces(s, parameters(s), f); });
}

const ContactParameters& ContactForce::parameters(const State& s) const {
    return get(&s.getDiscreteVariable(forces_, parametersVariable_));
}

// --- Position: what overlaps ---

void ContactForce::findCandidates(const State& s, ContactCandidates& out) const {
    const PositionKinematics& position = matter_->ensurePosition(s);
    const int n = surfaces_.size();
    out.bounds.resize(std::size_t(n));
    out.poses.resize(std::size_t(n));
    for (int i = 0; i < n; ++i) {
        const ContactSurface& surface = surfaces_[i];
        Transform& X_GS = out.poses[std::size_t(i)];
        X_GS = position.bodies[std::size_t(int(surface.body))].X_GB * surface.X_BS;
        out.bounds[std::size_t(i)] = calcBoundsInGround(X_GS, surface.shape->calcBounds());
    }
    out.pairs.clear();
    // Memory for the usual number of contact places per body; a denser pile makes it grow.
    constexpr std::size_t usualPairs = 8;
    out.pairs.reserve(usualPairs * out.bounds.size());
    for (const auto& [i, j] :
         out.broadPhase.findPairs(out.bounds, [this](int surface) { return surfaces_[surface].body == 0; })) {
        const ContactSurfaces::Pair pair = surfaces_.findPair(i, j);
        if (!pair.type) continue;
        // The bounds of a half-space are all of space: its plane excludes more. Among balls, as in piles, most
        // overlapping boxes belong to balls that do not touch.
        const AxisBox &boxA = out.bounds[std::size_t(pair.a)], &boxB = out.bounds[std::size_t(pair.b)];
        if (surfaces_.isUnbounded(pair.a)
                ? calcHeight(out.poses[std::size_t(pair.a)], boxB) > 0
                : areApart(boxA, surfaces_.getReach(pair.a), boxB, surfaces_.getReach(pair.b)))
            continue;
        out.pairs.push_back({pair.a, pair.b});
    }
    std::sort(out.pairs.begin(), out.pairs.end(), [](const ContactCandidate& x, const ContactCandidate& y) {
        return x.a < y.a || (x.a == y.a && x.b < y.b);
    });
}

void ContactForce::findPlaces(const State& s, ContactPlaces& out) const {
    ++geometryEvaluations_;
    const ContactCandidates& candidates = getCandidates(s);
    out.touches.clear();
    out.samples.clear();
    // For the usual number of places, so that no step allocates when a few more bodies touch.
    constexpr std::size_t usualTouches = 8, usualSamples = 64, usualRegions = 64, usualVertices = 512;
    out.touches.reserve(usualTouches * candidates.bounds.size());
    out.samples.reserve(usualSamples * candidates.bounds.size());
    out.regions.regions.reserve(usualRegions);
    out.regions.vertices.reserve(usualVertices);
    for (const ContactCandidate& pair : candidates.pairs) {
        const Transform &X_GA = candidates.poses[std::size_t(pair.a)], &X_GB = candidates.poses[std::size_t(pair.b)];
        out.regions.clear();
        surfaces_.getType(pair.a, pair.b)
            .calcRegions(*surfaces_[pair.a].shape, *surfaces_[pair.b].shape, ~X_GA * X_GB, out.regions);
        addPlaces(pair, X_GA, out);
    }
}

namespace {
/// Adds the middles of the sides of the triangles between the centroid of a patch and its sides: exact for the pressure and
/// its moments, which are polynomials of degree two, and even around the middle, about which friction may turn.
/// @param area sum of all
void addSamples(std::span<const ContactVertex> corners, const Vec3& normal, const Transform& X_GA, Real& area,
                std::vector<ContactSample>& out) {
    const std::size_t n = corners.size();
    const auto areaOf = [&](const ContactVertex& a, const ContactVertex& b, const ContactVertex& c) {
        return std::abs(Vec3(b.position - a.position).cross(Vec3(c.position - a.position)).dot(normal)) / 2;
    };
    const auto add = [&](const ContactVertex& from, const ContactVertex& to, Real share) {
        if (share > 0)
            out.push_back({Vec3(X_GA * Vec3((from.position + to.position) / 2)), (from.depth + to.depth) / 2, share});
    };
    if (n == 3) {
        area = areaOf(corners[0], corners[1], corners[2]);
        for (std::size_t k = 0; k < n; ++k) add(corners[k], corners[(k + 1) % n], area / 3);
        return;
    }
    ContactVertex middle;
    middle.position = Vec3(0.);
    Real all = 0;
    for (std::size_t k = 1; k + 1 < n; ++k) {
        const ContactVertex* const triangle[] = {&corners[0], &corners[k], &corners[k + 1]};
        const Real share = areaOf(*triangle[0], *triangle[1], *triangle[2]) / 3;
        all += 3 * share;
        for (const ContactVertex* const corner : triangle) {
            middle.position += share * corner->position;
            middle.depth += share * corner->depth;
        }
    }
    if (!(all > 0)) return;
    middle.position /= all;
    middle.depth /= all;
    Real before = areaOf(middle, corners[n - 1], corners[0]);
    for (std::size_t k = 0; k < n; ++k) {
        const Real next = areaOf(middle, corners[k], corners[(k + 1) % n]);
        area += next;
        add(middle, corners[k], (before + next) / 3);
        add(corners[k], corners[(k + 1) % n], next / 3);
        before = next;
    }
}
}  // namespace

void ContactForce::addPlaces(const ContactCandidate& pair, const Transform& X_GA, ContactPlaces& out) const {
    for (const ContactRegion& region : out.regions.regions) {
        Touch touch;
        touch.pair = pair;
        touch.feature = region.feature;
        touch.point = X_GA * region.point;
        touch.normal = X_GA.R() * region.normal;
        touch.depth = region.depth;
        touch.firstSample = int(out.samples.size());
        if (region.vertexCount < 3) {
            touch.hertzFactor = calcHertzContact(region, *surfaces_[pair.a].shape, *surfaces_[pair.b].shape).factor;
            out.samples.push_back({touch.point, region.depth, 0});
        } else {
            addSamples(std::span(out.regions.vertices)
                           .subspan(std::size_t(region.firstVertex), std::size_t(region.vertexCount)),
                       region.normal, X_GA, touch.area, out.samples);
        }
        touch.samples = int(out.samples.size()) - touch.firstSample;
        if (touch.samples > 0) out.touches.push_back(touch);
    }
}

// --- Velocity ---

void ContactForce::calcMotions(const State& s, ContactMotions& out) const {
    const ContactPlaces& places = getPlaces(s);
    const PositionKinematics& position = matter_->ensurePosition(s);
    const VelocityKinematics& velocity = matter_->ensureVelocity(s);
    out.samples.reserve(places.samples.capacity());
    out.samples.resize(places.samples.size());
    for (const Touch& touch : places.touches) {
        const auto b1 = std::size_t(int(surfaces_[touch.pair.a].body));
        const auto b2 = std::size_t(int(surfaces_[touch.pair.b].body));
        const SpatialVec &V1 = velocity.bodies[b1].V_GB, &V2 = velocity.bodies[b2].V_GB;
        const Vec3 &p1 = position.bodies[b1].X_GB.p(), &p2 = position.bodies[b2].X_GB.p();
        for (int k = touch.firstSample; k < touch.firstSample + touch.samples; ++k) {
            const Vec3& p = places.samples[std::size_t(k)].point;
            const Vec3 v = V2[1] + V2[0].cross(Vec3(p - p2)) - V1[1] - V1[0].cross(Vec3(p - p1));
            const Real separation = v.dot(touch.normal);
            out.samples[std::size_t(k)] = {-separation, Vec3(v - separation * touch.normal)};
        }
    }
}

// --- Dynamics ---

namespace {
Real harmonicMean(Real a, Real b) { return a + b > 0 ? 2 * a * b / (a + b) : 0; }
}  // namespace

FrictionNumbers ContactForce::frictionOf(const Parameters& p, const ContactCandidate& pair) const {
    if (p.friction) return *p.friction;
    const FrictionNumbers &a = p.surfaces[std::size_t(pair.a)].friction, &b = p.surfaces[std::size_t(pair.b)].friction;
    return {harmonicMean(a.staticCoefficient, b.staticCoefficient),
            harmonicMean(a.dynamicCoefficient, b.dynamicCoefficient),
            harmonicMean(a.viscousCoefficient, b.viscousCoefficient)};
}

ContactSpot ContactForce::makeSpot(const Parameters& p, const Touch& touch, const ContactSample& sample) const {
    const SurfaceNumbers &a = p.surfaces[std::size_t(touch.pair.a)], &b = p.surfaces[std::size_t(touch.pair.b)];
    ContactSpot spot;
    spot.depth = sample.depth;
    spot.area = sample.area;
    spot.hertzFactor = touch.hertzFactor;
    spot.patchArea = touch.area;
    const bool patch = sample.area > 0;
    const Real ca = patch ? a.foundationCompliance : a.compliance;
    const Real cb = patch ? b.foundationCompliance : b.compliance;
    const Real sum = ca + cb;
    (patch ? spot.foundation : spot.modulus) = 1 / sum;
    // Each surface dissipates with its share of the depth.
    spot.dissipation = p.dissipation ? *p.dissipation : (ca * a.dissipation + cb * b.dissipation) / sum;
    return spot;
}

void ContactForce::calcForces(const State& s, const Parameters& p, TouchForces& out) const {
    ++forceEvaluations_;
    const ContactPlaces& places = getPlaces(s);
    const ContactMotions& motions = getMotions(s);
    out.touches.reserve(places.touches.capacity());
    out.touches.resize(places.touches.size());
    for (std::size_t t = 0; t < places.touches.size(); ++t) {
        const Touch& touch = places.touches[t];
        TouchForce sum;
        Real elastic = 0;
        const FrictionNumbers friction = frictionOf(p, touch.pair);
        for (int k = touch.firstSample; k < touch.firstSample + touch.samples; ++k) {
            const ContactSample& sample = places.samples[std::size_t(k)];
            const ContactMotion& motion = motions.samples[std::size_t(k)];
            ContactSpot spot = makeSpot(p, touch, sample);
            spot.approach = motion.approach;
            const NormalForce f = law_->calcForce(spot, p.law);
            const Real slip = motion.slip.norm();
            Vec3 rub(0.);
            if (slip > 0)
                rub =
                    Vec3(motion.slip * (-calcStribeckCoefficient(friction, slip, p.transitionSpeed) * f.total / slip));
            sum.normal += f.total;
            elastic += f.elastic;
            sum.friction += rub;
            sum.moment += Vec3(sample.point - touch.point).cross(Vec3(f.total * touch.normal + rub));
            sum.frictionLimit += friction.staticCoefficient * f.total;
            sum.slip += f.total * motion.slip;
            sum.energy += f.energy;
            sum.dissipatedPower += (f.total - f.elastic) * motion.approach - rub.dot(motion.slip);
        }
        if (sum.normal > 0) sum.slip /= sum.normal;
        if (sticks_) addStiction(s, p, touch, friction, elastic / touch.depth, sum);
        out.touches[t] = sum;
    }
}

// A spring between two points, one of each body, that are renewed after each step so that the spring keeps its stretch;
// rolling in between moves them apart only by third powers of the angle.
void ContactForce::addStiction(const State& s, const Parameters& p, const Touch& touch, const FrictionNumbers& friction,
                               Real stiffness, TouchForce& f) const {
    if (!(f.normal > 0) || !(stiffness > 0)) return;
    Vec3 stretch = calcStretch(s, p, touch);
    const Real x = f.slip.norm() / p.transitionSpeed;
    const Real coefficient = friction.staticCoefficient +
                             (friction.dynamicCoefficient - friction.staticCoefficient) * calcQuinticStep((x - 1) / 2);
    const Real limit = coefficient * f.normal;
    Vec3 total = Vec3(f.friction - stiffness * stretch);
    if (const Real size = total.norm(); size > limit) total *= limit / size;
    if (const Real size = stiffness * stretch.norm(); size > limit) stretch *= limit / size;
    // Energy in the spring counts as heat, so that energy and heat together stay the same.
    f.dissipatedPower -= Vec3(total - f.friction).dot(f.slip);
    f.friction = total;
    f.stretch = stretch;
}

Vec3 ContactForce::calcStretch(const State& s, const Parameters& p, const Touch& touch) const {
    const auto& anchors = Value<ContactAnchors>::downcast(s.getDiscreteVariable(forces_, anchorsVariable_)).get();
    if (!anchors.started) {
        // The pose of an equilibrium is read back except for rounding.
        const Real near = 1e-6 * thinnerOf(touch);
        for (const HeldFriction& held : p.held)
            if (Vec3(held.point - touch.point).norm() < near && std::abs(held.normal.dot(touch.normal)) > 0.99)
                return held.normal.dot(touch.normal) > 0 ? held.stretch : Vec3(-held.stretch);
        return Vec3(0.);
    }
    const PositionKinematics& position = matter_->ensurePosition(s);
    const Transform& X_G1 = position.bodies[std::size_t(int(surfaces_[touch.pair.a].body))].X_GB;
    const Transform& X_G2 = position.bodies[std::size_t(int(surfaces_[touch.pair.b].body))].X_GB;
    constexpr Real share = 0.1;
    const Real reach = share * thinnerOf(touch) + std::sqrt(touch.area);
    const ContactAnchor* const anchor = anchors.find(touch, X_G1, reach);
    if (!anchor) return Vec3(0.);
    const Vec3 stretch(Vec3(X_G2 * anchor->station2) - Vec3(X_G1 * anchor->station1));
    return stretch - stretch.dot(touch.normal) * touch.normal;
}

std::optional<std::vector<HeldFriction>> ContactForce::findHeldFriction(const State& s) const {
    if (!sticks_) return std::nullopt;
    if (!Value<ContactAnchors>::downcast(s.getDiscreteVariable(forces_, anchorsVariable_)).get().started)
        return std::nullopt;
    std::vector<HeldFriction> held;
    for (const Touch& touch : getPlaces(s).touches)
        held.push_back({touch.point, touch.normal, calcStretch(s, parameters(s), touch)});
    return held;
}

void ContactForce::updateAnchors(const State& s) const {
    if (s.isDiscreteVarUpdateValueRealized(forces_, anchorsVariable_)) return;
    const ContactPlaces& places = getPlaces(s);
    const TouchForces& forces = getForces(s);
    const PositionKinematics& position = matter_->ensurePosition(s);
    ContactAnchors& next =
        Value<ContactAnchors>::updDowncast(s.updDiscreteVarUpdateValue(forces_, anchorsVariable_)).upd();
    next.started = true;
    next.anchors.clear();
    next.anchors.reserve(places.touches.capacity());
    for (std::size_t t = 0; t < places.touches.size(); ++t) {
        const Touch& touch = places.touches[t];
        const Transform& X_G1 = position.bodies[std::size_t(int(surfaces_[touch.pair.a].body))].X_GB;
        const Transform& X_G2 = position.bodies[std::size_t(int(surfaces_[touch.pair.b].body))].X_GB;
        next.anchors.push_back({touch.pair, touch.feature, Vec3(~X_G1 * touch.point),
                                Vec3(~X_G2 * Vec3(touch.point + forces.touches[t].stretch))});
    }
    s.markDiscreteVarUpdateValueRealized(forces_, anchorsVariable_);
}

Real ContactForce::thinnerOf(const Touch& touch) const {
    return std::min(surfaces_[touch.pair.a].shape->smallestThickness(),
                    surfaces_[touch.pair.b].shape->smallestThickness());
}
bool ContactForce::isTooDeep(const Touch& touch) const { return touch.depth > thinnerOf(touch) / 2; }

bool ContactForce::hasSmoothFriction(const State& s) const {
    if (sticks_) return false;
    const Parameters& p = parameters(s);
    if (p.friction) return p.friction->staticCoefficient > 0;
    return std::ranges::any_of(p.surfaces, [](const SurfaceNumbers& n) { return n.friction.staticCoefficient > 0; });
}

std::string ContactForce::describe(const Touch& touch) const {
    return "'" + surfaces_[touch.pair.a].name + "' and '" + surfaces_[touch.pair.b].name + "'";
}

std::string ContactForce::explainDepth(const State& s) const {
    std::string text = " penetrate each other by more than half the thickness of the thinner one";
    if (s.getTime() == 0) return text + " at the start. Move them apart.";
    if (!law_->usesMaterials())
        return text + ": '" + getName() +
               "' is too soft for them. Increase its stiffness, or reduce the speed or the load.";
    const bool isSoftened = parameters(s).law[0] > 0;
    return text + (isSoftened ? ": '" + getName() +
                                    "' is softened too much for this speed or load, or a motor forces them into each "
                                    "other. Reduce its sinkage, set its stiffness to that of the material, or "
                                    "free the bodies that jam."
                              : ": the material is too soft for this speed or load. Choose a stiffer one, or reduce "
                                "the speed or the load.");
}

void ContactForce::addInForce(const ForceKinematics& k, const AbstractValue*, const ForceSum& total) const {
    const TouchForces& forces = getForces(k.state);
    const ContactPlaces& places = getPlaces(k.state);
    if (sticks_) updateAnchors(k.state);
    for (std::size_t t = 0; t < places.touches.size(); ++t) {
        const Touch& touch = places.touches[t];
        const TouchForce& f = forces.touches[t];
        if (isTooDeep(touch)) throw NumericalFailure(describe(touch) + explainDepth(k.state));
        const Vec3 push = f.normal * touch.normal + f.friction;
        const MobilizedBodyIndex b1 = surfaces_[touch.pair.a].body, b2 = surfaces_[touch.pair.b].body;
        total.addAt(b2, k.X_GB(b2), touch.point, push);
        total.body[b2][0] += f.moment;
        total.addAt(b1, k.X_GB(b1), touch.point, Vec3(-push));
        total.body[b1][0] -= f.moment;
    }
}

Real ContactForce::calcPotentialEnergy(const ForceKinematics& k, const AbstractValue* value) const {
    const Parameters& p = get(value);
    const ContactPlaces& places = getPlaces(k.state);
    Real energy = 0;
    for (const Touch& touch : places.touches)
        for (int i = touch.firstSample; i < touch.firstSample + touch.samples; ++i)
            energy += law_->calcForce(makeSpot(p, touch, places.samples[std::size_t(i)]), p.law).energy;
    return energy;
}

Real ContactForce::calcPowerDissipation(const ForceKinematics& k, const AbstractValue*) const {
    Real power = 0;
    for (const TouchForce& f : getForces(k.state).touches) power += f.dissipatedPower;
    return power;
}

void ContactForce::calcZDot(const ForceKinematics& k, const AbstractValue* value, Real* zdot) const {
    zdot[0] = calcPowerDissipation(k, value);
}

void ContactForce::appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                                  std::vector<DecorativeGeometry>& out) const {
    const ContactPlaces& places = getPlaces(k.state);
    // Forces are drawn where velocities are known; their lengths by the cube root, so that weak ones can be seen.
    const bool moving = k.state.getSystemStage() >= Stage::Velocity;
    const TouchForces* const forces = moving ? &getForces(k.state) : nullptr;
    Real largest = 0;
    if (forces)
        for (const TouchForce& f : forces->touches) largest = std::max(largest, f.normal);
    for (std::size_t t = 0; t < places.touches.size(); ++t) {
        const Touch& touch = places.touches[t];
        out.push_back(DecorativeGeometry(decor::Sphere{size / 4}).setTransform(touch.point));
        if (!forces || !(largest > 0)) {
            out.push_back(DecorativeGeometry(decor::Line{touch.point, Vec3(touch.point + size * touch.normal)})
                              .setLineThickness(2));
            continue;
        }
        const TouchForce& f = forces->touches[t];
        const Vec3 push = f.normal * touch.normal + f.friction;
        const Real magnitude = push.norm();
        if (!(magnitude > 0)) continue;
        const Real length = 4 * size * std::cbrt(f.normal / largest);
        out.push_back(
            DecorativeGeometry(decor::Arrow{touch.point, Vec3(touch.point + (length / magnitude) * push), size / 2})
                .setLineThickness(2));
    }
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "contact/rigid/rigid_contact.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "contact/bounds_sweep.h"
#include "contact/contact_material.h"
#include "contact/surface_motion.h"
#include "multibody/constraints/body_pair_sockets.h"
#include "multibody/matter/guts.h"

namespace trammel {

RigidContact::RigidContact(const ElementInputs& in, MobilizedBodyIndex body1, MobilizedBodyIndex body2)
    : ParameterizedConstraint(in, readParameters(in), 0, 0, 0), body1_(body1), body2_(body2) {}

std::vector<TypeDescriptor> rigidContactTypes() {
    return {describeConstraint<RigidContact>(), describeConstraint<RigidContactOfAll>()};
}

std::vector<PropertyDescriptor> RigidContact::properties() {
    return {
        PropertyDescriptor::choice("restitutionFrom", "Restitution",
                                   {{"materials", "From materials"}, {"numbers", "Given number"}}, "materials",
                                   "Source of the coefficient of restitution.")
            .at(stage),
        PropertyDescriptor::real("restitution", "Coefficient of restitution", Quantity::None, 0.5,
                                 "Ratio of the normal speeds after and before an impact.")
            .min(0)
            .max(1)
            .at(stage),
        PropertyDescriptor::real("restSpeed", "Rest speed", Quantity::Speed, 1e-3, "Slower rebounds come to rest.")
            .above(0)
            .at(stage),
        PropertyDescriptor::choice("frictionFrom", "Friction",
                                   {{"materials", "From materials"}, {"numbers", "Given numbers"}}, "materials",
                                   "Source of the friction coefficients.")
            .at(stage),
        PropertyDescriptor::real("staticFriction", "Static friction", Quantity::None, 0.5, "Given coefficient at rest.")
            .min(0)
            .at(stage),
        PropertyDescriptor::real("dynamicFriction", "Dynamic friction", Quantity::None, 0.4,
                                 "Given coefficient while sliding; not above the static one.")
            .min(0)
            .at(stage),
        PropertyDescriptor::choice("multipleImpacts", "Multiple impacts",
                                   {{"sequence", "One after another"}, {"atOnce", "At once"}}, "sequence",
                                   "Order of impacts at contacts that touch already: a chain of balls passes them on.")
            .at(stage)};
}

std::vector<SocketDescriptor> RigidContact::sockets() {
    std::vector<SocketDescriptor> all = bodyPairSockets("One of the bodies", "The other body");
    for (SocketDescriptor& group : contactGroupSockets()) all.push_back(std::move(group));
    return all;
}

RigidContactParameters RigidContact::readParameters(const ElementInputs& in) {
    Parameters p;
    if (in.text("restitutionFrom") == "numbers") p.restitution = in.real("restitution");
    if (in.text("frictionFrom") == "numbers") {
        const Real fixed = in.real("staticFriction");
        p.friction = Vec2(fixed, std::min(fixed, in.real("dynamicFriction")));
    }
    p.restSpeed = in.real("restSpeed");
    p.atOnce = in.text("multipleImpacts") == "atOnce";
    return p;
}

void RigidContact::connect(ContactSurfaces surfaces, std::vector<RigidPoint> points, const MatterGuts& matter,
                           const std::map<int, std::shared_ptr<const SolidGap>>& gaps) {
    surfaces_ = std::move(surfaces);
    points_ = std::move(points);
    patches_ = 0;
    for (const RigidPoint& p : points_) patches_ = std::max(patches_, p.patch + 1);
    patchStarts_.assign(std::size_t(patches_) + 1, points_.size());
    for (std::size_t i = points_.size(); i-- > 0;) patchStarts_[std::size_t(points_[i].patch)] = i;
    solids_.assign(std::size_t(patches_), nullptr);
    for (const auto& [patch, gap] : gaps) solids_[std::size_t(patch)] = gap;
    for (const RigidPoint& p : points_)
        if (auto& solids = solids_[std::size_t(p.patch)]; p.isCorner() && !solids)
            solids = std::make_shared<SolidPair>(surfaces_[p.surface1], surfaces_[p.surface2]);
    std::map<std::pair<MobilizedBodyIndex, MobilizedBodyIndex>, int> pairs;
    bodyPairs_.assign(std::size_t(patches_), 0);
    for (const RigidPoint& p : points_)
        bodyPairs_[std::size_t(p.patch)] =
            pairs.try_emplace(std::minmax(p.body1, p.body2), int(pairs.size())).first->second;
    numBodyPairs_ = int(pairs.size());
    std::set<MobilizedBodyIndex> bodies{body1_, body2_};
    for (int i = 0; i < surfaces_.size(); ++i) bodies.insert(surfaces_[i].body);
    for (const MobilizedBodyIndex b : bodies) addConstrainedBody(b);
    matter_ = &matter;
}

Real RigidContact::calcGap(const State& s) const {
    Real least = Infinity;
    for (int patch = 0; patch < patches_; ++patch) least = std::min(least, calcGap(s, patch));
    return least;
}

Real RigidContact::calcGap(const State& s, int patch) const {
    const ConstraintKinematics k = matter_->kinematics(s, Stage::Position);
    Real least = Infinity;
    for (auto [i, end] = getRange(patch); i < end; ++i) {
        const RigidPoint& p = points_[i];
        const RigidPoint::Place place = p.find(k);
        const bool isApart = place.margin >= 0 && place.isOutside && place.gap >= 0;
        if (!p.isCorner() || (p.kind == RigidPoint::Kind::edgeOnEdge && isApart)) least = std::min(least, place.gap);
    }
    const SolidGap* const solids = findSolids(patch);
    return solids ? std::min(least, solids->calcDistance(k)) : least;
}

Real RigidContact::calcGapToArrival(const State& s) const {
    const ConstraintKinematics k = matter_->kinematics(s, Stage::Position);
    const RigidContactModes& modes = getModes(s);
    Real least = Infinity;
    for (std::size_t i = 0; i < points_.size(); ++i)
        if (!points_[i].isCorner() && !modes.points[i].carried)
            least = std::min(least, points_[i].find(k).gap + modes.points[i].arrival);
    for (std::size_t patch = 0; patch < solids_.size(); ++patch)
        if (solids_[patch]) least = std::min(least, solids_[patch]->calcSeparation(k).gap + modes.arrivals[patch]);
    return least == Infinity ? 1 : least;
}

// --- Parameters and modes ---

Real RigidContact::getRestitution(const Parameters& p, const RigidPoint& point) const {
    if (p.restitution) return *p.restitution;
    // The softer surface decides.
    if (p.restitutions.empty()) return 0;
    return std::min(p.restitutions[std::size_t(point.surface1)], p.restitutions[std::size_t(point.surface2)]);
}

Vec2 RigidContact::getFriction(const Parameters& p, const RigidPoint& point) const {
    if (p.friction) return *p.friction;
    if (p.staticFrictions.empty()) return Vec2(0.);
    const auto harmonic = [&](const std::vector<Real>& of) {
        const Real a = of[std::size_t(point.surface1)], b = of[std::size_t(point.surface2)];
        return a + b > 0 ? 2 * a * b / (a + b) : 0;
    };
    return Vec2(harmonic(p.staticFrictions), harmonic(p.dynamicFrictions));
}

void RigidContact::realizeTopology(State& s) const {
    RigidContactModes modes;
    modes.points.resize(points_.size());
    modes.sticks.resize(std::size_t(patches_));
    modes.arrivals.assign(std::size_t(patches_), RigidPointMode().arrival);
    modes.lastImpacts.assign(std::size_t(numBodyPairs_), -Infinity);
    modes.impactsInARow.assign(std::size_t(numBodyPairs_), 0);
    modesVariable_ = s.allocateDiscreteVariable(matter_->getMySubsystemIndex(), Stage::Instance,
                                                new Value<RigidContactModes>(modes), "contact modes of " + getName());
    const SubsystemIndex matter = matter_->getMySubsystemIndex();
    placesEntry_ = s.allocateCacheEntryWithPrerequisites(
        matter, matter_->posesKnownFrom(), Stage::Infinity, false, false, false, {{matter, modesVariable_}},
        {matter_->positionEntry()}, new Value<RigidPlaces>(), "contact places of " + getName());
}

const RigidPlaces& RigidContact::getPlaces(const State& s) const {
    const SubsystemIndex matter = matter_->getMySubsystemIndex();
    if (const AbstractValue* valid = s.findCacheValue(matter, placesEntry_))
        return Value<RigidPlaces>::downcast(*valid);
    ++placeEvaluations_;
    RigidPlaces& places = Value<RigidPlaces>::updDowncast(s.updCacheEntry(matter, placesEntry_)).upd();
    const ConstraintKinematics k = matter_->kinematics(s, Stage::Position);
    places.closed.clear();
    // Steps do not allocate.
    places.points.clear();
    places.carried.clear();
    places.closed.reserve(points_.size());
    places.points.reserve(points_.size());
    places.carried.reserve(points_.size());
    const RigidContactModes& modes = getModes(s);
    for (std::size_t i = 0; i < points_.size(); ++i)
        if (modes.points[i].closed) {
            places.closed.push_back(points_[i].find(k));
            places.points.push_back(int(i));
        } else if (modes.points[i].carried) {
            places.carried.push_back(int(i));
        }
    s.markCacheValueRealized(matter, placesEntry_);
    return places;
}

template <class Visit>
void RigidContact::visitClosed(const State& s, Visit visit) const {
    const RigidContactModes& modes = getModes(s);
    int row = 0;
    for (const int i : getPlaces(s).points) visit(points_[std::size_t(i)], modes.points[std::size_t(i)], row++);
}

const RigidContactModes& RigidContact::getModes(const State& s) const {
    return Value<RigidContactModes>::downcast(s.getDiscreteVariable(matter_->getMySubsystemIndex(), modesVariable_));
}
void RigidContact::setModes(State& s, const RigidContactModes& modes) const {
    if (getModes(s) == modes) return;
    Value<RigidContactModes>::updDowncast(s.updDiscreteVariable(matter_->getMySubsystemIndex(), modesVariable_)).upd() =
        modes;
}

bool RigidContact::isClosed(const State& s) const {
    return std::ranges::any_of(getModes(s).points, [](const RigidPointMode& p) { return p.closed; });
}
void RigidContact::open(State& s) const {
    RigidContactModes modes = getModes(s);
    modes.sticks.assign(modes.sticks.size(), 0);
    modes.points.assign(modes.points.size(), RigidPointMode());
    setModes(s, modes);
}

template <class Visit>
void RigidContact::visitBoundedPairs(Visit visit) const {
    for (int i = 0; i < surfaces_.size(); ++i)
        for (int j = i + 1; j < surfaces_.size(); ++j)
            if (const ContactSurfaces::Pair pair = surfaces_.findPair(i, j);
                pair.type && !surfaces_.isUnbounded(i) && !surfaces_.isUnbounded(j))
                visit(pair);
}

bool RigidContact::limitsSteps() const {
    bool any = false;
    visitBoundedPairs([&](const ContactSurfaces::Pair&) { any = true; });
    return any;
}

Real RigidContact::calcLongestStep(const State& s, Real) const {
    const PositionKinematics& position = matter_->ensurePosition(s);
    const VelocityKinematics& velocity = matter_->ensureVelocity(s);
    const std::vector<SpatialVec>& acceleration = matter_->getAcceleration(s).A_GB;
    struct Mover {
        const ContactSurface& surface;
        Transform X_GS;
        AxisBox bounds;
        SurfaceMotion motion;
        MovingSurface view() const { return {surface, X_GS, bounds, motion}; }
    };
    const auto moving = [&](int i) {
        const ContactSurface& surface = surfaces_[i];
        const auto b = std::size_t(int(surface.body));
        const Transform &X_GB = position.bodies[b].X_GB, X_GS = X_GB * surface.X_BS;
        return Mover{surface, X_GS, calcBoundsInGround(X_GS, surface.shape->calcBounds()),
                     calcSurfaceMotion(surface, X_GB, velocity.bodies[b].V_GB, acceleration[b])};
    };
    Real longest = Infinity;
    visitBoundedPairs([&](const ContactSurfaces::Pair& pair) {
        const Mover a = moving(pair.a), b = moving(pair.b);
        longest = std::min(longest, calcTimeToPass(a.view(), b.view()));
    });
    return longest;
}

EquationCounts RigidContact::countEquations(const State& s) const {
    const RigidContactModes& modes = getModes(s);
    EquationCounts n;
    for (int p = 0; p < patches_; ++p) {
        int held = 0;
        const auto [first, end] = getRange(p);
        for (std::size_t i = first; i < end; ++i) {
            if (!modes.points[i].closed) continue;
            ++n.position;
            held += isHeld(modes, modes.points[i], p);
        }
        if (held > 0) n.velocity += held > 1 ? 3 : 2;
    }
    return n;
}

bool RigidContact::hasSlidingFriction(const State& s) const {
    const RigidContactModes& modes = getModes(s);
    for (std::size_t i = 0; i < points_.size(); ++i)
        if (modes.points[i].closed && !isHeld(modes, modes.points[i], points_[i].patch)) return true;
    return false;
}

// --- Equations ---

RigidContact::PatchPlace RigidContact::findPatch(const ConstraintKinematics& k, const RigidContactModes& modes,
                                                 int patch, bool withRates) const {
    PatchPlace place;
    Vec3 p(0.), pdot(0.);
    const RigidPlaces& places = getPlaces(k.state);
    const auto [firstPoint, endPoint] = getRange(patch);
    const auto [firstRow, endRow] = places.rowsOf(firstPoint, endPoint);
    for (std::size_t row = firstRow; row < endRow; ++row) {
        const auto i = std::size_t(places.points[row]);
        const RigidPoint::Place& known = places.closed[row];
        if (!isHeld(modes, modes.points[i], patch)) continue;
        const ContactFrame c = withRates ? points_[i].find(k).frame : known.frame;
        if (!place.first) {
            place.first = &points_[i];
            place.frame = c;
        }
        p += c.p;
        if (withRates) pdot += c.pdot;
        ++place.closed;
    }
    if (place.closed > 1) {
        place.frame.p = p / Real(place.closed);
        place.frame.pdot = pdot / Real(place.closed);
    }
    return place;
}

void RigidContact::calcPositionErrors(const ConstraintKinematics& k, const AbstractValue*, Real* perr) const {
    visitClosed(k.state, [&](const RigidPoint&, const RigidPointMode&, int row) {
        perr[row] = getPlaces(k.state).closed[std::size_t(row)].gap;
    });
}
void RigidContact::calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* pverr) const {
    visitClosed(k.state, [&](const RigidPoint& p, const RigidPointMode&, int row) {
        const ContactFrame& c = getPlaces(k.state).closed[std::size_t(row)].frame;
        pverr[row] = c.z.dot(p.calcSlip(k, c.p));
    });
}
void RigidContact::calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* paerr) const {
    visitClosed(k.state, [&](const RigidPoint& p, const RigidPointMode&, int row) {
        paerr[row] = p.calcGapAcceleration(k, p.find(k).frame);
    });
}
void RigidContact::addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue*,
                                                 const Real* lambda, const ConstraintForces& forces) const {
    visitClosed(k.state, [&](const RigidPoint& p, const RigidPointMode&, int row) {
        if (lambda[row] == 0) return;
        const ContactFrame& c = getPlaces(k.state).closed[std::size_t(row)].frame;
        p.addIn(k, c.p, Vec3(lambda[row] * c.z), forces);
    });
}

void RigidContact::calcVelocityErrors(const ConstraintKinematics& k, const AbstractValue*, Real* verr) const {
    const RigidContactModes& modes = getModes(k.state);
    for (int patch = 0, row = 0; patch < patches_; ++patch) {
        const PatchPlace place = findPatch(k, modes, patch, false);
        if (place.closed == 0) continue;
        const Vec3 s = place.first->calcSlip(k, place.frame.p);
        verr[row++] = place.frame.x.dot(s);
        verr[row++] = place.frame.y.dot(s);
        if (place.closed > 1)
            verr[row++] = place.frame.z.dot(Vec3(k.V_GB(place.first->body2)[0] - k.V_GB(place.first->body1)[0]));
    }
}
void RigidContact::calcVelocityDotErrors(const ConstraintKinematics& k, const AbstractValue*, Real* vaerr) const {
    const RigidContactModes& modes = getModes(k.state);
    for (int patch = 0, row = 0; patch < patches_; ++patch) {
        const PatchPlace place = findPatch(k, modes, patch, true);
        if (place.closed == 0) continue;
        const ContactFrame& c = place.frame;
        const Vec3 s = place.first->calcSlip(k, c.p), sdot = place.first->calcSlipDot(k, c);
        vaerr[row++] = c.x.dot(sdot) + c.xdot.dot(s);
        vaerr[row++] = c.y.dot(sdot) + c.ydot.dot(s);
        const MobilizedBodyIndex b1 = place.first->body1, b2 = place.first->body2;
        if (place.closed > 1)
            vaerr[row++] = c.z.dot(Vec3(k.acceleration(b2)[0] - k.acceleration(b1)[0])) +
                           c.zdot.dot(Vec3(k.V_GB(b2)[0] - k.V_GB(b1)[0]));
    }
}
void RigidContact::addInVelocityConstraintForces(const ConstraintKinematics& k, const AbstractValue*,
                                                 const Real* lambda, const ConstraintForces& forces) const {
    const RigidContactModes& modes = getModes(k.state);
    for (int patch = 0, row = 0; patch < patches_; ++patch) {
        const PatchPlace place = findPatch(k, modes, patch, false);
        if (place.closed == 0) continue;
        const ContactFrame& c = place.frame;
        place.first->addIn(k, c.p, Vec3(lambda[row] * c.x + lambda[row + 1] * c.y), forces);
        if (place.closed > 1) {
            const Vec3 torque = lambda[row + 2] * c.z;
            forces.addInTorque(place.first->body2, torque);
            forces.addInTorque(place.first->body1, Vec3(-torque));
        }
        row += countRows(place);
    }
}

// --- Friction ---

Vec3 RigidContact::calcSlipDirection(const Parameters& p, const RigidPoint::Place& place, const Vec3& slip,
                                     const Vec3& direction) {
    // Friction does not change its sign within a step: beyond zero, slip counts as still going forward. Slip slower
    // than this, m/s, nearly keeps its direction: its turning would limit the steps.
    const Real least = std::max<Real>(1e-10, p.restSpeed / 10);
    const Vec3 v = tangential(place.frame, slip);
    Vec3 d = tangential(place.frame, direction);
    const Real length = d.norm();
    d = length > 0 ? Vec3(d / length) : place.frame.x;
    const Real along = v.dot(d);
    return Vec3(v + (std::max(std::abs(along), least) - along) * d).normalize();
}

void RigidContact::addInSlidingFriction(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                        const ConstraintForces& forces) const {
    const RigidContactModes& modes = getModes(k.state);
    visitClosed(k.state, [&](const RigidPoint& p, const RigidPointMode& mode, int row) {
        if (lambda[row] == 0 || isHeld(modes, mode, p.patch)) return;
        const RigidPoint::Place& place = getPlaces(k.state).closed[std::size_t(row)];
        const Vec3 slip = p.calcSlip(k, place.frame.p);
        const Vec3 along = modes.creeps ? creepDirection(get(value), tangential(place.frame, slip))
                                        : calcSlipDirection(get(value), place, slip, mode.direction);
        // N = -lambda; the force on the second body is -mu N along, and this is its negative.
        p.addIn(k, place.frame.p, Vec3(-getFriction(get(value), p)[1] * lambda[row] * along), forces);
    });
}

void RigidContact::calcForces(const State& s, ConstraintIndex own, std::vector<RigidPointForce>& out) const {
    std::vector<RigidPointForce> closed;
    calcClosedForces(s, own, closed);
    const std::vector<int>& numbers = getPlaces(s).points;
    out.assign(points_.size(), {});
    for (std::size_t row = 0; row < closed.size(); ++row) out[std::size_t(numbers[row])] = closed[row];
}

void RigidContact::calcClosedForces(const State& s, ConstraintIndex own, std::vector<RigidPointForce>& out) const {
    const RigidPlaces& places = getPlaces(s);
    out.assign(places.points.size(), {});
    // Read even if nothing touches: its forces depend on it.
    const Real* const lambda = s.getMultipliers(matter_->getMySubsystemIndex()).data();
    const ConstraintLayout& layout = matter_->getLayout(s);
    const ConstraintLayout::Block& block = layout.blocks[std::size_t(int(own))];
    if (!block.enabled || block.count.position == 0) return;
    const Parameters& parameters = get(matter_->constraintParameters(s, std::size_t(int(own))));
    const ConstraintKinematics k = matter_->kinematics(s, Stage::Velocity);
    const RigidContactModes& modes = getModes(s);
    for (std::size_t i = 0; i < out.size(); ++i) out[i].normal = -lambda[std::size_t(block.position) + i];
    int row = layout.velocityRow(block.velocity);
    for (std::size_t first = 0; first < out.size();) {
        const int patch = points_[std::size_t(places.points[first])].patch;
        const auto [firstPoint, endPoint] = getRange(patch);
        const std::size_t end = places.rowsOf(firstPoint, endPoint).second;
        row += calcForcesOfPatch(parameters, k, modes, patch, lambda + row, {first, end}, out);
        first = end;
    }
}

int RigidContact::calcForcesOfPatch(const Parameters& parameters, const ConstraintKinematics& k,
                                    const RigidContactModes& modes, int patch, const Real* lambda,
                                    std::pair<std::size_t, std::size_t> rows, std::vector<RigidPointForce>& out) const {
    const RigidPlaces& places = getPlaces(k.state);
    const auto pointAt = [&](std::size_t row) -> const RigidPoint& { return points_[std::size_t(places.points[row])]; };
    const auto isHeldAt = [&](std::size_t row) {
        return isHeld(modes, modes.points[std::size_t(places.points[row])], patch);
    };
    Real sum = 0, spread = 0;
    Vec3 middle(0.);
    for (std::size_t row = rows.first; row < rows.second; ++row) {
        const RigidPoint::Place& place = places.closed[row];
        if (!isHeldAt(row)) {
            const Real mu = getFriction(parameters, pointAt(row))[1];
            const Vec3 slip = pointAt(row).calcSlip(k, place.frame.p);
            const Vec3& direction = modes.points[std::size_t(places.points[row])].direction;
            const Vec3 along = modes.creeps ? creepDirection(parameters, tangential(place.frame, slip))
                                            : calcSlipDirection(parameters, place, slip, direction);
            out[row].friction = -mu * out[row].normal * along;
            out[row].share = mu * along.norm();
            continue;
        }
        sum += out[row].normal;
        middle += out[row].normal * place.frame.p;
    }
    const PatchPlace place = findPatch(k, modes, patch, false);
    if (place.closed == 0) return 0;
    const ContactFrame& c = place.frame;
    const Vec3 force = -(lambda[0] * c.x + lambda[1] * c.y);
    const Real spin = place.closed > 1 ? -lambda[2] : 0;
    if (!(sum > 0)) {
        // Nothing presses: any friction is beyond the limit.
        for (std::size_t row = rows.first; row < rows.second; ++row)
            if (isHeldAt(row)) {
                out[row].friction = getSide(pointAt(row)) * getSide(*place.first) * force / Real(place.closed);
                out[row].share = force.norm() > 0 ? Infinity : 0;
            }
        return countRows(place);
    }
    middle /= sum;
    for (std::size_t row = rows.first; row < rows.second; ++row)
        if (isHeldAt(row)) spread += out[row].normal * Vec3(places.closed[row].frame.p - middle).normSqr();
    const Real moment = spin + c.z.dot(Vec3(c.p - middle).cross(force));
    const Real turn = spread > 0 ? moment / spread : 0;
    for (std::size_t row = rows.first; row < rows.second; ++row) {
        if (!isHeldAt(row)) continue;
        RigidPointForce& f = out[row];
        const Vec3 share = force / sum + turn * c.z.cross(Vec3(places.closed[row].frame.p - middle));
        f.friction = getSide(pointAt(row)) * getSide(*place.first) * f.normal * share;
        f.share = share.norm();
    }
    return countRows(place);
}

// --- Geometry ---

void RigidContact::appendGeometry(const ConstraintKinematics& k, const AbstractValue*, Real size,
                                  std::vector<DecorativeGeometry>& out) const {
    visitClosed(k.state, [&](const RigidPoint& p, const RigidPointMode&, int) {
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.3}).setTransform(p.find(k).frame.p));
    });
    if (!out.empty()) return;
    // While all points are open, the one nearest to touching.
    RigidPoint::Place nearest;
    nearest.gap = Infinity;
    for (const RigidPoint& p : points_)
        if (const RigidPoint::Place place = p.find(k);
            place.gap < nearest.gap && place.margin >= 0 && place.isOutside && (!p.hasEnds() || place.gap >= 0))
            nearest = place;
    if (nearest.gap < Infinity)
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.2}).setTransform(nearest.frame.p).setOpacity(0.5));
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "simbody/observed_places.h"

#include <algorithm>
#include <cmath>

#include "base/exceptions.h"
#include "multibody/assembler/assembly_problem.h"
#include "simbody/assembler.h"

namespace SimTK {

namespace {
Vec3 notObserved(const Vec3&) { return Vec3(NaN); }
Rotation notObserved(const Rotation&) {
    Rotation R;
    static_cast<Mat33&>(R) = Mat33(NaN);
    return R;
}
Vec3 inGround(const Transform& X_GB, const Vec3& station) { return X_GB * station; }
Rotation inGround(const Transform& X_GB, const Rotation& R_BS) { return X_GB.R() * R_BS; }
Vec3 difference(const Vec3& p, const Vec3& observed) { return p - observed; }
Vec3 difference(const Rotation& R_GS, const Rotation& R_GO) {
    const Vec4 turn = Rotation(~R_GO * R_GS).convertRotationToAngleAxis();
    return R_GO * Vec3(turn[0] * turn[1], turn[0] * turn[2], turn[0] * turn[3]);
}
void addTarget(trammel::AssemblyProblem& problem, const std::string& name, MobilizedBodyIndex body, const Vec3& station,
               const Vec3& observed, Real weight) {
    problem.markers.push_back({name, body, station, observed, weight});
}
void addTarget(trammel::AssemblyProblem& problem, const std::string& name, MobilizedBodyIndex body,
               const Rotation& R_BS, const Rotation& observed, Real weight) {
    problem.orientations.push_back({name, body, R_BS, observed, weight});
}
}  // namespace

template <class P, class I>
void ObservedPlaces<P, I>::requireWeight(Real weight, const char* function) const {
    if (!(weight >= 0 && std::isfinite(weight)))
        throw trammel::Exception(where(function) + ": a weight must be finite and not negative.");
}

template <class P, class I>
I ObservedPlaces<P, I>::addItem(const String& name, MobilizedBodyIndex body, const P& place, Real weight) {
    requireWeight(weight, "add");
    uninitializeAssembler();
    ordered_ = false;
    order_.clear();
    observations_.clear();
    const I ix(numItems());
    String unique = String::trimWhiteSpace(name);
    if (unique.empty()) unique = "_UNNAMED_" + std::to_string(int(ix));
    if (!byName_.emplace(unique, int(ix)).second)
        throw trammel::Exception(where("add") + ": " + itemName_ + " '" + unique + "' already exists.");
    items_.push_back({unique, body, place, weight});
    return ix;
}
template <class P, class I>
void ObservedPlaces<P, I>::changeWeight(I ix, Real weight) {
    requireWeight(weight, "changeWeight");
    item(ix);
    items_[std::size_t(int(ix))].weight = weight;
}
template <class P, class I>
auto ObservedPlaces<P, I>::item(I ix) const -> const Item& {
    if (!ix.isValid() || ix >= numItems()) throw trammel::IndexOutOfRange(getName(), itemName_, ix, numItems());
    return items_[std::size_t(int(ix))];
}
template <class P, class I>
I ObservedPlaces<P, I>::findItem(const String& name) const {
    const auto found = byName_.find(name);
    return found == byName_.end() ? I() : I(found->second);
}
template <class P, class I>
Array_<I> ObservedPlaces<P, I>::itemsOn(MobilizedBodyIndex body) const {
    Array_<I> on;
    for (int i = 0; i < numItems(); ++i)
        if (items_[std::size_t(i)].body == body && items_[std::size_t(i)].weight > 0) on.push_back(I(i));
    return on;
}

// --- Observations ---

template <class P, class I>
void ObservedPlaces<P, I>::setOrder(std::vector<I> order) const {
    ordered_ = true;
    order_ = std::move(order);
    observations_.assign(order_.size(), notObserved(P()));
}
template <class P, class I>
void ObservedPlaces<P, I>::orderAsItems() const {
    if (ordered_) return;
    std::vector<I> order;
    order.reserve(std::size_t(numItems()));
    for (int i = 0; i < numItems(); ++i) order.push_back(I(i));
    setOrder(std::move(order));
}
template <class P, class I>
void ObservedPlaces<P, I>::defineObservationOrder(const std::vector<I>& order) {
    uninitializeAssembler();
    for (auto ix = order.begin(); ix != order.end(); ++ix)
        if (ix->isValid() && std::find(order.begin(), ix, *ix) != ix)
            throw trammel::Exception(where("defineObservationOrder") + ": the " + itemName_ + " '" + item(*ix).name +
                                     "' can have one observation only.");
        else if (ix->isValid())
            item(*ix);
    ordered_ = false;
    if (order.empty())
        orderAsItems();
    else
        setOrder(order);
}
template <class P, class I>
void ObservedPlaces<P, I>::defineObservationOrder(const std::vector<String>& names) {
    std::vector<I> order;
    order.reserve(names.size());
    for (const String& name : names) order.push_back(findItem(name));
    defineObservationOrder(order);
}
template <class P, class I>
void ObservedPlaces<P, I>::defineObservationOrder(const std::vector<std::string>& names) {
    defineObservationOrder(std::vector<String>(names.begin(), names.end()));
}
template <class P, class I>
void ObservedPlaces<P, I>::defineObservationOrder(int n, const char* const names[]) {
    defineObservationOrder(std::vector<String>(names, names + n));
}
template <class P, class I>
I ObservedPlaces<P, I>::itemOf(ObservationIx ox) const {
    getObservation(ox);
    return order_[std::size_t(int(ox))];
}
template <class P, class I>
auto ObservedPlaces<P, I>::observationOf(I ix) const -> ObservationIx {
    const auto found = std::find(order_.begin(), order_.end(), ix);
    return found == order_.end() ? ObservationIx() : ObservationIx(int(found - order_.begin()));
}
template <class P, class I>
void ObservedPlaces<P, I>::moveOneObservation(ObservationIx ox, const P& observation) {
    orderAsItems();
    getObservation(ox);
    observations_[ox] = observation;
}
template <class P, class I>
void ObservedPlaces<P, I>::moveAllObservations(const std::vector<P>& observations) {
    orderAsItems();
    if (int(observations.size()) != getNumObservations())
        throw trammel::Exception(where("moveAllObservations") + ": " + std::to_string(observations.size()) +
                                 " observations were given; there are " + std::to_string(getNumObservations()) + ".");
    std::copy(observations.begin(), observations.end(), observations_.begin());
}
template <class P, class I>
const P& ObservedPlaces<P, I>::getObservation(ObservationIx ox) const {
    if (!ox.isValid() || ox >= getNumObservations())
        throw trammel::IndexOutOfRange(getName(), "observation", ox, getNumObservations());
    return observations_[ox];
}

// --- Errors ---

template <class P, class I>
P ObservedPlaces<P, I>::locate(const State& state, I ix) const {
    return inGround(getAssembler().getBodyTransform(state, item(ix).body), item(ix).place);
}
template <class P, class I>
Vec3 ObservedPlaces<P, I>::findError(const State& state, I ix) const {
    const ObservationIx ox = observationOf(ix);
    const bool isObserved = ox.isValid() && getObservation(ox).allFinite();
    return isObserved ? difference(locate(state, ix), getObservation(ox)) : Vec3(0);
}

template <class P, class I>
int ObservedPlaces<P, I>::initializeCondition() const {
    orderAsItems();
    return 0;
}

template <class P, class I>
template <class Visit>
void ObservedPlaces<P, I>::visitObserved(Visit visit) const {
    for (ObservationIx ox(0); ox < getNumObservations(); ++ox) {
        const I ix = order_[std::size_t(int(ox))];
        if (ix.isValid() && item(ix).weight > 0 && observations_[ox].allFinite()) visit(ix, observations_[ox]);
    }
}

template <class P, class I>
int ObservedPlaces<P, I>::calcErrors(const State& state, Vector& errors) const {
    std::vector<Real> all;
    visitObserved([&](I ix, const P&) {
        const Vec3 error = findError(state, ix);
        all.insert(all.end(), error.data(), error.data() + 3);
    });
    errors = Vector(int(all.size()), all.data());
    return 0;
}
template <class P, class I>
int ObservedPlaces<P, I>::getNumErrors(const State&) const {
    int n = 0;
    visitObserved([&](I, const P&) { n += 3; });
    return n;
}
template <class P, class I>
int ObservedPlaces<P, I>::calcGoal(const State& state, Real& goal) const {
    Real sum = 0, weights = 0;
    visitObserved([&](I ix, const P&) {
        sum += item(ix).weight * findError(state, ix).squaredNorm();
        weights += item(ix).weight;
    });
    goal = weights > 0 ? sum / (2 * weights) : 0;
    return 0;
}

template <class P, class I>
bool ObservedPlaces<P, I>::addTo(trammel::AssemblyProblem& problem, Real weight) const {
    Real weights = 0;
    visitObserved([&](I ix, const P&) { weights += item(ix).weight; });
    visitObserved([&](I ix, const P& observation) {
        const Real part = weight == Infinity ? Infinity : weight * item(ix).weight / weights;
        addTarget(problem, item(ix).name, item(ix).body, item(ix).place, observation, part);
    });
    return true;
}

template class ObservedPlaces<Vec3, trammel::Index<struct MarkerIxTag>>;
template class ObservedPlaces<Rotation, trammel::Index<struct OSensorIxTag>>;

}  // namespace SimTK

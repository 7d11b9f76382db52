// SPDX-License-Identifier: Apache-2.0
#include "simbody/markers.h"

#include <algorithm>
#include <cmath>

#include "base/exceptions.h"
#include "simbody/assembler.h"

namespace SimTK {

namespace {
template <class Elements>
auto& elementOf(Elements& elements, int i, const char* where, const char* what) {
    if (i < 0 || i >= int(elements.size())) throw trammel::IndexOutOfRange(where, what, i, int(elements.size()));
    return elements[std::size_t(i)];
}
void requireWeight(Real weight, const char* where) {
    if (!(weight >= 0)) throw trammel::Exception(std::string(where) + ": a weight must not be negative.");
}
}  // namespace

Markers::MarkerIx Markers::addMarker(const String& name, MobilizedBodyIndex body, const Vec3& station_B, Real weight) {
    requireWeight(weight, "Markers::addMarker()");
    const int ix = getNumMarkers();
    const String unique = name.empty() ? String("Marker " + std::to_string(ix + 1)) : name;
    if (!byName_.emplace(unique, ix).second)
        throw trammel::Exception("Markers::addMarker(): there is a marker '" + unique + "' already.");
    markers_.push_back({unique, body, station_B, weight});
    return MarkerIx(ix);
}
void Markers::changeMarkerWeight(MarkerIx ix, Real weight) {
    requireWeight(weight, "Markers::changeMarkerWeight()");
    elementOf(markers_, ix, "Markers::changeMarkerWeight()", "marker").weight = weight;
}
const Markers::Marker& Markers::marker(MarkerIx ix) const { return elementOf(markers_, ix, "Markers", "marker"); }
Markers::MarkerIx Markers::getMarkerIx(const String& name) const {
    const auto found = byName_.find(name);
    return found == byName_.end() ? MarkerIx() : MarkerIx(found->second);
}

void Markers::defineObservationOrder(const std::vector<MarkerIx>& order) {
    for (const MarkerIx& ix : order)
        if (ix.isValid()) marker(ix);
    order_ = order;
    observations_.assign(order.size(), Vec3(NaN));
    ordered_ = true;
}
void Markers::defineObservationOrder(const std::vector<String>& names) {
    std::vector<MarkerIx> order;
    for (const String& name : names) order.push_back(getMarkerIx(name));
    defineObservationOrder(order);
}
void Markers::orderAsMarkers() const {
    if (ordered_) return;
    for (int i = int(order_.size()); i < getNumMarkers(); ++i) order_.push_back(MarkerIx(i));
    observations_.resize(order_.size(), Vec3(NaN));
}
Markers::MarkerIx Markers::getMarkerIxForObservation(ObservationIx ox) const {
    return elementOf(order_, ox, "Markers::getMarkerIxForObservation()", "observation");
}
Markers::ObservationIx Markers::getObservationIxForMarker(MarkerIx mx) const {
    const auto found = std::find(order_.begin(), order_.end(), mx);
    return found == order_.end() ? ObservationIx() : ObservationIx(int(found - order_.begin()));
}
void Markers::moveOneObservation(ObservationIx ox, const Vec3& observation) {
    orderAsMarkers();
    elementOf(observations_, ox, "Markers::moveOneObservation()", "observation") = observation;
}
void Markers::moveAllObservations(const std::vector<Vec3>& observations) {
    orderAsMarkers();
    if (observations.size() != observations_.size())
        throw trammel::Exception("Markers::moveAllObservations(): " + std::to_string(observations.size()) +
                                 " observations were given; there are " + std::to_string(observations_.size()) + ".");
    observations_ = observations;
}
const Vec3& Markers::getObservation(ObservationIx ox) const {
    return elementOf(observations_, ox, "Markers::getObservation()", "observation");
}

Vec3 Markers::findCurrentMarkerLocation(MarkerIx mx) const {
    const Marker& m = marker(mx);
    return getAssembler().getBodyTransform(getAssembler().getInternalState(), m.body) * m.station;
}
Real Markers::findCurrentMarkerError(MarkerIx mx) const {
    const ObservationIx ox = getObservationIxForMarker(mx);
    return ox.isValid() ? Vec3(findCurrentMarkerLocation(mx) - getObservation(ox)).norm() : NaN;
}

int Markers::initializeCondition() const {
    orderAsMarkers();
    return 0;
}

bool Markers::findError(const State& state, int observation, Vec3& error) const {
    const MarkerIx mx = order_[std::size_t(observation)];
    const Vec3& observed = observations_[std::size_t(observation)];
    if (!mx.isValid() || !observed.isFinite()) return false;
    const Marker& m = marker(mx);
    error = getAssembler().getBodyTransform(state, m.body) * m.station - observed;
    return true;
}

int Markers::calcErrors(const State& state, Vector& errors) const {
    std::vector<Real> all;
    Vec3 error;
    for (int i = 0; i < getNumObservations(); ++i)
        if (findError(state, i, error)) all.insert(all.end(), error.data(), error.data() + 3);
    errors = Vector(int(all.size()), all.data());
    return 0;
}

int Markers::calcGoal(const State& state, Real& goal) const {
    Real sum = 0, weights = 0;
    Vec3 error;
    for (int i = 0; i < getNumObservations(); ++i) {
        if (!findError(state, i, error)) continue;
        const Real weight = marker(order_[std::size_t(i)]).weight;
        sum += weight * error.squaredNorm();
        weights += weight;
    }
    goal = weights > 0 ? sum / (2 * weights) : 0;
    return 0;
}

}  // namespace SimTK

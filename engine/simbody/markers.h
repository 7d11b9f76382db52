// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "simbody/assembly_condition.h"

namespace SimTK {

/// Points of bodies that are to be as near as possible to points observed in Ground.
///
/// The goal is half the weighted mean square of the distances. A marker without an observation, or with one that is not
/// a number, does not count.
class Markers : public AssemblyCondition {
public:
    using MarkerIx = trammel::Index<struct MarkerIxTag>;
    using ObservationIx = trammel::Index<struct ObservationIxTag>;

    Markers() : AssemblyCondition("Markers") {}

    /// @param name unique; an empty one is chosen here
    /// @param weight relative to other markers, not negative
    MarkerIx addMarker(const String& name, MobilizedBodyIndex body, const Vec3& station_B, Real weight = 1);
    MarkerIx addMarker(MobilizedBodyIndex body, const Vec3& station_B, Real weight = 1) {
        return addMarker("", body, station_B, weight);
    }
    void changeMarkerWeight(MarkerIx, Real weight);

    int getNumMarkers() const { return int(markers_.size()); }
    const String& getMarkerName(MarkerIx ix) const { return marker(ix).name; }
    /// Invalid if there is none of that name.
    MarkerIx getMarkerIx(const String& name) const;
    Real getMarkerWeight(MarkerIx ix) const { return marker(ix).weight; }
    MobilizedBodyIndex getMarkerBody(MarkerIx ix) const { return marker(ix).body; }
    const Vec3& getMarkerStation(MarkerIx ix) const { return marker(ix).station; }

    /// Which marker each observation is for; an invalid index or unknown name means none. Unless this is called,
    /// observations come in the order of the markers.
    void defineObservationOrder(const std::vector<MarkerIx>& order);
    void defineObservationOrder(const std::vector<String>& names);
    int getNumObservations() const { return int(observations_.size()); }
    MarkerIx getMarkerIxForObservation(ObservationIx) const;
    bool hasMarker(ObservationIx ox) const { return getMarkerIxForObservation(ox).isValid(); }
    ObservationIx getObservationIxForMarker(MarkerIx) const;
    bool hasObservation(MarkerIx mx) const { return getObservationIxForMarker(mx).isValid(); }
    /// @param observation in Ground, m
    void moveOneObservation(ObservationIx, const Vec3& observation);
    /// One for each observation.
    void moveAllObservations(const std::vector<Vec3>& observations);
    const Vec3& getObservation(ObservationIx) const;
    const std::vector<Vec3>& getAllObservations() const { return observations_; }

    /// In the present pose of the Assembler, in Ground, m.
    Vec3 findCurrentMarkerLocation(MarkerIx) const;
    /// Distance to the observation, m; NaN if there is none.
    Real findCurrentMarkerError(MarkerIx) const;
    Real findCurrentMarkerErrorSquared(MarkerIx mx) const { return square(findCurrentMarkerError(mx)); }

    int initializeCondition() const override;
    /// Three an observed marker, m.
    int calcErrors(const State& state, Vector& errors) const override;
    int calcGoal(const State& state, Real& goal) const override;

private:
    struct Marker {
        String name;
        MobilizedBodyIndex body;
        Vec3 station;
        Real weight;
    };
    const Marker& marker(MarkerIx) const;
    /// From the observation to its marker, in G; false if there is no such pair.
    bool findError(const State&, int observation, Vec3& error) const;
    void orderAsMarkers() const;

    std::vector<Marker> markers_;
    std::unordered_map<String, int> byName_;
    // By default set as late as initializeCondition() or the first observation.
    mutable bool ordered_ = false;
    mutable std::vector<MarkerIx> order_;
    mutable std::vector<Vec3> observations_;
};

}  // namespace SimTK

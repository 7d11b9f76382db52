// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/observed_places.h"

namespace SimTK {

/// Fits points of bodies to points observed in Ground, m.
class Markers : public MarkerPlaces {
public:
    using MarkerIx = trammel::Index<struct MarkerIxTag>;

    Markers() : MarkerPlaces("Markers", "marker") {}

    /// Clears all observations and their order.
    /// @param name unique; generated if empty
    /// @param weight relative to other markers, not negative; 0: ignored
    MarkerIx addMarker(const String& name, MobilizedBodyIndex body, const Vec3& station_B, Real weight = 1) {
        return addItem(name, body, station_B, weight);
    }
    MarkerIx addMarker(MobilizedBodyIndex body, const Vec3& station_B, Real weight = 1) {
        return addMarker("", body, station_B, weight);
    }
    void changeMarkerWeight(MarkerIx ix, Real weight) { changeWeight(ix, weight); }

    int getNumMarkers() const { return numItems(); }
    const String& getMarkerName(MarkerIx ix) const { return item(ix).name; }
    /// Invalid if no marker has that name.
    MarkerIx getMarkerIx(const String& name) const { return findItem(name); }
    Real getMarkerWeight(MarkerIx ix) const { return item(ix).weight; }
    MobilizedBodyIndex getMarkerBody(MarkerIx ix) const { return item(ix).body; }
    const Vec3& getMarkerStation(MarkerIx ix) const { return item(ix).place; }
    Array_<MarkerIx> getMarkersOnBody(MobilizedBodyIndex body) const { return itemsOn(body); }

    MarkerIx getMarkerIxForObservation(ObservationIx ox) const { return itemOf(ox); }
    bool hasMarker(ObservationIx ox) const { return itemOf(ox).isValid(); }
    ObservationIx getObservationIxForMarker(MarkerIx ix) const { return observationOf(ix); }
    bool hasObservation(MarkerIx ix) const { return observationOf(ix).isValid(); }

    /// In the current pose of the Assembler, in Ground, m.
    Vec3 findCurrentMarkerLocation(MarkerIx) const;
    /// Distance from the observation, m; 0 without one.
    Real findCurrentMarkerError(MarkerIx) const;
    Real findCurrentMarkerErrorSquared(MarkerIx ix) const { return square(findCurrentMarkerError(ix)); }
};

}  // namespace SimTK

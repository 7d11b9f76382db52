// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "simbody/assembly_condition.h"

namespace SimTK {

/// Common part of Markers and OrientationSensors: places on bodies (points, or frames), and their observations in
/// Ground.
///
/// The goal is half the weighted mean square of the distances between them. Places without observation, or with NaN,
/// are ignored.
template <class Place, class ItemIx>
class ObservedPlaces : public AssemblyCondition {
public:
    using ObservationIx = trammel::Index<ObservedPlaces>;

    /// Assigns observations to places; an invalid index or unknown name means none. By default, or if empty,
    /// observations are in the order of the places.
    void defineObservationOrder(const std::vector<ItemIx>& order);
    void defineObservationOrder(const std::vector<String>& names);
    void defineObservationOrder(const std::vector<std::string>& names);
    void defineObservationOrder(int n, const char* const names[]);
    int getNumObservations() const { return int(observations_.size()); }
    /// @param observation in Ground
    void moveOneObservation(ObservationIx, const Place& observation);
    /// One per observation.
    void moveAllObservations(const std::vector<Place>& observations);
    const Place& getObservation(ObservationIx) const;
    const Array_<Place, ObservationIx>& getAllObservations() const { return observations_; }

    int initializeCondition() const override;
    /// Three per active place, m or rad.
    int calcErrors(const State& state, Vector& errors) const override;
    int getNumErrors(const State& state) const override;
    int calcGoal(const State& state, Real& goal) const override;

protected:
    struct Item {
        String name;
        MobilizedBodyIndex body;
        Place place;
        Real weight;
    };
    /// @param item display name of an item: "marker"
    ObservedPlaces(const char* name, const char* item) : AssemblyCondition(name), itemName_(item) {}

    ItemIx addItem(const String& name, MobilizedBodyIndex body, const Place& place, Real weight);
    void changeWeight(ItemIx, Real weight);
    const Item& item(ItemIx) const;
    int numItems() const { return int(items_.size()); }
    ItemIx findItem(const String& name) const;
    ItemIx itemOf(ObservationIx) const;
    ObservationIx observationOf(ItemIx) const;
    Array_<ItemIx> itemsOn(MobilizedBodyIndex) const;

    /// In Ground, in a pose of the Assembler.
    Place locate(const State&, ItemIx) const;
    /// From the observation to the item; for orientations the rotation vector, rad. Zero without observation.
    Vec3 findError(const State&, ItemIx) const;

private:
    bool addTo(trammel::AssemblyProblem&, Real weight) const override;
    std::string where(const char* function) const { return std::string(getName()) + "::" + function + "()"; }
    void requireWeight(Real weight, const char* function) const;
    void setOrder(std::vector<ItemIx> order) const;
    void orderAsItems() const;
    /// All active items with their observations.
    template <class Visit>
    void visitObserved(Visit visit) const;

    const char* itemName_;
    std::vector<Item> items_;
    std::unordered_map<std::string, int> byName_;
    // Set on demand by initializeCondition() or the first observation.
    mutable bool ordered_ = false;
    mutable std::vector<ItemIx> order_;
    mutable Array_<Place, ObservationIx> observations_;
};

using MarkerPlaces = ObservedPlaces<Vec3, trammel::Index<struct MarkerIxTag>>;
using SensorPlaces = ObservedPlaces<Rotation, trammel::Index<struct OSensorIxTag>>;
extern template class ObservedPlaces<Vec3, trammel::Index<struct MarkerIxTag>>;
extern template class ObservedPlaces<Rotation, trammel::Index<struct OSensorIxTag>>;

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simbody/observed_places.h"

namespace SimTK {

/// Fits frames of bodies to orientations observed in Ground. The distance of two orientations is the angle between
/// them, rad.
class OrientationSensors : public SensorPlaces {
public:
    using OSensorIx = trammel::Index<struct OSensorIxTag>;

    OrientationSensors() : SensorPlaces("OrientationSensors", "orientation sensor") {}

    /// Clears all observations and their order.
    /// @param name unique; generated if empty
    /// @param weight relative to other sensors, not negative; 0: ignored
    OSensorIx addOSensor(const String& name, MobilizedBodyIndex body, const Rotation& orientation_B, Real weight = 1) {
        return addItem(name, body, orientation_B, weight);
    }
    OSensorIx addOSensor(MobilizedBodyIndex body, const Rotation& orientation_B, Real weight = 1) {
        return addOSensor("", body, orientation_B, weight);
    }
    void changeOSensorWeight(OSensorIx ix, Real weight) { changeWeight(ix, weight); }

    int getNumOSensors() const { return numItems(); }
    const String& getOSensorName(OSensorIx ix) const { return item(ix).name; }
    /// Invalid if no sensor has that name.
    OSensorIx getOSensorIx(const String& name) const { return findItem(name); }
    Real getOSensorWeight(OSensorIx ix) const { return item(ix).weight; }
    MobilizedBodyIndex getOSensorBody(OSensorIx ix) const { return item(ix).body; }
    /// Its frame on the body; documented name.
    const Rotation& getOSensorStation(OSensorIx ix) const { return item(ix).place; }
    Array_<OSensorIx> getOSensorsOnBody(MobilizedBodyIndex body) const { return itemsOn(body); }

    OSensorIx getOSensorIxForObservation(ObservationIx ox) const { return itemOf(ox); }
    bool hasOSensor(ObservationIx ox) const { return itemOf(ox).isValid(); }
    ObservationIx getObservationIxForOSensor(OSensorIx ix) const { return observationOf(ix); }
    bool hasObservation(OSensorIx ix) const { return observationOf(ix).isValid(); }

    /// In the current pose of the Assembler, in Ground.
    Rotation findCurrentOSensorOrientation(OSensorIx) const;
    /// Angle to the observation, rad, from 0 to Pi; 0 without one.
    Real findCurrentOSensorError(OSensorIx) const;
};

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#include "simbody/markers.h"

#include "simbody/assembler.h"
#include "simbody/orientation_sensors.h"

namespace SimTK {

Vec3 Markers::findCurrentMarkerLocation(MarkerIx ix) const { return locate(getAssembler().getInternalState(), ix); }
Real Markers::findCurrentMarkerError(MarkerIx ix) const {
    return findError(getAssembler().getInternalState(), ix).norm();
}
Rotation OrientationSensors::findCurrentOSensorOrientation(OSensorIx ix) const {
    return locate(getAssembler().getInternalState(), ix);
}
Real OrientationSensors::findCurrentOSensorError(OSensorIx ix) const {
    return findError(getAssembler().getInternalState(), ix).norm();
}

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "math/vector.h"
#include "system/state.h"

namespace trammel {

class MultibodySystem;

/// Coordinates at given times.
struct RecordedMotion {
    /// s, strictly increasing; six at least.
    Vector times;
    /// Which coordinates of the matter subsystem the columns of values are. Those that are not given follow from the
    /// constraints, or stay where they were.
    std::vector<QIndex> coordinates;
    /// One row a time; rad and m.
    Matrix values;
    /// Which speeds the columns of speedValues are, a row a time; may be empty. Where all speeds of a joint are recorded they
    /// tell the slopes of its coordinates, and derivatives are by orders better; not used together with smoothing.
    std::vector<UIndex> speeds;
    Matrix speedValues;
    /// How much smoother than the records their curves are, see SplineFitter; 0: they pass through all of them.
    Real smoothing = 0;
};

struct InverseDynamicsOptions {
    /// Mobilizers that may drive. Empty: those with motors or locks; if there are none, all.
    std::vector<MobilizedBodyIndex> drivers;
};

/// The forces that make a mechanism move as recorded, by time.
struct InverseDynamicsResult {
    bool succeeded = false;
    /// Why not, or what is worth knowing.
    std::string message;

    /// A column of forces for each speed of a driver: N m or N.
    std::vector<UIndex> speeds;
    std::vector<std::string> speedNames;
    Matrix forces;
    /// A column for each enabled constraint equation.
    std::vector<std::string> equationNames;
    Matrix multipliers;
    /// All coordinates, speeds and accelerations as they were taken, loops closed.
    Matrix q, u, udot;
    /// Largest change of a recorded coordinate that closing the loops and smoothing took, rad or m.
    Real largestChange = 0;
    /// Largest force on a speed that no driver acts on, which the drivers could not provide.
    Real unbalanced = 0;
};

/// Generalized forces from a motion:  tau = M udot + f_inertial - f_applied + G^T lambda.
///
/// Speeds and accelerations are derivatives of polynomials of degree six through neighboring records; smoothed, if so asked, by
/// splines of degree five. Where speeds are recorded too, accelerations are derivatives of polynomials of degree eight through
/// speeds, or of degree thirteen through both: whichever agrees better, over the whole record, with a narrower one of its kind. The
/// former forgives the errors of a rough run, the latter long times between records.
/// Where loops must be closed, each pose, speed and acceleration is brought to the
/// constraints with the least kinetic energy. What constraints and drivers could do alike is split so that the sum of
/// tau_i^2 / M_ii is least, and then the multipliers' norm. Motors and locks of the model are switched off; all its other
/// forces act. @p state gives coordinates that are not recorded, parameters and z; it must be realized to Model.
///
/// Errors: an outcome for motion that the mechanism cannot follow; Exception for sizes, indices or numbers that do not do.
/// **Source:** Featherstone (2008), section 5.3, for trees; constraint forces of least norm: Udwadia, Kalaba, "Analytical
/// Dynamics" (1996), chapter 3.
InverseDynamicsResult calcInverseDynamicsOf(const MultibodySystem&, const State& state, const RecordedMotion&,
                                            const InverseDynamicsOptions& = {});

}  // namespace trammel

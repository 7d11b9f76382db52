// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "math/vector.h"
#include "system/state.h"

namespace trammel {

class MultibodySystem;

/// Recorded coordinates at given times.
struct RecordedMotion {
    /// s, strictly increasing; at least six.
    Vector times;
    /// Coordinates of the matter subsystem in the columns of values. Others follow from the constraints, or keep their
    /// values.
    std::vector<QIndex> coordinates;
    /// One row per time; rad and m.
    Matrix values;
    /// Speeds in the columns of speedValues, one row per time; may be empty. If all speeds of a joint are recorded,
    /// they determine the slopes of its coordinates, which makes derivatives far more accurate; not combined with
    /// smoothing.
    std::vector<UIndex> speeds;
    Matrix speedValues;
    /// Smoothing parameter of the curves, see SplineFitter; 0 interpolates.
    Real smoothing = 0;
};

struct InverseDynamicsOptions {
    /// Mobilizers that may drive. Empty: those with motors or locks; if none exist, all.
    std::vector<MobilizedBodyIndex> drivers;
};

/// The forces required for a recorded motion, by time.
struct InverseDynamicsResult {
    bool succeeded = false;
    /// Reason of a failure, or a remark.
    std::string message;

    /// One column of forces per driver speed: N m or N.
    std::vector<UIndex> speeds;
    std::vector<std::string> speedNames;
    Matrix forces;
    /// One column per enabled constraint equation.
    std::vector<std::string> equationNames;
    Matrix multipliers;
    /// All coordinates, speeds and accelerations used, with loops closed.
    Matrix q, u, udot;
    /// Largest change of a recorded coordinate by closing loops and smoothing, rad or m.
    Real largestChange = 0;
    /// Largest required force on a speed without driver, which the drivers cannot provide.
    Real unbalanced = 0;
};

/// Generalized forces of a motion:  tau = M udot + f_inertial - f_applied + G^T lambda.
///
/// Speeds and accelerations are derivatives of polynomials of degree six through neighboring records, or, with
/// smoothing, of splines of degree five. If speeds are recorded too, accelerations are derivatives of polynomials of
/// degree eight through speeds, or of degree thirteen through both, whichever agrees better over the whole record with
/// a narrower one of its kind: the former tolerates errors, the latter long sample intervals. With closed loops, each
/// pose, speed and acceleration is projected onto the constraints with the least kinetic energy. Forces shared by
/// constraints and drivers are split by minimizing the sum of tau_i^2 / M_ii, and then the norm of the multipliers.
/// Motors and locks of the model are disabled; all other forces act. @p state provides coordinates that are not
/// recorded, parameters and z; it must be realized to Model.
///
/// Failures are a result for a motion that the mechanism cannot follow; Exception for invalid sizes, indices or
/// numbers. **Source:** Featherstone (2008), section 5.3, for trees; constraint forces of least norm: Udwadia, Kalaba,
/// "Analytical Dynamics" (1996), chapter 3.
InverseDynamicsResult calcInverseDynamicsOf(const MultibodySystem&, const State& state, const RecordedMotion&,
                                            const InverseDynamicsOptions& = {});

}  // namespace trammel

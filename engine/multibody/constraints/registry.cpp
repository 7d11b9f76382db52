// SPDX-License-Identifier: Apache-2.0
// The constraint types in palette order. To add one: one header, one include and one row here.
#include "multibody/constraints/ball.h"
#include "multibody/constraints/constant_acceleration.h"
#include "multibody/constraints/constant_angle.h"
#include "multibody/constraints/constant_coordinate.h"
#include "multibody/constraints/constant_orientation.h"
#include "multibody/constraints/constant_speed.h"
#include "multibody/constraints/coordinate_coupler.h"
#include "multibody/constraints/ellipsoid_on_plane_contact.h"
#include "multibody/constraints/formula_constraint.h"
#include "multibody/constraints/gear.h"
#include "multibody/constraints/line_on_line_contact.h"
#include "multibody/constraints/no_slip_1d.h"
#include "multibody/constraints/point_in_plane.h"
#include "multibody/constraints/point_on_line.h"
#include "multibody/constraints/point_on_plane_contact.h"
#include "multibody/constraints/prescribed_motion.h"
#include "multibody/constraints/rack_and_pinion.h"
#include "multibody/constraints/rod.h"
#include "multibody/constraints/speed_coupler.h"
#include "multibody/constraints/sphere_on_plane_contact.h"
#include "multibody/constraints/sphere_on_sphere_contact.h"
#include "multibody/constraints/weld.h"

namespace trammel {

std::vector<TypeDescriptor> constraintTypes() {
    return {
        describeConstraint<RodConstraint>(),
        describeConstraint<BallConstraint>(),
        describeConstraint<PointInPlaneConstraint>(),
        describeConstraint<PointOnLineConstraint>(),
        describeConstraint<WeldConstraint>(),
        describeConstraint<ConstantAngleConstraint>(),
        describeConstraint<ConstantOrientationConstraint>(),
        describeConstraint<NoSlip1DConstraint>(),
        describeConstraint<PointOnPlaneContactConstraint>(),
        describeConstraint<SphereOnPlaneContactConstraint>(),
        describeConstraint<EllipsoidOnPlaneContactConstraint>(),
        describeConstraint<SphereOnSphereContactConstraint>(),
        describeConstraint<LineOnLineContactConstraint>(),
        describeConstraint<ConstantCoordinateConstraint>(),
        describeConstraint<ConstantSpeedConstraint>(),
        describeConstraint<ConstantAccelerationConstraint>(),
        describeConstraint<GearConstraint>(),
        describeConstraint<RackAndPinionConstraint>(),
        describeConstraint<FunctionCouplerConstraint>(),
        describeConstraint<FunctionSpeedCouplerConstraint>(),
        describeConstraint<FunctionOfTimeConstraint>(),
        describeConstraint<PositionFormulaConstraint>(),
        describeConstraint<SpeedFormulaConstraint>(),
        describeConstraint<AccelerationFormulaConstraint>(),
    };
}

}  // namespace trammel

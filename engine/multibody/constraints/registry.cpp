// SPDX-License-Identifier: Apache-2.0
// The constraint types, in the order the palette shows them. A new one: one header, one include and one row here.
#include "multibody/constraints/ball.h"
#include "multibody/constraints/constant_acceleration.h"
#include "multibody/constraints/constant_angle.h"
#include "multibody/constraints/constant_coordinate.h"
#include "multibody/constraints/constant_orientation.h"
#include "multibody/constraints/constant_speed.h"
#include "multibody/constraints/no_slip_1d.h"
#include "multibody/constraints/point_in_plane.h"
#include "multibody/constraints/point_on_line.h"
#include "multibody/constraints/rod.h"
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
        describeConstraint<ConstantCoordinateConstraint>(),
        describeConstraint<ConstantSpeedConstraint>(),
        describeConstraint<ConstantAccelerationConstraint>(),
    };
}

}  // namespace trammel

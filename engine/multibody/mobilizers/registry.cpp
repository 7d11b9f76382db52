// SPDX-License-Identifier: Apache-2.0
// The joint types in palette order. To add one: one header, one include and one row here.
#include "multibody/mobilizers/ball.h"
#include "multibody/mobilizers/bend_stretch.h"
#include "multibody/mobilizers/bushing.h"
#include "multibody/mobilizers/cantilever_free_beam.h"
#include "multibody/mobilizers/cylinder.h"
#include "multibody/mobilizers/ellipsoid.h"
#include "multibody/mobilizers/formula_joint.h"
#include "multibody/mobilizers/free.h"
#include "multibody/mobilizers/free_line.h"
#include "multibody/mobilizers/function_based_joint.h"
#include "multibody/mobilizers/gimbal.h"
#include "multibody/mobilizers/line_orientation.h"
#include "multibody/mobilizers/pin.h"
#include "multibody/mobilizers/planar.h"
#include "multibody/mobilizers/rail.h"
#include "multibody/mobilizers/screw.h"
#include "multibody/mobilizers/slider.h"
#include "multibody/mobilizers/slot.h"
#include "multibody/mobilizers/spherical_coords.h"
#include "multibody/mobilizers/translation.h"
#include "multibody/mobilizers/universal.h"
#include "multibody/mobilizers/weld.h"

namespace trammel {

std::vector<TypeDescriptor> mobilizerTypes() {
    return {
        describeMobilizer<PinMobilizer>(),
        describeMobilizer<SliderMobilizer>(),
        describeParameterizedMobilizer<RailMobilizer>(),
        describeParameterizedMobilizer<SlotMobilizer>(),
        describeMobilizer<UniversalMobilizer>(),
        describeMobilizer<BallMobilizer>(),
        describeMobilizer<PlanarMobilizer>(),
        describeMobilizer<TranslationMobilizer>(),
        describeMobilizer<FreeMobilizer>(),
        describeMobilizer<WeldMobilizer>(),
        describeMobilizer<CylinderMobilizer>(),
        describeParameterizedMobilizer<ScrewMobilizer>(),
        describeMobilizer<BendStretchMobilizer>(),
        describeMobilizer<GimbalMobilizer>(),
        describeMobilizer<BushingMobilizer>(),
        describeParameterizedMobilizer<SphericalCoordsMobilizer>(),
        describeParameterizedMobilizer<EllipsoidMobilizer>(),
        describeMobilizer<LineOrientationMobilizer>(),
        describeMobilizer<FreeLineMobilizer>(),
        describeParameterizedMobilizer<FunctionBasedJoint>(),
        describeParameterizedMobilizer<FormulaJoint>(),
        describeParameterizedMobilizer<CantileverFreeBeamMobilizer>(),
    };
}

}  // namespace trammel

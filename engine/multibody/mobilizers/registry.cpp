// SPDX-License-Identifier: Apache-2.0
// The joint types, in the order the palette shows them. A new joint: one header, one include and one row here.
#include "multibody/mobilizers/ball.h"
#include "multibody/mobilizers/free.h"
#include "multibody/mobilizers/pin.h"
#include "multibody/mobilizers/planar.h"
#include "multibody/mobilizers/slider.h"
#include "multibody/mobilizers/translation.h"
#include "multibody/mobilizers/universal.h"
#include "multibody/mobilizers/weld.h"

namespace trammel {

std::vector<TypeDescriptor> mobilizerTypes() {
    return {
        describeMobilizer<PinMobilizer>(),       describeMobilizer<SliderMobilizer>(),
        describeMobilizer<UniversalMobilizer>(), describeMobilizer<BallMobilizer>(),
        describeMobilizer<PlanarMobilizer>(),    describeMobilizer<TranslationMobilizer>(),
        describeMobilizer<FreeMobilizer>(),      describeMobilizer<WeldMobilizer>(),
    };
}

}  // namespace trammel

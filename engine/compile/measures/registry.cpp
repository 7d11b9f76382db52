// SPDX-License-Identifier: Apache-2.0
// The measures in palette order. To add one: one header, one include and one row here.
#include "compile/measures/delay_of.h"
#include "compile/measures/derivative_of.h"
#include "compile/measures/extreme_of.h"
#include "compile/measures/integral_of.h"
#include "compile/measures/sample_of.h"
#include "compile/measures/value_of.h"

namespace trammel {

std::vector<TypeDescriptor> measureTypes() {
    return {describeMeasure<ValueOfMeasure>(),      describeMeasure<IntegralOfMeasure>(),
            describeMeasure<DerivativeOfMeasure>(), describeMeasure<ExtremeOfMeasure>(),
            describeMeasure<DelayOfMeasure>(),      describeMeasure<SampleOfMeasure>()};
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "exploration/reducer.h"

namespace trammel {

/// Properties of responses for which an output passes a level.
inline PropertyDescriptor levelProperty() {
    return PropertyDescriptor::real(responseLevelKey, "Level", Quantity::None, 0, "The value to be passed.")
        .inAnyUnit();
}
inline PropertyDescriptor crossingDirectionProperty() {
    return PropertyDescriptor::choice(responseDirectionKey, "Direction",
                                      {{"either", "Either"}, {"rising", "Rising"}, {"falling", "Falling"}}, "either",
                                      "Which crossings count.");
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/ball_ball.h"
#include "contact/pairs/half_space_ball.h"

namespace trammel {

namespace {

// In each row the shape whose kind comes first in this table is A.
constexpr ContactPairType pairs[] = {
    {"halfSpace", "ball", calcHalfSpaceBall},
    {"ball", "ball", calcBallBall},
};

}  // namespace

const ContactPairType* findContactPair(std::string_view first, std::string_view second) {
    for (const ContactPairType& pair : pairs)
        if ((pair.shapeA == first && pair.shapeB == second) || (pair.shapeA == second && pair.shapeB == first))
            return &pair;
    return nullptr;
}

}  // namespace trammel

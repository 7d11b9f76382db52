// SPDX-License-Identifier: Apache-2.0
#include "exploration/synthesis/four_bar.h"

#include <algorithm>

namespace trammel {

Real FourBar::couplerDirection(Real crankDirection) const {
    const Complex way = rockerPivot - crankPivot - std::polar(crank, crankDirection);
    const Real d = std::abs(way);
    return std::arg(way) + branch * std::acos((square(coupler) + d * d - square(rocker)) / (2 * coupler * d));
}

Real FourBar::rockerDirection(Real crankDirection) const {
    const Complex tip =
        crankPivot + std::polar(crank, crankDirection) + std::polar(coupler, couplerDirection(crankDirection));
    return std::arg(tip - rockerPivot);
}

Complex FourBar::pointAt(Real crankDirection) const {
    return crankPivot + std::polar(crank, crankDirection) +
           Complex(along, across) * std::polar(1., couplerDirection(crankDirection));
}

bool FourBar::turnsFully() const {
    const Real g = ground();
    return coupler + rocker >= g + crank && std::abs(coupler - rocker) <= g - crank;
}

Real FourBar::leastTransmissionAngle() const {
    Real least = Pi / 2;
    for (const Real d : {ground() - crank, ground() + crank}) {
        const Real cosine = (square(coupler) + square(rocker) - d * d) / (2 * coupler * rocker);
        const Real angle = std::acos(std::clamp(cosine, -1., 1.));
        least = std::min({least, angle, Pi - angle});
    }
    return least;
}

Real FourBar::largestLength() const {
    return std::max({ground(), crank, coupler, rocker, std::abs(along), std::abs(across)});
}

}  // namespace trammel

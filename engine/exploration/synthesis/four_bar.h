// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <complex>
#include <functional>
#include <vector>

#include "math/scalar.h"

namespace trammel {

using Complex = std::complex<Real>;

/// A planar four-bar linkage with a point on its coupler; points of the plane are x + i y, in m.
///
/// The coupler leads from the tip of the crank to that of the rocker. With d = rocker pivot - crank tip its direction is
/// arg d + branch acos((coupler² + |d|² - rocker²) / (2 coupler |d|)).
struct FourBar {
    Complex crankPivot, rockerPivot;
    Real crank = 0, coupler = 0, rocker = 0;
    /// The coupler point: from the tip of the crank, in the direction of the coupler and 90° counterclockwise to it.
    Real along = 0, across = 0;
    /// 1 or -1.
    int branch = 1;

    Real ground() const { return std::abs(rockerPivot - crankPivot); }
    /// Direction of the coupler, rad; NaN if the linkage cannot be assembled there.
    Real couplerDirection(Real crankDirection) const;
    Real rockerDirection(Real crankDirection) const;
    Complex pointAt(Real crankDirection) const;
    /// True if the crank turns fully and is the shortest link.
    bool turnsFully() const;
    /// Least angle between coupler and rocker, or of its supplement, over a turn of the crank, rad. The force on the rocker is
    /// the larger the smaller it is; 40° is good.
    Real leastTransmissionAngle() const;
    /// The largest of all lengths and of the distances of the coupler point from the crank's tip.
    Real largestLength() const;
};

/// Points at a closed or open curve, m.
struct PathProblem {
    std::vector<Complex> points;
    /// Crank directions at the points relative to the first, rad, one per point; empty: free, but in the order of the
    /// points.
    std::vector<Real> crankAngles = {};
    /// True if the last point is followed by the first, in any order; for a curve without timing. The path is at most a third
    /// longer than the curve.
    bool isClosed = false;
    /// Crank pivot at the origin, rocker pivot on the positive x axis, and crankAngles are directions.
    bool isFrameFixed = false;
    /// Bound on FourBar::largestLength() and on the coordinates of the crank pivot, m.
    Real largest = Infinity;
    /// Bound on FourBar::leastTransmissionAngle(), rad.
    Real leastTransmission = 0;
};

/// A linkage whose crank turns fully, and how well it follows a path.
struct PathSolution {
    FourBar linkage;
    /// Crank directions at the points, rad.
    std::vector<Real> crankDirections;
    /// Sum of the squares of the distances, m².
    Real sum = 0;
    Real rms() const { return std::sqrt(sum / Real(crankDirections.size())); }
};

struct PathSearch {
    /// Number of linkages tried, points of a Sobol sequence.
    int starts = 4000;
    /// The best of them, which are improved.
    int improved = 150;
    /// Number of different solutions wanted.
    std::size_t solutions = 8;
    /// Called often with the fraction done, 0 to 1; false cancels. May be null.
    std::function<bool(double)> proceed = {};
};

/// The linkages that follow a path best, the best first; a function of the arguments alone. None for less than three
/// points.
///
/// For given crank angles and ratios of lengths the coupler point is a linear function of place, size, turn and coupler
/// point, which are solved for; the ratios, and the angles where free, are improved by Levenberg-Marquardt steps.
std::vector<PathSolution> findFourBars(const PathProblem& problem, const PathSearch& search = {});

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "math/scratch.h"
#include "multibody/tree/tree.h"

namespace trammel {

/// Solves A x = b with A = G M^-1 G^T by eliminating each loop at the body that carries all of it, without forming A: for
/// loops that hang on each other, A is full, but each loop meets few others below the body that carries it.
///
/// A loop's equations restrict only speeds outboard of that body. With its acceleration a given, their errors are
/// S lambda - Z^T a, and the force on it is P a + Z lambda. Elimination of lambda adds Z S^-1 Z^T to P, and the sweep of the
/// articulated-body algorithm continues with the body as if it were rigid. Time and memory are proportional to the sum of
/// the squared numbers of equations at each body. Copies have the inputs, but no factors.
///
/// **Source:** Featherstone (2008), section 7.3, with the Schur complement of each loop.
class LoopElimination {
public:
    /// An equation: the body that carries its loop, and the number of its path, the bodies between that and the ones it acts
    /// on, from high to low indices.
    struct Row {
        int carrier = 0, path = 0;
    };
    using Paths = std::vector<std::vector<int>>;
    /// Sum of the squared numbers of equations at each body.
    static double findCost(const Tree&, const std::vector<Row>&, const Paths&);

    LoopElimination() = default;
    LoopElimination(const Tree&, const std::vector<Row>&, const Paths&);

    // --- Inputs ---
    void setTree(const Tree&, const PositionKinematics&, const BodyInertias&, const PrescribedSet&);
    /// The forces of a unit multiplier on the bodies and the speeds of its path, and on the carrier.
    /// @return false if they act on bodies inboard of the carrier, which is not supported
    bool setUnitForces(int row, const SpatialVec* F, const Real* f);

    /// Equations @p isLeftOut are ignored, and have x = 0.
    /// @param damping added to the diagonal of A, by equation
    /// @param largestZero equations with scaled pivots up to this are left out
    /// @return false if another scaled pivot is at most @p smallestPivot
    bool factor(const std::vector<char>& isLeftOut, const std::vector<Real>& damping, Real largestZero,
                Real smallestPivot);
    /// True if factor() found that the equation depends on others.
    bool isDependent(int row) const { return factors_->isDependent[std::size_t(row)]; }
    /// x = A^-1 b in place, by equation.
    void solve(Real* x) const;
    /// A dependent equation as a sum of others: their coefficients, and zero for those left out.
    void combine(int dependent, Real* x) const;

private:
    struct Body {
        int parent, nu, uStart;
        /// Its equations in Structure::rows: those it carries first, then those whose path contains it.
        int firstRow, numCarried, numRows;
        /// First element of S and of epsilon.
        std::size_t S;
        int epsilon;
    };
    struct Place {
        int body, row;
    };
    struct Structure {
        std::vector<Body> bodies;
        std::vector<int> rows;
        /// For an equation that continues to the parent: its number among those there.
        std::vector<int> placeOnParent;
        /// Bodies of each equation, and its number there, from tip to carrier.
        std::vector<int> firstPlace;
        std::vector<Place> places;
        std::size_t sizeOfS = 0;
        int sizeOfEpsilon = 0, numSpeeds = 0;
    };
    struct Inputs {
        std::vector<scalar::S6> inertia;
        std::vector<scalar::V3> arm;
        std::vector<scalar::V6> H;
        std::vector<Real> rotors;
        std::vector<char> isPrescribed;
        /// -F by body and equation, and f by body, equation and speed.
        std::vector<scalar::V6> force;
        std::vector<Real> onSpeeds;
    };
    struct Factors {
        std::vector<Real> S, epsilon, DInv, size;
        std::vector<scalar::V6> Z, G;
        std::vector<scalar::S6> P;
        /// Equations eliminated at each body, in order.
        std::vector<int> pivots, numPivots;
        std::vector<char> isEliminated, isLeftOut, isDependent;
        // Scratch of solve().
        std::vector<scalar::V6> z, A;
        std::vector<Real> b, x, epsilonOfBias;
    };
    bool eliminate(const Body&, int index, Real largestZero, Real smallestPivot);
    void passOn(const Body&, int index);
    void sweepOutward() const;

    std::shared_ptr<const Structure> structure_ = std::make_shared<const Structure>();
    Inputs inputs_;
    mutable Scratch<Factors> factors_;
};

}  // namespace trammel

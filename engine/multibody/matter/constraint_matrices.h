// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "math/pivoted_cholesky.h"
#include "math/scratch.h"
#include "math/sparse_cholesky.h"
#include "multibody/matter/loop_elimination.h"
#include "multibody/tree/tree.h"
#include "system/value_text.h"

namespace trammel {

/// Constraint matrices for dynamics and projection: for each equation the part of M^-1 G^T along its path to Ground,
/// and A = G M^-1 G^T with its factors.
///
/// M^-1 = (1 - K)^T D^-1 (1 - K) in the factored form of forward dynamics. Row r has epsilon_r = (1 - K) G_r^T, zero
/// off its path, so A_rs = sum over bodies k on both paths of epsilon_rk^T D_k^-1 epsilon_sk: time and memory depend on
/// the loops, not on the size of the model. Loops that share no body are factored separately. Where many loops hang on each
/// other, A would be full: a LoopElimination takes its place. Copies share the structure, and have the values, but no
/// factors and no rank.
///
/// **Source:** Jain, Robot and Multibody Dynamics (2011), section 10.2 (operational space compliance).
class ConstraintMatrices {
public:
    /// One equation of a constraint.
    struct Equation {
        /// Index of its constraint, and its number among that constraint's equations of the same level.
        int constraint = 0, number = 0;
    };
    /// An element of a row: a body on the path, and the offset of its speeds in the row.
    struct PathBody {
        int body, element;
    };

    enum class Method { Automatic, Pairs, Elimination };

    ConstraintMatrices() = default;
    /// @param pathOf for each constraint, the bodies from those it acts on to Ground, tip first
    /// @param carrierOf for each constraint, the body that carries all of those whose speeds it restricts
    /// @param prefixes numbers of leading equations that are solved together
    ConstraintMatrices(const Tree&, const std::vector<Equation>&,
                       const std::function<const std::vector<int>&(int constraint)>& pathOf,
                       const std::function<int(int constraint)>& carrierOf, const std::vector<int>& prefixes,
                       Method = Method::Automatic);

    /// True if loops are eliminated: paths then end below the carrier.
    bool usesElimination() const { return usesElimination_; }
    LoopElimination& elimination() { return elimination_; }
    /// With elimination: the body that carries the loop of row @p row; otherwise Ground.
    int carrier(int row) const { return rows_[std::size_t(row)].carrier; }
    /// With elimination: true if the rank of the first @p n equations is certain, and all that are not zero are independent
    /// or, @p evenDependent, dependent.
    bool isCertain(int n, bool evenDependent);
    /// With elimination: lets pairs of rows take its place, made by @p makePairs the first time.
    void standInPairs(const std::function<ConstraintMatrices()>& makePairs);
    /// Returns to the elimination in whose place pairs of rows stand, so that the method depends on this pose alone.
    void resumeElimination();

    int size() const { return int(rows_.size()); }
    const Equation& equation(int row) const { return rows_[std::size_t(row)].equation; }
    const PathBody* pathBegin(int row) const { return structure_->pathBodies.data() + rows_[std::size_t(row)].path; }
    const PathBody* pathEnd(int row) const { return pathBegin(row) + rows_[std::size_t(row)].pathLength; }
    /// epsilon of row @p row, and D^-1 times it, to be filled by the caller; elements in the order of the path bodies.
    Real* epsilon(int row) { return epsilon_.data() + rows_[std::size_t(row)].element; }
    Real* DInvEpsilon(int row) { return DInvEpsilon_.data() + rows_[std::size_t(row)].element; }

    /// True if the row's multiplier is a force rather than a torque or a force on a mobility: only rows of the same
    /// kind are compared.
    void setIsForce(int row, bool isForce) { rows_[std::size_t(row)].isForce = isForce; }

    /// Forms A from epsilon of the first @p n rows. Factors are computed on demand.
    void formA(int n);
    /// Sets the pose error (m or rad): equations that are dependent at closed poses are only nearly so at open ones.
    void setPoseError(Real error);
    /// True if some of the first @p n equations, one of the prefixes, are redundant.
    bool isRedundant(int n);
    /// x = A^+ b for the first @p n equations, one of the prefixes; may be in place. Minimum norm if redundant.
    void solve(int n, const Real* b, Real* x);

    /// Decides which of the first @p n equations, one of the prefixes, are independent, regardless of the pose error.
    /// Factors for solve() are lost. @return their number
    int findRank(int n);
    /// After findRank(@p n): a redundant equation as a sum of independent ones.
    struct RedundantRow {
        int row;
        /// Independent rows and their coefficients; none if nothing can move by the row.
        std::vector<std::pair<int, Real>> parts;
    };
    /// Ascending.
    std::vector<RedundantRow> findRedundantRows(int n) const;
    /// Adds @p damping times a scale for each row to the diagonal of A, for the first @p n rows.
    void damp(int n, Real damping, const Real* scales);
    /// Row @p r times itself: A_rr; with elimination, for a carrier that is held.
    Real diagonal(int r) const { return diagonal_[std::size_t(r)]; }

    /// out += sum of lambda_r epsilon_r over the first @p n rows, by speeds of the tree.
    void addInEpsilon(const Tree&, int n, const Real* lambda, Real* out) const;
    /// The leading @p n rows and columns of A, as a dense matrix. Without elimination only.
    void copyDenseA(int n, Matrix& A) const;
    /// Compares values, regardless of whether they have been factored.
    friend bool operator==(const ConstraintMatrices& a, const ConstraintMatrices& b) {
        return a.epsilon_ == b.epsilon_ && a.DInvEpsilon_ == b.DInvEpsilon_ && a.diagonal_ == b.diagonal_ &&
               a.lower_ == b.lower_ && a.isSilent_ == b.isSilent_;
    }
    /// A, unless it is large or loops are eliminated, and epsilon of each equation by the speeds on its path.
    void writeForPeople(TextWriter& out) const;
    Matrix denseA(int n) const {
        Matrix A;
        copyDenseA(n, A);
        return A;
    }

private:
    struct Row {
        Equation equation;
        int path = 0, pathLength = 0, element = 0;
        // Elements of A left of the diagonal.
        int firstCoupling = 0, lastCoupling = 0;
        bool isForce = false;
        int carrier = 0;
    };
    /// An off-diagonal element of A: the products it sums.
    struct Coupling {
        int column, firstProduct, lastProduct;
    };
    struct Product {
        int left, right, n;
    };
    /// Large for many loops that meet; copies share it.
    struct Structure {
        std::vector<PathBody> pathBodies;
        std::vector<Coupling> couplings;
        std::vector<Product> products;
    };
    /// Equations coupled by shared bodies.
    struct Group {
        std::vector<int> rows;
        /// Elements of A in the group's matrix, in the order of the sparse factorization.
        std::shared_ptr<const std::vector<int>> couplings;
        SparseCholesky sparse;
        struct Numbers {
            PivotedCholesky dense;
            Matrix A;
            std::vector<Real> diagonal, lower, sizes, x;
            bool isDense = false;
            /// Found by findRank(), by element of rows.
            std::vector<char> isRedundant;
        };
        Scratch<Numbers> numbers;
    };
    /// False in a copy.
    struct OwnFlag {
        bool isSet = false;
        OwnFlag() = default;
        ~OwnFlag() = default;
        OwnFlag(const OwnFlag& /*other*/) {}
        OwnFlag& operator=(const OwnFlag& /*other*/) {
            isSet = false;
            return *this;
        }
    };
    /// The groups of the leading n equations.
    struct Prefix {
        int n = 0;
        std::vector<Group> groups;
        OwnFlag factored;
    };
    void makePairs(const Tree&, const std::vector<int>& prefixes);
    bool eliminate(int n, Real largestZero, Real smallestPivot);
    void requireElimination(int n);
    Prefix& factoredPrefix(int n);
    void loadValues(Group&) const;
    void formDense(Group&) const;
    void analyze(Prefix&) const;
    /// Removes equations that nearly vanish at a singular pose, and determines the weights of others.
    void silenceVanishingRows(int n);
    void factor(Prefix&);

    std::vector<Row> rows_;
    std::shared_ptr<const Structure> structure_ = std::make_shared<const Structure>();
    std::vector<Prefix> prefixes_;
    std::vector<Real> epsilon_, DInvEpsilon_, diagonal_, lower_, size_;
    std::vector<char> isSilent_;
    bool usesElimination_ = false;
    LoopElimination elimination_;
    /// Added to the diagonal; rows beyond those asked for, silent ones and those by which nothing moves.
    std::vector<Real> damping_, eliminationX_;
    std::vector<char> isIgnored_;
    OwnFlag eliminated_;
    int eliminatedRows_ = 0;
    /// The elimination in whose place these pairs stand, or the pairs that have stood in for this elimination; at most one.
    std::vector<ConstraintMatrices> other_;
    Real rankTolerance_ = PivotedCholesky::defaultRankTolerance;
};

}  // namespace trammel

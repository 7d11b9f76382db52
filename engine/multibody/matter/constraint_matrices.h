// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "math/pivoted_cholesky.h"
#include "math/sparse_cholesky.h"
#include "multibody/tree/tree.h"
#include "system/value_text.h"

namespace trammel {

/// What dynamics and projection need of the constraints: for each equation the part of M^-1 G^T that its own path to
/// Ground sees, and A = G M^-1 G^T with its factors.
///
/// M^-1 = (1 - K)^T D^-1 (1 - K) in the factored form of forward dynamics. Row r has epsilon_r = (1 - K) G_r^T, zero off
/// its path, so A_rs = sum over bodies k on both paths of epsilon_rk^T D_k^-1 epsilon_sk: time and memory follow the
/// loops, not the model. Loops that share no body are factored apart.
///
/// **Source:** Jain, Robot and Multibody Dynamics (2011), section 10.2 (operational space compliance).
class ConstraintMatrices {
public:
    /// One equation of a constraint.
    struct Equation {
        /// Its constraint, and its number among that one's equations of its level.
        int constraint = 0, number = 0;
    };
    /// An element of a row: a body on the path, and where its speeds stand in the row.
    struct PathBody {
        int body, element;
    };

    ConstraintMatrices() = default;
    /// @param pathOf of each constraint, the bodies between what it acts on and Ground, tip first
    /// @param prefixes how many leading equations are ever solved for at once
    ConstraintMatrices(const Tree&, const std::vector<Equation>&,
                       const std::function<const std::vector<int>&(int constraint)>& pathOf,
                       const std::vector<int>& prefixes);

    int size() const { return int(rows_.size()); }
    const Equation& equation(int row) const { return rows_[std::size_t(row)].equation; }
    const PathBody* pathBegin(int row) const { return pathBodies_.data() + rows_[std::size_t(row)].path; }
    const PathBody* pathEnd(int row) const { return pathBegin(row) + rows_[std::size_t(row)].pathLength; }
    /// epsilon of row @p row, and D^-1 times it, to be filled in; elements as the path bodies say.
    Real* epsilon(int row) { return epsilon_.data() + rows_[std::size_t(row)].element; }
    Real* DInvEpsilon(int row) { return DInvEpsilon_.data() + rows_[std::size_t(row)].element; }

    /// Whether the row's multiplier is a force rather than a couple or a force on a mobility: rows are compared with
    /// their like only.
    void setIsForce(int row, bool isForce) { rows_[std::size_t(row)].isForce = isForce; }

    /// A from the first @p n rows' epsilon. Factors are made when they are first needed.
    void formA(int n);
    /// How far open the constraints are (m or rad) at the pose of the matrices: equations that depend on each other where
    /// loops are closed do so only nearly where they are not.
    void setPoseError(Real error);
    /// Whether some of the first @p n equations, one of the prefixes, depend on others.
    bool isRedundant(int n);
    /// x = A^+ b for the first @p n equations, one of the prefixes; may be in place. Minimum norm where they depend.
    void solve(int n, const Real* b, Real* x);
    /// out += sum of lambda_r epsilon_r over the first @p n rows, by speeds of the tree.
    void addInEpsilon(const Tree&, int n, const Real* lambda, Real* out) const;
    /// The leading @p n rows and columns of A, as one matrix.
    void copyDenseA(int n, Matrix& A) const;
    /// The same numbers, whether or not they have been factored yet.
    friend bool operator==(const ConstraintMatrices& a, const ConstraintMatrices& b) {
        return a.epsilon_ == b.epsilon_ && a.DInvEpsilon_ == b.DInvEpsilon_ && a.diagonal_ == b.diagonal_ &&
               a.lower_ == b.lower_ && a.isSilent_ == b.isSilent_;
    }
    /// A, and of each equation epsilon by the speeds on its path.
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
    };
    /// An element of A off its diagonal: the products that it sums.
    struct Coupling {
        int column, firstProduct, lastProduct;
    };
    struct Product {
        int left, right, n;
    };
    /// Equations that depend on each other through the bodies they share.
    struct Group {
        std::vector<int> rows;
        /// Which elements of A make the group's matrix, in the order of the sparse factor.
        std::vector<int> couplings;
        SparseCholesky sparse;
        PivotedCholesky dense;
        Matrix A;
        std::vector<Real> diagonal, lower, sizes, x;
        bool isDense = false;
    };
    /// The groups of the leading n equations.
    struct Prefix {
        int n = 0;
        std::vector<Group> groups;
        bool factored = false;
    };
    Prefix& factoredPrefix(int n);
    void analyze(Prefix&) const;
    /// Takes equations out that nearly vanish where the mechanism passes a singular pose, and finds how much others count.
    void silenceVanishingRows(int n);
    void factor(Prefix&);

    std::vector<Row> rows_;
    std::vector<PathBody> pathBodies_;
    std::vector<Coupling> couplings_;
    std::vector<Product> products_;
    std::vector<Prefix> prefixes_;
    std::vector<Real> epsilon_, DInvEpsilon_, diagonal_, lower_, size_;
    std::vector<char> isSilent_;
    Real rankTolerance_ = PivotedCholesky::defaultRankTolerance;
};

}  // namespace trammel

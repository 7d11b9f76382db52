// SPDX-License-Identifier: Apache-2.0
#include "multibody/matter/constraint_matrices.h"

#include <algorithm>
#include <numeric>

#include "base/exceptions.h"

namespace trammel {

namespace {
/// If the scaled pivots stay above this, the rank is certain and the sparse factors suffice; otherwise the
/// rank-revealing factorization decides. Far above the rank tolerance, since the sparse factorization does not pivot.
constexpr Real beyondDoubt = 1e-6, beyondRankTolerance = 10;

/// An equation whose row is this small relative to the others of its constraint and unit (squared, in the metric of A)
/// is only rounding: the constraint passes a singular pose. At a distance d from such a pose its row is of order d, and
/// rounding errors of accelerations are of order 1e-15 / d.
constexpr Real vanishing = 1e-11;
/// In redundant groups, rows (squared, as above) shorter than this fraction of the longest of their kind are weighted
/// less, since rounding errors are equal in all.
constexpr Real shortRow = 1e-2;

/// Deviation (rad) of nearly dependent equations per m or rad of pose error, and the largest pivot that counts as zero
/// because of it. Runge-Kutta stages have such pose errors: the linkages of Bennett and Bricard would lock otherwise.
constexpr Real leaningByPoseError = 10, largestRankTolerance = 1e-4;
}  // namespace

ConstraintMatrices::ConstraintMatrices(const Tree& tree, const std::vector<Equation>& equations,
                                       const std::function<const std::vector<int>&(int)>& pathOf,
                                       const std::vector<int>& prefixes) {
    int elements = 0;
    for (const Equation& equation : equations) {
        Row row;
        row.equation = equation;
        row.path = int(pathBodies_.size());
        const std::vector<int>& path = pathOf(equation.constraint);
        row.pathLength = int(path.size());
        row.element = elements;
        int element = 0;
        for (int b : path) {
            pathBodies_.push_back({b, element});
            element += tree[b].nu;
        }
        elements += element;
        // Couplings with the preceding equations. Both paths run from high to low body indices.
        row.firstCoupling = int(couplings_.size());
        for (int other = 0; other < int(rows_.size()); ++other) {
            Coupling coupling{other, int(products_.size()), int(products_.size())};
            const PathBody* right = pathBegin(other);
            for (const PathBody* left = pathBodies_.data() + row.path; left != pathBodies_.data() + pathBodies_.size();
                 ++left) {
                while (right != pathEnd(other) && right->body > left->body) ++right;
                if (right == pathEnd(other)) break;
                if (right->body != left->body || tree[left->body].nu == 0) continue;
                products_.push_back({row.element + left->element, rows_[std::size_t(other)].element + right->element,
                                     tree[left->body].nu});
            }
            coupling.lastProduct = int(products_.size());
            if (coupling.lastProduct > coupling.firstProduct) couplings_.push_back(coupling);
        }
        row.lastCoupling = int(couplings_.size());
        rows_.push_back(row);
    }
    epsilon_.resize(std::size_t(elements));
    DInvEpsilon_.resize(std::size_t(elements));
    diagonal_.resize(rows_.size());
    isSilent_.resize(rows_.size());
    size_.resize(rows_.size());
    lower_.resize(couplings_.size());
    for (int n : prefixes) {
        if (std::any_of(prefixes_.begin(), prefixes_.end(), [n](const Prefix& p) { return p.n == n; })) continue;
        prefixes_.emplace_back().n = n;
        analyze(prefixes_.back());
    }
}

void ConstraintMatrices::analyze(Prefix& prefix) const {
    // Coupled rows share a leader.
    std::vector<int> leader(std::size_t(prefix.n));
    std::iota(leader.begin(), leader.end(), 0);
    const auto leaderOf = [&](int r) {
        while (leader[std::size_t(r)] != r) r = leader[std::size_t(r)];
        return r;
    };
    for (int r = 0; r < prefix.n; ++r)
        for (int c = rows_[std::size_t(r)].firstCoupling; c < rows_[std::size_t(r)].lastCoupling; ++c)
            leader[std::size_t(leaderOf(couplings_[std::size_t(c)].column))] = leaderOf(r);

    for (int first = 0; first < prefix.n; ++first) {
        const int own = leaderOf(first);
        const auto& known = prefix.groups;
        if (std::any_of(known.begin(), known.end(), [&](const Group& g) { return leaderOf(g.rows[0]) == own; }))
            continue;
        Group group;
        std::vector<int> place(std::size_t(prefix.n), -1);
        for (int r = first; r < prefix.n; ++r)
            if (leaderOf(r) == own) {
                place[std::size_t(r)] = int(group.rows.size());
                group.rows.push_back(r);
            }
        std::vector<std::vector<int>> lower;
        for (int r : group.rows) {
            lower.emplace_back();
            for (int c = rows_[std::size_t(r)].firstCoupling; c < rows_[std::size_t(r)].lastCoupling; ++c) {
                lower.back().push_back(place[std::size_t(couplings_[std::size_t(c)].column)]);
                group.couplings.push_back(c);
            }
        }
        group.sparse.analyze(lower);
        group.diagonal.resize(group.rows.size());
        group.x.resize(group.rows.size());
        group.sizes.resize(group.rows.size());
        group.lower.resize(group.couplings.size());
        prefix.groups.push_back(std::move(group));
    }
}

void ConstraintMatrices::formA(int n) {
    const auto product = [&](int left, int right, int count) {
        Real sum = 0;
        for (int i = 0; i < count; ++i) sum += epsilon_[std::size_t(left + i)] * DInvEpsilon_[std::size_t(right + i)];
        return sum;
    };
    for (int r = 0; r < n; ++r) {
        const Row& row = rows_[std::size_t(r)];
        const int end = std::size_t(r) + 1 < rows_.size() ? rows_[std::size_t(r) + 1].element : int(epsilon_.size());
        diagonal_[std::size_t(r)] = product(row.element, row.element, end - row.element);
        for (int c = row.firstCoupling; c < row.lastCoupling; ++c) {
            const Coupling& coupling = couplings_[std::size_t(c)];
            Real sum = 0;
            for (int p = coupling.firstProduct; p < coupling.lastProduct; ++p) {
                const Product& part = products_[std::size_t(p)];
                sum += product(part.left, part.right, part.n);
            }
            lower_[std::size_t(c)] = sum;
        }
    }
    silenceVanishingRows(n);
    for (Prefix& prefix : prefixes_) prefix.factored = false;
}

void ConstraintMatrices::silenceVanishingRows(int n) {
    bool any = false;
    for (int first = 0; first < n;) {
        int end = first;
        Real strongestOf[2] = {0, 0};
        const int constraint = rows_[std::size_t(first)].equation.constraint;
        for (; end < n && rows_[std::size_t(end)].equation.constraint == constraint; ++end) {
            Real& strongest = strongestOf[rows_[std::size_t(end)].isForce];
            strongest = std::max(strongest, diagonal_[std::size_t(end)]);
        }
        for (int r = first; r < end; ++r) {
            // Exact zeros are left to the rank-revealing factorization.
            const Real own = diagonal_[std::size_t(r)], strongest = strongestOf[rows_[std::size_t(r)].isForce];
            size_[std::size_t(r)] = std::max(own, shortRow * strongest);
            isSilent_[std::size_t(r)] = own > 0 && own < vanishing * strongest;
            if (!isSilent_[std::size_t(r)]) continue;
            // Decoupled and stiff: its multiplier is almost zero.
            diagonal_[std::size_t(r)] = size_[std::size_t(r)] = strongest;
            any = true;
        }
        first = end;
    }
    if (!any) return;
    for (int r = 0; r < n; ++r)
        for (int c = rows_[std::size_t(r)].firstCoupling; c < rows_[std::size_t(r)].lastCoupling; ++c)
            if (isSilent_[std::size_t(r)] || isSilent_[std::size_t(couplings_[std::size_t(c)].column)])
                lower_[std::size_t(c)] = 0;
}

void ConstraintMatrices::factor(Prefix& prefix) {
    for (Group& group : prefix.groups) {
        const std::size_t n = group.rows.size();
        for (std::size_t i = 0; i < n; ++i) group.diagonal[i] = diagonal_[std::size_t(group.rows[i])];
        for (std::size_t i = 0; i < group.couplings.size(); ++i)
            group.lower[i] = lower_[std::size_t(group.couplings[i])];
        group.isDense = !group.sparse.factor(group.diagonal.data(), group.lower.data(),
                                             std::max(beyondDoubt, beyondRankTolerance * rankTolerance_));
        if (!group.isDense) continue;
        Matrix& A = group.A;
        A.resize(int(n), int(n));
        A.setZero();
        std::size_t next = 0;
        for (std::size_t i = 0; i < n; ++i) {
            A(int(i), int(i)) = group.diagonal[i];
            const Row& row = rows_[std::size_t(group.rows[i])];
            for (int c = row.firstCoupling; c < row.lastCoupling; ++c) {
                const auto column =
                    std::lower_bound(group.rows.begin(), group.rows.end(), couplings_[std::size_t(c)].column);
                A(int(i), int(column - group.rows.begin())) = group.lower[next++];
            }
        }
        for (std::size_t i = 0; i < n; ++i) group.sizes[i] = size_[std::size_t(group.rows[i])];
        group.dense.factor(A, int(n), rankTolerance_, group.sizes.data());
    }
    prefix.factored = true;
}

void ConstraintMatrices::setPoseError(Real error) {
    const Real tolerance =
        std::clamp(square(leaningByPoseError * error), PivotedCholesky::defaultRankTolerance, largestRankTolerance);
    if (tolerance == rankTolerance_) return;
    rankTolerance_ = tolerance;
    for (Prefix& prefix : prefixes_) prefix.factored = false;
}

ConstraintMatrices::Prefix& ConstraintMatrices::factoredPrefix(int n) {
    const auto prefix = std::find_if(prefixes_.begin(), prefixes_.end(), [n](const Prefix& p) { return p.n == n; });
    if (prefix == prefixes_.end())
        throw Exception("ConstraintMatrices: this prefix of the equations was not declared.");
    if (!prefix->factored) factor(*prefix);
    return *prefix;
}

bool ConstraintMatrices::isRedundant(int n) {
    const auto& groups = factoredPrefix(n).groups;
    return std::any_of(groups.begin(), groups.end(),
                       [](const Group& g) { return g.isDense && g.dense.rank() < g.dense.size(); });
}

void ConstraintMatrices::solve(int n, const Real* b, Real* x) {
    for (Group& group : factoredPrefix(n).groups) {
        for (std::size_t i = 0; i < group.rows.size(); ++i) group.x[i] = b[group.rows[i]];
        if (group.isDense)
            group.dense.solve(group.x.data(), group.x.data());
        else
            group.sparse.solve(group.x.data());
        for (std::size_t i = 0; i < group.rows.size(); ++i) x[group.rows[i]] = group.x[i];
    }
}

void ConstraintMatrices::addInEpsilon(const Tree& tree, int n, const Real* lambda, Real* out) const {
    for (int r = 0; r < n; ++r) {
        const Real* epsilon = epsilon_.data() + rows_[std::size_t(r)].element;
        for (const PathBody* p = pathBegin(r); p != pathEnd(r); ++p) {
            const TreeNode& node = tree[p->body];
            for (int i = 0; i < node.nu; ++i) out[node.uStart + i] += lambda[r] * epsilon[p->element + i];
        }
    }
}

void ConstraintMatrices::copyDenseA(int n, Matrix& A) const {
    A.resize(n, n);
    A.setZero();
    for (int r = 0; r < n; ++r) {
        A(r, r) = diagonal_[std::size_t(r)];
        for (int c = rows_[std::size_t(r)].firstCoupling; c < rows_[std::size_t(r)].lastCoupling; ++c) {
            const int column = couplings_[std::size_t(c)].column;
            A(r, column) = A(column, r) = lower_[std::size_t(c)];
        }
    }
}

void ConstraintMatrices::writeForPeople(TextWriter& out) const {
    // Larger matrices are not readable.
    constexpr int largest = 100;
    out.word("[");
    if (size() <= largest) {
        out.field("A = G M^-1 ~G").word("[").shape(size(), size(), false, false);
        const Matrix A = denseA(size());
        for (std::ptrdiff_t i = 0; i < A.size(); ++i) out.real(A.data()[i]);
        out.word("]");
    }
    out.field("epsilon[equation]").word("[").count(size());
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        const std::size_t end = r + 1 < rows_.size() ? std::size_t(rows_[r + 1].element) : epsilon_.size();
        out.word("[");
        for (std::size_t i = std::size_t(rows_[r].element); i < end; ++i) out.real(epsilon_[i]);
        out.word("]");
    }
    out.word("]").word("]");
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "multibody/matter/constraint_matrices.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/exceptions.h"
#include "base/numerical_failure.h"
#include "math/dense_solvers.h"

namespace trammel {

namespace {
/// If the scaled pivots stay above this, the rank is certain and the sparse factors suffice; otherwise the
/// rank-revealing factorization decides. Far above the rank tolerance, since the sparse factorization does not pivot.
constexpr Real beyondDoubt = 1e-6, beyondRankTolerance = 10;

/// Loops are eliminated along the tree if there are more rows than this, and many times as many pairs that would couple.
constexpr std::size_t manyRows = 200;
constexpr double manyTimes = 8;

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

template <typename Predicate>
bool anyRow(int n, const Predicate& is) {
    for (int r = 0; r < n; ++r)
        if (is(r)) return true;
    return false;
}
}  // namespace

ConstraintMatrices::ConstraintMatrices(const Tree& tree, const std::vector<Equation>& equations,
                                       const std::function<const std::vector<int>&(int)>& pathOf,
                                       const std::function<int(int)>& carrierOf, const std::vector<int>& prefixes,
                                       Method method) {
    // Paths without the bodies from the carrier to Ground, and the loops that meet on bodies that Ground carries.
    std::vector<std::vector<int>> paths;
    std::vector<LoopElimination::Row> carried;
    std::vector<double> meeting(tree.nodes.size(), 0);
    std::vector<char> isInboard(tree.nodes.size(), 0);
    const bool mayEliminate =
        method == Method::Elimination || (method == Method::Automatic && equations.size() > manyRows);
    for (std::size_t r = 0; mayEliminate && r < equations.size(); ++r) {
        const int constraint = equations[r].constraint, carrier = carrierOf(constraint);
        if (r > 0 && equations[r - 1].constraint == constraint) {
            carried.push_back(carried.back());
        } else {
            for (int b = carrier; b > 0; b = tree[b].parent) isInboard[std::size_t(b)] = 1;
            paths.emplace_back();
            for (const int b : pathOf(constraint))
                if (!isInboard[std::size_t(b)]) paths.back().push_back(b);
            for (int b = carrier; b > 0; b = tree[b].parent) isInboard[std::size_t(b)] = 0;
            carried.push_back({carrier, int(paths.size()) - 1});
        }
        for (const int b : pathOf(constraint))
            if (tree[b].parent == 0) ++meeting[std::size_t(b)];
    }
    if (mayEliminate) {
        double pairs = 0;
        for (const double n : meeting) pairs += n * n;
        usesElimination_ =
            method == Method::Elimination || pairs > manyTimes * LoopElimination::findCost(tree, carried, paths);
    }

    // Equations of one constraint share a path.
    const auto made = std::make_shared<Structure>();
    int elements = 0, pathElements = 0;
    for (std::size_t r = 0; r < equations.size(); ++r) {
        Row row;
        if (rows_.empty() || rows_.back().equation.constraint != equations[r].constraint) {
            row.path = int(made->pathBodies.size());
            pathElements = 0;
            const int constraint = equations[r].constraint;
            for (const int b : usesElimination_ ? paths[std::size_t(carried[r].path)] : pathOf(constraint)) {
                made->pathBodies.push_back({b, pathElements});
                pathElements += tree[b].nu;
                ++row.pathLength;
            }
        } else {
            row.path = rows_.back().path;
            row.pathLength = rows_.back().pathLength;
        }
        row.equation = equations[r];
        row.element = elements;
        elements += pathElements;
        if (usesElimination_) row.carrier = carried[r].carrier;
        rows_.push_back(row);
    }
    structure_ = made;
    epsilon_.resize(std::size_t(elements));
    DInvEpsilon_.resize(std::size_t(elements));
    diagonal_.resize(rows_.size());
    isSilent_.resize(rows_.size());
    size_.resize(rows_.size());
    if (usesElimination_) {
        elimination_ = LoopElimination(tree, carried, paths);
        damping_.assign(rows_.size(), 0);
        isIgnored_.assign(rows_.size(), 0);
    } else
        makePairs(tree, prefixes);
}

void ConstraintMatrices::makePairs(const Tree& tree, const std::vector<int>& prefixes) {
    // Both paths of a pair run from high to low body indices. Runs of elements that follow each other in both are one product.
    const auto made = std::make_shared<Structure>(*structure_);
    struct Block {
        int firstRow, lastRow;
    };
    std::vector<Block> blocks;
    for (int r = 0; r < size(); ++r) {
        if (r == 0 || rows_[std::size_t(r)].equation.constraint != rows_[std::size_t(r) - 1].equation.constraint)
            blocks.push_back({r, r});
        blocks.back().lastRow = r + 1;
    }
    struct Runs {
        const Block* other;
        std::vector<Product> products;
    };
    for (const Block& block : blocks) {
        std::vector<Runs> shared;
        for (const Block* other = blocks.data(); other <= &block; ++other) {
            Runs runs{other, {}};
            const PathBody* right = pathBegin(other->firstRow);
            const PathBody* const rightEnd = pathEnd(other->firstRow);
            for (const PathBody* left = pathBegin(block.firstRow); left != pathEnd(block.firstRow); ++left) {
                while (right != rightEnd && right->body > left->body) ++right;
                if (right == rightEnd) break;
                if (right->body != left->body || tree[left->body].nu == 0) continue;
                Product* const last = runs.products.empty() ? nullptr : &runs.products.back();
                if (last && last->left + last->n == left->element && last->right + last->n == right->element)
                    last->n += tree[left->body].nu;
                else
                    runs.products.push_back({left->element, right->element, tree[left->body].nu});
            }
            if (!runs.products.empty()) shared.push_back(std::move(runs));
        }
        for (int r = block.firstRow; r < block.lastRow; ++r) {
            Row& row = rows_[std::size_t(r)];
            row.firstCoupling = int(made->couplings.size());
            for (const Runs& runs : shared)
                for (int column = runs.other->firstRow; column < std::min(r, runs.other->lastRow); ++column) {
                    const int first = int(made->products.size());
                    for (const Product& run : runs.products)
                        made->products.push_back(
                            {row.element + run.left, rows_[std::size_t(column)].element + run.right, run.n});
                    made->couplings.push_back({column, first, int(made->products.size())});
                }
            row.lastCoupling = int(made->couplings.size());
        }
    }
    structure_ = made;
    lower_.resize(made->couplings.size());
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
        while (leader[std::size_t(r)] != r) r = leader[std::size_t(r)] = leader[std::size_t(leader[std::size_t(r)])];
        return r;
    };
    for (int r = 0; r < prefix.n; ++r)
        for (int c = rows_[std::size_t(r)].firstCoupling; c < rows_[std::size_t(r)].lastCoupling; ++c)
            leader[std::size_t(leaderOf(structure_->couplings[std::size_t(c)].column))] = leaderOf(r);

    std::vector<int> groupOf(std::size_t(prefix.n), -1), place(std::size_t(prefix.n), -1);
    for (int r = 0; r < prefix.n; ++r) {
        int& own = groupOf[std::size_t(leaderOf(r))];
        if (own < 0) own = int(prefix.groups.size()), prefix.groups.emplace_back();
        std::vector<int>& rows = prefix.groups[std::size_t(own)].rows;
        place[std::size_t(r)] = int(rows.size());
        rows.push_back(r);
    }
    for (Group& group : prefix.groups) {
        std::vector<std::vector<int>> lower;
        const auto couplings = std::make_shared<std::vector<int>>();
        for (int r : group.rows) {
            lower.emplace_back();
            for (int c = rows_[std::size_t(r)].firstCoupling; c < rows_[std::size_t(r)].lastCoupling; ++c) {
                lower.back().push_back(place[std::size_t(structure_->couplings[std::size_t(c)].column)]);
                couplings->push_back(c);
            }
        }
        group.couplings = couplings;
        group.sparse.analyze(lower);
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
            const Coupling& coupling = structure_->couplings[std::size_t(c)];
            Real sum = 0;
            // Nothing moves by some equations of a planar loop.
            const bool isZero = diagonal_[std::size_t(r)] == 0 || diagonal_[std::size_t(coupling.column)] == 0;
            for (int p = coupling.firstProduct; !isZero && p < coupling.lastProduct; ++p) {
                const Product& part = structure_->products[std::size_t(p)];
                sum += product(part.left, part.right, part.n);
            }
            lower_[std::size_t(c)] = sum;
        }
    }
    silenceVanishingRows(n);
    std::ranges::fill(damping_, 0);
    eliminated_.isSet = false;
    for (Prefix& prefix : prefixes_) prefix.factored.isSet = false;
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
            if (isSilent_[std::size_t(r)] || isSilent_[std::size_t(structure_->couplings[std::size_t(c)].column)])
                lower_[std::size_t(c)] = 0;
}

void ConstraintMatrices::loadValues(Group& group) const {
    Group::Numbers& numbers = *group.numbers;
    for (std::vector<Real>* each : {&numbers.diagonal, &numbers.sizes, &numbers.x}) each->resize(group.rows.size());
    numbers.lower.resize(group.couplings->size());
    for (std::size_t i = 0; i < group.rows.size(); ++i) {
        numbers.diagonal[i] = diagonal_[std::size_t(group.rows[i])];
        numbers.sizes[i] = size_[std::size_t(group.rows[i])];
    }
    for (std::size_t i = 0; i < numbers.lower.size(); ++i)
        numbers.lower[i] = lower_[std::size_t((*group.couplings)[i])];
}

void ConstraintMatrices::formDense(Group& group) const {
    const std::size_t n = group.rows.size();
    Matrix& A = group.numbers->A;
    A.resize(int(n), int(n));
    A.setZero();
    std::size_t next = 0;
    for (std::size_t i = 0; i < n; ++i) {
        A(int(i), int(i)) = group.numbers->diagonal[i];
        const Row& row = rows_[std::size_t(group.rows[i])];
        for (int c = row.firstCoupling; c < row.lastCoupling; ++c) {
            const auto column =
                std::lower_bound(group.rows.begin(), group.rows.end(), structure_->couplings[std::size_t(c)].column);
            A(int(i), int(column - group.rows.begin())) = group.numbers->lower[next++];
        }
    }
}

void ConstraintMatrices::factor(Prefix& prefix) {
    for (Group& group : prefix.groups) {
        loadValues(group);
        group.numbers->isDense = !group.sparse.factor(group.numbers->diagonal.data(), group.numbers->lower.data(),
                                                      std::max(beyondDoubt, beyondRankTolerance * rankTolerance_));
        if (!group.numbers->isDense) continue;
        formDense(group);
        group.numbers->dense.factor(group.numbers->A, int(group.rows.size()), rankTolerance_,
                                    group.numbers->sizes.data());
    }
    prefix.factored.isSet = true;
}

void ConstraintMatrices::setPoseError(Real error) {
    const Real tolerance =
        std::clamp(square(leaningByPoseError * error), PivotedCholesky::defaultRankTolerance, largestRankTolerance);
    if (tolerance == rankTolerance_) return;
    rankTolerance_ = tolerance;
    eliminated_.isSet = false;
    for (Prefix& prefix : prefixes_) prefix.factored.isSet = false;
}

namespace {
auto& prefixOf(auto& prefixes, int n) {
    const auto prefix = std::find_if(prefixes.begin(), prefixes.end(), [n](const auto& p) { return p.n == n; });
    if (prefix == prefixes.end()) throw Exception("ConstraintMatrices: this prefix of the equations was not declared.");
    return *prefix;
}
}  // namespace

ConstraintMatrices::Prefix& ConstraintMatrices::factoredPrefix(int n) {
    Prefix& prefix = prefixOf(prefixes_, n);
    if (!prefix.factored.isSet) factor(prefix);
    return prefix;
}

void ConstraintMatrices::damp(int n, Real damping, const Real* scales) {
    for (int r = 0; r < n; ++r) {
        diagonal_[std::size_t(r)] += damping * scales[r];
        if (usesElimination_) damping_[std::size_t(r)] += damping * scales[r];
        size_[std::size_t(r)] = std::max(size_[std::size_t(r)], diagonal_[std::size_t(r)]);
    }
    eliminated_.isSet = false;
    for (Prefix& prefix : prefixes_) prefix.factored.isSet = false;
}

// --- Elimination ---

bool ConstraintMatrices::eliminate(int n, Real largestZero, Real smallestPivot) {
    Real largest = 0;
    for (int r = 0; r < n; ++r) largest = std::max(largest, diagonal_[std::size_t(r)]);
    for (int r = 0; r < size(); ++r)
        isIgnored_[std::size_t(r)] =
            r >= n || isSilent_[std::size_t(r)] || diagonal_[std::size_t(r)] <= SparseCholesky::negligible * largest;
    eliminated_.isSet = elimination_.factor(isIgnored_, damping_, largestZero, smallestPivot);
    eliminatedRows_ = n;
    return eliminated_.isSet;
}

void ConstraintMatrices::requireElimination(int n) {
    if (eliminated_.isSet && eliminatedRows_ == n) return;
    // isCertain() has been asked for: pivots near the tolerance are due to open poses.
    if (!eliminate(n, rankTolerance_, rankTolerance_))
        throw NumericalFailure("The constraint matrix has elements that are not finite.");
}

bool ConstraintMatrices::isCertain(int n, bool evenDependent) {
    const bool isFactored = eliminate(n, evenDependent ? PivotedCholesky::defaultRankTolerance : 0, beyondDoubt);
    eliminated_.isSet = false;
    return isFactored && (evenDependent || !anyRow(n, [this](int r) { return elimination_.isDependent(r); }));
}

void ConstraintMatrices::standInPairs(const std::function<ConstraintMatrices()>& makePairs) {
    if (other_.empty()) other_.push_back(makePairs());
    ConstraintMatrices pairs = std::move(other_.front());
    other_.clear();
    std::swap(*this, pairs);
    other_.push_back(std::move(pairs));
}

void ConstraintMatrices::resumeElimination() {
    if (!usesElimination_ && !other_.empty()) standInPairs({});
}

bool ConstraintMatrices::isRedundant(int n) {
    if (usesElimination_) {
        requireElimination(n);
        return anyRow(n, [this](int r) { return isIgnored_[std::size_t(r)] || elimination_.isDependent(r); });
    }
    const auto& groups = factoredPrefix(n).groups;
    return std::any_of(groups.begin(), groups.end(), [](const Group& g) {
        return g.numbers->isDense ? g.numbers->dense.rank() < g.numbers->dense.size() : g.sparse.leftOut() > 0;
    });
}

void ConstraintMatrices::solve(int n, const Real* b, Real* x) {
    if (usesElimination_) {
        requireElimination(n);
        eliminationX_.assign(rows_.size(), 0);
        std::copy_n(b, n, eliminationX_.begin());
        elimination_.solve(eliminationX_.data());
        std::copy_n(eliminationX_.begin(), n, x);
        return;
    }
    for (Group& group : factoredPrefix(n).groups) {
        for (std::size_t i = 0; i < group.rows.size(); ++i) group.numbers->x[i] = b[group.rows[i]];
        if (group.numbers->isDense)
            group.numbers->dense.solve(group.numbers->x.data(), group.numbers->x.data());
        else
            group.sparse.solve(group.numbers->x.data());
        for (std::size_t i = 0; i < group.rows.size(); ++i) x[group.rows[i]] = group.numbers->x[i];
    }
}

// --- Rank ---

namespace {
/// Redundant groups of more equations are factored sparsely if each pivot is either certain or zero.
constexpr std::size_t largeGroup = 200;

/// Coefficients of row d as a sum of the independent rows: A_II c = A_Id. Reads the lower triangle of A.
Vector combine(const Matrix& A, const std::vector<int>& independent, int d) {
    const int r = int(independent.size());
    const auto at = [&](int i, int j) { return A(std::max(i, j), std::min(i, j)); };
    Vector scale(r), right(r);
    Matrix scaled(r, r);
    for (int i = 0; i < r; ++i) scale[i] = 1 / std::sqrt(at(independent[std::size_t(i)], independent[std::size_t(i)]));
    for (int i = 0; i < r; ++i) {
        right[i] = scale[i] * at(independent[std::size_t(i)], d);
        for (int j = 0; j <= i; ++j)
            scaled(i, j) = scale[i] * scale[j] * at(independent[std::size_t(i)], independent[std::size_t(j)]);
    }
    return scale.cwiseProduct(solvePositiveDefinite(scaled, right));
}
}  // namespace

int ConstraintMatrices::findRank(int n) {
    if (usesElimination_) {
        eliminate(n, PivotedCholesky::defaultRankTolerance, PivotedCholesky::defaultRankTolerance);
        eliminated_.isSet = false;
        int rank = 0;
        for (int r = 0; r < n; ++r) rank += !isIgnored_[std::size_t(r)] && !elimination_.isDependent(r);
        return rank;
    }
    Prefix& prefix = prefixOf(prefixes_, n);
    prefix.factored.isSet = false;
    int rank = 0;
    for (Group& group : prefix.groups) {
        loadValues(group);
        const std::size_t size = group.rows.size();
        group.numbers->isRedundant.assign(size, 0);
        const Real* const diagonal = group.numbers->diagonal.data();
        group.numbers->isDense =
            size > largeGroup ? !group.sparse.factorIndependent(diagonal, group.numbers->lower.data(),
                                                                PivotedCholesky::defaultRankTolerance, beyondDoubt)
                              : !group.sparse.factor(diagonal, group.numbers->lower.data(), beyondDoubt);
        if (group.numbers->isDense) {
            formDense(group);
            group.numbers->dense.factor(group.numbers->A, int(size));
            for (const int i : group.numbers->dense.dependentRows()) group.numbers->isRedundant[std::size_t(i)] = 1;
        } else {
            for (std::size_t i = 0; i < size; ++i) group.numbers->isRedundant[i] = group.sparse.isLeftOut(int(i));
        }
        // A row that vanishes up to rounding is kept apart by a diagonal of its own, but restrains nothing.
        for (std::size_t i = 0; i < size; ++i)
            if (isSilent_[std::size_t(group.rows[i])]) group.numbers->isRedundant[i] = 1;
        rank += int(std::count(group.numbers->isRedundant.begin(), group.numbers->isRedundant.end(), 0));
    }
    return rank;
}

std::vector<ConstraintMatrices::RedundantRow> ConstraintMatrices::findRedundantRows(int n) const {
    std::vector<RedundantRow> found;
    if (usesElimination_) {
        std::vector<Real> x(rows_.size());
        for (int d = 0; d < n; ++d) {
            if (isIgnored_[std::size_t(d)]) found.push_back({d, {}});
            if (isIgnored_[std::size_t(d)] || !elimination_.isDependent(d)) continue;
            found.push_back({d, {}});
            RedundantRow& row = found.back();
            elimination_.combine(d, x.data());
            for (int i = 0; i < n; ++i)
                if (x[std::size_t(i)] != 0) row.parts.emplace_back(i, x[std::size_t(i)]);
        }
        return found;
    }
    for (const Group& group : prefixOf(prefixes_, n).groups) {
        const std::size_t size = group.rows.size();
        std::vector<int> independent, redundant;
        for (std::size_t i = 0; i < size; ++i)
            (group.numbers->isRedundant[i] ? redundant : independent).push_back(int(i));
        if (redundant.empty()) continue;
        // Elements of A in the redundant rows, by column.
        std::vector<std::vector<std::pair<int, Real>>> elements(size);
        std::size_t next = 0;
        for (std::size_t i = 0; i < size; ++i) {
            const Row& row = rows_[std::size_t(group.rows[i])];
            for (int c = row.firstCoupling; c < row.lastCoupling; ++c) {
                const auto column = std::lower_bound(group.rows.begin(), group.rows.end(),
                                                     structure_->couplings[std::size_t(c)].column);
                const std::size_t j = std::size_t(column - group.rows.begin());
                const Real value = group.numbers->lower[next++];
                if (group.numbers->isRedundant[i]) elements[i].emplace_back(int(j), value);
                if (group.numbers->isRedundant[j]) elements[j].emplace_back(int(i), value);
            }
        }
        std::vector<Real> x(size);
        for (const int d : redundant) {
            RedundantRow row{group.rows[std::size_t(d)], {}};
            std::fill(x.begin(), x.end(), 0.);
            if (isSilent_[std::size_t(row.row)] || !(group.numbers->diagonal[std::size_t(d)] > 0)) {
                found.push_back(std::move(row));
                continue;
            }
            if (group.numbers->isDense) {
                const Vector c = combine(group.numbers->A, independent, d);
                for (std::size_t k = 0; k < independent.size(); ++k) x[std::size_t(independent[k])] = c[int(k)];
            } else {
                for (const auto& [column, value] : elements[std::size_t(d)]) x[std::size_t(column)] = value;
                group.sparse.solve(x.data());
            }
            for (const int i : independent)
                if (x[std::size_t(i)] != 0) row.parts.emplace_back(group.rows[std::size_t(i)], x[std::size_t(i)]);
            found.push_back(std::move(row));
        }
    }
    std::ranges::sort(found, {}, &RedundantRow::row);
    return found;
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
            const int column = structure_->couplings[std::size_t(c)].column;
            A(r, column) = A(column, r) = lower_[std::size_t(c)];
        }
    }
}

void ConstraintMatrices::writeForPeople(TextWriter& out) const {
    // Larger matrices are not readable.
    constexpr int largest = 100;
    out.word("[");
    if (size() <= largest && !usesElimination_) {
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

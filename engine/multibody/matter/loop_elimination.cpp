// SPDX-License-Identifier: Apache-2.0
#include "multibody/matter/loop_elimination.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

namespace trammel {

using namespace scalar;

namespace {
/// The equations at each body: those it carries, and those whose path contains it.
struct RowsAtBodies {
    std::vector<std::vector<int>> carried, passing;
    RowsAtBodies(const Tree& tree, const std::vector<LoopElimination::Row>& rows, const LoopElimination::Paths& paths)
        : carried(tree.nodes.size()), passing(tree.nodes.size()) {
        for (int r = 0; r < int(rows.size()); ++r) {
            carried[std::size_t(rows[std::size_t(r)].carrier)].push_back(r);
            for (const int b : paths[std::size_t(rows[std::size_t(r)].path)]) passing[std::size_t(b)].push_back(r);
        }
    }
};
}  // namespace

double LoopElimination::findCost(const Tree& tree, const std::vector<Row>& rows, const Paths& paths) {
    std::vector<int> count(tree.nodes.size(), 0);
    for (const Row& row : rows) {
        ++count[std::size_t(row.carrier)];
        for (const int b : paths[std::size_t(row.path)]) ++count[std::size_t(b)];
    }
    double cost = 0;
    for (const int n : count) cost += double(n) * n;
    return cost;
}

LoopElimination::LoopElimination(const Tree& tree, const std::vector<Row>& rows, const Paths& paths) {
    const auto made = std::make_shared<Structure>();
    const RowsAtBodies at(tree, rows, paths);
    made->numSpeeds = tree.nu;
    std::vector<std::vector<Place>> places(rows.size());
    for (int b = 0; b < tree.size(); ++b) {
        const auto &carried = at.carried[std::size_t(b)], &passing = at.passing[std::size_t(b)];
        Body body{tree[b].parent,      tree[b].nu,          tree[b].uStart, int(made->rows.size()),
                  int(carried.size()), int(carried.size()), made->sizeOfS,  made->sizeOfEpsilon};
        body.numRows += int(passing.size());
        for (const auto* list : {&carried, &passing})
            for (const int r : *list) {
                places[std::size_t(r)].push_back({b, int(made->rows.size()) - body.firstRow});
                made->rows.push_back(r);
            }
        made->sizeOfS += std::size_t(body.numRows) * std::size_t(body.numRows);
        made->sizeOfEpsilon += int(passing.size()) * body.nu;
        made->bodies.push_back(body);
    }
    made->firstPlace.push_back(0);
    for (std::size_t r = 0; r < rows.size(); ++r) {
        made->places.insert(made->places.end(), places[r].rbegin(), places[r].rend());
        made->firstPlace.push_back(int(made->places.size()));
    }
    // Rows of both lists ascend.
    made->placeOnParent.assign(made->rows.size(), -1);
    for (const Body& body : made->bodies) {
        if (body.parent < 0) continue;
        const Body& parent = made->bodies[std::size_t(body.parent)];
        const auto first = made->rows.begin() + parent.firstRow, carriedEnd = first + parent.numCarried;
        for (int i = body.numCarried; i < body.numRows; ++i) {
            const int r = made->rows[std::size_t(body.firstRow + i)];
            auto found = std::lower_bound(first, carriedEnd, r);
            if (found == carriedEnd || *found != r) found = std::lower_bound(carriedEnd, first + parent.numRows, r);
            made->placeOnParent[std::size_t(body.firstRow + i)] = int(found - first);
        }
    }
    inputs_.force.assign(made->rows.size(), zeroV6);
    inputs_.onSpeeds.assign(std::size_t(made->sizeOfEpsilon), 0);
    structure_ = made;
}

void LoopElimination::setTree(const Tree& tree, const PositionKinematics& pos, const BodyInertias& inertias,
                              const PrescribedSet& prescribed) {
    const std::size_t n = structure_->bodies.size();
    inputs_.inertia.resize(n);
    inputs_.arm.resize(n);
    inputs_.H.resize(std::size_t(tree.nu));
    for (std::size_t b = 1; b < n; ++b) {
        inputs_.inertia[b] = rigid(inertias.M_G[b]);
        inputs_.arm[b] = load(pos.bodies[b].p_PB_G);
    }
    for (std::size_t u = 0; u < std::size_t(tree.nu); ++u) inputs_.H[u] = load(pos.H[u]);
    inputs_.rotors = inertias.rotors;
    inputs_.isPrescribed = prescribed.isPrescribed;
}

bool LoopElimination::setUnitForces(int row, const SpatialVec* F, const Real* f) {
    // Forces of a loop cancel on the body that carries it.
    constexpr Real rounding = 1e-9;
    const Structure& t = *structure_;
    const int end = t.firstPlace[std::size_t(row) + 1];
    for (int p = t.firstPlace[std::size_t(row)]; p < end; ++p) {
        const Place& place = t.places[std::size_t(p)];
        const Body& body = t.bodies[std::size_t(place.body)];
        const V6 own = load(F[place.body]);
        inputs_.force[std::size_t(body.firstRow + place.row)] = {-own.w, -own.v};
        if (place.row < body.numCarried) continue;
        for (int i = 0; i < body.nu; ++i)
            inputs_.onSpeeds[std::size_t(body.epsilon + (place.row - body.numCarried) * body.nu + i)] =
                f[body.uStart + i];
    }
    const int carrier = t.places[std::size_t(end) - 1].body;
    if (carrier == 0) return true;
    Real largest = 0;
    V6 total = zeroV6;
    for (int p = t.firstPlace[std::size_t(row)]; p < end; ++p) {
        const int b = t.places[std::size_t(p)].body;
        V6 onCarrier = load(F[b]);
        if (dot(onCarrier, onCarrier) == 0) continue;
        for (int k = b; k != carrier; k = t.bodies[std::size_t(k)].parent)
            onCarrier = forceFrom(onCarrier, inputs_.arm[std::size_t(k)]);
        total = total + onCarrier;
        largest = std::max(largest, dot(onCarrier, onCarrier));
    }
    return dot(total, total) <= square(rounding) * largest;
}

bool LoopElimination::factor(const std::vector<char>& isLeftOut, const std::vector<Real>& damping, Real largestZero,
                             Real smallestPivot) {
    const Structure& t = *structure_;
    Factors& w = *factors_;
    const std::size_t n = t.bodies.size();
    w.S.assign(t.sizeOfS, 0);
    w.epsilon.assign(std::size_t(t.sizeOfEpsilon), 0);
    w.DInv.resize(n * 36);
    w.G.resize(std::size_t(t.numSpeeds));
    w.Z = inputs_.force;
    w.P = inputs_.inertia;
    w.size.assign(damping.begin(), damping.end());
    w.isLeftOut = isLeftOut;
    w.isDependent.assign(damping.size(), 0);
    w.pivots.resize(t.rows.size());
    w.numPivots.assign(n, 0);
    w.isEliminated.assign(t.rows.size(), 0);
    for (std::size_t i = 0; i < t.rows.size(); ++i)
        if (isLeftOut[std::size_t(t.rows[i])]) w.Z[i] = zeroV6;
    for (int b = int(n) - 1; b >= 0; --b) {
        const Body& body = t.bodies[std::size_t(b)];
        for (int i = 0; i < body.numCarried; ++i)
            w.S[body.S + std::size_t(i) * std::size_t(body.numRows + 1)] +=
                damping[std::size_t(t.rows[std::size_t(body.firstRow + i)])];
        if (!eliminate(body, b, largestZero, smallestPivot)) return false;
        if (b > 0) passOn(body, b);
    }
    return true;
}

bool LoopElimination::eliminate(const Body& body, int index, Real largestZero, Real smallestPivot) {
    const Structure& t = *structure_;
    Factors& w = *factors_;
    const int m = body.numRows;
    Real* const S = w.S.data() + body.S;
    V6* const Z = w.Z.data() + body.firstRow;
    const int* const rows = t.rows.data() + body.firstRow;
    char* const isEliminated = w.isEliminated.data() + body.firstRow;
    int& count = w.numPivots[std::size_t(index)];
    while (true) {
        int best = -1;
        Real bestRatio = largestZero;
        for (int i = 0; i < body.numCarried; ++i) {
            if (isEliminated[i] || w.isLeftOut[std::size_t(rows[i])]) continue;
            const Real size = w.size[std::size_t(rows[i])];
            const Real ratio = size > 0 ? S[i * (m + 1)] / size : 0;
            if (!std::isfinite(ratio)) return false;
            if (ratio > bestRatio) best = i, bestRatio = ratio;
        }
        if (best < 0) break;
        if (bestRatio <= smallestPivot) return false;
        isEliminated[best] = 1;
        w.pivots[std::size_t(body.firstRow + count++)] = best;
        const Real inverse = 1 / S[best * (m + 1)];
        for (int i = 0; i < m; ++i) {
            if (isEliminated[i] || S[i * m + best] == 0) continue;
            const Real l = S[i * m + best] * inverse;
            for (int j = 0; j < m; ++j)
                if (!isEliminated[j]) S[i * m + j] -= l * S[best * m + j];
            Z[i] = Z[i] - l * Z[best];
        }
        if (index > 0) w.P[std::size_t(index)] = minusOuter(w.P[std::size_t(index)], -inverse * Z[best], Z[best]);
    }
    for (int i = 0; i < body.numCarried; ++i)
        if (!isEliminated[i] && !w.isLeftOut[std::size_t(rows[i])]) w.isDependent[std::size_t(rows[i])] = 1;
    return true;
}

void LoopElimination::passOn(const Body& body, int index) {
    const Structure& t = *structure_;
    Factors& w = *factors_;
    const std::size_t b = std::size_t(index);
    const int m = body.numRows, nu = body.nu;
    const V3 arm = inputs_.arm[b];
    const V6* const H = inputs_.H.data() + body.uStart;
    V6* const G = w.G.data() + body.uStart;
    Real* const DInv = w.DInv.data() + 36 * b;
    const bool moves = nu > 0 && !inputs_.isPrescribed[b];
    S6 P = w.P[b];
    if (moves) {
        using Square = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6>;
        Square D(nu, nu);
        V6 PH[6];
        for (int i = 0; i < nu; ++i) PH[i] = P * H[i];
        for (int i = 0; i < nu; ++i)
            for (int j = 0; j < nu; ++j) D(i, j) = dot(H[i], PH[j]);
        for (int i = 0; i < nu; ++i) D(i, i) += inputs_.rotors[std::size_t(body.uStart + i)];
        const Square inverse = D.llt().solve(Square::Identity(nu, nu));
        for (int i = 0; i < nu; ++i) {
            G[i] = zeroV6;
            for (int j = 0; j < nu; ++j) {
                DInv[i + nu * j] = inverse(i, j);
                G[i] = G[i] + inverse(j, i) * PH[j];
            }
        }
        for (int i = 0; i < nu; ++i) P = minusOuter(P, G[i], PH[i]);
    }
    const std::size_t parent = std::size_t(body.parent);
    if (parent > 0) w.P[parent] = w.P[parent] + inertiaFrom(P, arm);

    const Body& onto = t.bodies[parent];
    Real* const S = w.S.data() + body.S;
    const auto epsilonOf = [&](int i) { return w.epsilon.data() + body.epsilon + (i - body.numCarried) * nu; };
    const int* const placeOnParent = t.placeOnParent.data() + body.firstRow;
    for (int i = body.numCarried; i < m; ++i) {
        V6 z = w.Z[std::size_t(body.firstRow + i)];
        const int r = t.rows[std::size_t(body.firstRow + i)];
        if (moves && !w.isLeftOut[std::size_t(r)]) {
            const Real* const f = inputs_.onSpeeds.data() + body.epsilon + (i - body.numCarried) * nu;
            Real* const epsilon = epsilonOf(i);
            const V6 below = z;
            for (int k = 0; k < nu; ++k) {
                epsilon[k] = f[k] - dot(H[k], below);
                z = z + epsilon[k] * G[k];
            }
            // Pairs with the rows before, and with itself.
            for (int k = 0; k < nu; ++k) {
                Real DInvEpsilon = 0;
                for (int l = 0; l < nu; ++l) DInvEpsilon += DInv[k + nu * l] * epsilon[l];
                for (int j = body.numCarried; j <= i; ++j) {
                    const Real product = epsilonOf(j)[k] * DInvEpsilon;
                    S[i * m + j] += product;
                    if (j < i) S[j * m + i] += product;
                }
                w.size[std::size_t(r)] += epsilon[k] * DInvEpsilon;
            }
        }
        V6& there = w.Z[std::size_t(onto.firstRow + placeOnParent[i])];
        there = there + forceFrom(z, arm);
    }
    Real* const SThere = w.S.data() + onto.S;
    for (int i = body.numCarried; i < m; ++i)
        for (int j = body.numCarried; j < m; ++j)
            SThere[placeOnParent[i] * onto.numRows + placeOnParent[j]] += S[i * m + j];
}

void LoopElimination::solve(Real* x) const {
    const Structure& t = *structure_;
    Factors& w = *factors_;
    const std::size_t n = t.bodies.size();
    const std::size_t numRows = w.size.size();
    w.b.assign(x, x + numRows);
    w.x.assign(numRows, 0);
    w.z.assign(n, zeroV6);
    w.epsilonOfBias.assign(std::size_t(t.numSpeeds), 0);
    for (int index = int(n) - 1; index >= 0; --index) {
        const std::size_t b = std::size_t(index);
        const Body& body = t.bodies[b];
        const int m = body.numRows;
        const Real* const S = w.S.data() + body.S;
        const int* const rows = t.rows.data() + body.firstRow;
        char* const isEliminated = w.isEliminated.data() + body.firstRow;
        std::fill_n(isEliminated, m, char(0));
        for (int k = 0; k < w.numPivots[b]; ++k) {
            const int p = w.pivots[std::size_t(body.firstRow + k)];
            const Real scaled = w.b[std::size_t(rows[p])] / S[p * (m + 1)];
            isEliminated[p] = 1;
            for (int i = 0; i < m; ++i)
                if (!isEliminated[i]) w.b[std::size_t(rows[i])] -= S[i * m + p] * scaled;
            w.z[b] = w.z[b] + scaled * w.Z[std::size_t(body.firstRow + p)];
        }
        if (index == 0) break;
        V6 z = w.z[b];
        if (body.nu > 0 && !inputs_.isPrescribed[b]) {
            const Real* const DInv = w.DInv.data() + 36 * b;
            Real* const epsilon = w.epsilonOfBias.data() + body.uStart;
            for (int i = 0; i < body.nu; ++i) {
                epsilon[i] = -dot(inputs_.H[std::size_t(body.uStart + i)], w.z[b]);
                z = z + epsilon[i] * w.G[std::size_t(body.uStart + i)];
            }
            for (int i = body.numCarried; i < m; ++i) {
                const Real* const own = w.epsilon.data() + body.epsilon + (i - body.numCarried) * body.nu;
                for (int k = 0; k < body.nu; ++k)
                    for (int l = 0; l < body.nu; ++l)
                        w.b[std::size_t(rows[i])] -= own[k] * DInv[k + body.nu * l] * epsilon[l];
            }
        }
        if (body.parent > 0) {
            V6& there = w.z[std::size_t(body.parent)];
            there = there + forceFrom(z, inputs_.arm[b]);
        }
    }
    sweepOutward();
    std::ranges::copy(w.x, x);
}

void LoopElimination::combine(int dependent, Real* x) const {
    Factors& w = *factors_;
    w.b.assign(w.size.size(), 0);
    w.x.assign(w.size.size(), 0);
    w.epsilonOfBias.assign(std::size_t(structure_->numSpeeds), 0);
    // Independent multipliers that cancel its own.
    w.x[std::size_t(dependent)] = -1;
    sweepOutward();
    w.x[std::size_t(dependent)] = 0;
    std::ranges::copy(w.x, x);
}

void LoopElimination::sweepOutward() const {
    const Structure& t = *structure_;
    Factors& w = *factors_;
    w.A.resize(t.bodies.size());
    for (std::size_t b = 0; b < t.bodies.size(); ++b) {
        const Body& body = t.bodies[b];
        const int m = body.numRows;
        const int* const rows = t.rows.data() + body.firstRow;
        V6 A = zeroV6;
        if (b > 0) {
            const V6 carried = velocityAt(w.A[std::size_t(body.parent)], inputs_.arm[b]);
            A = carried;
            if (body.nu > 0 && !inputs_.isPrescribed[b]) {
                Real epsilon[6];
                for (int k = 0; k < body.nu; ++k) epsilon[k] = w.epsilonOfBias[std::size_t(body.uStart + k)];
                for (int i = body.numCarried; i < m; ++i)
                    for (int k = 0; k < body.nu; ++k)
                        epsilon[k] += w.epsilon[std::size_t(body.epsilon + (i - body.numCarried) * body.nu + k)] *
                                      w.x[std::size_t(rows[i])];
                for (int k = 0; k < body.nu; ++k) {
                    Real udot = -dot(w.G[std::size_t(body.uStart + k)], carried);
                    for (int l = 0; l < body.nu; ++l)
                        udot += w.DInv[36 * b + std::size_t(k + body.nu * l)] * epsilon[l];
                    A = A + udot * inputs_.H[std::size_t(body.uStart + k)];
                }
            }
        }
        w.A[b] = A;
        const Real* const S = w.S.data() + body.S;
        char* const isEliminated = w.isEliminated.data() + body.firstRow;
        std::fill_n(isEliminated, m, char(0));
        for (int k = 0; k < w.numPivots[b]; ++k) isEliminated[w.pivots[std::size_t(body.firstRow + k)]] = 1;
        for (int k = w.numPivots[b] - 1; k >= 0; --k) {
            const int p = w.pivots[std::size_t(body.firstRow + k)];
            Real sum = w.b[std::size_t(rows[p])] + dot(w.Z[std::size_t(body.firstRow + p)], A);
            for (int i = 0; i < m; ++i)
                if (!isEliminated[i]) sum -= S[i * m + p] * w.x[std::size_t(rows[i])];
            w.x[std::size_t(rows[p])] = sum / S[p * (m + 1)];
            isEliminated[p] = 0;
        }
    }
}

}  // namespace trammel

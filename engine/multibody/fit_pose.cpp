// SPDX-License-Identifier: Apache-2.0
#include "multibody/fit_pose.h"

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <algorithm>

namespace trammel {

namespace {

constexpr int maxNQ = Mobilizer::maxNQ, maxNU = Mobilizer::maxNU;
using SmallMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, 0, maxNU, maxNU>;
using SmallVector = Eigen::Matrix<Real, Eigen::Dynamic, 1, 0, maxNU, 1>;

}  // namespace

SpatialVec calcPoseDifference(const Transform& target, const Transform& X) {
    const Vec4 turn = (target.R() * ~X.R()).convertRotationToAngleAxis();
    return SpatialVec(turn[0] * Vec3(turn[1], turn[2], turn[3]), target.p() - X.p());
}

void fitSpeeds(int nu, const SpatialVec* H, const SpatialVec& V_FM, Real* u) {
    std::fill(u, u + nu, 0.);
    adjustSpeeds(nu, H, V_FM, FitPart::All, u);
}

void adjustSpeeds(int nu, const SpatialVec* H, const SpatialVec& V_FM, FitPart part, Real* u) {
    if (nu == 0) return;
    Eigen::Matrix<Real, 6, Eigen::Dynamic, 0, 6, maxNU> A(6, nu);
    Eigen::Matrix<Real, 6, 1> b;
    SpatialVec missing = V_FM;
    for (int i = 0; i < nu; ++i) missing -= u[i] * H[i];
    const auto stack = [part](const SpatialVec& v) {
        const SpatialVec wanted = partOf(v, part);
        return (Eigen::Matrix<Real, 6, 1>() << wanted[0], wanted[1]).finished();
    };
    for (int i = 0; i < nu; ++i) A.col(i) = stack(H[i]);
    b = stack(missing);
    const SmallVector du = A.completeOrthogonalDecomposition().solve(b);
    for (int i = 0; i < nu; ++i) u[i] += du[i];
}

void fitPose(int nq, int nu, const Transform& target, Real* q,
             const std::function<void(const Real*, Transform&, SpatialVec*)>& across,
             const std::function<void(const Real*, const Real*, Real*)>& multiplyByN, FitPart part) {
    constexpr int maxIterations = 100;
    constexpr Real closeEnough = 1e-14;
    // In a partial fit some directions may be undetermined; do not move along them because of rounding.
    const Real leastDamping = part == FitPart::All ? 1e-15 : 1e-9;
    const auto look = [&](const Real* at, Transform& X, SpatialVec* H) {
        across(at, X, H);
        for (int i = 0; i < nu; ++i) H[i] = partOf(H[i], part);
        return partOf(calcPoseDifference(target, X), part);
    };
    // Starting points for distant angles: quarter turns of each coordinate.
    constexpr Real offsets[] = {0, 1.5, -1.5, 3};

    Real best = Infinity;
    Real bestQ[maxNQ];
    const auto search = [&](Real* at) {
        Transform X;
        SpatialVec H[maxNU];
        SpatialVec e = look(at, X, H);
        Real error = e.normSqr(), damping = 1e-3;
        for (int iteration = 0; iteration < maxIterations && error > square(closeEnough) && damping < 1e12;
             ++iteration) {
            SmallMatrix A(nu, nu);
            SmallVector b(nu);
            for (int i = 0; i < nu; ++i) {
                for (int j = 0; j < nu; ++j) A(i, j) = H[i].dot(H[j]);
                b[i] = H[i].dot(e);
            }
            const Real scale = std::max(A.diagonal().maxCoeff(), TinyReal);
            A.diagonal().array() += damping * scale;
            const SmallVector du = A.ldlt().solve(b);
            Real dq[maxNQ], trial[maxNQ];
            multiplyByN(at, du.data(), dq);
            for (int i = 0; i < nq; ++i) trial[i] = at[i] + dq[i];
            Transform trialX;
            SpatialVec trialH[maxNU];
            const SpatialVec trialE = look(trial, trialX, trialH);
            if (trialE.normSqr() < error) {
                const Real gain = error - trialE.normSqr();
                std::copy(trial, trial + nq, at);
                std::copy(trialH, trialH + nu, H);
                e = trialE;
                error = e.normSqr();
                damping = std::max(damping / 10, leastDamping);
                if (gain <= 1e-14 * error) break;
            } else {
                damping *= 10;
            }
        }
        if (error < best) {
            best = error;
            std::copy(at, at + nq, bestQ);
        }
    };

    Real start[maxNQ];
    for (int coordinate = 0; coordinate < nq && best > square(1e-9); ++coordinate)
        for (Real offset : offsets) {
            if (offset == 0 && coordinate > 0) continue;
            std::copy(q, q + nq, start);
            start[coordinate] += offset;
            search(start);
            if (best <= square(1e-9)) break;
        }
    std::copy(bestQ, bestQ + nq, q);
}

}  // namespace trammel

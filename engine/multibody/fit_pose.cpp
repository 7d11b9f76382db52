// SPDX-License-Identifier: Apache-2.0
#include "multibody/fit_pose.h"

#include <Eigen/Cholesky>
#include <algorithm>

namespace trammel {

namespace {

constexpr int maxNQ = Mobilizer::maxNQ, maxNU = Mobilizer::maxNU;
using SmallMatrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, 0, maxNU, maxNU>;
using SmallVector = Eigen::Matrix<Real, Eigen::Dynamic, 1, 0, maxNU, 1>;

/// What is missing from X to the target, as a small motion in F.
SpatialVec differenceTo(const Transform& target, const Transform& X) {
    const Vec4 turn = (target.R() * ~X.R()).convertRotationToAngleAxis();
    return SpatialVec(turn[0] * Vec3(turn[1], turn[2], turn[3]), target.p() - X.p());
}

}  // namespace

void fitSpeeds(int nu, const SpatialVec* H, const SpatialVec& V_FM, Real* u) {
    SmallMatrix HtH(nu, nu);
    SmallVector HtV(nu);
    for (int i = 0; i < nu; ++i) {
        for (int j = 0; j < nu; ++j) HtH(i, j) = H[i].dot(H[j]);
        HtV[i] = H[i].dot(V_FM);
    }
    const SmallVector x = HtH.ldlt().solve(HtV);
    std::copy(x.data(), x.data() + nu, u);
}

void fitPose(int nq, int nu, const Transform& target, Real* q,
             const std::function<void(const Real*, Transform&, SpatialVec*)>& across,
             const std::function<void(const Real*, const Real*, Real*)>& multiplyByN) {
    constexpr int maxIterations = 100;
    constexpr Real closeEnough = 1e-14;
    // Starts for angles that are far away: quarter turns of each coordinate.
    constexpr Real offsets[] = {0, 1.5, -1.5, 3};

    Real best = Infinity;
    Real bestQ[maxNQ];
    const auto search = [&](Real* at) {
        Transform X;
        SpatialVec H[maxNU];
        across(at, X, H);
        SpatialVec e = differenceTo(target, X);
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
            across(trial, trialX, trialH);
            const SpatialVec trialE = differenceTo(target, trialX);
            if (trialE.normSqr() < error) {
                const Real gain = error - trialE.normSqr();
                std::copy(trial, trial + nq, at);
                std::copy(trialH, trialH + nu, H);
                e = trialE;
                error = e.normSqr();
                damping = std::max(damping / 10, 1e-15);
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

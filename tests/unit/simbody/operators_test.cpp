// SPDX-License-Identifier: Apache-2.0
// Operators of the matter subsystem against each other and against differences along the motion.
#include "operator_rig.h"

namespace operator_test {
namespace {

// --- Mass matrix ---

TEST(MassMatrix, TimesItsInverseIsOne) {
    const Rig rig;
    Matrix M, MInv;
    rig.matter.calcM(rig.state, M);
    rig.matter.calcMInv(rig.state, MInv);
    EXPECT_LT(distance(M, Matrix(M.transpose())), exact);
    EXPECT_LT((M * MInv - Eigen::MatrixXd::Identity(rig.nu(), rig.nu())).norm(), exact * 10);
    Vector product;
    rig.matter.multiplyByM(rig.state, rig.anyU(), product);
    EXPECT_LT(distance(product, Vector(M * rig.anyU())), exact);
    EXPECT_NEAR(rig.matter.calcKineticEnergy(rig.state), 0.5 * rig.state.getU().dot(M * rig.state.getU()), exact);
}

TEST(MassMatrix, InverseLeavesOutPrescribedSpeeds) {
    Rig rig;
    rig.ball.lock(rig.state, Motion::Velocity);
    rig.system.realize(rig.state, Stage::Velocity);
    Matrix M, MInv;
    rig.matter.calcM(rig.state, M);
    rig.matter.calcMInv(rig.state, MInv);
    const int first = rig.ball.getFirstUIndex(rig.state);
    EXPECT_EQ(MInv.middleRows(first, 3).norm(), 0);
    EXPECT_EQ(MInv.middleCols(first, 3).norm(), 0);
    // The remaining block is the inverse of the remaining rows.
    for (int i = 0; i < 3; ++i) M(first + i, first + i) = 1e30;
    EXPECT_LT((M.inverse() - MInv).norm(), 1e-9);
}

TEST(MassMatrix, JacobianCarriesSpatialInertias) {
    const Rig rig;
    Matrix J, M;
    rig.matter.calcSystemJacobian(rig.state, J);
    rig.matter.calcM(rig.state, M);
    Matrix sum(rig.nu(), rig.nu(), 0.);
    for (int b = 1; b < rig.matter.getNumBodies(); ++b) {
        const trammel::SpatialInertia& I = rig.matter.getBodyInertias(rig.state).M_G[std::size_t(b)];
        for (int j = 0; j < rig.nu(); ++j) {
            const SpatialVec V(Vec3(J.block<3, 1>(6 * b, j)), Vec3(J.block<3, 1>(6 * b + 3, j)));
            const SpatialVec P = I * V;
            for (int i = 0; i < rig.nu(); ++i)
                sum(i, j) += P[0].dot(Vec3(J.block<3, 1>(6 * b, i))) + P[1].dot(Vec3(J.block<3, 1>(6 * b + 3, i)));
        }
    }
    EXPECT_LT(distance(M, sum), exact);
}

// --- Coordinates and speeds ---

TEST(CoordinateOperators, TransposesAreTransposes) {
    for (const bool euler : {false, true}) {
        const Rig rig(euler);
        Vector out;
        rig.matter.multiplyByN(rig.state, false, rig.anyU(), out);
        const Real forth = rig.anyQ().dot(out);
        rig.matter.multiplyByN(rig.state, true, rig.anyQ(), out);
        EXPECT_NEAR(forth, rig.anyU().dot(out), exact);
        rig.matter.multiplyByNInv(rig.state, false, rig.anyQ(), out);
        const Real back = rig.anyU().dot(out);
        rig.matter.multiplyByNInv(rig.state, true, rig.anyU(), out);
        EXPECT_NEAR(back, rig.anyQ().dot(out), exact);
        rig.matter.multiplyByNDot(rig.state, false, rig.anyU(), out);
        const Real rate = rig.anyQ().dot(out);
        rig.matter.multiplyByNDot(rig.state, true, rig.anyQ(), out);
        EXPECT_NEAR(rate, rig.anyU().dot(out), exact);
    }
}

TEST(CoordinateOperators, NDotIsTheRateOfN) {
    for (const bool euler : {false, true}) {
        const Rig rig(euler);
        Vector out;
        rig.matter.multiplyByNDot(rig.state, false, rig.anyU(), out);
        const Vector rate = rig.rate([&](const State& s) {
            Vector qdot;
            rig.matter.multiplyByN(s, false, rig.anyU(), qdot);
            return qdot;
        });
        EXPECT_LT(distance(out, rate), differenced) << "Euler angles: " << euler;
    }
}

TEST(CoordinateOperators, QDotDotIsThatOfTheState) {
    const Rig rig(true);
    Vector out;
    rig.matter.calcQDotDot(rig.state, rig.state.getUDot(), out);
    EXPECT_LT(distance(out, rig.state.getQDotDot()), exact);
    Vector N, NDot;
    rig.matter.multiplyByN(rig.state, false, rig.state.getUDot(), N);
    rig.matter.multiplyByNDot(rig.state, false, rig.state.getU(), NDot);
    EXPECT_LT(distance(out, Vector(N + NDot)), exact);
    rig.matter.calcQDot(rig.state, rig.state.getU(), out);
    EXPECT_LT(distance(out, rig.state.getQDot()), exact);
}

// --- Jacobians ---

struct Points {
    explicit Points(const Rig& rig) {
        for (MobilizedBodyIndex b : {rig.ball.getMobilizedBodyIndex(), rig.gimbal.getMobilizedBodyIndex(),
                                     rig.ball.getMobilizedBodyIndex(), MobilizedBodyIndex(0)}) {
            bodies.push_back(b);
            stations.push_back(Vec3(0.1 * bodies.size(), -0.2, 0.3));
        }
    }
    Array_<MobilizedBodyIndex> bodies;
    Array_<Vec3> stations;
};

TEST(StationJacobian, IsTheVelocityOfEachPoint) {
    const Rig rig;
    const Points p(rig);
    Vector_<Vec3> v;
    rig.matter.multiplyByStationJacobian(rig.state, p.bodies, p.stations, rig.state.getU(), v);
    for (int i = 0; i < v.size(); ++i) {
        const MobilizedBody& body = rig.matter.getMobilizedBody(p.bodies[i]);
        EXPECT_LT((v[i] - body.findStationVelocityInGround(rig.state, p.stations[i])).norm(), exact);
        EXPECT_LT((v[i] - rig.matter.multiplyByStationJacobian(rig.state, p.bodies[i], p.stations[i], rig.state.getU()))
                      .norm(),
                  exact);
    }
}

TEST(StationJacobian, FormsAgreeWithTheOperators) {
    const Rig rig;
    const Points p(rig);
    Matrix_<Vec3> JS;
    Matrix flat, one;
    RowVector_<Vec3> row;
    rig.matter.calcStationJacobian(rig.state, p.bodies, p.stations, JS);
    rig.matter.calcStationJacobian(rig.state, p.bodies, p.stations, flat);
    rig.matter.calcStationJacobian(rig.state, p.bodies[1], p.stations[1], row);
    rig.matter.calcStationJacobian(rig.state, p.bodies[1], p.stations[1], one);
    ASSERT_EQ(JS.nrow(), 4);
    ASSERT_EQ(JS.ncol(), rig.nu());
    Vector_<Vec3> v;
    rig.matter.multiplyByStationJacobian(rig.state, p.bodies, p.stations, rig.anyU(), v);
    const Vector all = flat * rig.anyU();
    for (int i = 0; i < 4; ++i) EXPECT_LT((Vec3(all.segment<3>(3 * i)) - v[i]).norm(), exact);
    for (int j = 0; j < rig.nu(); ++j) {
        EXPECT_EQ(row[j], JS(1, j));
        EXPECT_EQ(Vec3(flat.block<3, 1>(3, j)), JS(1, j));
        EXPECT_EQ(Vec3(one.col(j)), JS(1, j));
    }
    // The transpose acts on forces.
    Vector_<Vec3> f(4, Vec3(1, -2, 0.5));
    Vector tau, tauOfOne;
    rig.matter.multiplyByStationJacobianTranspose(rig.state, p.bodies, p.stations, f, tau);
    EXPECT_LT(distance(tau, Vector(flat.transpose() * Vector(Eigen::VectorXd((Eigen::Matrix<Real, 12, 1>() << 1, -2,
                                                                              0.5, 1, -2, 0.5, 1, -2, 0.5, 1, -2, 0.5)
                                                                                 .finished())))),
              exact);
    rig.matter.multiplyByStationJacobianTranspose(rig.state, p.bodies[1], p.stations[1], f[1], tauOfOne);
    EXPECT_LT(distance(tauOfOne, Vector(one.transpose() * f[1])), exact);
}

TEST(StationJacobian, BiasIsTheRateOfTheJacobian) {
    const Rig rig;
    const Points p(rig);
    Vector_<Vec3> bias;
    Vector flat;
    rig.matter.calcBiasForStationJacobian(rig.state, p.bodies, p.stations, bias);
    rig.matter.calcBiasForStationJacobian(rig.state, p.bodies, p.stations, flat);
    const Vector_<Vec3> rate = rig.rate([&](const State& s) {
        Vector_<Vec3> v;
        rig.matter.multiplyByStationJacobian(s, p.bodies, p.stations, rig.state.getU(), v);
        return v;
    });
    EXPECT_LT(distance(bias, rate), differenced);
    for (int i = 0; i < bias.size(); ++i) {
        EXPECT_EQ(Vec3(flat.segment<3>(3 * i)), bias[i]);
        EXPECT_EQ(rig.matter.calcBiasForStationJacobian(rig.state, p.bodies[i], p.stations[i]), bias[i]);
    }
}

TEST(FrameJacobian, FormsAndBiasAgreeWithTheOperators) {
    const Rig rig;
    const Points p(rig);
    Matrix_<SpatialVec> JF;
    Matrix flat;
    RowVector_<SpatialVec> row;
    rig.matter.calcFrameJacobian(rig.state, p.bodies, p.stations, JF);
    rig.matter.calcFrameJacobian(rig.state, p.bodies, p.stations, flat);
    rig.matter.calcFrameJacobian(rig.state, p.bodies[1], p.stations[1], row);
    Vector_<SpatialVec> V, bias;
    rig.matter.multiplyByFrameJacobian(rig.state, p.bodies, p.stations, rig.anyU(), V);
    const Vector all = flat * rig.anyU();
    for (int i = 0; i < 4; ++i) {
        EXPECT_LT((Vec3(all.segment<3>(6 * i)) - V[i][0]).norm(), exact);
        EXPECT_LT((Vec3(all.segment<3>(6 * i + 3)) - V[i][1]).norm(), exact);
    }
    for (int j = 0; j < rig.nu(); ++j) EXPECT_EQ(row[j], JF(1, j));
    Vector tau;
    rig.matter.multiplyByFrameJacobianTranspose(rig.state, p.bodies[1], p.stations[1],
                                                SpatialVec(Vec3(1, 2, 3), Vec3(4, 5, 6)), tau);
    Vector six(6);
    for (int i = 0; i < 6; ++i) six[i] = i + 1;
    EXPECT_LT(distance(tau, Vector(flat.middleRows(6, 6).transpose() * six)), exact);
    rig.matter.calcBiasForFrameJacobian(rig.state, p.bodies, p.stations, bias);
    const Vector_<SpatialVec> rate = rig.rate([&](const State& s) {
        Vector_<SpatialVec> at;
        rig.matter.multiplyByFrameJacobian(s, p.bodies, p.stations, rig.state.getU(), at);
        return at;
    });
    EXPECT_LT(distance(bias, rate), differenced);
}

TEST(SystemJacobian, BiasIsTheRateOfTheJacobian) {
    const Rig rig;
    Vector_<SpatialVec> bias;
    rig.matter.calcBiasForSystemJacobian(rig.state, bias);
    const Vector_<SpatialVec> rate = rig.rate([&](const State& s) {
        Vector_<SpatialVec> V;
        rig.matter.multiplyBySystemJacobian(s, rig.state.getU(), V);
        return V;
    });
    EXPECT_LT(distance(bias, rate), differenced);
    for (MobilizedBodyIndex b(0); b < rig.matter.getNumBodies(); ++b)
        EXPECT_LT((rig.matter.getTotalCoriolisAcceleration(rig.state, b) - bias[b]).norm(), exact);
}

// --- Constraints ---

TEST(ConstraintJacobian, FromForcesAndFromErrorsAreTheSame) {
    const Rig rig;
    Matrix G, Gt;
    rig.matter.calcG(rig.state, G);
    rig.matter.calcGTranspose(rig.state, Gt);
    ASSERT_EQ(G.rows(), 3);
    EXPECT_LT(distance(Matrix(G.transpose()), Gt), exact);
    Vector byErrors, byForces, bias;
    rig.matter.multiplyByG(rig.state, rig.anyU(), byErrors);
    EXPECT_LT(distance(byErrors, Vector(G * rig.anyU())), exact);
    rig.matter.calcBiasForMultiplyByG(rig.state, bias);
    rig.matter.multiplyByG(rig.state, rig.anyU(), bias, byErrors);
    EXPECT_LT(distance(byErrors, Vector(G * rig.anyU())), exact);
    const Vector lambda = Rig::any(3, 0.2);
    rig.matter.multiplyByGTranspose(rig.state, lambda, byForces);
    EXPECT_LT(distance(byForces, Vector(Gt * lambda)), exact);
}

TEST(ConstraintJacobian, AccelerationErrorsAreLinearInUDot) {
    const Rig rig;
    Matrix G;
    Vector bias, errors;
    rig.matter.calcG(rig.state, G);
    rig.matter.calcBiasForAccelerationConstraints(rig.state, bias);
    rig.matter.calcConstraintAccelerationErrors(rig.state, rig.anyU(), errors);
    EXPECT_LT(distance(errors, Vector(G * rig.anyU() + bias)), exact);
    rig.matter.calcConstraintAccelerationErrors(rig.state, rig.state.getUDot(), errors);
    EXPECT_LT(distance(errors, rig.state.getUDotErr()), exact);
    // For the rod it is the derivative of the error's rate.
    const Vector rate = rig.rate([](const State& s) { return Vector(s.getUErr()); });
    EXPECT_NEAR(rate[0], errors[0], differenced);
}

TEST(ConstraintJacobian, PqIsTheDerivativeOfPositionErrors) {
    for (const bool euler : {false, true}) {
        const Rig rig(euler);
        Matrix Pq, PqT, P;
        rig.matter.calcPq(rig.state, Pq);
        rig.matter.calcPqTranspose(rig.state, PqT);
        rig.matter.calcP(rig.state, P);
        EXPECT_LT(distance(Matrix(Pq.transpose()), PqT), exact);
        Vector out, bias, qdot;
        rig.matter.multiplyByPq(rig.state, rig.anyQ(), out);
        EXPECT_LT(distance(out, Vector(Pq * rig.anyQ())), exact);
        rig.matter.multiplyByPqTranspose(rig.state, Vector(1, Real(2)), out);
        EXPECT_LT(distance(out, Vector(2 * PqT)), exact);
        rig.matter.multiplyByN(rig.state, false, rig.anyU(), qdot);
        EXPECT_LT(distance(Vector(Pq * qdot), Vector(P * rig.anyU())), exact);
        // Along rates that keep quaternions normalized.
        constexpr Real h = 1e-6;
        Real errors[2];
        for (int side = 0; side < 2; ++side) {
            State s = rig.state;
            s.updQ() += (side == 0 ? -h : h) * qdot;
            rig.system.realize(s, Stage::Position);
            errors[side] = s.getQErr()[0];
        }
        EXPECT_NEAR((errors[1] - errors[0]) / (2 * h), Vector(Pq * qdot)[0], differenced);
    }
}

TEST(ConstraintCompliance, IsGTimesMInverseTimesGTransposed) {
    const Rig rig;
    Matrix G, MInv, W;
    rig.matter.calcG(rig.state, G);
    rig.matter.calcMInv(rig.state, MInv);
    rig.matter.calcProjectedMInv(rig.state, W);
    EXPECT_LT(distance(W, Matrix(G * MInv * G.transpose())), exact);
    // Impulses cause the requested changes of velocity.
    const Vector change = Rig::any(3, 0.5);
    Vector impulse, f, du, felt;
    rig.matter.solveForConstraintImpulses(rig.state, change, impulse);
    rig.matter.multiplyByGTranspose(rig.state, impulse, f);
    rig.matter.multiplyByMInv(rig.state, f, du);
    rig.matter.multiplyByG(rig.state, du, felt);
    EXPECT_LT(distance(felt, change), exact);
}

// --- Dynamics ---

TEST(Dynamics, AccelerationAndResidualForceAreInverses) {
    const Rig rig;
    const Vector_<SpatialVec>& F = rig.system.getRigidBodyForces(rig.state, Stage::Dynamics);
    const Vector& f = rig.system.getMobilityForces(rig.state, Stage::Dynamics);
    Vector udot, residual;
    Vector_<SpatialVec> A;
    rig.matter.calcAcceleration(rig.state, f, F, udot, A);
    EXPECT_LT(distance(udot, rig.state.getUDot()), exact);
    rig.matter.calcResidualForce(rig.state, f, F, udot, rig.state.getMultipliers(), residual);
    EXPECT_LT(residual.norm(), exact * 100);
    rig.matter.calcAccelerationIgnoringConstraints(rig.state, f, F, udot, A);
    rig.matter.calcResidualForceIgnoringConstraints(rig.state, f, F, udot, residual);
    EXPECT_LT(residual.norm(), exact * 100);
    Vector_<SpatialVec> again;
    rig.matter.calcBodyAccelerationFromUDot(rig.state, udot, again);
    EXPECT_LT(distance(A, again), exact);
}

TEST(Dynamics, EmptyArgumentsStandForZeros) {
    const Rig rig;
    const Vector zero(rig.nu());
    const Vector_<SpatialVec> none(rig.matter.getNumBodies(), SpatialVec(Vec3(0)));
    Vector a, b;
    rig.matter.calcResidualForceIgnoringConstraints(rig.state, Vector(), Vector_<SpatialVec>(), Vector(), a);
    rig.matter.calcResidualForceIgnoringConstraints(rig.state, zero, none, zero, b);
    EXPECT_EQ(distance(a, b), 0);
    rig.matter.calcTreeEquivalentMobilityForces(rig.state, none, b);
    EXPECT_LT(distance(Vector(-a), b), exact);
}

TEST(Dynamics, CentrifugalForcesAreThoseOfSpeeds) {
    const Rig rig;
    Vector_<SpatialVec> C(rig.matter.getNumBodies());
    for (MobilizedBodyIndex b(0); b < rig.matter.getNumBodies(); ++b)
        C[b] = rig.matter.getTotalCentrifugalForces(rig.state, b);
    Vector inertial, byBodies;
    rig.matter.calcResidualForceIgnoringConstraints(rig.state, Vector(), Vector_<SpatialVec>(), Vector(), inertial);
    rig.matter.multiplyBySystemJacobianTranspose(rig.state, C, byBodies);
    EXPECT_LT(distance(inertial, byBodies), exact);
}

TEST(Inertias, CompositeAndArticulatedInertiasDifferByFreeJoints) {
    Rig rig;
    Array_<SpatialInertia, MobilizedBodyIndex> R;
    rig.matter.calcCompositeBodyInertias(rig.state, R);
    const MobilizedBodyIndex base = rig.free.getMobilizedBodyIndex(), tip = rig.gimbal.getMobilizedBodyIndex();
    EXPECT_NEAR(R[base].getMass(), 1.5 + 0.7 + 1.2, exact);
    EXPECT_TRUE(std::isinf(R[MobilizedBodyIndex(0)].getMass()));
    // For a tip body, composite, articulated and rigid-body inertia are equal.
    const trammel::SpatialInertia& own = rig.matter.getBodyInertias(rig.state).M_G[std::size_t(int(tip))];
    EXPECT_EQ(R[tip].getMass(), own.mass);
    EXPECT_LT((rig.matter.getArticulatedBodyInertia(rig.state, tip).getInertia() - own.inertia).norm(), exact);
    // With all joints locked, articulated inertias equal composite ones.
    for (const MobilizedBody* body :
         {static_cast<const MobilizedBody*>(&rig.line), static_cast<const MobilizedBody*>(&rig.gimbal)})
        body->lock(rig.state, Motion::Velocity);
    rig.system.realize(rig.state, Stage::Position);
    const ArticulatedInertia P = rig.matter.getArticulatedBodyInertia(rig.state, base);
    EXPECT_LT((P.getInertia() - R[base].calcInertia().toMat33()).norm(), exact);
    EXPECT_LT((P.getMass() - R[base].getMass() * Mat33(1)).norm(), exact);
    EXPECT_LT((P.getMassMoment() - crossMat(R[base].calcMassMoment())).norm(), exact);
}

TEST(Reactions, AgreeWithFreeBodies) {
    const Rig rig;
    Vector_<SpatialVec> one, other;
    rig.matter.calcMobilizerReactionForces(rig.state, one);
    rig.matter.calcMobilizerReactionForcesUsingFreebodyMethod(rig.state, other);
    EXPECT_LT(distance(one, other), exact * 100);
}

// --- Balance ---

TEST(PowerBalance, AccountsForAllOfTheKineticEnergy) {
    Rig rig;
    rig.rod.setRodLength(rig.state, rig.rod.getRodLength(rig.state));
    rig.line.lock(rig.state, Motion::Velocity);
    rig.system.realize(rig.state, Stage::Acceleration);
    const auto balance = rig.matter.calcPowerBalance(rig.state);
    EXPECT_LT(std::abs(balance.residual()), 1e-10);
    EXPECT_GT(std::abs(balance.constraints), 1e-3) << "ConstantSpeed and ConstantAcceleration work";
    EXPECT_NEAR(balance.constraints, rig.matter.calcConstraintPower(rig.state), exact);
    EXPECT_NEAR(balance.constraints,
                rig.rod.calcPower(rig.state) + rig.speed.calcPower(rig.state) + rig.acceleration.calcPower(rig.state),
                1e-10);
    EXPECT_NEAR(balance.motions, rig.matter.calcMotionPower(rig.state), exact);
}

TEST(PowerBalance, IsTheRateOfTheKineticEnergy) {
    const Rig rig;
    const Vector rate = rig.rate([&](const State& s) { return Vector(1, rig.matter.calcKineticEnergy(s)); });
    EXPECT_NEAR(rate[0], rig.matter.calcPowerBalance(rig.state).kineticEnergyRate, 1e-6);
}

TEST(WholeSystem, MomentumIsTheMassCentersAndItsRateTheAcceleration) {
    const Rig rig;
    const SpatialVec about = rig.matter.calcSystemMomentumAboutGroundOrigin(rig.state);
    const SpatialVec central = rig.matter.calcSystemCentralMomentum(rig.state);
    const Vec3 p = rig.matter.calcSystemMassCenterLocationInGround(rig.state);
    const Vec3 v = rig.matter.calcSystemMassCenterVelocityInGround(rig.state);
    EXPECT_LT((about[1] - rig.matter.calcSystemMass(rig.state) * v).norm(), exact);
    EXPECT_LT((about[0] - central[0] - p % about[1]).norm(), exact);
    const Vector rate =
        rig.rate([&](const State& s) { return Vector(3, rig.matter.calcSystemMassCenterVelocityInGround(s).data()); });
    EXPECT_LT((Vec3(rate) - rig.matter.calcSystemMassCenterAccelerationInGround(rig.state)).norm(), differenced);
}

// --- Stages and sizes ---

TEST(Operators, NameTheStageTheyNeed) {
    Rig rig;
    rig.state.updQ();
    rig.system.realize(rig.state, Stage::Time);
    Vector v(rig.nu()), out;
    Vector_<SpatialVec> V;
    Matrix M;
    EXPECT_THROW(rig.matter.multiplyByM(rig.state, v, out), Exception::StageTooLow);
    EXPECT_THROW(rig.matter.calcSystemJacobian(rig.state, M), Exception::StageTooLow);
    EXPECT_THROW(rig.matter.calcG(rig.state, M), Exception::StageTooLow);
    EXPECT_THROW(rig.matter.calcPq(rig.state, M), Exception::StageTooLow);
    rig.system.realize(rig.state, Stage::Position);
    EXPECT_NO_THROW(rig.matter.calcG(rig.state, M));
    EXPECT_THROW(rig.matter.multiplyByNDot(rig.state, false, v, out), Exception::StageTooLow);
    EXPECT_THROW(rig.matter.calcBiasForSystemJacobian(rig.state, V), Exception::StageTooLow);
    EXPECT_THROW(rig.matter.calcProjectedMInv(rig.state, M), Exception::StageTooLow);
    EXPECT_THROW(rig.matter.multiplyByG(rig.state, v, out), Exception::StageTooLow) << "not all are holonomic";
    rig.system.realize(rig.state, Stage::Dynamics);
    EXPECT_THROW(rig.matter.calcMobilizerReactionForces(rig.state, V), Exception::StageTooLow);
    EXPECT_THROW(rig.matter.calcConstraintPower(rig.state), Exception::StageTooLow);
    try {
        rig.matter.findMotionForces(rig.state, out);
        FAIL() << "needs Acceleration";
    } catch (const Exception::StageTooLow& e) {
        EXPECT_EQ(e.needed(), Stage::Acceleration);
        EXPECT_NE(std::string(e.what()).find("findMotionForces"), std::string::npos);
    }
}

TEST(Operators, RefuseVectorsOfTheWrongSize) {
    const Rig rig;
    Vector wrong(rig.nu() + 1), out;
    EXPECT_THROW(rig.matter.multiplyByM(rig.state, wrong, out), Exception::Base);
    EXPECT_THROW(rig.matter.multiplyByMInv(rig.state, wrong, out), Exception::Base);
    EXPECT_THROW(rig.matter.multiplyByG(rig.state, wrong, out), Exception::Base);
    EXPECT_THROW(rig.matter.multiplyByGTranspose(rig.state, wrong, out), Exception::Base);
    EXPECT_THROW(rig.matter.calcQDot(rig.state, wrong, out), Exception::Base);
    EXPECT_THROW(rig.matter.multiplyByStationJacobian(rig.state, MobilizedBodyIndex(99), Vec3(0), rig.anyU()),
                 Exception::IndexOutOfRange);
}

TEST(Operators, MayHaveTheirInputAsOutput) {
    const Rig rig;
    Vector expected, v = rig.anyU();
    rig.matter.multiplyByM(rig.state, rig.anyU(), expected);
    rig.matter.multiplyByM(rig.state, v, v);
    EXPECT_EQ(distance(v, expected), 0);
}

}  // namespace
}  // namespace operator_test

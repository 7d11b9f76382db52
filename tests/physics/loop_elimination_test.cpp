// SPDX-License-Identifier: Apache-2.0
// Loops eliminated along the tree, compared with the matrix of all pairs of equations.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include "multibody/matter/guts.h"
#include "physics_rig.h"

namespace trammel::test {
namespace {

using Method = ConstraintMatrices::Method;

/// The constraint matrices of one State by both methods.
struct BothMethods {
    const MatterGuts& guts;
    const State& s;
    ArticulatedInertias inertias;
    ConstraintMatrices pairs, elimination;
    int m;

    explicit BothMethods(const CompiledModel& model)
        : guts(model.getSystem().getMatterSubsystem().getGuts()), s(model.getInitialState()) {
        const ConstraintLayout& layout = guts.getLayout(s);
        m = layout.nPosition + layout.nVelocity;
        pairs = guts.makeConstraintMatrices(s, layout, Method::Pairs);
        elimination = guts.makeConstraintMatrices(s, layout, Method::Elimination);
        const PrescribedSet& prescribed = guts.ensurePrescribedSet(s);
        calcArticulatedInertias(guts.treeOf(s), guts.ensurePosition(s), guts.ensureInertias(s), prescribed, inertias);
        for (ConstraintMatrices* each : {&pairs, &elimination})
            guts.calcConstraintMatrices(s, guts.ensurePosition(s), inertias, prescribed, m, *each);
    }
    /// A x by the tree.
    std::vector<Real> multiply(const std::vector<Real>& x) {
        std::vector<Real> du(std::size_t(guts.treeOf(s).nu)), out(x.size());
        std::vector<SpatialVec> A;
        guts.calcMInvGt(s, guts.ensurePosition(s), inertias, guts.ensurePrescribedSet(s), pairs, x.data(), m, du.data(),
                        A);
        guts.multiplyByG(s, du.data(), m, out.data());
        return out;
    }
    /// After findRank(): a redundant row less its parts has no elements in A, up to the rank tolerance.
    void expectRedundantRowsAreSums() {
        constexpr Real tolerance = 1e-4, negligible = 1e-12;
        Real largest = 0;
        for (int r = 0; r < m; ++r) largest = std::max(largest, pairs.diagonal(r));
        for (const auto& redundant : elimination.findRedundantRows(m)) {
            if (redundant.parts.empty()) continue;
            std::vector<Real> difference(std::size_t(m), 0);
            difference[std::size_t(redundant.row)] = 1;
            for (const auto& [row, part] : redundant.parts) difference[std::size_t(row)] -= part;
            const std::vector<Real> rest = multiply(difference);
            for (int r = 0; r < m; ++r) {
                if (pairs.diagonal(r) <= negligible * largest) continue;
                EXPECT_LE(std::abs(rest[std::size_t(r)]),
                          tolerance * std::sqrt(pairs.diagonal(r) * pairs.diagonal(redundant.row)))
                    << "equation " << r << " beside " << redundant.row;
            }
        }
    }
};

TEST(LoopElimination, IsTriedAgainAfterPairsStoodInForIt) {
    const auto model = compileDocument(modelDocument("four_bar"));
    ASSERT_TRUE(model);
    (*model)->getSystem().realize((*model)->getInitialState(), Stage::Velocity);
    BothMethods both(**model);
    ConstraintMatrices& matrices = both.elimination;
    int made = 0;
    for (int time = 0; time < 3; ++time) {
        ASSERT_TRUE(matrices.usesElimination());
        matrices.standInPairs([&] { return ++made, both.pairs; });
        EXPECT_FALSE(matrices.usesElimination());
        EXPECT_EQ(matrices.denseA(both.m), both.pairs.denseA(both.m));
        matrices.resumeElimination();
    }
    EXPECT_EQ(made, 1);
    EXPECT_EQ(matrices.findRank(both.m), both.pairs.findRank(both.m));
    // Pairs chosen from the start stay.
    both.pairs.resumeElimination();
    EXPECT_FALSE(both.pairs.usesElimination());
}

TEST(LoopElimination, AgreesWithThePairsOfAllExamples) {
    int compared = 0, eliminated = 0;
    const std::filesystem::path folder = TRAMMEL_SOURCE_DIR "/models";
    for (const auto& file : std::filesystem::recursive_directory_iterator(folder)) {
        if (file.path().extension() != ".trammel") continue;
        const std::string name = std::filesystem::relative(file.path(), folder).replace_extension("").string();
        SCOPED_TRACE(name);
        const auto model = compileDocument(modelDocument(name));
        if (!model) continue;
        try {
            (*model)->getSystem().realize((*model)->getInitialState(), Stage::Velocity);
            BothMethods both(**model);
            if (both.m == 0) continue;
            ++compared;
            // Nearly dependent equations, and forces that do not cancel, are left to the pairs.
            if (!both.elimination.usesElimination() || !both.elimination.isCertain(both.m, true)) continue;
            ++eliminated;
            EXPECT_EQ(both.elimination.findRank(both.m), both.pairs.findRank(both.m));
            const auto rowsOf = [&](ConstraintMatrices& matrices) {
                std::vector<int> rows;
                for (const auto& redundant : matrices.findRedundantRows(both.m)) rows.push_back(redundant.row);
                return rows;
            };
            EXPECT_EQ(rowsOf(both.elimination).size(), rowsOf(both.pairs).size());
            both.expectRedundantRowsAreSums();
            if (!both.elimination.isCertain(both.m, false)) continue;
            std::vector<Real> some(std::size_t(both.m)), x(some), y(some);
            for (int r = 0; r < both.m; ++r) some[std::size_t(r)] = std::sin(1. + 7 * r);
            const std::vector<Real> b = both.multiply(some);
            both.elimination.solve(both.m, b.data(), x.data());
            both.pairs.solve(both.m, b.data(), y.data());
            Real largest = 0;
            for (const Real each : y) largest = std::max(largest, std::abs(each));
            for (int r = 0; r < both.m; ++r)
                EXPECT_NEAR(x[std::size_t(r)], y[std::size_t(r)], 1e-8 * largest) << "equation " << r;
        } catch (const std::exception& e) {
            ADD_FAILURE() << e.what();
        }
    }
    EXPECT_GT(compared, 20);
    EXPECT_GT(eliminated, compared / 2) << "of " << compared;
}

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
// Every model of the gallery compiled, assembled and run to its end with its own settings.
#include <cmath>
#include <set>

#include "compile/catalog.h"
#include "model_files.h"
#include "multibody/multibody_system.h"
#include "runtime/simulation_run.h"

namespace trammel::test {
namespace {

class EveryModelRuns : public EveryModel {};

/// Loops are closed far better than any run needs (m or rad).
constexpr Real assembled = 1e-8;
/// A run satisfies the constraints to a tenth of its accuracy (weights of 1: m or rad).
Real allowedConstraintError(const SimulationSettings& settings) { return settings.accuracy / 10; }

/// Models that demonstrate redundant equations.
const std::set<std::string> redundantByDesign = {"validation/bennett", "validation/bricard", "validation/schatz"};

/// Bodies are within the drawn part of each floor in Ground: nothing rolls away over nothing.
void expectOnDrawnFloor(const CompiledModel& model, const State& state) {
    const Document& document = model.getDocument();
    for (const ElementId id : document.elementsOf("shape")) {
        const Element& floor = document.get(id);
        if (floor.type != "floor" || floor.parent.isValid()) continue;
        const TypeDescriptor& type = *findTypeOf(floor);
        const Transform X_GF(Rotation::fromBodyXYZ(floor.valueAs<Vec3>(type, "orientation")),
                             floor.valueAs<Vec3>(type, "position"));
        for (const ElementId body : document.elementsOf("body")) {
            const Vec3 p = ~X_GF * model.calcBodyPose(body, state).p();
            EXPECT_LE(std::abs(p[0]), floor.valueAs<Real>(type, "length") / 2) << document.get(body).name;
            EXPECT_LE(std::abs(p[2]), floor.valueAs<Real>(type, "width") / 2) << document.get(body).name;
        }
    }
}

TEST_P(EveryModelRuns, AssemblyKeepsTheFilesCoordinates) {
    const CompiledModelPtr model = compiled(GetParam());
    EXPECT_TRUE(model->getAssembly().assembled);
    EXPECT_LT(model->getAssembly().worstError, assembled);
    EXPECT_LT(model->calcConstraintError(model->getInitialState()), assembled);
    // Changed initial coordinates and unconnected bodies would cause a note.
    const Result<CompiledModelPtr> again = compileDocument(model->getDocument());
    EXPECT_EQ(again.diagnostics.size(), redundantByDesign.contains(GetParam().name) ? 1u : 0u);
}

TEST_P(EveryModelRuns, CanMoveAndHasNoRedundantEquations) {
    const CompiledModelPtr model = compiled(GetParam());
    const MobilityReport& mobility = model->getMobility();
    EXPECT_GE(mobility.degreesOfFreedom, 1);
    EXPECT_EQ(mobility.redundantEquations > 0, redundantByDesign.contains(GetParam().name));
}

TEST_P(EveryModelRuns, RunsToItsEndWithItsLoopsClosed) {
    const CompiledModelPtr model = compiled(GetParam());
    const SimulationSettings& settings = model->getSettings();
    TrajectoryStore frames(model->getInitialState().getNY());
    RunOptions options;
    options.settings = settings;
    const RunStatus status = runToEnd(*model, model->getInitialState(), options, frames);
    ASSERT_EQ(status.phase, RunPhase::Finished) << status.message;

    const long intervals = std::lround(settings.duration / settings.frameInterval);
    ASSERT_EQ(long(frames.size()), intervals + 1);
    EXPECT_EQ(frames.getStartTime(), 0);
    EXPECT_EQ(frames.getEndTime(), settings.duration);

    State state = model->getInitialState();
    Vector y(frames.getNY());
    Real worst = 0, moved = 0;
    for (std::size_t k = 0; k < frames.size(); ++k) {
        frames.copyY(k, y);
        ASSERT_TRUE(y.allFinite()) << "frame " << k;
        moved = std::max(moved, (y - model->getInitialState().getY()).cwiseAbs().maxCoeff());
        state.updTime() = frames.getTime(k);
        state.updY() = y;
        model->getSystem().realize(state, Stage::Position);
        worst = std::max(worst, model->calcConstraintError(state));
    }
    EXPECT_LE(worst, allowedConstraintError(settings));
    EXPECT_GT(moved, 0.1) << "A model of the gallery moves.";
    expectOnDrawnFloor(*model, state);
}

TEST_P(EveryModelRuns, DrawsEveryBody) {
    const CompiledModelPtr model = compiled(GetParam());
    Scene scene;
    model->calcScene(model->getInitialState(), scene);
    std::set<std::uint64_t> drawn;
    for (const DecorativeGeometry& g : scene.geometry) drawn.insert(g.getElement().value);
    const Document& document = model->getDocument();
    for (const ElementId body : document.elementsOf("body")) {
        bool visible = drawn.contains(body.value);
        for (const ElementId shape : document.childrenOf(body)) visible = visible || drawn.contains(shape.value);
        EXPECT_TRUE(visible) << document.get(body).name;
    }
}

INSTANTIATE_TEST_SUITE_P(Gallery, EveryModelRuns, ::testing::ValuesIn(modelFiles()), caseName);

}  // namespace
}  // namespace trammel::test

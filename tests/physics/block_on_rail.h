// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact_models.h"
#include "inspect/outputs.h"
#include "runtime/run_check.h"

namespace trammel::test {

/// A block of 2 kg on a rail along x, which starts at 0 with 1 m/s.
class BlockOnRail : public ::testing::Test {
protected:
    BlockOnRail() {
        block = model.add(box("Block", Vec3(0.1), 2));
        rail = model.add(slide("Rail", block, 0, 1));
    }
    /// A spring to x = 0 with a period of one second: x = sin(2 pi t) / (2 pi).
    ElementId addSpring() {
        return model.add(Element::draft("force", "mobilitySpring", "Spring")
                             .set("stiffness", 2 * square(2 * Pi))
                             .plug("joint", rail));
    }

    std::shared_ptr<SimulationRun> run(Real duration, Real interval = 0.1) {
        const CompiledModelPtr made = compiled(model.document());
        RunOptions options;
        options.settings = made->getSettings();
        options.settings.accuracy = closeAccuracy;
        options.settings.duration = duration;
        options.settings.frameInterval = interval;
        options.checkpointSeconds = 0;
        auto all = std::make_shared<SimulationRun>(made, made->getInitialState(), options);
        all->start();
        all->wait();
        EXPECT_EQ(all->getStatus().phase, RunPhase::Finished) << all->getStatus().message;
        return all;
    }
    /// An output at a frame; at the last for -1.
    static Real valueAt(const SimulationRun& run, const std::string& output, long frame = -1) {
        const Outputs all(run.getModel());
        const auto index = all.find(output);
        EXPECT_TRUE(index) << output;
        State state = run.getInitialState();
        run.restoreFrame(frame < 0 ? run.getTrajectory()->size() - 1 : std::size_t(frame), state);
        Real value = NaN;
        if (index) all.calc({&*index, 1}, state, {&value, 1});
        return value;
    }
    /// From the first State and from a checkpoint.
    static void expectRecomputed(const std::shared_ptr<SimulationRun>& run) {
        for (const std::size_t from : {std::size_t(0), run->getTrajectory()->size() / 2}) {
            const RunCheck check(run, from);
            check.wait();
            EXPECT_TRUE(check.isIdentical()) << check.getSentence();
        }
    }

    ModelBuilder model;
    ElementId block, rail;
};

}  // namespace trammel::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_poses.h"

#include <algorithm>
#include <exception>

#include "compile/realization.h"

namespace trammel::ui {

std::vector<std::vector<Transform>> posesOf(const SimulationRun& run, std::size_t first, std::size_t last,
                                            std::size_t count) {
    std::vector<std::vector<Transform>> poses;
    State state = run.getInitialState();
    Scene there;
    count = std::min(count, last - first + 1);
    for (std::size_t k = 0; k < count; ++k) {
        try {
            run.restoreFrame(first + (last - first) * k / std::max<std::size_t>(count - 1, 1), state);
            realize(*run.getModel(), state, Stage::Position);
            run.getModel()->calcScene(state, there);
            poses.push_back(there.bodyPoses);
        } catch (const std::exception&) {
            // There is no picture of that instant either, and it says why.
        }
    }
    return poses;
}

}  // namespace trammel::ui

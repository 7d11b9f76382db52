// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/element_id.h"
#include "decoration/decorative_geometry.h"

namespace trammel::ui {

class Viewport;

/// Leaves out arrows that larger ones of the same drawing cover on the screen, so that a thousand arrows stay
/// distinguishable. Few arrows are all shown.
class ArrowThinning {
public:
    /// Arrows within the view: those shown, and all of them.
    struct Counts {
        std::size_t shown = 0, all = 0;
    };

    /// @param viewport not owned; must outlive this
    explicit ArrowThinning(const Viewport& viewport) : viewport_(viewport) {}

    /// Removes covered arrows of @p drawing, those of @p geometry from @p first on.
    /// @param isKept true for elements whose arrows are never covered
    void thin(const std::string& drawing, const std::function<bool(ElementId)>& isKept, std::size_t first,
              std::vector<DecorativeGeometry>& geometry);
    /// Counts at the last call of thin().
    Counts countsOf(const std::string& drawing) const;
    void forget(const std::string& drawing) { left_.erase(drawing); }
    /// True if a drawing has so many arrows that the camera decides which are shown.
    bool dependsOnCamera() const { return !left_.empty(); }

private:
    struct Left {
        Counts counts;
        /// Preferred to arrows that are little larger, so that few appear and disappear as bodies move.
        std::set<ElementId> elements;
    };

    const Viewport& viewport_;
    /// Drawings of many arrows.
    std::map<std::string, Left> left_;
};

}  // namespace trammel::ui

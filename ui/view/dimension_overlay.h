// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <vector>

#include "authoring/driving_dimensions.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

namespace trammel::ui {

class SceneView;
class ToolHost;
class ViewOverlays;
class Viewport;
struct Moment;

/// Dimensions of the initial pose in the view and in its images: those of the selection, else of the whole model.
/// Hidden at other poses, where they would not hold, and while the Dimension tool draws its own.
class DimensionOverlay : public QObject {
    Q_OBJECT

public:
    DimensionOverlay(Session& session, const DisplayUnits& units, Viewport& viewport, SceneView& scene,
                     ViewOverlays& overlays, const ToolHost& host);

    bool isShown() const { return shown_; }
    void setShown(bool shown);

private:
    void appendTo(const Moment& moment, Scene& scene);

    Session& session_;
    const DisplayUnits& units_;
    SceneView& scene_;
    const ToolHost& host_;
    bool shown_ = false;
    /// Dimensions of a model and a selection.
    std::vector<DrivingDimension> found_;
    std::weak_ptr<const CompiledModel> foundIn_;
    std::set<ElementId> foundOf_;
};

}  // namespace trammel::ui

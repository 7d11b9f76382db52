// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/properties/units.h"
#include "ui/session/session.h"

class QWidget;

namespace trammel::ui {

class DimensionOverlay;
class DocumentMemory;
class SceneView;
class SectionBar;
class ToolView;
class ViewCube;
class ViewOverlays;
class Viewport;

/// The 3-D view of a document with its tools and controls.
class ModelView {
public:
    /// @param parent of all objects and of the viewport
    ModelView(Session& session, DocumentMemory& memory, DisplayUnits& units, QWidget* parent);

    Viewport& viewport() { return *viewport_; }
    SceneView& scene() { return *scene_; }
    ViewOverlays& overlays() { return *overlays_; }
    ToolView& tools() { return *tools_; }
    SectionBar& section() { return *section_; }
    ViewCube& cube() { return *cube_; }
    DimensionOverlay& dimensions() { return *dimensions_; }

private:
    Viewport* viewport_;
    SceneView* scene_;
    ViewOverlays* overlays_;
    ToolView* tools_;
    SectionBar* section_;
    ViewCube* cube_;
    DimensionOverlay* dimensions_;
};

}  // namespace trammel::ui

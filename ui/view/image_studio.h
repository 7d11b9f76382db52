// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/export_dialog.h"

namespace trammel::ui {

class ViewOverlays;
class SceneView;
class Viewport;

/// Renders images like the view: same camera, colors, arrows, ghosts and traces, without hidden elements; follows a
/// body if the camera does. Arguments must outlive the result.
ExportDialog::Studio makeImageStudio(const Viewport& viewport, const SceneView& scene, ViewOverlays& overlays);

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/export_dialog.h"

namespace trammel::ui {

class ViewOverlays;
class SceneView;
class Viewport;

/// Draws pictures as the view would: the same camera, colors, arrows, ghosts and paths, without what is hidden. A camera that
/// goes along with a body does so here, too. What it needs must outlive it.
ExportDialog::Studio makePictureStudio(const Viewport& viewport, const SceneView& scene, ViewOverlays& drawings);

}  // namespace trammel::ui

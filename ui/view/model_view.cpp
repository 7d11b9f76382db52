// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/model_view.h"

#include "ui/session/document_memory.h"
#include "ui/view/background_view.h"
#include "ui/view/box_select.h"
#include "ui/view/dimension_overlay.h"
#include "ui/view/edit_image.h"
#include "ui/view/follow_chip.h"
#include "ui/view/instant_chip.h"
#include "ui/view/motion_framing.h"
#include "ui/view/pull_view.h"
#include "ui/view/scene_view.h"
#include "ui/view/section_bar.h"
#include "ui/view/tool_view.h"
#include "ui/view/view_cube.h"
#include "ui/view/view_overlays.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

ModelView::ModelView(Session& session, DocumentMemory& memory, DisplayUnits& units, QWidget* parent)
    : viewport_(new Viewport(parent)),
      scene_(new SceneView(session, *viewport_, parent)),
      overlays_(new ViewOverlays(session, units, *viewport_, *scene_, parent)),
      tools_(new ToolView(session, *viewport_, *scene_, units)) {
    // The last one filters the events of the viewport first.
    new BoxSelect(session, *viewport_, tools_->host(), parent);
    section_ = new SectionBar(*viewport_, memory, units);
    new FollowChip(session, *viewport_, *overlays_);
    dimensions_ = new DimensionOverlay(session, units, *viewport_, *scene_, *overlays_, tools_->host());
    new InstantChip(session, *viewport_);
    new MotionFraming(session, *viewport_, *overlays_);
    cube_ = new ViewCube(*viewport_);
    new BackgroundView(session, *viewport_, parent);
    // Element ids of another document mean other elements.
    QObject::connect(&memory, &DocumentMemory::replaced, overlays_, [overlays = overlays_] { overlays->follow({}); });
    new PullView(session, *viewport_, tools_->host(), units, parent);
    new EditImage(session, *viewport_);
}

}  // namespace trammel::ui

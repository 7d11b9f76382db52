// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/workspace.h"

#include "ui/panels/plots/plot_data.h"
#include "ui/session/bookmarks.h"
#include "ui/session/debugger.h"
#include "ui/session/document_memory.h"
#include "ui/session/edit_cost_log.h"
#include "ui/session/memory_return.h"

namespace trammel::ui {

Workspace::Workspace(Session& session, QObject* parent)
    : QObject(parent),
      session_(session),
      debugger_(new Debugger(session, this)),
      costLog_(new EditCostLog(session, this)),
      memory_(new DocumentMemory(session, this)),
      bookmarks_(new Bookmarks(*memory_, this)),
      plotData_(new PlotData(session, this)) {
    new MemoryReturn(session, this);
}

}  // namespace trammel::ui

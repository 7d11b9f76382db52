// SPDX-License-Identifier: GPL-3.0-or-later
// The panels, in the order of menus and tabs. A new panel: one pair of files, one include and one row here.
#include "ui/panels/contacts_panel.h"
#include "ui/panels/debugger/audit_panel.h"
#include "ui/panels/debugger/breakpoints_panel.h"
#include "ui/panels/debugger/cache_xray_panel.h"
#include "ui/panels/debugger/diff_panel.h"
#include "ui/panels/debugger/edit_cost_panel.h"
#include "ui/panels/debugger/profiler_panel.h"
#include "ui/panels/debugger/provenance_panel.h"
#include "ui/panels/debugger/stage_ladder.h"
#include "ui/panels/debugger/state_panel.h"
#include "ui/panels/debugger/trace_panel.h"
#include "ui/panels/history_panel.h"
#include "ui/panels/import_panel.h"
#include "ui/panels/log_panel.h"
#include "ui/panels/mobility_panel.h"
#include "ui/panels/model_tree_panel.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/parameters_panel.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/results/results_panel.h"
#include "ui/panels/runs_panel.h"
#include "ui/panels/studies/studies_panel.h"
#include "ui/panels/timeline_panel.h"

namespace trammel::ui {

std::vector<PanelDescriptor> panelDescriptors() {
    return {ModelTreePanel::descriptor(), PropertiesPanel::descriptor(),  StageLadder::descriptor(),
            PlotsPanel::descriptor(),     ProblemsPage::descriptor(),     MobilityPanel::descriptor(),
            ContactsPanel::descriptor(),  ParametersPanel::descriptor(),  HistoryPanel::descriptor(),
            RunsPanel::descriptor(),      StudiesPanel::descriptor(),     ResultsPanel::descriptor(),
            LogPanel::descriptor(),       ImportPanel::descriptor(),      CacheXrayPanel::descriptor(),
            StatePanel::descriptor(),     ProvenancePanel::descriptor(),  EditCostPanel::descriptor(),
            TracePanel::descriptor(),     ProfilerPanel::descriptor(),    DiffPanel::descriptor(),
            AuditPanel::descriptor(),     BreakpointsPanel::descriptor(), TimelinePanel::descriptor()};
}

}  // namespace trammel::ui

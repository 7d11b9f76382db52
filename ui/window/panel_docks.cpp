// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/panel_docks.h"

#include <QDockWidget>
#include <QGuiApplication>
#include <QMainWindow>
#include <QScreen>
#include <QTimer>
#include <algorithm>

#include "base/diagnostics.h"
#include "ui/panels/workspace.h"

namespace trammel::ui {

namespace {

/// Increment when docks are added or removed: older layouts are then not restored.
constexpr int LayoutVersion = 5;
/// On smaller screens the panels at the right are tabbed.
constexpr QSize SmallScreen(1280, 720);

Qt::DockWidgetArea dockArea(PanelArea area) {
    switch (area) {
        case PanelArea::Left: return Qt::LeftDockWidgetArea;
        case PanelArea::Right: return Qt::RightDockWidgetArea;
        default: return Qt::BottomDockWidgetArea;
    }
}

}  // namespace

PanelDocks::PanelDocks(Workspace& workspace, QMainWindow& window) : QObject(&window), window_(window) {
    for (PanelDescriptor& row : panelDescriptors()) {
        QWidget* const content = row.make(workspace);
        panels_.push_back({std::move(row), content, nullptr});
        if (panels_.back().row.area != PanelArea::BelowView) addDock(panels_.back());
    }
    layOut();
    connect(&workspace, &Workspace::panelRequested, this, [this](const QString& id) { raise(id); });
    connect(&workspace, &Workspace::panelDismissed, this, &PanelDocks::hide);
}

void PanelDocks::addDock(Panel& panel) {
    const PanelDescriptor& row = panel.row;
    auto* const dock = new QDockWidget(row.title, &window_);
    panel.dock = dock;
    dock->setObjectName(row.id);
    if (row.leastSize.width() > 0) panel.content->setMinimumWidth(row.leastSize.width());
    if (row.leastSize.height() > 0) panel.content->setMinimumHeight(row.leastSize.height());
    dock->setWidget(panel.content);
    connect(panel.content, &QWidget::windowTitleChanged, dock, &QDockWidget::setWindowTitle);
    window_.addDockWidget(dockArea(row.area), dock);
    if (row.area != PanelArea::Bottom) return;
    // The tab already shows the title.
    dock->setTitleBarWidget(new QWidget(dock));
    dock->setFeatures(QDockWidget::DockWidgetClosable);
    if (row.raisedHeight > 0)
        connect(dock, &QDockWidget::visibilityChanged, this, [this, dock, id = row.id](bool shown) {
            if (shown && window_.isVisible())
                QTimer::singleShot(0, dock, [this, dock, id] {
                    if (dock->isVisible()) raise(id);
                });
        });
}

void PanelDocks::layOut() {
    QDockWidget* lastTab = nullptr;
    for (const Panel& panel : panels_) {
        if (panel.row.area == PanelArea::Bottom) {
            if (lastTab) window_.tabifyDockWidget(lastTab, panel.dock);
            lastTab = panel.dock;
        }
        if (panel.dock && !panel.row.isShown) panel.dock->hide();
    }
    const auto isFront = [](const Panel& panel) { return panel.row.isShown && panel.row.isInFront; };
    for (const Panel& panel : panels_)
        if (isFront(panel)) panel.dock->raise();
    window_.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    resize(PanelArea::Left, Qt::Horizontal, &PanelDescriptor::size);
    resize(PanelArea::Right, Qt::Horizontal, &PanelDescriptor::size);
    resize(PanelArea::Right, Qt::Vertical, &PanelDescriptor::size);
    resize(PanelArea::Bottom, Qt::Vertical, &PanelDescriptor::size);
    if (!isScreenSmall()) return;
    // Stacked, the panels at the right would be too low to read.
    const Panel* front = nullptr;
    for (const Panel& panel : panels_) {
        if (panel.row.area != PanelArea::Right) continue;
        if (front) window_.tabifyDockWidget(front->dock, panel.dock);
        if (!front) front = &panel;
    }
    front->dock->raise();
    resize(PanelArea::Left, Qt::Horizontal, &PanelDescriptor::leastSize);
    window_.resizeDocks({front->dock}, {front->row.leastSize.width()}, Qt::Horizontal);
    resize(PanelArea::Bottom, Qt::Vertical, &PanelDescriptor::leastSize);
}

bool PanelDocks::isScreenSmall() {
    const QSize available = QGuiApplication::primaryScreen()->availableSize();
    return available.width() < SmallScreen.width() || available.height() < SmallScreen.height();
}

void PanelDocks::resize(PanelArea area, Qt::Orientation orientation, QSize PanelDescriptor::*size) {
    QList<QDockWidget*> docks;
    QList<int> sizes;
    for (const Panel& panel : panels_) {
        const QSize wanted = panel.row.*size;
        const int pixels = orientation == Qt::Horizontal ? wanted.width() : wanted.height();
        // Tabs behind the front have the size of the front.
        const bool isBehind = area == PanelArea::Bottom && !panel.row.isInFront;
        if (panel.row.area != area || pixels == 0 || panel.dock->isHidden() || isBehind) continue;
        docks += panel.dock;
        sizes += pixels;
    }
    window_.resizeDocks(docks, sizes, orientation);
}

QList<QDockWidget*> PanelDocks::docks() const {
    QList<QDockWidget*> docks;
    for (const Panel& panel : panels_)
        if (panel.dock) docks += panel.dock;
    return docks;
}

void PanelDocks::failToFind(const QString& name) { throw Exception("There is no panel '" + name.toStdString() + "'."); }

const PanelDocks::Panel& PanelDocks::find(const QString& id) const {
    const auto found = std::ranges::find_if(panels_, [&](const Panel& panel) { return panel.row.id == id; });
    if (found == panels_.end()) failToFind(id);
    return *found;
}

void PanelDocks::raise(const QString& id) { raise(find(id)); }

void PanelDocks::raise(const Panel& panel) {
    if (!panel.dock) return;
    panel.dock->show();
    panel.dock->raise();
    if (panel.dock->height() < panel.row.raisedHeight)
        window_.resizeDocks({panel.dock}, {panel.row.raisedHeight}, Qt::Vertical);
}

void PanelDocks::hide(const QString& id) {
    if (QDockWidget* const dock = find(id).dock) dock->hide();
}

void PanelDocks::toggle(const QString& id) {
    const Panel& panel = find(id);
    if (panel.dock && panel.dock->isVisible() && !panel.dock->visibleRegion().isEmpty())
        panel.dock->hide();
    else
        raise(panel);
}

void PanelDocks::setDefault() { original_ = save(); }

void PanelDocks::reset() {
    window_.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    restore(original_);
}

void PanelDocks::showDebugger() {
    reset();
    // Wide panels extend to the left edge.
    window_.setCorner(Qt::BottomLeftCorner, Qt::BottomDockWidgetArea);
    for (const Panel& panel : panels_)
        if (panel.row.isOfDebugger) panel.dock->show();
    for (const Panel& panel : panels_)
        if (panel.row.isOfDebugger && panel.row.isInFront) panel.dock->raise();
    resize(PanelArea::Bottom, Qt::Vertical, &PanelDescriptor::sizeInDebugger);
    resize(PanelArea::Left, Qt::Vertical, &PanelDescriptor::sizeInDebugger);
    resize(PanelArea::Left, Qt::Horizontal, &PanelDescriptor::sizeInDebugger);
}

QByteArray PanelDocks::save() const { return window_.saveState(LayoutVersion); }

void PanelDocks::restore(const QByteArray& layout) { window_.restoreState(layout, LayoutVersion); }

}  // namespace trammel::ui

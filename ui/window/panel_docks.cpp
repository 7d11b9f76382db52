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
constexpr int LayoutVersion = 6;
/// On smaller screens the panels at the right are tabbed.
constexpr QSize SmallScreen(1440, 800);
/// Height of the panels at the bottom of such screens: enough for a plot, pixels.
constexpr int SmallBottomHeight = 210;
/// Width of the model tree there: enough for headings with four digits, pixels.
constexpr int SmallLeftWidth = 172;

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
    for (QDockWidget* const dock : tabGroup(true))
        connect(dock, &QDockWidget::visibilityChanged, this, &PanelDocks::fitTabGroups);
    connect(&workspace, &Workspace::panelRequested, this, [this](const QString& id) { raise(id); });
    connect(&workspace, &Workspace::panelDismissed, this, &PanelDocks::hide);
}

void PanelDocks::addDock(Panel& panel) {
    const PanelDescriptor& row = panel.row;
    auto* const dock = new QDockWidget(row.title, &window_);
    panel.dock = dock;
    dock->setObjectName(row.id);
    // Equal for all tabs of a group, so that its height does not depend on the front one.
    const QSize least = row.area == PanelArea::Bottom && row.leastSize.isNull() ? LeastBottomPanel : row.leastSize;
    if (least.width() > 0) panel.content->setMinimumWidth(least.width());
    if (least.height() > 0) panel.content->setMinimumHeight(least.height());
    dock->setWidget(panel.content);
    connect(panel.content, &QWidget::windowTitleChanged, dock, &QDockWidget::setWindowTitle);
    window_.addDockWidget(dockArea(row.area), dock);
    if (row.area != PanelArea::Bottom) return;
    // Side by side, all of them would widen the window.
    const QList<QDockWidget*> group = tabGroup(row.isOfDebugger);
    if (group.size() > 1) window_.tabifyDockWidget(group[group.size() - 2], dock);
    // The tab already shows the title.
    dock->setTitleBarWidget(new QWidget(dock));
    dock->setFeatures(QDockWidget::DockWidgetClosable);
}

void PanelDocks::layOut() {
    for (const Panel& panel : panels_)
        if (panel.dock && !panel.row.isShown) panel.dock->hide();
    const auto isFront = [](const Panel& panel) { return panel.row.isShown && panel.row.isInFront; };
    for (const Panel& panel : panels_)
        if (isFront(panel)) panel.dock->raise();
    window_.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    resize(PanelArea::Left, Qt::Horizontal, &PanelDescriptor::size);
    resize(PanelArea::Right, Qt::Horizontal, &PanelDescriptor::size);
    resize(PanelArea::Right, Qt::Vertical, &PanelDescriptor::size);
    resize(PanelArea::Bottom, Qt::Vertical, &PanelDescriptor::size);
    if (!isSmall_) return;
    // Stacked, the panels at the right would be too low to read.
    const Panel* front = nullptr;
    for (const Panel& panel : panels_) {
        if (panel.row.area != PanelArea::Right) continue;
        if (front) window_.tabifyDockWidget(front->dock, panel.dock);
        if (!front) front = &panel;
    }
    front->dock->raise();
    for (const Panel& panel : panels_)
        if (panel.row.area == PanelArea::Left && !panel.dock->isHidden())
            window_.resizeDocks({panel.dock}, {SmallLeftWidth}, Qt::Horizontal);
    window_.resizeDocks({front->dock}, {front->row.leastSize.width()}, Qt::Horizontal);
    for (const Panel& panel : panels_)
        if (panel.row.area == PanelArea::Bottom && isFront(panel))
            window_.resizeDocks({panel.dock}, {SmallBottomHeight}, Qt::Vertical);
}

void PanelDocks::showTitle(QDockWidget& dock, bool isShown) {
    QWidget* const before = dock.titleBarWidget();
    if (isShown == (before == nullptr)) return;
    dock.setTitleBarWidget(isShown ? nullptr : new QWidget(&dock));
    if (before) before->deleteLater();
}

QList<QDockWidget*> PanelDocks::tabGroup(bool ofDebugger) const {
    QList<QDockWidget*> group;
    for (const Panel& panel : panels_)
        if (panel.row.area == PanelArea::Bottom && panel.row.isOfDebugger == ofDebugger) group += panel.dock;
    return group;
}

void PanelDocks::fitTabGroups() {
    const auto isOpen = [](const QDockWidget* dock) { return !dock->isHidden(); };
    const QList<QDockWidget*> debuggers = tabGroup(true);
    const auto numOpen = std::ranges::count_if(debuggers, isOpen);
    // A panel without tabs needs its title.
    for (QDockWidget* const dock : debuggers) showTitle(*dock, numOpen == 1 && isOpen(dock));
    const bool both = numOpen > 0;
    if ((window_.corner(Qt::BottomLeftCorner) == Qt::BottomDockWidgetArea) == both) return;
    window_.setCorner(Qt::BottomLeftCorner, both ? Qt::BottomDockWidgetArea : Qt::LeftDockWidgetArea);
    window_.setCorner(Qt::BottomRightCorner, both ? Qt::BottomDockWidgetArea : Qt::RightDockWidgetArea);
    if (!both) return;
    // Any dock stands for its group. Updates the layout later.
    QTimer::singleShot(0, this, [this, isOpen] {
        QList<QDockWidget*> ofGroups;
        for (const bool ofDebugger : {false, true}) {
            const QList<QDockWidget*> group = tabGroup(ofDebugger);
            const auto open = std::ranges::find_if(group, isOpen);
            if (open != group.end()) ofGroups += *open;
        }
        const int half = window_.width() / 2;
        if (ofGroups.size() == 2) window_.resizeDocks(ofGroups, {half, half}, Qt::Horizontal);
        raiseLowPanels();
    });
}

void PanelDocks::raiseLowPanels() {
    // Panels that the user has moved elsewhere keep their heights.
    const auto heightOf = [this](const Panel& panel) {
        const bool isThere = panel.row.area == PanelArea::Right && panel.dock->isVisible() &&
                             !panel.dock->isFloating() && window_.dockWidgetArea(panel.dock) == Qt::RightDockWidgetArea;
        return isThere ? panel.row.size.height() : 0;
    };
    const auto highest = std::ranges::max_element(panels_, {}, heightOf);
    for (auto panel = panels_.begin(); panel != panels_.end(); ++panel)
        if (panel != highest && panel->dock && panel->dock->height() < heightOf(*panel))
            window_.resizeDocks({panel->dock}, {heightOf(*panel)}, Qt::Vertical);
}

bool PanelDocks::isScreenSmall() {
    const QSize available = QGuiApplication::primaryScreen()->availableSize();
    return available.width() < SmallScreen.width() || available.height() < SmallScreen.height();
}

QString PanelDocks::settingsKey() const {
    return isSmall_ ? QStringLiteral("window/layoutOnSmallScreen") : QStringLiteral("window/layout");
}

void PanelDocks::resize(PanelArea area, Qt::Orientation orientation, QSize PanelDescriptor::*size) {
    QList<QDockWidget*> docks;
    QList<int> sizes;
    for (const Panel& panel : panels_) {
        const QSize wanted = panel.row.*size;
        const int pixels = orientation == Qt::Horizontal ? wanted.width() : wanted.height();
        // Tabs behind the front one have its size.
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
    restore(original_);
    fitTabGroups();
}

void PanelDocks::showDebugger() {
    reset();
    for (const Panel& panel : panels_)
        if (panel.row.isOfDebugger) panel.dock->show();
    for (const Panel& panel : panels_)
        if (panel.row.isOfDebugger && panel.row.isInFront) panel.dock->raise();
    fitTabGroups();
    for (const PanelArea area : {PanelArea::Left, PanelArea::Right})
        resize(area, Qt::Vertical, &PanelDescriptor::sizeInDebugger);
    resize(PanelArea::Left, Qt::Horizontal, &PanelDescriptor::sizeInDebugger);
}

QByteArray PanelDocks::save() const { return window_.saveState(LayoutVersion); }

void PanelDocks::restore(const QByteArray& layout) { window_.restoreState(layout, LayoutVersion); }

}  // namespace trammel::ui

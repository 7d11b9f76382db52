// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QObject>
#include <QString>
#include <vector>

#include "ui/panels/panel_descriptor.h"

class QDockWidget;
class QMainWindow;

namespace trammel::ui {

/// The panels of a window in their docks, made from panelDescriptors(), and their layouts.
class PanelDocks : public QObject {
    Q_OBJECT

public:
    /// Creates all panels. @param workspace must have the commands that panels show
    PanelDocks(Workspace& workspace, QMainWindow& window);

    struct Panel {
        PanelDescriptor row;
        QWidget* content;
        /// Null: the panel is below the view.
        QDockWidget* dock;
    };
    const std::vector<Panel>& all() const { return panels_; }
    QList<QDockWidget*> docks() const;
    /// The panel of a class. Throws Exception if no row makes one.
    template <class Content>
    Content& get() const {
        for (const Panel& panel : panels_)
            if (auto* const content = qobject_cast<Content*>(panel.content)) return *content;
        failToFind(Content::staticMetaObject.className());
    }

    /// Shows a panel in front of the others in its tab group. Throws Exception if no panel has this id.
    void raise(const QString& id);
    template <class Content>
    Content& raise() {
        Content& content = get<Content>();
        for (const Panel& panel : panels_)
            if (panel.content == &content) raise(panel);
        return content;
    }
    void hide(const QString& id);
    /// Hides a visible panel; else shows it in front of the others.
    void toggle(const QString& id);

    /// Makes the current layout the default one, and restores it.
    void setDefault();
    void reset();
    /// The default layout with the debugger's panels around the view.
    void showDebugger();
    /// True if there is no space to stack panels.
    static bool isScreenSmall();
    /// The setting that holds the layout: small screens have one of their own, since a layout of a large screen leaves no
    /// space for the view there.
    QString settingsKey() const;
    QByteArray save() const;
    void restore(const QByteArray& layout);

private:
    [[noreturn]] static void failToFind(const QString& name);
    const Panel& find(const QString& id) const;
    void raise(const Panel& panel);
    void addDock(Panel& panel);
    void layOut();
    /// The docks of a tab group at the bottom, in the order of the rows.
    QList<QDockWidget*> tabGroup(bool ofDebugger) const;
    static void showTitle(QDockWidget& dock, bool isShown);
    /// Gives the bottom the full width of the window while both of its tab groups are shown.
    void fitTabGroups();
    /// Gives panels at the right that have become lower than wanted their height, at the expense of the highest.
    void raiseLowPanels();
    /// Gives docks their size in a layout, where it is not 0.
    void resize(PanelArea area, Qt::Orientation orientation, QSize PanelDescriptor::*size);

    QMainWindow& window_;
    /// State of the screen when the layout was made.
    const bool isSmall_ = isScreenSmall();
    std::vector<Panel> panels_;
    QByteArray original_;
};

}  // namespace trammel::ui

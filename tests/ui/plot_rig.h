// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDragEnterEvent>
#include <QLineEdit>
#include <QMimeData>
#include <memory>

#include "tests/ui/journey_rig.h"
#include "ui/panels/plots/plot_data.h"
#include "ui/panels/plots/plot_frame.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/panels/plots/source_tree.h"
#include "ui/session/plot_drag.h"
#include "ui/window/file_actions.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui::testing {

/// The rig with plots.
class PlotRig : public JourneyRig {
public:
    void openFourBar() {
        const QString path = writeModel(models_, QStringLiteral("four_bar.trammel"), fourBarText());
        QVERIFY(window->open(path));
        path_ = path;
    }
    /// As from the start page: an untitled copy.
    void openAsExample() {
        QVERIFY(window->files().open(writeModel(models_, QStringLiteral("example.trammel"), fourBarText()), true));
    }
    void reopen() { QVERIFY(window->open(path_)); }
    PlotsPanel& plots() { return window->panels().get<PlotsPanel>(); }
    PlotFrame& plot(std::size_t i) { return *plots().plots()[i]; }
    Player& player() { return session->player(); }
    void trigger(const char* command) { window->commands().action(QString::fromLatin1(command))->trigger(); }
    /// Filters outputs by typing and opens the first.
    void plotByName(const QString& words) {
        QLineEdit* const search = plots().sources().search();
        search->setFocus();
        search->selectAll();
        type(words);
        press(Qt::Key_Return);
    }
    /// Drops @p drag on a plot.
    static void drop(PlotFrame& plot, const PlotDrag& drag, const QPoint& at) {
        const std::unique_ptr<QMimeData> mime(drag.toMime());
        QDragEnterEvent enter(at, Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QApplication::sendEvent(&plot, &enter);
        QVERIFY(enter.isAccepted());
        QDragMoveEvent move(at, Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QApplication::sendEvent(&plot, &move);
        QDropEvent drop(at, Qt::CopyAction, mime.get(), Qt::LeftButton, {});
        QApplication::sendEvent(&plot, &drop);
    }
    /// True if every curve has all frames of the run.
    bool isGathered(std::size_t i) {
        for (const Curve& curve : plot(i).view().curves())
            if (curve.size() == 0 || curve.size() != player().frameCount()) return false;
        return !plot(i).view().curves().empty();
    }

private:
    QTemporaryDir models_;
    QString path_;
};

}  // namespace trammel::ui::testing

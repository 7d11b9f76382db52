// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <QStringList>
#include <functional>

#include "base/element_id.h"

class QMimeData;
class QWidget;

namespace trammel::ui {

/// What can be dragged onto a plot: readings by name, a variable of y, or an element whose readings are offered there.
struct PlotDrag {
    QStringList readings;
    ElementId element;
    /// Its index; -1: none.
    int variable = -1;

    bool isEmpty() const { return readings.isEmpty() && !element.isValid() && variable < 0; }
    /// To be owned by a drag.
    QMimeData* toMime() const;
    static PlotDrag fromMime(const QMimeData* mime);
    /// Lets @p source drag this until the button is released.
    void exec(QWidget* source) const;
};

/// Makes a widget one from which something can be dragged onto plots.
class PlotDragSource : public QObject {
    Q_OBJECT

public:
    /// @param widget owns this; of a list or tree its viewport. @param at what is under a point of it
    PlotDragSource(QWidget* widget, std::function<PlotDrag(const QPoint&)> at);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<PlotDrag(const QPoint&)> at_;
    QPoint pressedAt_;
    bool pressed_ = false;
};

}  // namespace trammel::ui

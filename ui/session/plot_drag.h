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

/// Payload of a drag onto a plot: named outputs, a variable of y, or an element whose outputs are offered.
struct PlotDrag {
    QStringList outputs;
    ElementId element;
    /// Index in y; -1: none.
    int variable = -1;

    bool isEmpty() const { return outputs.isEmpty() && !element.isValid() && variable < 0; }
    /// Returns a new object, to be owned by a QDrag.
    QMimeData* toMime() const;
    static PlotDrag fromMime(const QMimeData* mime);
    /// Runs the drag from @p source until the button is released.
    void exec(QWidget* source) const;
};

/// Makes a widget a source of drags onto plots.
class PlotDragSource : public QObject {
    Q_OBJECT

public:
    /// @param widget owns this object; for an item view pass its viewport. @param at maps a position to its payload
    PlotDragSource(QWidget* widget, std::function<PlotDrag(const QPoint&)> at);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    std::function<PlotDrag(const QPoint&)> at_;
    QPoint pressedAt_;
    bool pressed_ = false;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QWidget>

#include "ui/session/debugger.h"

class QCheckBox;
class QListView;

namespace trammel::ui {

class FlameView;
struct PanelDescriptor;

/// Trace events as sentences, latest first.
class TraceModel : public QAbstractListModel {
    Q_OBJECT

public:
    explicit TraceModel(const FlameView& flame, QObject* parent = nullptr);
    void reset();
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    /// Converts between event and row, which count from opposite ends.
    int mirrored(int number) const;

private:
    const FlameView& flame_;
    int count_ = 0;
};

/// Trace of the worker's State with causes: a flame graph above a list. Records only while enabled.
class TracePanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit TracePanel(Debugger& debugger, QWidget* parent = nullptr);

    FlameView* flame() const { return flame_; }
    TraceModel* model() const { return model_; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    Debugger& debugger_;
    QCheckBox* on_;
    FlameView* flame_;
    TraceModel* model_;
    QListView* list_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QWidget>
#include <vector>

#include "ui/properties/units.h"
#include "ui/session/session.h"

class QLabel;
class QLineEdit;
class QTableView;

namespace trammel::ui {

struct PanelDescriptor;

/// Parameters: name, typed text, value. Names and texts are edited in place.
class ParametersModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { NameColumn, TypedColumn, ResultColumn, UsersColumn, ColumnCount };

    ParametersModel(Session& session, const DisplayUnits& units, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
    ElementId elementAt(int row) const { return parameters_.at(static_cast<std::size_t>(row)); }

Q_SIGNALS:
    void refused(const QString& why);

private:
    void refresh();
    void setTyped(ElementId element, const QString& typed);
    QString usersOf(ElementId element) const;

    Session& session_;
    const DisplayUnits& units_;
    std::vector<ElementId> parameters_;
};

/// Adds the parameter defined by @p text, "L1 = 80 mm" or "L2 = 3*L1", as one undo step. Returns an error message;
/// empty on success.
QString addParameter(Session& session, const QString& text);

/// Table of parameters with an input line for new ones.
class ParametersPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    ParametersPanel(Session& session, const DisplayUnits& units, QWidget* parent = nullptr);

    /// Focuses the input line.
    void beginNew();

private:
    void add();
    void removeChosen();
    void say(const QString& what);

    Session& session_;
    ParametersModel* model_;
    QTableView* table_;
    QLineEdit* line_;
    QLabel* message_;
};

}  // namespace trammel::ui

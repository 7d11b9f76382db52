// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "ui/panels/studies/study_runner.h"
#include "ui/properties/units.h"

namespace trammel::ui {

/// Rows of a study in display units: number, outcome, factors, responses. The sort role gives numbers.
class StudyTableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    static constexpr int SortRole = Qt::UserRole;
    enum Column { Number, Outcome, FirstValue };

    StudyTableModel(const StudyRunner& runner, const DisplayUnits& units, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    /// In display units; NaN for a missing value, and for columns without numbers.
    double valueAt(int row, int column) const;
    QString titleOf(int column) const;
    /// Updates after the runner has changed.
    void update();

private:
    /// Quantity of a factor or response, and its SI unit if the quantity does not determine it.
    std::pair<Quantity, QString> quantityOf(int column) const;

    const StudyRunner& runner_;
    const DisplayUnits& units_;
    const StudyDefinition* study_ = nullptr;
    int rows_ = 0;
};

}  // namespace trammel::ui

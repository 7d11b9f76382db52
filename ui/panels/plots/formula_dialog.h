// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace trammel::ui {

class DisplayUnits;
class PlotData;

/// Asks for a curve by formula and explains its error while it is typed. Modeless.
class FormulaDialog : public QDialog {
    Q_OBJECT

public:
    /// @param example text to begin with. @p data and @p units are not owned; they must outlive the dialog
    FormulaDialog(PlotData& data, const DisplayUnits& units, const QString& example, QWidget* parent = nullptr);

Q_SIGNALS:
    /// A valid formula with its "=".
    void chosen(const QString& formula);

private:
    QString formula() const;
    void check();

    PlotData& data_;
    const DisplayUnits& units_;
    QLineEdit* text_;
    QLabel* message_;
    QPushButton* add_;
};

}  // namespace trammel::ui

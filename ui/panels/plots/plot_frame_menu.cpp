// SPDX-License-Identifier: GPL-3.0-or-later
// The menu of a plot, and the dialogs that it opens.
#include <QInputDialog>
#include <QMenu>

#include "ui/panels/plots/formula_dialog.h"
#include "ui/panels/plots/plot_frame.h"
#include "ui/plots/plot_export.h"
#include "ui/theme/icons.h"

namespace trammel::ui {

void PlotFrame::openMenu(const QPoint& at) {
    auto* const menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(icon("frame-all"), tr("Fit &all data"), this, [this] { view_->fit(); });
    QAction* const marks = menu->addAction(icon("marks"), tr("Markers A and &B"), this, &PlotFrame::toggleMarks);
    marks->setCheckable(true);
    marks->setChecked(view_->marks().has_value());
    QAction* const statistics = menu->addAction(tr("&Statistics between A and B"), this, &PlotFrame::toggleStatistics);
    statistics->setCheckable(true);
    statistics->setChecked(view_->hasStatistics());
    addFormMenu(*menu);
    addPolarMenu(*menu);
    menu->addAction(tr("Curve by &formula…"), this, &PlotFrame::askForFormula);
    measured_->addMenu(*menu, along_.isEmpty());
    QMenu* const along = menu->addMenu(tr("&Horizontal axis"));
    const auto addAlong = [&](const QString& label, const QString& output) {
        QAction* const action = along->addAction(label, this, [this, output] { setAlong(output); });
        action->setCheckable(true);
        action->setChecked(output == along_);
    };
    addAlong(tr("Time"), {});
    for (const QString& output : outputs_) addAlong(output, output);
    if (!along_.isEmpty() && !outputs_.contains(along_)) addAlong(along_, along_);
    along->addSeparator();
    QAction* const equal = along->addAction(tr("&Equal scales"), this, [this] {
        equalScales_ = !equalScales_;
        view_->setEqualScales(equalScales_);
        Q_EMIT arrangementChanged();
    });
    equal->setCheckable(true);
    equal->setChecked(equalScales_);
    equal->setEnabled(!along_.isEmpty());
    if (!outputs_.isEmpty()) {
        QMenu* const why = menu->addMenu(icon("help"), tr("Show &provenance"));
        for (const QString& output : outputs_)
            if (!PlotData::isFormula(output))
                why->addAction(output, this, [this, output] { Q_EMIT provenanceRequested(output); });
        why->setEnabled(!why->isEmpty());
        QMenu* const removal = menu->addMenu(tr("&Remove"));
        for (const QString& output : outputs_) removal->addAction(output, this, [this, output] { remove(output); });
    }
    menu->addSeparator();
    for (const PlotFormat& format : plotFormats())
        menu->addAction(tr("Export as %1…").arg(format.ending.toUpper()), this,
                        [this, &format] { exportAs(format.ending); });
    menu->addSeparator();
    menu->addAction(icon("close"), tr("&Close this plot"), this, &PlotFrame::closeRequested);
    menu->popup(at);
}

void PlotFrame::addFormMenu(QMenu& menu) {
    QMenu* const forms = menu.addMenu(tr("Sho&w"));
    for (const CurveFormDescriptor& row : curveForms()) {
        QAction* const action = forms->addAction(row.label, this, [this, form = row.form] {
            if (form == CurveForm::Filtered)
                askForCutoff();
            else
                setForm(form);
        });
        action->setCheckable(true);
        action->setChecked(row.form == form_);
    }
}

void PlotFrame::addPolarMenu(QMenu& menu) {
    QMenu* const polar = menu.addMenu(tr("P&olar diagram of a load"));
    const auto outputs = data_.outputsInTime();
    if (!outputs) return polar->setEnabled(false);
    const std::string ending = " x";
    for (const Output& o : outputs->getAll()) {
        if (o.quantity != Quantity::Force || !o.name.ends_with(ending)) continue;
        const std::string load = o.name.substr(0, o.name.size() - ending.size());
        if (!outputs->find(load + " y")) continue;
        const QString name = QString::fromStdString(load);
        polar->addAction(name, this,
                         [this, name] { showPolar(name + QStringLiteral(" x"), name + QStringLiteral(" y")); });
    }
    polar->setEnabled(!polar->isEmpty());
}

void PlotFrame::showPolar(const QString& x, const QString& y) {
    outputs_ = {y};
    equalScales_ = true;
    setAlong(x);
    rebuild();
    view_->fit();
    Q_EMIT arrangementChanged();
}

void PlotFrame::askForFormula() {
    // The formula begins with an output of the plot, as names are long.
    const QString example = outputs_.isEmpty() || PlotData::isFormula(outputs_.front()) ? QString() : outputs_.front();
    auto* const dialog = new FormulaDialog(data_, units_, example, this);
    connect(dialog, &FormulaDialog::chosen, this, [this](const QString& formula) { add({formula}); });
    dialog->open();
}

void PlotFrame::askForCutoff() {
    auto* const dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("cutoffDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Low-pass filter"));
    dialog->setLabelText(tr("Cutoff frequency, Hz"));
    dialog->setInputMode(QInputDialog::DoubleInput);
    dialog->setDoubleDecimals(4);
    dialog->setDoubleRange(1e-4, 1e9);
    dialog->setDoubleValue(cutoff_);
    connect(dialog, &QInputDialog::doubleValueSelected, this,
            [this](double cutoff) { setForm(CurveForm::Filtered, cutoff); });
    dialog->open();
}

}  // namespace trammel::ui

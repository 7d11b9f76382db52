// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/results/forces_page.h"

#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "document/file_access.h"
#include "ui/panels/results/result_table.h"
#include "ui/plots/plot_view.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

constexpr int ForceDigits = 5;

std::vector<double> columnOf(const Matrix& matrix, int column) {
    std::vector<double> values(std::size_t(matrix.rows()));
    for (int row = 0; row < int(matrix.rows()); ++row) values[std::size_t(row)] = matrix(row, column);
    return values;
}

/// Root mean square over time, by trapezoids of the squares.
double rmsOf(const std::vector<double>& times, const std::vector<double>& values) {
    double sum = 0;
    for (std::size_t i = 1; i < values.size(); ++i)
        sum += (times[i] - times[i - 1]) * (values[i] * values[i] + values[i - 1] * values[i - 1]) / 2;
    return std::sqrt(sum / (times.back() - times.front()));
}

}  // namespace

ForcesPage::ForcesPage(Session& session, const DisplayUnits& units, QWidget* parent)
    : QWidget(parent),
      session_(session),
      units_(units),
      about_(new QLabel(this)),
      table_(new ResultTable(QStringLiteral("forces"), tr("Forces of the drivers"),
                             {tr("Driver"), tr("Minimum"), tr("Maximum"), tr("RMS"), tr("Peak at")}, this)),
      plot_(new PlotView(this)),
      split_(new QSplitter(Qt::Horizontal, this)) {
    about_->setObjectName(QStringLiteral("aboutForces"));
    about_->setWordWrap(true);
    about_->setText(tr("Inverse dynamics has not been computed."));
    plot_->setAlongTitle(tr("time [s]"));
    plot_->setHint(tr("Choose a file of recorded motion"));
    auto* const choose = new QPushButton(tr("Inverse &dynamics…"), this);
    choose->setToolTip(tr("Compute the forces that a recorded motion needs"));
    auto* const write = new QPushButton(tr("E&xport…"), this);
    write->setObjectName(QStringLiteral("forcesExport"));
    write->setToolTip(tr("Write forces and multipliers at all times to a CSV file"));
    connect(choose, &QPushButton::clicked, this, &ForcesPage::motionRequested);
    connect(write, &QPushButton::clicked, this, &ForcesPage::exportForces);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    connect(table_, &QTableWidget::itemSelectionChanged, this, &ForcesPage::plot);
    connect(&units_, &DisplayUnits::changed, this, &ForcesPage::fill);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Model) showAbout();
    });

    split_->addWidget(table_);
    split_->addWidget(plot_);
    split_->setStretchFactor(1, 1);
    connect(split_, &QSplitter::splitterMoved, this, [this] { isSplitChosen_ = true; });
    auto* const row = new QHBoxLayout;
    row->addStretch();
    row->addWidget(choose);
    row->addWidget(write);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(3);
    layout->addWidget(about_);
    layout->addWidget(split_, 1);
    layout->addLayout(row);
}

void ForcesPage::showResult(std::shared_ptr<const MotionForces> forces) {
    forces_ = std::move(forces);
    fill();
}

void ForcesPage::showAbout() {
    if (!forces_) return;
    const InverseDynamicsResult& result = forces_->result;
    QString about = tr("Forces required for the motion in '%1'.").arg(forces_->file);
    if (!result.message.empty()) about += ' ' + text(result.message);
    // Smaller values are rounding errors.
    constexpr double noticeable = 1e-9;
    const double largest = result.forces.size() > 0 ? double(result.forces.cwiseAbs().maxCoeff()) : 0;
    if (result.unbalanced > noticeable * std::max(1., largest))
        about += ' ' + tr("Joints without driver lack up to %1 N or N·m.").arg(result.unbalanced, 0, 'g', 3);
    if (forces_->model != session_.lastModel()) about += ' ' + tr("The model has changed since.");
    about_->setText(about);
}

void ForcesPage::fill() {
    if (!forces_) return;
    showAbout();
    const InverseDynamicsResult& result = forces_->result;
    const QSignalBlocker quiet(table_);
    table_->clearRows();
    const std::vector<double>& times = forces_->motion.times;
    const std::vector<Quantity> quantities = quantitiesOfForces(*forces_->model, result.speeds);
    for (std::size_t i = 0; i < quantities.size(); ++i) {
        const Quantity quantity = quantities[i];
        const std::vector<double> values = columnOf(result.forces, int(i));
        const auto [least, greatest] = std::ranges::minmax_element(values);
        const auto peak = std::abs(*least) > std::abs(*greatest) ? least : greatest;
        const auto shown = [&](double si) { return formatQuantity(si, quantity, units_, ForceDigits); };
        table_->addRow({text(nameOfForce(quantity, result.speedNames[i])), shown(*least), shown(*greatest),
                        shown(rmsOf(times, values)),
                        formatQuantity(times[std::size_t(peak - values.begin())], Quantity::Time, units_, ForceDigits)},
                       1);
    }
    table_->resizeColumnsToContents();
    fitTable();
    plot();
}

void ForcesPage::fitTable() {
    if (isSplitChosen_ || !forces_) return;
    // Shows all columns unless they need more than half of the page.
    const int wanted = table_->horizontalHeader()->length() + 2 * table_->frameWidth();
    const int most = split_->width() / 2;
    split_->setSizes({std::min(wanted, most), split_->width() - std::min(wanted, most)});
}

void ForcesPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitTable();
}

void ForcesPage::plot() {
    if (!forces_) return;
    QList<int> rows;
    for (const QModelIndex& index : table_->selectionModel()->selectedRows()) rows += index.row();
    std::vector<Curve> curves;
    const InverseDynamicsResult& result = forces_->result;
    const std::vector<Quantity> quantities = quantitiesOfForces(*forces_->model, result.speeds);
    for (std::size_t i = 0; i < quantities.size(); ++i) {
        if (!rows.isEmpty() && !rows.contains(int(i))) continue;
        const Unit& unit = units_.unitFor(quantities[i]);
        curves.push_back(makeCurve(text(nameOfForce(quantities[i], result.speedNames[i])), unit.symbol, unit.factor,
                                   forces_->motion.times, columnOf(result.forces, int(i))));
        curves.back().color = curveColor(i, Theme::instance().isDark());
    }
    plot_->setTimeSpan(forces_->motion.times.front(), forces_->motion.times.back());
    plot_->setCurves(std::move(curves));
    plot_->fit();
}

void ForcesPage::exportForces() {
    if (!forces_) return;
    const QString path = QFileDialog::getSaveFileName(this, tr("Export forces"), QStringLiteral("forces.csv"),
                                                      tr("CSV (*.csv)"), nullptr, QFileDialog::DontUseNativeDialog);
    if (path.isEmpty()) return;
    const Diagnostics problems = writeFile(path.toStdString(), [this](std::ostream& out) {
        writeForces(*forces_->model, forces_->motion, forces_->result, out);
        return bool(out);
    });
    Q_EMIT session_.notice(problems.hasErrors() ? reasonsOf(problems) : tr("Wrote %1").arg(path));
}

}  // namespace trammel::ui

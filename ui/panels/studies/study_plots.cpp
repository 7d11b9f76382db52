// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/studies/study_plots.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/panels/studies/study_table_model.h"
#include "ui/plots/heat_map.h"
#include "ui/plots/parallel_plot.h"
#include "ui/plots/scatter_plot.h"
#include "ui/properties/combo_box.h"

namespace trammel::ui {

StudyPlots::StudyPlots(const StudyRunner& runner, const StudyTableModel& rows, QWidget* parent)
    : QWidget(parent), runner_(runner), rows_(rows) {
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* const axes = new QHBoxLayout;
    kind_ = new QComboBox(this);
    kind_->setObjectName(QStringLiteral("studyPlotKind"));
    kind_->setAccessibleName(tr("Kind of plot"));
    kind_->addItems({tr("Points"), tr("Parallel coordinates"), tr("Heat map")});
    axes->addWidget(kind_);
    x_ = addAxis("studyX", tr("Horizontal"), xCaption_);
    y_ = addAxis("studyY", tr("Vertical"), yCaption_);
    color_ = addAxis("studyColor", tr("Color"), colorCaption_);
    for (QWidget* const widget : std::initializer_list<QWidget*>{xCaption_, x_, yCaption_, y_, colorCaption_, color_})
        axes->addWidget(widget);
    axes->addStretch(1);
    layout->addLayout(axes);
    scatter_ = new ScatterPlot(this);
    scatter_->setObjectName(QStringLiteral("studyPlot"));
    parallel_ = new ParallelPlot(this);
    parallel_->setObjectName(QStringLiteral("studyParallel"));
    heat_ = new HeatMap(this);
    heat_->setObjectName(QStringLiteral("studyHeat"));
    stack_ = new QStackedWidget(this);
    for (QWidget* const plot : std::initializer_list<QWidget*>{scatter_, parallel_, heat_}) stack_->addWidget(plot);
    layout->addWidget(stack_, 1);
    connect(kind_, &QComboBox::currentIndexChanged, this, &StudyPlots::showKind);
    connect(kind_, &QComboBox::activated, this, [this] { kindChosen_ = true; });
    connect(scatter_, &ScatterPlot::pointChosen, this, &StudyPlots::rowChosen);
    connect(parallel_, &ParallelPlot::rowChosen, this, &StudyPlots::rowChosen);
    connect(heat_, &HeatMap::pointChosen, this, &StudyPlots::rowChosen);
    showKind();
}

QComboBox* StudyPlots::addAxis(const char* name, const QString& label, QLabel*& caption) {
    constexpr int letters = 6;
    auto* const combo = new ComboBox(this, letters);
    combo->setObjectName(QLatin1String(name));
    combo->setAccessibleName(label);
    caption = new QLabel(label, this);
    caption->setBuddy(combo);
    connect(combo, &QComboBox::activated, this, &StudyPlots::showRows);
    return combo;
}

void StudyPlots::suggestKind() {
    if (kindChosen_ || !runner_.study()) return;
    const bool isMap = !runner_.study()->search && runner_.study()->factors.size() == 2;
    kind_->setCurrentIndex(isMap ? Heat : Points);
}

void StudyPlots::showKind() {
    const int kind = kind_->currentIndex();
    for (QWidget* const widget : std::initializer_list<QWidget*>{xCaption_, x_, yCaption_, y_})
        widget->setVisible(kind != Parallel);
    for (QWidget* const widget : std::initializer_list<QWidget*>{colorCaption_, color_})
        widget->setVisible(kind != Points);
    stack_->setCurrentIndex(kind);
    fillAxes();
    showRows();
}

void StudyPlots::fillAxes() {
    const bool isSearch = runner_.study() && runner_.study()->search;
    const int factors = runner_.study() ? int(runner_.study()->factors.size()) : 0;
    const bool isHeat = kind_->currentIndex() == Heat;
    for (QComboBox* const combo : {x_, y_, color_}) {
        const QVariant before = combo->currentData();
        const bool sameColumns = combo->count() == std::max(0, rows_.columnCount() - 1);
        combo->clear();
        for (int column = 0; column < rows_.columnCount(); ++column)
            if (column != StudyTableModel::Outcome) combo->addItem(rows_.titleOf(column), column);
        // At first a search shows its convergence, a plan the first response over the first factor, and a heat map the first
        // response over two factors.
        int first = factors + 1;
        if (combo == x_) first = isSearch && !isHeat ? 0 : 1;
        if (combo == y_ && isHeat) first = 2;
        const bool isFresh = isHeat && combo == y_ && before.toInt() >= StudyTableModel::FirstValue + factors;
        const int kept = combo->findData(before);
        combo->setCurrentIndex(sameColumns && kept >= 0 && !isFresh ? kept : std::min(first, combo->count() - 1));
    }
}

std::vector<double> StudyPlots::column(const QComboBox* axis) const {
    std::vector<double> values;
    if (axis->count() == 0) return values;
    for (int row = 0; row < rows_.rowCount(); ++row) values.push_back(rows_.valueAt(row, axis->currentData().toInt()));
    return values;
}

void StudyPlots::showRows() {
    if (!isVisible()) return;
    switch (kind_->currentIndex()) {
        case Parallel: return showParallel();
        case Heat: return showHeat();
        default: return showScatter();
    }
}

void StudyPlots::showScatter() {
    std::vector<double> xs = column(x_), ys = column(y_);
    scatter_->setTitles(x_->currentText(), y_->currentText());
    showConvergence(xs, ys);
    scatter_->setPoints(std::move(xs), std::move(ys));
}

void StudyPlots::showConvergence(const std::vector<double>& runs, const std::vector<double>& values) {
    std::vector<std::pair<double, double>> byRun;
    const int response =
        runner_.study() ? y_->currentData().toInt() - StudyTableModel::FirstValue - int(runner_.study()->factors.size())
                        : -1;
    if (x_->currentData().toInt() == StudyTableModel::Number && response >= 0) {
        const Goal goal = runner_.study()->goals[std::size_t(response)].goal;
        if (isObjective(goal)) {
            for (std::size_t i = 0; i < runs.size(); ++i)
                if (std::isfinite(values[i])) byRun.emplace_back(runs[i], values[i]);
            std::sort(byRun.begin(), byRun.end());
            for (std::size_t i = 1; i < byRun.size(); ++i)
                byRun[i].second = goal == Goal::Maximize ? std::max(byRun[i].second, byRun[i - 1].second)
                                                         : std::min(byRun[i].second, byRun[i - 1].second);
        }
    }
    std::vector<double> lineX, lineY;
    for (const auto& [run, best] : byRun) lineX.push_back(run), lineY.push_back(best);
    scatter_->setLine(lineX, lineY);
}

void StudyPlots::showParallel() {
    QStringList titles;
    std::vector<std::vector<double>> columns;
    for (int i = StudyTableModel::FirstValue; i < rows_.columnCount(); ++i) {
        titles += rows_.titleOf(i);
        columns.emplace_back();
        for (int row = 0; row < rows_.rowCount(); ++row) columns.back().push_back(rows_.valueAt(row, i));
    }
    parallel_->setColumns(titles, std::move(columns));
    const int color = color_->currentData().toInt() - StudyTableModel::FirstValue;
    if (color >= 0 && color < titles.size()) parallel_->setColored(std::size_t(color));
}

void StudyPlots::showHeat() {
    heat_->setTitles(x_->currentText(), y_->currentText(), color_->currentText());
    heat_->setPoints(column(x_), column(y_), column(color_));
}

void StudyPlots::setChosen(std::optional<std::size_t> row) {
    scatter_->setChosen(row);
    parallel_->setChosen(row);
    heat_->setChosen(row);
}

void StudyPlots::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    showRows();
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Legibility of plots.
#include <QAction>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QMenu>
#include <QTableWidget>
#include <QTest>
#include <QTreeWidget>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "tests/ui/legibility_rig.h"
#include "ui/panels/plots/measured_curves.h"
#include "ui/panels/plots/plot_frame.h"
#include "ui/panels/plots/plots_panel.h"
#include "ui/panels/plots/source_tree.h"
#include "ui/plots/curve_form.h"
#include "ui/plots/curve_legend.h"
#include "ui/plots/plot_view.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

using namespace testing;

class PlotsLegibilityTest : public LegibilityRig {
    Q_OBJECT

private Q_SLOTS:
    void manyPlotsScrollInsteadOfShrinking() {
        window_->panels().raise("plotsDock");
        PlotsPanel& plots = window_->panels().get<PlotsPanel>();
        QVERIFY(!plots.plots().front()->view().legend()->isVisible());
        for (int i = 0; i < 3; ++i) plots.addPlot();
        settle();
        // Empty ones too are aligned.
        for (PlotFrame* each : plots.plots()) QVERIFY(each->view().legend()->isVisibleTo(each));
        for (PlotFrame* each : plots.plots())
            QVERIFY2(each->view().canvas()->height() >= 90,
                     qPrintable(QString::number(each->view().canvas()->height())));
        const QWidget& last = *plots.plots().back();
        QVERIFY(!last.visibleRegion().isEmpty());
    }

    void aSearchWithoutMatchingOutputHasANote() {
        SourceTree& sources = window_->panels().raise<PlotsPanel>().sources();
        QTRY_VERIFY_WITH_TIMEOUT(sources.tree()->topLevelItemCount() > 0, Patience);
        const auto* const note = sources.findChild<QLabel*>("sourceNote");
        for (const auto& [words, isFound] : {std::pair("crank pin", true), {"crank zzz", false}, {"", true}}) {
            sources.find(words);
            QVERIFY2(note->isHidden() == isFound, words);
        }
    }

    /// Torque over speed: the speed draws a curve only while time is the horizontal axis.
    void anOutputOverAnotherIsOneCurve() {
        session_->player().startNewRun();
        QTRY_VERIFY_WITH_TIMEOUT(!session_->player().isComputing(), Patience);
        PlotFrame& plot = *window_->panels().raise<PlotsPanel>().plots().front();
        plot.add({"Motor.torque", "Crank pin.rate"});
        plot.setAlong("Crank pin.rate");
        QCOMPARE(plot.view().curves().size(), std::size_t(1));
        QCOMPARE(plot.view().curves().front().name, QStringLiteral("Motor.torque"));
        plot.setAlong({});
        QCOMPARE(plot.view().curves().size(), std::size_t(2));
    }

    void unitsInParenthesesOfMeasuredDataAreRead() {
        PlotFrame& plot = *window_->panels().raise<PlotsPanel>().plots().front();
        const QString file = folder_.filePath(QStringLiteral("bench.csv"));
        std::ofstream(file.toStdString()) << "time (ms),force (kN)\n0,0\n1000,2\n2000,4\n";
        plot.measured().read(file);
        QTRY_VERIFY_WITH_TIMEOUT(!plot.view().curves().empty(), Patience);
        const Curve& curve = plot.view().curves().back();
        QCOMPARE(curve.unit, QStringLiteral("N"));
        QVERIFY2(std::abs(curve.valueAt(1) - 2000) < 1e-9, qPrintable(QString::number(curve.valueAt(1))));
    }

    /// A "g" is the acceleration of gravity or a gram: as the plot has, else as the names tell.
    void columnInGHasTheMeaningThatFits() {
        PlotFrame& plot = *window_->panels().raise<PlotsPanel>().plots().front();
        plot.measured().fromJson({});
        const QString file = folder_.filePath(QStringLiteral("recorder.csv"));
        const auto read = [&](const char* title) {
            std::ofstream(file.toStdString()) << "time (s)," << title << "\n0,1\n1,2\n";
            plot.measured().read(file);
        };
        const auto expect = [&](std::size_t count, const char* unit, double value, const char* said) {
            QTRY_COMPARE_WITH_TIMEOUT(plot.view().curves().size(), count, Patience);
            const Curve& curve = plot.view().curves().back();
            QCOMPARE(curve.unit, QString::fromUtf8(unit));
            QVERIFY2(std::abs(curve.valueAt(0) - value) < 1e-9, qPrintable(QString::number(curve.valueAt(0))));
            QVERIFY2(curve.name.contains(QString::fromUtf8(said)), qPrintable(curve.name));
        };
        read("Sensor x (g)");
        expect(1, "m/s²", 9.80665, "1 g = 9.80665 m/s²");
        // The menu of the curve has the other meaning.
        const auto takeOther = [&](const QString& label) {
            QMenu menu;
            plot.measured().addMenu(menu, true);
            const auto actions = menu.findChildren<QAction*>();
            const auto action = std::ranges::find(actions, label, &QAction::text);
            if (action != actions.end()) (*action)->trigger();
        };
        takeOther(QStringLiteral("Take 'g' as &grams"));
        expect(1, "kg", 0.001, "1 g = 0.001 kg");
        takeOther(QStringLiteral("Take 'g' as standard &gravity"));
        expect(1, "m/s²", 9.80665, "1 g = 9.80665 m/s²");
        read("Mass of water [g]");
        expect(2, "kg", 0.001, "1 g = 0.001 kg");
        plot.measured().setQuantities([] { return std::set{Quantity::Mass}; });
        read("Channel 1 (g)");
        expect(3, "kg", 0.001, "1 g = 0.001 kg");
        // Stored: the plot of an opened model does not know its outputs yet.
        const QJsonArray saved = plot.measured().toJson();
        plot.measured().setQuantities({});
        plot.measured().fromJson({saved.last()});
        expect(1, "kg", 0.001, "1 g = 0.001 kg");
        // Grams until plots stored a meaning.
        QJsonObject former = plot.measured().toJson().first().toObject();
        former.remove(QStringLiteral("g"));
        plot.measured().fromJson({former});
        QTRY_VERIFY_WITH_TIMEOUT(!plot.measured().isReading(), Patience);
        QCOMPARE(plot.measured().all().front().what.quantity, Quantity::Mass);
        expect(1, "kg", 0.001, "1 g = 0.001 kg");
    }

    /// A run that is paused in a step may be beyond its frames.
    void exactValueOfAPauseIsInTheRangeOfItsPlot() {
        PlotView view;
        const std::vector<double> ramp{0, 1};
        view.setCurves({makeCurve("angle", "deg", 1, ramp, ramp)});
        view.show();
        const QPointF before = view.pixelOf(0, 1);
        view.setTime(1.5, {{view.curves().front().key, 3}});
        // The frame's value moves down, to make space for one three times as large.
        QVERIFY(view.pixelOf(0, 1).y() > before.y() + view.canvas()->height() / 4.);
        view.setTime(1);
        QCOMPARE(view.pixelOf(0, 1), before);
    }

    /// The table of markers in a narrow plot hides the rows of the curves: it shows and changes their selection.
    void curvesAreSelectedInTheTableOfMarkers() {
        PlotView view;
        const std::vector<double> ramp{0, 1};
        view.setCurves({makeCurve("angle", "deg", 1, ramp, ramp), makeCurve("reaction force", "N", 1, ramp, ramp)});
        view.setStatistics(true);
        view.setMarks(PlotView::Marks{0.25, 0.75});
        view.resize(464, 180);
        view.show();
        testing::settle({&view});
        CurveLegend& legend = *view.legend();
        auto& table = *legend.findChild<QTableWidget*>("plotStatistics");
        QVERIFY(table.isVisible());
        const auto isSelected = [&](int curve) { return table.selectionModel()->columnIntersectsSelection(curve, {}); };
        legend.rowOf(0)->setSelected(true);
        QVERIFY2(isSelected(0) && !isSelected(1), "a selection made before cannot be seen");
        const QHeaderView& header = *table.horizontalHeader();
        const int x = header.sectionViewportPosition(1) + header.sectionSize(1) / 2;
        QTest::mouseClick(header.viewport(), Qt::LeftButton, {}, QPoint(x, header.height() / 2));
        QVERIFY(isSelected(1) && !isSelected(0));
        QVERIFY(legend.rowOf(1)->isSelected() && !legend.rowOf(0)->isSelected());
        QStringList removed;
        connect(&legend, &CurveLegend::removalRequested, &view, [&](const QString& key) { removed += key; });
        QTest::keyClick(&table, Qt::Key_Delete);
        QCOMPARE(removed, QStringList{view.curves()[1].key});
        view.setCurves({view.curves()[0]});
        QVERIFY(!isSelected(0) && !legend.rowOf(0)->isSelected());
    }

    /// Not only when the plot gets another size.
    void legendWithMarkersWidensForOtherCurvesAndValues() {
        PlotView view;
        const std::vector<double> ramp{0, 1};
        const auto values = std::make_shared<Series>();
        values->append(ramp);
        Curve growing = makeCurve("angle", "deg", 1, ramp, ramp);
        growing.values = values;
        view.resize(1000, 300);
        view.setCurves({growing});
        view.show();
        testing::settle({&view});
        view.setStatistics(true);
        view.setMarks(PlotView::Marks{0, 3});
        const int narrow = view.legend()->width();
        const auto times = std::make_shared<Series>();
        times->append(std::vector<double>{0, 1, 2, 3});
        growing.times = times;
        view.setCurves({growing});
        values->append(std::vector<double>{-123.456, -123456});
        view.refresh();
        const int ofValues = view.legend()->width();
        QVERIFY2(ofValues > narrow, qPrintable(QStringLiteral("%1, %2").arg(ofValues).arg(narrow)));
        view.setCurves({makeCurve("Crank pin.reaction force on the frame", "N", 1, ramp, ramp), growing});
        QVERIFY2(view.legend()->width() > ofValues, qPrintable(QString::number(view.legend()->width())));
    }

    /// Beyond its ends a filtered curve continues as it began and ended.
    void filteredRampStartsAndEndsWhereTheRampDoes() {
        const auto times = std::make_shared<Series>(), ramp = std::make_shared<Series>();
        std::vector<double> t, y;
        for (int i = 0; i <= 300; ++i) {
            t.push_back(0.01 * i);
            y.push_back(5 + 36 * t.back());
        }
        times->append(t);
        ramp->append(y);
        for (const double cutoff : {2., 5., 20.}) {
            DerivedSeries filtered(CurveForm::Filtered, times, ramp, false, cutoff);
            filtered.update();
            QCOMPARE(filtered.values()->size(), y.size());
            for (std::size_t i = 0; i < y.size(); ++i) {
                const double error = (*filtered.values())[i] - y[i];
                QVERIFY2(std::abs(error) < 1e-3, qPrintable(QStringLiteral("%1 at %2 s").arg(error).arg(t[i])));
            }
        }
    }
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    return trammel::ui::testing::runWindowTests<trammel::ui::PlotsLegibilityTest>(argc, argv);
}
#include "plots_legibility_test.moc"

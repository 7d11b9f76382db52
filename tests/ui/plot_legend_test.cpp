// SPDX-License-Identifier: GPL-3.0-or-later
// The legend of a plot: its width, the values at markers, and statistics between them.

#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSplitter>
#include <QTableWidget>
#include <QTest>
#include <cmath>
#include <optional>

#include "tests/ui/curve_rig.h"
#include "ui/plots/curve_legend.h"
#include "ui/plots/curve_statistics.h"
#include "ui/plots/plot_view.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

using namespace testing;

namespace {

class PlotLegendTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(ThemeChoice::Light); }

    void aLegendKeepsTheWidthGivenToIt() {
        const auto view = show({sine("angle", "deg", 90)});
        auto* const split = view->findChild<QSplitter*>();
        CurveLegend& legend = *view->legend();
        // Narrow enough for a legend narrower than usual.
        view->resize(520, 200);
        settle({view.get()});
        const int usual = legend.width();
        QSplitterHandle* const handle = split->handle(1);
        const QPoint grip = handle->rect().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, grip);
        QMouseEvent move(QEvent::MouseMove, grip + QPoint(60, 0), handle->mapToGlobal(grip + QPoint(60, 0)),
                         Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(handle, &move);
        QTest::mouseRelease(handle, Qt::LeftButton, {}, grip + QPoint(60, 0));
        settle({view.get()});
        const int chosen = legend.width();
        QVERIFY2(chosen < usual - 30, qPrintable(QStringLiteral("%1 of %2").arg(chosen).arg(usual)));
        for (const int width : {510, 560, 900, 540}) {
            view->resize(width, 200);
            settle({view.get()});
            QCOMPARE(legend.width(), chosen);
        }
        // Widths copied from another plot of the panel count as chosen.
        view->setWidths({300, 100});
        settle({view.get()});
        const int given = legend.width();
        view->resize(500, 200);
        settle({view.get()});
        QCOMPARE(legend.width(), given);
    }

    void aPlotWithoutCurvesHasNoLegend() {
        const auto view = show({});
        QVERIFY(!view->legend()->isVisible() && view->canvas()->width() > 990);
        view->keepLegend(true);
        QVERIFY(view->legend()->isVisible());
        view->keepLegend(false);
        // A width that another plot has chosen waits for the first curve.
        view->setWidths({850, 150});
        view->setCurves({sine("angle", "deg", 90)});
        QVERIFY(view->legend()->isVisible() && std::abs(view->legend()->width() - 150) < 10);
    }

    void markersWidenTheLegendForTheirColumns() {
        const auto view = show({sine("Crank pin.reaction torque", "N·mm", -123.456)});
        const int usual = view->legend()->width();
        view->setStatistics(true);
        view->setMarks(PlotView::Marks{1.25, 3.75});
        QCOMPARE(view->legend()->horizontalScrollBar()->maximum(), 0);
        view->setMarks(std::nullopt);
        QCOMPARE(view->legend()->width(), usual);
        PlotView saved;
        saved.setMarks(PlotView::Marks{1.25, 3.75});
        saved.setCurves(view->curves());
        saved.resize(view->size());
        saved.show();
        QVERIFY(saved.legend()->width() > usual);
    }

    void markersOfANarrowPlotAreATable() {
        const auto view = show({sine("Motor.torque", "N·mm", 313.033), sine("Crank pin.reaction force x", "N", 4.7)});
        view->setStatistics(true);
        view->setMarks(PlotView::Marks{1.25, 3.75});
        const QTableWidget& table = *view->legend()->markerTable();
        QVERIFY(!table.isVisible());
        view->resize(464, 180);
        settle({view.get()});
        QVERIFY(table.isVisible());
        QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
        QCOMPARE(table.verticalScrollBar()->maximum(), 0);
        QVERIFY(!view->legend()->horizontalScrollBar()->isVisible());
        constexpr int highest = CurveLegend::Highest - CurveLegend::ValueA;
        QCOMPARE(table.item(highest, 0)->text(), QStringLiteral("313"));
        QCOMPARE(table.item(highest, 0)->toolTip(), QStringLiteral("313.03 N·mm"));
        QVERIFY(table.isRowHidden(0) && !table.isRowHidden(highest));
        view->setStatistics(false);
        QVERIFY(table.isVisible() && !table.isRowHidden(0) && table.isRowHidden(highest));
        QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
        QCOMPARE(table.verticalHeaderItem(0)->text(), QStringLiteral("A 1.25 s"));
        const QString title = table.horizontalHeaderItem(1)->text();
        QVERIFY2(title.endsWith("\n[N]") && title.contains(QString::fromUtf8("…")) && title.size() < 20,
                 qPrintable(title));
        view->setMarks(std::nullopt);
        QVERIFY(!table.isVisible());
    }

    /// The table of a single curve leaves the rest of the width to the plot.
    void tableOfOneCurveIsNoWiderThanItsTexts() {
        const auto view = show({sine("Motor.torque", "N·mm", 313.033)});
        view->setStatistics(true);
        view->setMarks(PlotView::Marks{1.25, 3.75});
        view->resize(700, 180);
        settle({view.get()});
        const QTableWidget& table = *view->legend()->markerTable();
        QVERIFY(table.isVisible());
        QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
        QCOMPARE(table.horizontalHeaderItem(0)->text(), QStringLiteral("Motor.torque\n[N·mm]"));
        QVERIFY2(view->legend()->width() < 300, qPrintable(QString::number(view->legend()->width())));
    }

    /// A width that markers need does not count as chosen; one that is dragged meanwhile does.
    void markersLeaveTheWidthOfALegendAsItWasChosen() {
        const auto view = show({sine("Crank pin.reaction torque", "N·mm", -123.456)});
        CurveLegend& legend = *view->legend();
        const int usual = legend.width();
        const auto toggle = [&](bool marks, bool statistics) {
            view->setStatistics(statistics);
            view->setMarks(marks ? std::optional(PlotView::Marks{1.25, 3.75}) : std::nullopt);
        };
        toggle(true, false);
        const int values = legend.width();
        toggle(true, true);
        const int statistics = legend.width();
        QVERIFY2(usual < values && values < statistics, qPrintable(QString::number(values)));
        toggle(true, false);
        QCOMPARE(legend.width(), values);
        QVERIFY(!view->areWidthsChosen());
        toggle(false, false);
        QCOMPARE(legend.width(), usual);
        QVERIFY(!view->areWidthsChosen());
        // Dragged while markers are shown.
        toggle(true, false);
        QSplitterHandle* const handle = view->findChild<QSplitter*>()->handle(1);
        const QPoint grip = handle->rect().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, grip);
        QMouseEvent move(QEvent::MouseMove, grip + QPoint(-90, 0), handle->mapToGlobal(grip + QPoint(-90, 0)),
                         Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(handle, &move);
        QTest::mouseRelease(handle, Qt::LeftButton, {}, grip + QPoint(-90, 0));
        const int chosen = legend.width();
        QVERIFY(chosen > values + 50 && view->areWidthsChosen());
        toggle(false, false);
        QCOMPARE(legend.width(), chosen);
    }

    /// A plot that is added below takes the widths of the first.
    void widthsOfALegendThatMarkersWidenAreTheChosenOnes() {
        const auto view = show({sine("Crank pin.reaction torque", "N·mm", -123.456)});
        constexpr int chosen = 150;
        view->setWidths({850, chosen});
        view->setMarks(PlotView::Marks{1.25, 3.75});
        QVERIFY(view->legend()->width() > chosen + 10);
        QCOMPARE(view->widths().back(), chosen);
    }

    void legendShowsValuesAndDifferences() {
        const auto view = show({sine("angle", "deg", 90)});
        view->setTime(1.25);
        CurveLegend& legend = *view->legend();
        QCOMPARE(legend.rowOf(0)->text(CurveLegend::Value), QStringLiteral("90 deg"));
        QVERIFY(legend.isColumnHidden(CurveLegend::Difference));
        view->setMarks(PlotView::Marks{1.25, 3.75});
        QVERIFY(!legend.isColumnHidden(CurveLegend::Difference));
        QCOMPARE(legend.rowOf(0)->text(CurveLegend::ValueA), QStringLiteral("90 deg"));
        QCOMPARE(legend.rowOf(0)->text(CurveLegend::Difference), QStringLiteral("−180 deg"));
        // A marker is dragged by its line.
        const QPoint from(at(*view, 0, 375).x(), 50), to(at(*view, 0, 500).x(), 50);
        QTest::mousePress(view->canvas(), Qt::LeftButton, {}, from);
        QTest::mouseMove(view->canvas(), (from + to) / 2);
        QTest::mouseMove(view->canvas(), to);
        QTest::mouseRelease(view->canvas(), Qt::LeftButton, {}, to);
        QVERIFY(std::abs(view->marks()->b - 5) < 0.02);
        QCOMPARE(view->marks()->a, 1.25);
        // Curves of several runs are listed below their run.
        Curve before = view->curves()[0], now = before;
        now.run = "B  mass 0.5 → 0.9 kg";
        before.run = "A";
        before.key = "before";
        view->setCurves({now, before});
        QCOMPARE(legend.topLevelItemCount(), 2);
        QCOMPARE(legend.topLevelItem(0)->text(0), now.run);
        QCOMPARE(legend.rowOf(1)->parent()->text(0), before.run);
        QSignalSpy removals(view.get(), &PlotView::removalRequested);
        legend.rowOf(1)->setSelected(true);
        QTest::keyClick(&legend, Qt::Key_Delete);
        QCOMPARE(removals.size(), 1);
        QCOMPARE(removals[0][0].toString(), before.key);
        view->setTime(30);
        QCOMPARE(legend.rowOf(0)->text(CurveLegend::Value), QStringLiteral("–"));
    }

    void statisticsBetweenMarkersAreThoseOfTheLineDrawn() {
        Curve curve = sine("angle", "deg", 2 * M_PI / 180, 1, 4001);
        curve.factor = M_PI / 180;
        // Over the first half wave.
        const CurveStatistics half = calcStatistics(curve, 5, 0);
        QVERIFY(std::abs(half.mean - 4 / M_PI) < 1e-5);
        QVERIFY(std::abs(half.rms - std::sqrt(2.)) < 1e-5);
        QVERIFY(std::abs(half.integral - 20 / M_PI) < 1e-4);
        QVERIFY(std::abs(half.lowest) < 1e-9);
        QVERIFY(std::abs(half.highest - 2) < 1e-9);
        // Between frames, and in steps.
        Curve ramp;
        ramp.times = seriesOf(3, [](std::size_t i) { return double(i); });
        ramp.values = seriesOf(3, [](std::size_t i) { return 2. * double(i); });
        const CurveStatistics part = calcStatistics(ramp, 0.5, 1.5);
        QCOMPARE(part.lowest, 1.);
        QCOMPARE(part.highest, 3.);
        QCOMPARE(part.mean, 2.);
        ramp.inSteps = true;
        QCOMPARE(calcStatistics(ramp, 0.5, 1.5).mean, 1.);
        QVERIFY(std::isnan(calcStatistics(ramp, 5, 6).mean));

        const auto view = show({curve});
        view->setMarks(PlotView::Marks{0, 5});
        view->setStatistics(true);
        CurveLegend& legend = *view->legend();
        QVERIFY(legend.isColumnHidden(CurveLegend::Difference));
        QVERIFY(!legend.isColumnHidden(CurveLegend::Mean));
        QCOMPARE(legend.rowOf(0)->text(CurveLegend::Mean), QStringLiteral("1.2732 deg"));
        QCOMPARE(legend.rowOf(0)->text(CurveLegend::Integral), QStringLiteral("6.3662 deg·s"));
        view->grab().save("journey_plot_statistics.png");
        // They follow the markers.
        view->setMarks(PlotView::Marks{0, 10});
        QCOMPARE(legend.rowOf(0)->text(CurveLegend::Rms), QStringLiteral("1.4142 deg"));
        view->setStatistics(false);
        QVERIFY(legend.isColumnHidden(CurveLegend::Mean));
    }
};

}  // namespace
}  // namespace trammel::ui

QTEST_MAIN(trammel::ui::PlotLegendTest)
#include "plot_legend_test.moc"

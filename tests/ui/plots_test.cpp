// SPDX-License-Identifier: GPL-3.0-or-later
// Plots by themselves: series, curves, cursors, images and tables.

#include <QFile>
#include <QImage>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>
#include <utility>

#include "tests/ui/curve_rig.h"
#include "ui/plots/curve_form.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/plot_view.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

using namespace testing;

namespace {

constexpr double NoNumber = std::numeric_limits<double>::quiet_NaN();

/// Pixels closer to this color than to any other.
int countNear(const QImage& image, const QColor& color) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QColor c = image.pixelColor(x, y);
            if (std::abs(c.red() - color.red()) + std::abs(c.green() - color.green()) +
                    std::abs(c.blue() - color.blue()) <
                40)
                ++count;
        }
    return count;
}

class PlotsTest : public QObject {
    Q_OBJECT

private:
    /// Number of points in a drawing of the plot.
    static qsizetype pointsDrawn(PlotView& view) {
        const QTemporaryDir folder;
        QFile file(folder.filePath("plot.svg"));
        if (!exportPlot(view, file.fileName()) || !file.open(QIODevice::ReadOnly)) qWarning("no drawing");
        return file.readAll().count(',');
    }

private Q_SLOTS:
    void initTestCase() { Theme::instance().apply(ThemeChoice::Light); }

    void seriesRangeMatchesBruteForce() {
        // Appended in uneven portions, with gaps; compared with brute force.
        Series series;
        std::vector<double> all;
        unsigned random = 7;
        while (all.size() < 20000) {
            std::vector<double> portion;
            for (std::size_t i = 0; i < 1 + random % 700; ++i) {
                random = random * 1664525u + 1013904223u;
                portion.push_back(random % 11 == 0 ? NoNumber : double(random % 100000) - 50000);
            }
            series.append(portion);
            all.insert(all.end(), portion.begin(), portion.end());
        }
        QCOMPARE(series.size(), all.size());
        for (int k = 0; k < 400; ++k) {
            random = random * 1664525u + 1013904223u;
            const std::size_t from = random % all.size();
            random = random * 1664525u + 1013904223u;
            const std::size_t to = from + random % (all.size() - from);
            double lowest = 1e300, highest = -1e300;
            for (std::size_t i = from; i < to; ++i) {
                if (all[i] < lowest) lowest = all[i];
                if (all[i] > highest) highest = all[i];
            }
            const Series::Range range = series.range(from, to);
            QCOMPARE(range.isEmpty(), lowest > highest);
            if (range.isEmpty()) continue;
            QCOMPARE(range.lowest, lowest);
            QCOMPARE(range.highest, highest);
        }
    }

    void seriesFindsTimes() {
        const auto times = seriesOf(5000, [](std::size_t i) { return 0.5 * double(i / 2); });
        for (const double x : {-1., 0., 0.2, 0.5, 77.7, 1249., 1249.5, 1e9}) {
            const auto end = std::upper_bound(times->values().begin(), times->values().end(), x);
            const auto expected = static_cast<std::size_t>(end - times->values().begin());
            QCOMPARE(times->upperBound(x), expected);
            for (const std::size_t from : {std::size_t(0), expected / 2, expected})
                QCOMPARE(times->upperBound(x, from), expected);
        }
        QCOMPARE((*times)[times->nearest(77.7)], 77.5);
        QCOMPARE(times->nearest(1e9), std::size_t(4999));
        QCOMPARE(Series().upperBound(1), std::size_t(0));
    }

    void eachUnitHasAnAxis() {
        const auto view = show({sine("angle", "deg", 90), sine("rate", "rad/s", 3), sine("other angle", "deg", 20)});
        QCOMPARE(view->axisTitles(), QStringList({"deg", "rad/s"}));
        view->setCurves({sine("angle", "deg", 90)});
        QCOMPARE(view->axisTitles(), QStringList({"deg"}));
        view->setCurves({sine("a", "m", 1), sine("b", "N", 50), sine("c", "J", 7)});
        QCOMPARE(view->axisTitles(), QStringList({"m", "N", "J"}));
        // Each fills the height at any scale.
        const int top = at(*view, 0, 125).y();
        QCOMPARE(at(*view, 1, 125).y(), top);
        QCOMPARE(at(*view, 2, 125).y(), top);
    }

    void labelsOfASmallRangeDiffer() {
        Curve nearlyConstant = sine("length", "m", 0);
        nearlyConstant.values = seriesOf(1001, [](std::size_t i) { return 0.24333 + 1e-9 * static_cast<double>(i); });
        const auto view = show({nearlyConstant});
        const QTemporaryDir folder;
        QFile file(folder.filePath("plot.svg"));
        QVERIFY(exportPlot(*view, file.fileName()) && file.open(QIODevice::ReadOnly));
        static const QRegularExpression label(QStringLiteral(">(0\\.2433\\d*)<"));
        QStringList labels;
        const QString drawing = QString::fromUtf8(file.readAll());
        for (auto matches = label.globalMatch(drawing); matches.hasNext();) labels += matches.next().captured(1);
        QVERIFY2(labels.size() >= 2, qPrintable(labels.join(' ')));
        QCOMPARE(labels.removeDuplicates(), qsizetype(0));
    }

    /// A round step of half the range would leave the zero alone.
    void axisOfALowPlotHasTwoLabels() {
        const auto view = show({sine("rate", "deg/s", 170)});
        const QTemporaryDir folder;
        static const QRegularExpression label(QStringLiteral(">\\x{2212}?\\d{3}<"));
        for (const int height : {110, 140, 170}) {
            view->resize(600, height);
            settle({view.get()});
            QFile file(folder.filePath(QStringLiteral("plot%1.svg").arg(height)));
            QVERIFY(exportPlot(*view, file.fileName()) && file.open(QIODevice::ReadOnly));
            QVERIFY2(label.match(QString::fromUtf8(file.readAll())).hasMatch(), qPrintable(QString::number(height)));
        }
    }

    void axisOfZerosIsOneUnitHigh() {
        const auto view = show({sine("sticking points", "", 0)});
        const QTemporaryDir folder;
        QFile file(folder.filePath("plot.svg"));
        QVERIFY(exportPlot(*view, file.fileName()) && file.open(QIODevice::ReadOnly));
        const QByteArray drawing = file.readAll();
        QVERIFY2(drawing.contains(">0.5<"), drawing);
    }

    void clickGoesToTheNearbyPeak() {
        const auto view = show({sine("angle", "deg", 90)});
        QSignalSpy chosen(view.get(), &PlotView::timeChosen);
        // The first peak is at 1.25 s; a few pixels beside it.
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, at(*view, 0, 125) + QPoint(4, 1));
        QCOMPARE(chosen.size(), 1);
        QVERIFY(std::abs(chosen[0][0].toDouble() - 1.25) < 1e-9);
        // The valley is at 3.75 s.
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, at(*view, 0, 375) + QPoint(-4, -1));
        QVERIFY(std::abs(chosen.at(1)[0].toDouble() - 3.75) < 1e-9);
        // Away from curves, a click selects the time of its position.
        const QPoint away(at(*view, 0, 625).x(), at(*view, 0, 375).y() - 10);
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, away);
        QVERIFY(std::abs(chosen.at(2)[0].toDouble() - 6.25) < 0.02);
    }

    void draggingThePlayheadScrubs() {
        const auto view = show({sine("angle", "deg", 90)});
        view->setTime(2);
        QSignalSpy chosen(view.get(), &PlotView::timeChosen);
        const QPoint from(at(*view, 0, 200).x(), 60), to(at(*view, 0, 700).x(), 60);
        QTest::mousePress(view->canvas(), Qt::LeftButton, {}, from);
        for (int k = 1; k <= 10; ++k) QTest::mouseMove(view->canvas(), from + (to - from) * k / 10);
        QTest::mouseRelease(view->canvas(), Qt::LeftButton, {}, to);
        QVERIFY(chosen.size() >= 9);
        QVERIFY(std::abs(chosen.back()[0].toDouble() - 7) < 0.02);
        QVERIFY(view->isFitted());
    }

    void dragPansWheelZoomsDoubleClickFits() {
        const auto view = show({sine("angle", "deg", 90)});
        view->setTime(9);
        const auto before = view->alongRange();
        const QPoint from(at(*view, 0, 300).x(), 60);
        QTest::mousePress(view->canvas(), Qt::LeftButton, {}, from);
        QTest::mouseMove(view->canvas(), from + QPoint(30, 0));
        QTest::mouseMove(view->canvas(), from + QPoint(60, 0));
        QTest::mouseRelease(view->canvas(), Qt::LeftButton, {}, from + QPoint(60, 0));
        QVERIFY(view->alongRange().first < before.first - 0.3);
        QVERIFY(!view->isFitted());
        QTest::mouseDClick(view->canvas(), Qt::LeftButton, {}, from);
        QVERIFY(view->isFitted());
        QCOMPARE(view->alongRange(), before);
        const double kept = 3;
        const QPointF pointer(at(*view, 0, 300).x(), 60);
        QWheelEvent wheel(pointer, view->canvas()->mapToGlobal(pointer), {}, {0, 240}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(view->canvas(), &wheel);
        const auto zoomed = view->alongRange();
        QVERIFY(std::abs((zoomed.second - zoomed.first) - 6.4) < 1e-6);
        QVERIFY2(std::abs(at(*view, 0, 300).x() - pointer.x()) < 2 && zoomed.first < kept && kept < zoomed.second,
                 "what is under the pointer stays there");
    }

    void formsOfACurveAreRightAndGrowWithIt() {
        // 2 Hz with amplitude 3, and 40 Hz with amplitude 1.
        const auto slow = [](double t) { return 3 * std::sin(4 * M_PI * t); };
        const auto times = seriesOf(2001, [](std::size_t i) { return 0.005 * double(i); });
        const auto values = seriesOf(
            2001, [&](std::size_t i) { return slow(0.005 * double(i)) + std::sin(80 * M_PI * 0.005 * double(i)); });
        const auto pure = seriesOf(2001, [&](std::size_t i) { return slow(0.005 * double(i)); });
        const auto formOf = [&](CurveForm form, const std::shared_ptr<const Series>& of, bool inSteps = false) {
            DerivedSeries derived(form, times, of, inSteps, 10);
            derived.update();
            return derived;
        };
        const DerivedSeries rate = formOf(CurveForm::Rate, pure), integral = formOf(CurveForm::Integral, pure);
        for (const std::size_t i : {std::size_t(400), std::size_t(777), std::size_t(1500)}) {
            const double t = 0.005 * double(i);
            QVERIFY(std::abs((*rate.values())[i] - 12 * M_PI * std::cos(4 * M_PI * t)) < 0.03);
            QVERIFY(std::abs((*integral.values())[i] - 3 / (4 * M_PI) * (1 - std::cos(4 * M_PI * t))) < 1e-3);
        }
        const DerivedSeries quiet = formOf(CurveForm::Filtered, values);
        for (std::size_t i = 300; i < 1700; ++i) QVERIFY(std::abs((*quiet.values())[i] - (*pure)[i]) < 0.05);
        const DerivedSeries spectrum = formOf(CurveForm::Spectrum, values);
        const std::size_t two = spectrum.abscissas()->nearest(2), forty = spectrum.abscissas()->nearest(40);
        QVERIFY(std::abs(spectrum.values()->range(two - 2, two + 3).highest - 3) < 0.1);
        QVERIFY(std::abs(spectrum.values()->range(forty - 2, forty + 3).highest - 1) < 0.1);
        QVERIFY((*spectrum.values())[spectrum.abscissas()->nearest(20)] < 1e-3);

        auto growing = std::make_shared<Series>();
        DerivedSeries follows(CurveForm::Integral, times, growing, true, 10);
        growing->append(std::vector<double>{1, 1, 1});
        follows.update();
        QCOMPARE(follows.values()->size(), std::size_t(3));
        QCOMPARE((*follows.values())[2], 0.01);
        growing->append(std::vector<double>{5});
        follows.update();
        QCOMPARE((*follows.values())[3], 0.015);

        QCOMPARE(unitOf(CurveForm::Rate, "m"), QStringLiteral("m/s"));
        QCOMPARE(unitOf(CurveForm::Rate, "deg/s"), QStringLiteral("deg/s²"));
        QCOMPARE(unitOf(CurveForm::Integral, "m/s²"), QStringLiteral("m/s"));
        QCOMPARE(unitOf(CurveForm::Integral, "m/s"), QStringLiteral("m"));
        QCOMPARE(unitOf(CurveForm::Integral, "N"), QStringLiteral("N·s"));
    }

    void equalScalesDrawACircleRound() {
        Curve circle = sine("y", "m", 1);
        circle.along = seriesOf(1001, [](std::size_t i) { return std::cos(4 * M_PI * double(i) / 1000); });
        const auto view = show({circle});
        view->setEqualScales(true);
        settle({view.get()});
        const double across = std::abs(view->pixelOf(0, 0).x() - view->pixelOf(0, 250).x());
        const double up = std::abs(view->pixelOf(0, 125).y() - view->pixelOf(0, 375).y());
        QVERIFY2(std::abs(across - up) < 2, qPrintable(QString("%1 x %2").arg(across).arg(up)));
    }

    void alignedPlotsHaveTheSameMargins() {
        const auto first = show({sine("a", "N", 1)}), second = show({sine("b", "mm", 123456)});
        const auto leftOf = [](PlotView& view) { return view.pixelOf(0, 0).x(); };
        QVERIFY(std::abs(leftOf(*first) - leftOf(*second)) > 5);
        first->alignWith(first.get());
        second->alignWith(first.get());
        settle({first.get(), second.get()});
        QCOMPARE(leftOf(*first), leftOf(*second));
        // Also after only one of them has changed.
        const double before = leftOf(*first);
        second->setCurves({sine("b", "mm", 1)});
        settle({first.get(), second.get()});
        QVERIFY(leftOf(*second) < before - 5);
        QCOMPARE(leftOf(*first), leftOf(*second));
    }

    void firstCurveIsFittedAfterPanningAnEmptyPlot() {
        const auto view = show({});
        auto* const canvas = view->findChild<QWidget*>("plotCanvas");
        const QPoint middle = canvas->rect().center();
        QTest::mousePress(canvas, Qt::LeftButton, {}, middle);
        QTest::mouseMove(canvas, middle + QPoint(0, 40));
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, middle + QPoint(0, 40));
        QVERIFY(!view->isFitted());
        view->setCurves({sine("a", "N", 50)});
        QVERIFY(view->isFitted());
    }

    void piecewiseConstantSeriesIsDrawnInSteps() {
        // 0 until 5 s, then 1; sampled at 0, 5 and 10 s only.
        Curve flag;
        flag.key = flag.name = "flag";
        flag.color = QColor("#d02020");
        const double times[] = {0, 5, 10}, values[] = {0, 1, 1};
        flag.times = seriesOf(3, [&](std::size_t i) { return times[i]; });
        flag.values = seriesOf(3, [&](std::size_t i) { return values[i]; });
        const auto inkBetween = [&](PlotView& view) {
            // Halfway in time a slope is halfway up, a step is not.
            const QPoint a = at(view, 0, 0), b = at(view, 0, 1);
            return countNear(view.grab().toImage().copy((a.x() + b.x()) / 2 - 4, (a.y() + b.y()) / 2 - 4, 9, 9),
                             flag.color);
        };
        QVERIFY(inkBetween(*show({flag})) > 0);
        flag.inSteps = true;
        QCOMPARE(inkBetween(*show({flag})), 0);
    }

    void phasePlotCombinesBothValues() {
        Curve circle = sine("sine", "m", 2, 1);
        circle.along = seriesOf(1001, [](std::size_t i) { return 0.5 * std::cos(2 * M_PI * double(i) / 1000); });
        const auto view = show({circle});
        // It spans both axes evenly.
        const QPoint right = at(*view, 0, 0), top = at(*view, 0, 250), left = at(*view, 0, 500),
                     bottom = at(*view, 0, 750);
        QVERIFY(std::abs((right.x() + left.x()) / 2 - top.x()) <= 1);
        QVERIFY(std::abs((top.y() + bottom.y()) / 2 - left.y()) <= 1);
        QSignalSpy chosen(view.get(), &PlotView::timeChosen);
        QTest::mouseClick(view->canvas(), Qt::LeftButton, {}, top);
        QCOMPARE(chosen.size(), 1);
        QVERIFY(std::abs(chosen[0][0].toDouble() - 2.5) < 0.05);
    }

    void millionPointCurvesDrawCompletely() {
        constexpr std::size_t Million = 1000000;
        std::vector<Curve> curves;
        for (int k = 0; k < 10; ++k) {
            Curve curve = sine(QStringLiteral("curve %1").arg(k), "m", 1 + k, 40 + 7 * k, Million);
            curve.color = QColor::fromHsv(36 * k, 200, 190);
            curves.push_back(std::move(curve));
        }
        // A single extreme frame must be visible.
        auto spiked = std::make_shared<Series>();
        std::vector<double> values = curves[0].values->values();
        values[654321] = 30;
        spiked->append(values);
        curves[0].values = spiked;
        curves[0].color = QColor("#ff0000");
        const auto view = show(curves);
        QVERIFY2(countNear(view->grab().toImage().copy(0, 0, view->canvas()->width(), 120), QColor("#ff0000")) > 20,
                 "the spike is drawn");
        // The number of strokes depends on the width, not on the number of points.
        std::vector<Curve> few;
        for (int k = 0; k < 10; ++k)
            few.push_back(sine(QStringLiteral("curve %1").arg(k), "m", 1 + k, 40 + 7 * k, Million / 100));
        const auto other = show(few);
        constexpr int PointsPerPixel = 4;
        for (const double from : {0., 0.5, 4.}) {
            view->setAlongRange(from, from + 5);
            other->setAlongRange(from, from + 5);
            const auto points = pointsDrawn(*view), pointsOfFew = pointsDrawn(*other);
            QVERIFY2(points > 10 * view->canvas()->width() / 2, qPrintable(QString::number(points)));
            QVERIFY2(points < 10 * PointsPerPixel * view->canvas()->width(), qPrintable(QString::number(points)));
            QVERIFY2(points < 2 * pointsOfFew, qPrintable(QStringLiteral("%1 %2").arg(points).arg(pointsOfFew)));
        }
    }

    void imageHasCurvesAndLegend() {
        QTemporaryDir folder;
        const auto view = show({sine("angle", "deg", 90)});
        const QString png = folder.filePath("plot.png"), svg = folder.filePath("plot.svg");
        QVERIFY(exportPlot(*view, png));
        const QImage image(png);
        QCOMPARE(image.width(), 2 * view->canvas()->width());
        QVERIFY(countNear(image, QColor("#2467d6")) > 1000);
        QVERIFY(exportPlot(*view, svg));
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString drawing = QString::fromUtf8(file.readAll());
        QVERIFY(drawing.contains("<svg") && drawing.contains("angle") && drawing.contains("#2467d6"));
    }

    void everyFormatOfTheRegistryWritesAFileOrKeepsTheOldOne() {
        QTemporaryDir folder;
        const auto view = show({sine("angle", "deg", 90)});
        std::set<QString> endings;
        for (const PlotFormat& format : plotFormats()) {
            QVERIFY2(endings.insert(format.ending).second, qPrintable(format.ending));
            QVERIFY(!format.text.isEmpty() && !format.hint.isEmpty());
            const QString path = folder.filePath("plot." + format.ending);
            QVERIFY2(exportPlot(*view, path), qPrintable(path));
            QVERIFY2(QFile(path).size() > 100, qPrintable(path));
            QVERIFY(!exportPlot(*view, folder.filePath("no/such/folder." + format.ending)));
        }
    }

    void imageOfALowPlotIsLegible() {
        const auto view = show({sine("angle", "deg", 90)});
        view->resize(250, 110);
        settle({view.get()});
        const QImage image = QImage::fromData(view->png(2));
        QVERIFY2(image.width() >= 1280 && image.height() >= 800, qPrintable(QString::number(image.height())));
    }

    void tableHasNamesUnitsAndExactNumbers() {
        Curve angle = sine("Pin.angle", "deg", 1, 2, 11);
        angle.factor = M_PI / 180;
        std::ostringstream table;
        writeCurves({angle}, table);
        const QStringList lines = QString::fromStdString(table.str()).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 12);
        QCOMPARE(lines[0], QStringLiteral("time [s],Pin.angle [deg]"));
        QCOMPARE(lines[4].section(',', 1).toDouble(), (*angle.values)[3] / angle.factor);
        std::ostringstream spectrum;
        writeCurves({angle}, spectrum, QStringLiteral("Hz"));
        QVERIFY(spectrum.str().starts_with("frequency [Hz],"));
        // The abscissa of a curve over another one is a column, too.
        Curve phase = angle;
        phase.along = angle.values;
        phase.alongFactor = 1;
        phase.values = std::make_shared<Series>(*angle.times);
        std::ostringstream over;
        writeCurves({phase}, over, QStringLiteral("s"), QStringLiteral("Pin.rate [rad/s]"));
        const QStringList points = QString::fromStdString(over.str()).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(points[0], QStringLiteral("time [s],Pin.rate [rad/s],Pin.angle [deg]"));
        QCOMPARE(points[4].section(',', 1, 1).toDouble(), (*angle.values)[3]);
        // Two runs with different frames: one time column each, and no numbers past the end of the shorter.
        Curve longer = sine("Pin.angle", "deg", 1, 2, 21);
        angle.run = "A  base";
        longer.run = "B  more";
        std::ostringstream both;
        writeCurves({angle, longer}, both);
        const QStringList rows = QString::fromStdString(both.str()).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(rows.size(), 22);
        QCOMPARE(rows[0].count("time"), 2);
        QVERIFY(rows[15].startsWith("nan,nan,"));
    }
};

}  // namespace
}  // namespace trammel::ui

QTEST_MAIN(trammel::ui::PlotsTest)
#include "plots_test.moc"

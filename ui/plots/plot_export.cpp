// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_export.h"

#include <QCoreApplication>
#include <algorithm>
#include <limits>
#include <sstream>
#include <string_view>

#include "document/file_access.h"
#include "formats/csv.h"
#include "ui/plots/plot_view.h"

namespace trammel::ui {

namespace {
/// Pixels of an exported bitmap per pixel on the screen.
constexpr double ImageScale = 2;
}  // namespace

void writeCurves(const std::vector<Curve>& curves, std::ostream& out, const QString& timeUnit,
                 const QString& alongTitle) {
    struct Column {
        const Series* series;
        double factor;
        std::size_t size;
    };
    std::vector<std::string> header;
    std::vector<Column> columns;
    std::vector<const Series*> times;
    std::size_t rows = 0;
    const std::string abscissa = timeUnit == QStringLiteral("Hz") ? "frequency" : "time";
    const bool severalRuns = std::any_of(
        curves.begin(), curves.end(), [&](const Curve& c) { return c.times->values() != curves[0].times->values(); });
    const auto ofRun = [&](const Curve& c) {
        return c.run.isEmpty() ? std::string() : ", " + c.run.simplified().toStdString();
    };
    const auto alongOf = [&](const Curve& c) {
        const qsizetype unit = alongTitle.endsWith(']') ? alongTitle.lastIndexOf(QStringLiteral(" [")) : -1;
        const QString name = unit < 0 ? alongTitle : alongTitle.first(unit);
        return name.toStdString() + ofRun(c) + alongTitle.sliced(name.size()).toStdString();
    };
    const auto add = [&](std::string title, const Series& series, double factor, std::size_t size) {
        header.push_back(std::move(title));
        columns.push_back({&series, factor, size});
        rows = std::max(rows, size);
    };
    for (const Curve& curve : curves) {
        if (times.empty() || (severalRuns && std::find(times.begin(), times.end(), curve.times.get()) == times.end()))
            add(columnTitle(abscissa + (severalRuns ? ofRun(curve) : std::string()), timeUnit.toStdString()),
                *curve.times, 1, curve.size());
        times.push_back(curve.times.get());
        if (curve.along && std::ranges::find(columns, curve.along.get(), &Column::series) == columns.end())
            add(alongOf(curve), *curve.along, curve.alongFactor, curve.size());
        add(columnTitle(curve.name.toStdString() + ofRun(curve), curve.unit.toStdString()), *curve.values, curve.factor,
            curve.size());
    }
    CsvWriter csv(out);
    csv.writeHeader(header);
    std::vector<double> row(columns.size());
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t k = 0; k < columns.size(); ++k)
            row[k] = i < columns[k].size ? (*columns[k].series)[i] / columns[k].factor
                                         : std::numeric_limits<double>::quiet_NaN();
        csv.writeRow(row);
    }
}

const std::vector<PlotFormat>& plotFormats() {
    static const std::vector<PlotFormat> formats{
        {"csv", QCoreApplication::translate("MainWindow", "Export as &CSV…"),
         QCoreApplication::translate("MainWindow", "Export values as a table, one row per frame"),
         [](PlotView& plot) {
             std::ostringstream table;
             writeCurves(plot.curves(), table, plot.timeUnit(), plot.alongTitle());
             return QByteArray::fromStdString(table.str());
         }},
        {"png", QCoreApplication::translate("MainWindow", "Export as PN&G…"),
         QCoreApplication::translate("MainWindow", "Export the active plot as a bitmap"),
         [](PlotView& plot) { return plot.png(ImageScale); }},
        {"svg", QCoreApplication::translate("MainWindow", "Export as S&VG…"),
         QCoreApplication::translate("MainWindow", "Export the active plot as vector graphics"),
         [](PlotView& plot) { return plot.svg(); }}};
    return formats;
}

bool exportPlot(PlotView& plot, const QString& path) {
    const auto isIt = [&path](const PlotFormat& format) { return path.endsWith('.' + format.ending); };
    const auto& all = plotFormats();
    const auto found = std::ranges::find_if(all, isIt);
    const QByteArray bytes = found == all.end() ? plot.png(ImageScale) : found->write(plot);
    return replaceFile(path.toStdString(), std::string_view(bytes.data(), std::size_t(bytes.size()))).empty();
}

}  // namespace trammel::ui

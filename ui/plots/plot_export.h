// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <ostream>
#include <vector>

#include "ui/plots/curve.h"

namespace trammel::ui {

/// Writes a table with one row per frame, full precision, shown units. Runs with different frame times get a
/// time column each; the shorter one is padded with "nan".
/// @param timeUnit see PlotView::setTimeUnit()
/// @param alongTitle title of the column of an abscissa other than time: "Crank pin.rate [deg/s]"
void writeCurves(const std::vector<Curve>& curves, std::ostream& out, const QString& timeUnit = QStringLiteral("s"),
                 const QString& alongTitle = {});

class PlotView;

/// A file format of plots: one registry row.
struct PlotFormat {
    /// Ending of file names without the point; also the key.
    QString ending;
    /// Menu text and tooltip of the command that exports the active plot.
    QString text, hint;
    /// The content of the file.
    QByteArray (*write)(PlotView& plot);
};

/// All file formats of plots, in the order of a menu.
const std::vector<PlotFormat>& plotFormats();

/// Writes the plot to a file in the format of its extension, PNG for others; replaces the file atomically. False if it
/// cannot be written; the old file stays.
bool exportPlot(PlotView& plot, const QString& path);

}  // namespace trammel::ui

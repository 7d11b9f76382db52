// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonArray>
#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "formats/motion_file.h"
#include "inspect/outputs.h"
#include "runtime/background_task.h"
#include "ui/plots/series.h"

class QMenu;
class QWidget;

namespace trammel::ui {

/// Columns of measured tables, drawn over a plot and shifted in time. Files are read in the background; the plot stores
/// names of files and columns, not numbers.
class MeasuredCurves : public QObject {
    Q_OBJECT

public:
    /// @param window parent of the dialogs
    explicit MeasuredCurves(QWidget* window);
    ~MeasuredCurves() override;

    struct Entry {
        QString file, column;
        /// Added to the times of the file, s.
        double shift = 0;
        /// Distinguishes the curves of a plot, regardless of their file names.
        int number = 0;
        /// Quantity and SI unit of the values.
        Output what = {};
        /// Quantity that its unit "g", which has two meanings, is taken for; empty: another unit, or not read yet.
        std::optional<Quantity> meaningOfG = std::nullopt;
        /// As in the file, in seconds, and shifted; null until the file is read.
        std::shared_ptr<const Series> fileTimes = nullptr;
        std::shared_ptr<Series> times = nullptr, values = nullptr;
        /// The curve's key in its plot.
        QString key() const;
    };
    /// Name of a curve: "torque, bench.csv"; with folders if another file has the same name, and with the meaning of "g".
    QString nameOf(const Entry& entry) const;
    /// @param quantities returns those of the plot, which decide what a "g" is
    void setQuantities(std::function<std::set<Quantity>()> quantities) { quantities_ = std::move(quantities); }
    const std::vector<Entry>& all() const { return entries_; }
    bool isReading() const { return !tasks_.empty(); }

    /// Asks for a file, and for a column if there are several.
    void choose();
    /// Reads a file; asks for a column if there are several.
    void read(const QString& file);
    void shift(std::size_t entry, double seconds);
    /// The meaning of the unit "g" of its column, Mass or Acceleration; the values follow.
    void takeGAs(std::size_t entry, Quantity meaning);
    void remove(std::size_t entry);
    /// The curve with that key, if it exists.
    std::optional<std::size_t> find(const QString& key) const;
    /// @param isDrawn false where the plot draws no measured curves: over another output
    void addMenu(QMenu& menu, bool isDrawn);

    QJsonArray toJson() const;
    void fromJson(const QJsonArray& json);

Q_SIGNALS:
    /// Curves were read, added, shifted or removed.
    void changed();
    /// Why a file cannot be used, one sentence.
    void failed(const QString& why);

private:
    struct Task;
    void start(const QString& file, bool isNew);
    void collect();
    /// Why the table has no usable times; empty if it has.
    static QString problemOfTimes(const QString& file, const StorageTable& table);
    void offerColumns(const QString& file, StorageTable table);
    void fill(const QString& file, const StorageTable& table);
    void askForShift(std::size_t entry);

    /// The end of a path that distinguishes the file from all others.
    QString distinctPath(const QString& file) const;

    Quantity meaningOfG(const CsvTable::Column& column, const CsvTable& table) const;

    QWidget* window_;
    std::function<std::set<Quantity>()> quantities_;
    std::vector<Entry> entries_;
    int made_ = 0;
    QTimer poll_{this};
    std::vector<std::unique_ptr<Task>> tasks_;
};

}  // namespace trammel::ui

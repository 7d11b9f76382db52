// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/plots/measured_curves.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QJsonObject>
#include <QMenu>
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "document/file_access.h"
#include "formats/column_units.h"
#include "meta/units.h"
#include "ui/session/intervals.h"
#include "ui/session/left_work.h"
#include "ui/session/text.h"
#include "ui/theme/mnemonic.h"

namespace trammel::ui {

namespace {

constexpr std::size_t LargestTable = std::size_t(1) << 30;
/// Meanings of "g" in files.
const QString OfMass = QStringLiteral("mass"), OfAcceleration = QStringLiteral("acceleration");

/// Standard gravity, m/s², and a gram, kg, both written as "g".
constexpr Real StandardGravity = 9.80665, Gram = 1e-3;

Real factorOfG(Quantity meaning) { return meaning == Quantity::Mass ? Gram : StandardGravity; }

bool isInG(const CsvTable::Column& column) { return divideTitle(column).unit == "g"; }

bool hasWord(std::string_view title, std::initializer_list<const char*> words) {
    return std::ranges::any_of(
        words, [&](const char* word) { return text(std::string(title)).contains(word, Qt::CaseInsensitive); });
}

/// Quantity of a column by its unit, and SI units per unit; without a known unit, the numbers as they are.
/// @param meaningOfG quantity of a column in "g"
std::pair<Output, Real> readUnit(const CsvTable::Column& column, std::optional<Quantity> meaningOfG) {
    Output what;
    what.unit = column.unit;
    if (meaningOfG) {
        what.quantity = *meaningOfG;
        what.unit = siUnit(*meaningOfG);
        return {what, factorOfG(*meaningOfG)};
    }
    for (const Quantity quantity : allQuantities) {
        // A "(min)" is a minimum, and "cycle(s)" are cycles.
        if (column.unit.empty() && quantity == Quantity::Time) continue;
        const std::optional<Real> factor = readUnitFactor(column, quantity);
        if (!factor) continue;
        what.quantity = quantity;
        what.unit = siUnit(quantity);
        return {what, *factor};
    }
    return {what, 1};
}

std::shared_ptr<Series> seriesOf(std::vector<Real> values, Real factor, Real offset) {
    // A curve has a gap where there is no finite number.
    for (Real& value : values) value = std::isfinite(value) ? value * factor + offset : NaN;
    auto series = std::make_shared<Series>();
    series->append(values);
    return series;
}

const CsvTable::Column* timesOf(const StorageTable& table) {
    const auto& columns = table.table.columns;
    if (const CsvTable::Column* const named = findTimes(table.table)) return named;
    return columns.empty() ? nullptr : &columns.front();
}

/// The first error with its line; the others mostly repeat it.
QString firstReasonOf(const Diagnostics& diagnostics) {
    const auto first = std::ranges::find(diagnostics, Severity::Error, &Diagnostic::severity);
    if (first == diagnostics.end()) return {};
    QString reason = text(first->message + ' ' + first->remedy).trimmed();
    constexpr std::string_view line = "line ";
    if (!first->place.starts_with(line)) return reason;
    return MeasuredCurves::tr("Line %1: %2").arg(text(first->place.substr(line.size())), reason);
}

bool hasNumbers(const CsvTable::Column& column) {
    return std::ranges::any_of(column.values, [](Real value) { return std::isfinite(value); });
}

/// True for finite times that do not decrease, which drawing relies on.
bool areTimes(const std::vector<Real>& times) {
    return std::ranges::all_of(times, [](Real time) { return std::isfinite(time); }) && std::ranges::is_sorted(times);
}

}  // namespace

struct MeasuredCurves::Task {
    Task(QString path, bool asksForColumn) : file(std::move(path)), isNew(asksForColumn) {}
    const QString file;
    /// A column is to be chosen; else the curves of the file wait for their numbers.
    const bool isNew;
    /// Last member: its thread ends before the data it uses is destroyed.
    BackgroundTask<Result<StorageTable>> work{[this] {
        const Result<std::string> text = readWholeFile(file.toStdString(), LargestTable);
        if (text) return readMotionFile(*text, CsvTexts::AreGaps);
        Result<StorageTable> failure;
        failure.diagnostics = text.diagnostics;
        return failure;
    }};
};

QString MeasuredCurves::Entry::key() const { return QStringLiteral("measured %1").arg(number); }

QString MeasuredCurves::nameOf(const Entry& entry) const {
    const QFileInfo file(entry.file);
    const bool isAmbiguous = std::ranges::any_of(entries_, [&](const Entry& other) {
        return other.file != entry.file && QFileInfo(other.file).fileName() == file.fileName();
    });
    // Files of one name: their paths from where they diverge.
    const QString known = isAmbiguous ? distinctPath(entry.file) : file.fileName();
    const QString ofG = !entry.meaningOfG || !entry.values    ? QString()
                        : *entry.meaningOfG == Quantity::Mass ? tr(", 1 g = 0.001 kg")
                                                              : tr(", 1 g = %1 m/s²").arg(StandardGravity);
    return QStringLiteral("%1, %2%3").arg(entry.column, known, ofG) +
           (entry.shift == 0 ? QString() : tr(" %1%2 s").arg(entry.shift > 0 ? "+" : "").arg(entry.shift, 0, 'g', 4));
}

QString MeasuredCurves::distinctPath(const QString& file) const {
    const QStringList own = QFileInfo(file).absoluteFilePath().split('/');
    qsizetype parts = 1;
    for (const Entry& other : entries_) {
        const QStringList its = QFileInfo(other.file).absoluteFilePath().split('/');
        qsizetype same = 0;
        while (same < std::min(own.size(), its.size()) && own[own.size() - 1 - same] == its[its.size() - 1 - same])
            ++same;
        if (same < own.size()) parts = std::max(parts, same + 1);
    }
    return own.last(std::min(parts, own.size())).join('/');
}

MeasuredCurves::MeasuredCurves(QWidget* window) : QObject(window), window_(window) {
    poll_.setInterval(PollInterval);
    connect(&poll_, &QTimer::timeout, this, &MeasuredCurves::collect);
}
MeasuredCurves::~MeasuredCurves() {
    // Closing does not wait for long files.
    for (std::unique_ptr<Task>& task : tasks_)
        leaveUntil([left = std::shared_ptr<Task>(std::move(task))] { return left->work.isFinished(); });
}

void MeasuredCurves::choose() {
    const QString file = QFileDialog::getOpenFileName(window_, tr("Open measured data"), {},
                                                      tr("Tables (*.csv *.sto *.mot);;All files (*)"), nullptr,
                                                      QFileDialog::DontUseNativeDialog);
    if (!file.isEmpty()) read(file);
}

void MeasuredCurves::read(const QString& file) { start(file, true); }

void MeasuredCurves::start(const QString& file, bool isNew) {
    tasks_.push_back(std::make_unique<Task>(file, isNew));
    poll_.start();
}

void MeasuredCurves::collect() {
    std::vector<std::unique_ptr<Task>> finished;
    for (std::unique_ptr<Task>& task : tasks_)
        if (task->work.isFinished()) finished.push_back(std::move(task));
    std::erase(tasks_, nullptr);
    if (tasks_.empty()) poll_.stop();
    for (const std::unique_ptr<Task>& task : finished) {
        auto& result = task->work.getResult();
        const QString name = QFileInfo(task->file).fileName();
        if (!result || !*result) {
            Q_EMIT failed(tr("Cannot read '%1'. %2")
                              .arg(name, result ? firstReasonOf(result->diagnostics) : text(task->work.getFailure())));
        } else if (const QString problem = problemOfTimes(name, *result->value); !problem.isEmpty()) {
            Q_EMIT failed(problem);
        } else if (task->isNew) {
            offerColumns(task->file, std::move(*result->value));
        } else {
            fill(task->file, *result->value);
        }
    }
}

QString MeasuredCurves::problemOfTimes(const QString& file, const StorageTable& table) {
    const CsvTable::Column* const times = timesOf(table);
    if (!times) return tr("'%1' has no columns.").arg(file);
    if (times->values.empty()) return tr("'%1' has no rows below its header.").arg(file);
    const bool isNamed = findTimes(table.table) != nullptr;
    if (!isNamed && (!readSecondsPerUnit(*times) || !areTimes(times->values)))
        return tr("'%1' has no times. Name their column 'time', or place it first.").arg(file);
    if (!readSecondsPerUnit(*times))
        return tr("The times of '%1' are in '%2'. Use a unit of time, such as s.")
            .arg(file, text(std::string(divideTitle(*times).unit)));
    if (!areTimes(times->values))
        return tr("The times of '%1' decrease or are not numbers. Sort its rows by time.").arg(file);
    return {};
}

void MeasuredCurves::offerColumns(const QString& file, StorageTable table) {
    const CsvTable::Column* const times = timesOf(table);
    QStringList columns;
    for (const CsvTable::Column& column : table.table.columns)
        if (&column != times && hasNumbers(column)) columns += text(column.name);
    const auto add = [this, file](const StorageTable& from, const QString& column) {
        entries_.push_back({.file = file, .column = column, .number = ++made_});
        fill(file, from);
    };
    if (columns.isEmpty())
        return Q_EMIT failed(
            tr("'%1' has no numbers beside its times. Add a column of values.").arg(QFileInfo(file).fileName()));
    if (columns.size() == 1) return add(table, columns.front());
    auto* const dialog = new QInputDialog(window_);
    dialog->setObjectName(QStringLiteral("measuredColumn"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Measured data"));
    dialog->setLabelText(tr("Column"));
    dialog->setComboBoxItems(columns);
    connect(dialog, &QInputDialog::textValueSelected, this,
            [add, table = std::move(table)](const QString& column) { add(table, column); });
    dialog->open();
}

Quantity MeasuredCurves::meaningOfG(const CsvTable::Column& column, const CsvTable& table) const {
    // Measured and computed curves are of one quantity. Else names decide, of this column or of another in "g"; recorders of
    // accelerations are more frequent than scales.
    const std::set<Quantity> ofPlot = quantities_ ? quantities_() : std::set<Quantity>();
    if (ofPlot.contains(Quantity::Mass) != ofPlot.contains(Quantity::Acceleration))
        return ofPlot.contains(Quantity::Mass) ? Quantity::Mass : Quantity::Acceleration;
    const auto isOfMass = [](const CsvTable::Column& each) { return hasWord(each.name, {"mass", "weight"}); };
    const auto isOfMotion = [](const CsvTable::Column& each) { return hasWord(each.name, {"acc"}); };
    if (isOfMotion(column)) return Quantity::Acceleration;
    const bool isMass = isOfMass(column) || std::ranges::any_of(table.columns, [&](const CsvTable::Column& other) {
                            return isInG(other) && isOfMass(other);
                        });
    return isMass ? Quantity::Mass : Quantity::Acceleration;
}

void MeasuredCurves::fill(const QString& file, const StorageTable& table) {
    const CsvTable::Column* const times = timesOf(table);
    for (Entry& entry : entries_) {
        if (entry.file != file || entry.values) continue;
        const CsvTable::Column* const column = table.table.find(entry.column.toStdString());
        if (!column) {
            const QString name = QFileInfo(file).fileName();
            Q_EMIT failed(tr("'%1' has no column '%2'. Choose another file.").arg(name, entry.column));
            continue;
        }
        // A stored meaning is kept whatever the plot shows now.
        if (isInG(*column) && !entry.meaningOfG) entry.meaningOfG = meaningOfG(*column, table.table);
        if (!isInG(*column)) entry.meaningOfG.reset();
        const auto [what, factor] = readUnit(*column, entry.meaningOfG);
        entry.what = what;
        const Real seconds = readSecondsPerUnit(*times).value_or(1);
        entry.fileTimes = seriesOf(times->values, seconds, 0);
        entry.times = seriesOf(times->values, seconds, entry.shift);
        entry.values = seriesOf(column->values, factor, 0);
    }
    Q_EMIT changed();
}

void MeasuredCurves::shift(std::size_t entry, double seconds) {
    Entry& shifted = entries_.at(entry);
    shifted.shift = seconds;
    // Another object: everything derived from the old one is out of date.
    if (shifted.fileTimes) shifted.times = seriesOf(shifted.fileTimes->values(), 1, seconds);
    if (shifted.values) shifted.values = std::make_shared<Series>(*shifted.values);
    Q_EMIT changed();
}

void MeasuredCurves::takeGAs(std::size_t entry, Quantity meaning) {
    Entry& taken = entries_.at(entry);
    const Real factor = factorOfG(meaning) / factorOfG(taken.meaningOfG.value_or(meaning));
    taken.meaningOfG = taken.what.quantity = meaning;
    taken.what.unit = siUnit(meaning);
    if (taken.values) taken.values = seriesOf(taken.values->values(), factor, 0);
    Q_EMIT changed();
}

void MeasuredCurves::remove(std::size_t entry) {
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(entry));
    Q_EMIT changed();
}

std::optional<std::size_t> MeasuredCurves::find(const QString& key) const {
    const auto found = std::ranges::find_if(entries_, [&](const Entry& entry) { return entry.key() == key; });
    return found == entries_.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - entries_.begin()));
}

void MeasuredCurves::addMenu(QMenu& menu, bool isDrawn) {
    QMenu* const measured = menu.addMenu(tr("&Measured data"));
    measured->addAction(isDrawn ? tr("&Add…") : tr("Add, in plots over time only"), this, &MeasuredCurves::choose)
        ->setEnabled(isDrawn);
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        QMenu* const entry = measured->addMenu(withoutMnemonic(nameOf(entries_[i])));
        entry->addAction(tr("&Shift in time…"), this, [this, i] { askForShift(i); });
        if (entries_[i].meaningOfG && entries_[i].values) {
            const bool isMass = *entries_[i].meaningOfG == Quantity::Mass;
            entry->addAction(isMass ? tr("Take 'g' as standard &gravity") : tr("Take 'g' as &grams"), this,
                             [this, i, isMass] { takeGAs(i, isMass ? Quantity::Acceleration : Quantity::Mass); });
        }
        entry->addAction(tr("&Remove"), this, [this, i] { remove(i); });
    }
}

void MeasuredCurves::askForShift(std::size_t entry) {
    auto* const dialog = new QInputDialog(window_);
    dialog->setObjectName(QStringLiteral("measuredShift"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Measured data"));
    dialog->setLabelText(tr("Shift in time, s"));
    dialog->setInputMode(QInputDialog::DoubleInput);
    constexpr int decimals = 6;
    constexpr double most = 1e9, step = 0.01;
    dialog->setDoubleDecimals(decimals);
    dialog->setDoubleRange(-most, most);
    dialog->setDoubleStep(step);
    dialog->setDoubleValue(entries_.at(entry).shift);
    const auto put = [this, entry](double seconds) {
        if (entry < entries_.size()) shift(entry, seconds);
    };
    connect(dialog, &QInputDialog::doubleValueChanged, this, put);
    connect(dialog, &QDialog::rejected, this, [put, before = entries_[entry].shift] { put(before); });
    dialog->open();
}

QJsonArray MeasuredCurves::toJson() const {
    QJsonArray all;
    for (const Entry& entry : entries_) {
        QJsonObject json{{QStringLiteral("file"), entry.file},
                         {QStringLiteral("column"), entry.column},
                         {QStringLiteral("shift"), entry.shift}};
        if (entry.meaningOfG) json[QStringLiteral("g")] = *entry.meaningOfG == Quantity::Mass ? OfMass : OfAcceleration;
        all += json;
    }
    return all;
}

void MeasuredCurves::fromJson(const QJsonArray& json) {
    entries_.clear();
    std::set<QString> files;
    for (const auto& each : json) {
        const QJsonObject entry = each.toObject();
        entries_.push_back({.file = entry[QStringLiteral("file")].toString(),
                            .column = entry[QStringLiteral("column")].toString(),
                            .shift = entry[QStringLiteral("shift")].toDouble(),
                            .number = ++made_});
        // Plots stored without a meaning took grams.
        const bool isAcceleration = entry[QStringLiteral("g")].toString() == OfAcceleration;
        entries_.back().meaningOfG = isAcceleration ? Quantity::Acceleration : Quantity::Mass;
        files.insert(entries_.back().file);
    }
    for (const QString& file : files) start(file, false);
    Q_EMIT changed();
}

}  // namespace trammel::ui

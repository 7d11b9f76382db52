// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/studies/study_analysis.h"

#include "runtime/background_task.h"
#include "study/study_table.h"
#include "ui/properties/units.h"
#include "ui/session/left_work.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
constexpr int AnalysisPollMilliseconds = 20;

QString analysisText(const std::vector<ResponseAnalysis>& analyses, const DisplayUnits& units) {
    constexpr int digits = 5;
    QString html;
    for (const ResponseAnalysis& analysis : analyses) {
        const bool hasQuantity = analysis.quantity != Quantity::None;
        const QString symbol = hasQuantity ? units.unitFor(analysis.quantity).symbol : text(analysis.unit);
        const QString unit = symbol.isEmpty() ? QString() : QStringLiteral(" [%1]").arg(symbol);
        const Real factor = hasQuantity ? units.unitFor(analysis.quantity).factor : 1;
        for (const AnalysisTable& table : analysis.tables) {
            html += QStringLiteral("<p><b>%1%2</b>: %3</p><table cellpadding=3><tr><th></th>")
                        .arg(text(analysis.response).toHtmlEscaped(), unit.toHtmlEscaped(), text(table.title));
            for (const std::string& column : table.columns) html += QStringLiteral("<th>%1</th>").arg(text(column));
            html += QStringLiteral("</tr>");
            for (const AnalysisTable::Row& row : table.rows) {
                html += QStringLiteral("<tr><td>%1</td>").arg(text(row.name).toHtmlEscaped());
                for (std::size_t i = 0; i < row.values.size(); ++i)
                    html += QStringLiteral("<td align=right>%1</td>")
                                .arg(QString::number(row.values[i] / (i < row.inUnit ? factor : 1), 'g', digits));
                html += QStringLiteral("</tr>");
            }
            html += QStringLiteral("</table><p>%1</p>").arg(text(table.note).toHtmlEscaped());
        }
    }
    return html;
}
}  // namespace

struct StudyAnalysis::Task {
    StudyDefinitionPtr study;
    std::vector<StudyRow> rows;
    /// Last member: its thread ends before the data it uses is destroyed.
    std::unique_ptr<BackgroundTask<std::vector<ResponseAnalysis>>> work;
};

StudyAnalysis::StudyAnalysis(const StudyRunner& runner, const DisplayUnits& units, QWidget* parent)
    : QTextBrowser(parent), runner_(runner), units_(units) {
    setObjectName(QStringLiteral("studyAnalysis"));
    setAccessibleName(tr("Analysis"));
    setFrameShape(QFrame::NoFrame);
    poll_.setInterval(AnalysisPollMilliseconds);
    connect(&poll_, &QTimer::timeout, this, &StudyAnalysis::collect);
    connect(&units_, &DisplayUnits::changed, this, [this] {
        analyzed_ = {};
        showRows();
    });
}

StudyAnalysis::~StudyAnalysis() {
    if (!task_ || task_->work->isFinished()) return;
    const std::shared_ptr<Task> going = std::move(task_);
    leaveUntil([going] { return going->work->isFinished(); });
}

void StudyAnalysis::showRows() {
    const std::pair present(runner_.study(), runner_.rows().size());
    const bool isEmpty = !present.first || present.second == 0;
    if (isEmpty) analyzed_ = {};
    // An analysis takes time: it is computed once, when shown.
    if (!isVisible()) return;
    if (isEmpty) {
        setPlainText(tr("No results yet."));
    } else if (runner_.isComputing()) {
        analyzed_ = {};
        setPlainText(tr("Available when the study is finished or paused."));
    } else if (present != analyzed_ && !task_) {
        analyzed_ = present;
        setPlainText(tr("Analyzing…"));
        task_ = std::make_unique<Task>();
        task_->study = runner_.sharedStudy();
        task_->rows = runner_.rows();
        task_->work = std::make_unique<BackgroundTask<std::vector<ResponseAnalysis>>>(
            [task = task_.get()] { return analyzeStudy(*task->study, task->rows); });
        poll_.start();
    }
}

void StudyAnalysis::collect() {
    if (!task_->work->isFinished()) return;
    poll_.stop();
    const std::unique_ptr<Task> done = std::move(task_);
    if (analyzed_.first && analyzed_ == std::pair(runner_.study(), runner_.rows().size())) {
        const auto& found = done->work->getResult();
        if (found)
            setHtml(analysisText(*found, units_));
        else
            setPlainText(text(done->work->getFailure()));
    } else {
        // More rows have arrived meanwhile.
        analyzed_ = {};
        showRows();
    }
}

void StudyAnalysis::showEvent(QShowEvent* event) {
    QTextBrowser::showEvent(event);
    showRows();
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/audit_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <iterator>

#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/session/intervals.h"
#include "ui/session/left_work.h"
#include "ui/session/text.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

/// Label of a kind of finding, and its severity: error, improvement, unknown.
QString wordFor(AuditFinding::Kind kind) {
    switch (kind) {
        case AuditFinding::Kind::MissingPrerequisite: return AuditPanel::tr("Error: undeclared dependency");
        case AuditFinding::Kind::NotReproducible: return AuditPanel::tr("Error: not reproducible");
        case AuditFinding::Kind::UnusedPrerequisite: return AuditPanel::tr("Unused prerequisite");
        case AuditFinding::Kind::StageTooHigh: return AuditPanel::tr("Stage declared too high");
        case AuditFinding::Kind::NotComputed: return AuditPanel::tr("Not computed");
        case AuditFinding::Kind::NotComparable: return AuditPanel::tr("Not comparable");
        case AuditFinding::Kind::NotPerturbed: return AuditPanel::tr("Not perturbed");
        case AuditFinding::Kind::Failed: return AuditPanel::tr("Not examined");
    }
    return {};
}
}  // namespace

PanelDescriptor AuditPanel::descriptor() {
    return {.id = "auditDock",
            .title = tr("Audit"),
            .hint = tr("Check the cache for undeclared dependencies"),
            .area = PanelArea::Bottom,
            .make = [](Workspace& w) { return new AuditPanel(w.debugger()); },
            .isShown = false,
            .isOfDebugger = true};
}

AuditPanel::AuditPanel(Debugger& debugger, QWidget* parent)
    : QWidget(parent),
      debugger_(debugger),
      start_(new QPushButton(icon("ok"), tr("Audit the model"), this)),
      summary_(new QLabel(this)),
      findings_(new QTreeWidget(this)) {
    setObjectName(QStringLiteral("audit"));
    start_->setObjectName(QStringLiteral("auditStart"));
    updateButton();
    summary_->setObjectName(QStringLiteral("auditSummary"));
    summary_->setAccessibleName(tr("Audit result"));
    summary_->setWordWrap(true);
    findings_->setObjectName(QStringLiteral("auditFindings"));
    findings_->setAccessibleName(tr("Findings, errors first"));
    findings_->setColumnCount(2);
    findings_->setHeaderLabels({tr("Finding"), tr("Description")});
    findings_->setRootIsDecorated(false);
    findings_->setFrameShape(QFrame::NoFrame);
    findings_->setColumnWidth(0, fontMetrics().horizontalAdvance('m') * 20);
    auto* const top = new QHBoxLayout;
    top->setContentsMargins(6, 4, 6, 2);
    top->addWidget(start_);
    top->addWidget(summary_, 1);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(top);
    layout->addWidget(findings_, 1);
    timer_.setInterval(PollInterval);
    connect(&timer_, &QTimer::timeout, this, &AuditPanel::poll);
    connect(start_, &QPushButton::clicked, this, [this] {
        if (!task_) return start();
        leaveTask();
        summary_->setText(tr("Canceled."));
    });
    connect(&debugger_, &Debugger::auditOutdated, this, &AuditPanel::dropAudit);
    summary_->setText(tr("Not audited yet."));
}

AuditPanel::~AuditPanel() { leaveTask(); }

void AuditPanel::leaveTask() {
    timer_.stop();
    if (!task_) return;
    task_->cancel();
    // An element may never return.
    leaveUntil([left = std::shared_ptr<AuditTask>(std::move(task_))] { return left->isFinished(); });
    updateButton();
}

void AuditPanel::updateButton() {
    start_->setText(task_ ? tr("Cancel") : tr("Audit the model"));
    start_->setToolTip(task_ ? tr("End the audit without a result")
                             : tr("Perturb each variable and check for stale cache entries"));
}

QString AuditPanel::summary() const { return summary_->text(); }

void AuditPanel::start() {
    if (task_ || !debugger_.session().model()) return;
    task_ = std::make_unique<AuditTask>(debugger_.session().model());
    updateButton();
    summary_->setText(tr("Auditing…"));
    timer_.start();
}

void AuditPanel::poll() {
    if (!task_ || !task_->isFinished()) return;
    timer_.stop();
    const std::unique_ptr<AuditTask> done = std::move(task_);
    updateButton();
    if (!done->getFailure().empty()) {
        findings_->clear();
        return summary_->setText(text(done->getFailure()));
    }
    audit_ = done->getAudit();
    show(*audit_, done->getModel());
}

void AuditPanel::dropAudit() {
    leaveTask();
    audit_.reset();
    findings_->clear();
    summary_->setStyleSheet({});
    summary_->setText(tr("Not audited since the system was rebuilt."));
}

void AuditPanel::show(const CacheAudit& audit, const CompiledModelPtr& audited) {
    std::vector<AuditFinding> faults;
    std::copy_if(audit.findings.begin(), audit.findings.end(), std::back_inserter(faults),
                 [](const AuditFinding& f) { return f.isFault(); });
    const QString count = faults.size() == 1 ? tr("1 violation") : tr("%1 violations").arg(faults.size());
    summary_->setText(tr("%1. Compared %2 cache entries, perturbed %3 variables, up to stage %4.")
                          .arg(count)
                          .arg(audit.entriesCompared)
                          .arg(audit.variablesPerturbed)
                          .arg(text(audit.stage.getName())));
    const ThemeColors& colors = Theme::instance().colors();
    summary_->setStyleSheet(QStringLiteral("color:%1;").arg((!faults.empty() ? colors.bad : colors.good).name()));
    findings_->clear();
    for (const AuditFinding& finding : audit.findings) {
        auto* const row = new QTreeWidgetItem(findings_, {wordFor(finding.kind), text(finding.sentence)});
        row->setToolTip(1, text(finding.sentence));
        if (finding.isFault()) row->setForeground(0, colors.bad);
    }
    debugger_.setFaults(std::move(faults), audited);
}

}  // namespace trammel::ui

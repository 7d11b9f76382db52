// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_report.h"

#include <QCoreApplication>

#include "base/private_paths.h"
#include "compile/catalog.h"
#include "runtime/stored_run.h"

namespace trammel::ui {

QString integratorLabel(const SimulationSettings& settings) {
    const TypeDescriptor* const method = builtinCatalog().findType("integrator", settings.integrator);
    return QString::fromStdString(method ? method->label : settings.integrator);
}

QString makeRunReport(const RunEntry& entry) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("RunReport", text); };
    const RunStatus& status = entry.status;
    const SimulationSettings& settings = entry.run->getOptions().settings;
    QString text = tr("Run %1, %2 at %3 s: ")
                       .arg(entry.title(),
                            status.phase == RunPhase::Failed     ? tr("failed")
                            : status.phase == RunPhase::Canceled ? tr("canceled")
                                                                 : tr("finished"),
                            QString::number(status.time, 'g', 6));
    if (!status.message.empty()) text += QString::fromStdString(withoutPaths(status.message)) + QLatin1Char(' ');
    if (entry.run->getOptions().isRecorded) return text + tr("%1 frames.").arg(status.frames);
    text += tr("%1, accuracy %2, %3 s requested; %4 steps of %5 attempted, last step %6 s, constraint error %7. ")
                .arg(integratorLabel(settings))
                .arg(settings.accuracy)
                .arg(settings.duration, 0, 'g', 6)
                .arg(status.stepsTaken)
                .arg(status.stepsAttempted)
                .arg(status.lastStepSize, 0, 'g', 3)
                .arg(status.constraintError, 0, 'g', 3);
    if (!status.methods.empty()) text += QString::fromStdString(status.methods) + QStringLiteral(". ");
    return text + tr("Trammel %1.").arg(QString::fromUtf8(buildId()));
}

QString failureSectionOf(const QString& message) {
    struct Row {
        const char *beginning, *section;
    };
    static constexpr Row rows[] = {
        {"The step size fell below", "The step size fell below a limit"},
        {"The fixed step of", "The fixed step cannot be taken"},
        {"The motion cannot be evaluated", "The motion cannot be evaluated"},
        {"An element of the model failed", "The motion cannot be evaluated"},
        {"The run failed", "The motion cannot be evaluated"},
        {"The constraints cannot be satisfied", "The constraints cannot be satisfied"},
        {"Events cannot be located", "Events cannot be located"},
        {"Events repeat without end", "Events repeat without end"},
        {"The events of", "The events of an element accumulated"},
        {"An event could not be handled", "An event could not be handled"},
        {"Steps of about", "Steps of a very small size make no progress"},
        {"After ", "The run would take too many steps"},
        {"No place is left for frames", "Memory runs out"},
        {"There is not enough memory", "Memory runs out"},
        {"Memory ran out", "Memory runs out"},
        {"Unknown integrator", "The run cannot begin"},
        {"The accuracy must be", "The run cannot begin"},
        {"No step is as accurate", "The run cannot begin"},
        {"A fixed step of", "The run cannot begin"},
        {"A run of", "The run cannot begin"},
        {"The run cannot be resumed", "The run cannot begin"},
    };
    for (const Row& row : rows)
        if (message.startsWith(QLatin1String(row.beginning))) return QLatin1String(row.section);
    return {};
}

}  // namespace trammel::ui

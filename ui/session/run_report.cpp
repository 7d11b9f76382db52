// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/run_report.h"

#include <QCoreApplication>

#include "compile/catalog.h"
#include "runtime/stored_run.h"

namespace trammel::ui {

QString makeRunReport(const RunEntry& entry) {
    const auto tr = [](const char* text) { return QCoreApplication::translate("RunReport", text); };
    const RunStatus& status = entry.status;
    const SimulationSettings& settings = entry.run->getOptions().settings;
    const TypeDescriptor* const method = builtinCatalog().findType("integrator", settings.integrator);
    QString text = tr("Run %1, %2 at %3 s: ")
                       .arg(entry.title(),
                            status.phase == RunPhase::Failed     ? tr("failed")
                            : status.phase == RunPhase::Canceled ? tr("canceled")
                                                                 : tr("finished"),
                            QString::number(status.time, 'g', 6));
    if (!status.message.empty()) text += QString::fromStdString(status.message) + QLatin1Char(' ');
    if (entry.run->getOptions().isRecorded) return text + tr("%1 frames.").arg(status.frames);
    text += tr("%1, accuracy %2, %3 s asked for; %4 steps of %5 attempted, last step %6 s, constraint error %7. ")
                .arg(QString::fromStdString(method ? method->label : settings.integrator))
                .arg(settings.accuracy)
                .arg(settings.duration, 0, 'g', 6)
                .arg(status.stepsTaken)
                .arg(status.stepsAttempted)
                .arg(status.lastStepSize, 0, 'g', 3)
                .arg(status.constraintError, 0, 'g', 3);
    return text + tr("Trammel %1.").arg(QString::fromUtf8(buildId()));
}

}  // namespace trammel::ui

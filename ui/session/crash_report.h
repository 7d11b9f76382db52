// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace trammel::ui {

class Session;

/// Reports of crashes: a text file for each in the user's data folder, with version, stack and the last edits by their
/// labels. They hold no paths and no values of the model, and are sent nowhere.

/// From now on a fatal signal writes a report before the program ends as it would have. Once per process.
void installCrashReports();

/// Has the labels of the edits of @p session in a report.
void reportEditsOf(Session& session);

/// Files of reports, newest first; older ones than the last ten are removed.
QStringList crashReports();
/// The newest report that readCrashReport() has not read yet; empty if none.
QString newCrashReport();
/// The text of a report, which is not new any more.
QString readCrashReport(const QString& file);

}  // namespace trammel::ui

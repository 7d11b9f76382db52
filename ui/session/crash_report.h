// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

namespace trammel::ui {

class Session;

/// Reports of crashes: a text file for each in the user's data folder, with version, stack and the last edits by their
/// labels. They hold no paths and no values of the model, and are sent nowhere.

/// From now on a fatal signal writes a report before the program ends as usual. Once per process.
void installCrashReports();

/// Includes the labels of the edits of @p session in reports.
void reportEditsOf(Session& session);

/// Files of reports, newest first; all but the last ten are removed.
QStringList crashReports();
/// The newest report that readCrashReport() has not read yet; empty if none.
QString newCrashReport();
/// The text of a report, which is then no longer new.
QString readCrashReport(const QString& file);

}  // namespace trammel::ui

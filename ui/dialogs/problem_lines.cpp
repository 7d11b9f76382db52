// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/problem_lines.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <vector>

#include "ui/session/text.h"

namespace trammel::ui {

QString describeProblems(const Diagnostics& problems) {
    constexpr std::size_t most = 8;
    const std::vector<Diagnostic>& all = problems.items();
    QStringList lines;
    for (std::size_t i = 0; i < std::min(all.size(), most); ++i) {
        const std::string where = all[i].place.empty() ? "" : all[i].place + ": ";
        lines += text(where + all[i].message + ' ' + all[i].remedy).trimmed();
    }
    if (all.size() > most) lines += QCoreApplication::translate("ExportDialog", "and %1 more").arg(all.size() - most);
    return lines.join(QLatin1Char('\n'));
}

QString describeErrors(const Diagnostics& problems) {
    Diagnostics errors;
    for (const Diagnostic& problem : problems)
        if (problem.severity == Severity::Error) errors.add(problem);
    return describeProblems(errors);
}

}  // namespace trammel::ui

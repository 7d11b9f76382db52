// SPDX-License-Identifier: GPL-3.0-or-later
// Session: the problems of a model by source: file, compilation, run, bodies that pass through each other.
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "document/changes.h"
#include "document/read_error.h"
#include "ui/session/session.h"

namespace trammel::ui {

// --- All sources ---

void Session::collectProblems() {
    problems_.assign(faults_.begin(), faults_.end());
    problems_.insert(problems_.end(), pluginProblems_.begin(), pluginProblems_.end());
    problems_.insert(problems_.end(), fileProblems_.begin(), fileProblems_.end());
    problems_.insert(problems_.end(), compileProblems_.begin(), compileProblems_.end());
    const RunStatus& status = player_.status();
    if (player_.run() && status.phase == RunPhase::Failed)
        problems_.push_back(
            {Severity::Error, tr("Run at %1 s").arg(status.time, 0, 'g', 4).toStdString(), status.message, {}, {}});
    collectPassings();
    problems_.insert(problems_.end(), passingProblems_.begin(), passingProblems_.end());
    std::stable_sort(problems_.begin(), problems_.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.severity > b.severity; });
}

void Session::collectPassings() {
    // After an edit the run no longer describes the model.
    passings_.follow(player_.run() && !player_.isOutdated() ? runs_.current()->run : nullptr);
    passingProblems_.clear();
    for (const Passing& each : passings_.found()) {
        const QString time = tr("Run at %1 s").arg(each.time, 0, 'g', 4);
        const QString what = tr("'%1' passes through '%2': no contact acts between them. First seen at %3 s.")
                                 .arg(nameOf(each.first), nameOf(each.second))
                                 .arg(each.time, 0, 'g', 4);
        passingProblems_.push_back({each.isIntended ? Severity::Note : Severity::Warning, time.toStdString(),
                                    what.toStdString(), tr("Let them touch, or ignore this.").toStdString(),
                                    each.first});
    }
}

const Passing* Session::passing(const Diagnostic& problem) const {
    for (std::size_t i = 0; i < passingProblems_.size() && i < passings_.found().size(); ++i)
        if (passingProblems_[i].message == problem.message && passingProblems_[i].element == problem.element)
            return &passings_.found()[i];
    return nullptr;
}

// --- File ---

void Session::forgetFileProblems(const Changes& changes) {
    // Problems about a property edited since are out of date.
    Diagnostics kept;
    for (const Diagnostic& problem : fileProblems_)
        if (!isAnswered(problem, changes)) kept.add(problem);
    fileProblems_ = kept;
}

bool Session::isAnswered(const Diagnostic& problem, const Changes& changes) const {
    if (std::ranges::find(changes.removed, problem.element) != changes.removed.end()) return true;
    const auto change = std::ranges::find(changes.changed, problem.element, &ElementChange::id);
    if (change == changes.changed.end()) return false;
    const ReadError* const error = readError(problem);
    if (!error) return true;
    if (error->kind == ReadError::Kind::Name) return change->renamed;
    const auto has = [error](const std::vector<std::string>& keys) {
        // "point.x" is a component of the vector "point".
        return std::ranges::any_of(keys, [&](const std::string& key) {
            return error->key == key || error->key.starts_with(key + '.') || key.starts_with(error->key + '.');
        });
    };
    return has(change->properties) || has(change->references) || has(change->formulas);
}

bool Session::isOfFile(const Diagnostic& problem) const {
    return std::ranges::any_of(fileProblems_, [&](const Diagnostic& d) {
        return d.element == problem.element && d.place == problem.place && d.message == problem.message;
    });
}

const ReadError* Session::readError(const Diagnostic& problem) const {
    const auto error = std::ranges::find_if(readErrors_, [&](const ReadError& each) {
        return each.element == problem.element && each.place == problem.place;
    });
    return error == readErrors_.end() ? nullptr : &*error;
}

void Session::acceptAsRead(const Diagnostic& problem) {
    Diagnostics kept;
    for (const Diagnostic& d : fileProblems_)
        if (d.place != problem.place || d.message != problem.message) kept.add(d);
    fileProblems_ = kept;
    collectProblems();
    Q_EMIT changed(SessionChange::Problems | SessionChange::DisplayedState);
}

}  // namespace trammel::ui

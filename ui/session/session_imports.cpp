// SPDX-License-Identifier: GPL-3.0-or-later
// Imported models in a session: adopted, imported again, undone.
#include <QFileInfo>
#include <algorithm>

#include "compile/compiled_model.h"
#include "document/rebase.h"
#include "import/importer.h"
#include "ui/session/session.h"
#include "ui/session/text.h"

namespace trammel::ui {

bool Session::adoptImport(const QString& path, ImportResult read) {
    auto compiled = read.document ? compileDocument(*read.document) : Result<CompiledModelPtr>();
    return adoptImport(path, std::move(read), std::move(compiled));
}

bool Session::adoptImport(const QString& path, ImportResult read, Result<CompiledModelPtr> compiled) {
    fileProblems_ = read.diagnostics;
    readErrors_.clear();
    if (!read.document) {
        collectProblems();
        Q_EMIT changed(SessionChange::Problems);
        return false;
    }
    runs_.discardRemoved();
    const QFileInfo file(path);
    path_.clear();
    untitledName_ = file.completeBaseName();
    imports_ = {{0, *read.document, std::make_shared<const ImportReport>(std::move(read.report)), {}}};
    needsBackup_ = false;
    load(std::move(*read.document), tr("Import %1").arg(file.fileName()), std::move(compiled));
    return true;
}

bool Session::adoptNewImport(ImportResult read) {
    if (!read.document) {
        fileProblems_ = read.diagnostics;
        collectProblems();
        Q_EMIT changed(SessionChange::Problems);
        return false;
    }
    const std::optional<std::size_t> base = currentImport();
    const Diagnostics problemsBefore = fileProblems_;
    const Document former = document();
    const std::set<ElementId> selected = selection_, hidden = hidden_;
    Result<Edit> kept = rebaseEdits(*catalog_, base ? imports_[*base].document : Document(), former, *read.document);
    for (const Diagnostic& d : kept.diagnostics) {
        const bool isLost = d.severity != Severity::Note;
        read.report.add({isLost ? ImportOutcome::LeftOut : ImportOutcome::Approximated,
                         tr("your change of '%1'").arg(text(d.place)).toStdString(),
                         d.message,
                         {},
                         0,
                         d.element});
    }
    kept.diagnostics = {};
    if (!edit(tr("Import again"), [&kept](const Document&) { return kept; })) return false;
    if (base) imports_[*base].problems = problemsBefore;
    imports_.push_back({history_.index(),
                        std::move(*read.document),
                        std::make_shared<const ImportReport>(std::move(read.report)),
                        {}});
    fileProblems_ = read.diagnostics;
    readErrors_.clear();
    collectProblems();
    Q_EMIT changed(SessionChange::File | SessionChange::Problems);
    select(namesakes(selected, former));
    setHidden(namesakes(hidden, former));
    return true;
}

std::optional<std::size_t> Session::currentImport() const {
    const auto later = std::ranges::upper_bound(imports_, history_.index(), {}, &Import::historyIndex);
    if (later == imports_.begin()) return std::nullopt;
    return std::size_t(later - imports_.begin()) - 1;
}

const ImportReport* Session::importReport() const {
    const std::optional<std::size_t> current = currentImport();
    return current ? imports_[*current].report.get() : nullptr;
}

std::set<ElementId> Session::namesakes(const std::set<ElementId>& elements, const Document& former) const {
    std::set<ElementId> found;
    for (const ElementId id : elements)
        if (const Element* const element = former.find(id))
            if (const Element* const namesake = document().findByName(element->name)) found.insert(namesake->id);
    return found;
}

}  // namespace trammel::ui

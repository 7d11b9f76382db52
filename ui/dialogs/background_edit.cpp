// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/background_edit.h"

#include "authoring/keep_places.h"
#include "ui/session/background_wait.h"
#include "ui/session/model_compiler.h"

namespace trammel::ui {

Result<Edit> editInBackground(Session& session, const QString& label, const ModelVerb& verb, QWidget* parent) {
    if (session.document().size() < LargeModel)
        return session.edit(label, [&](const Document& document) { return verb(document, session.model()); });
    const WaitTexts texts{label, [&label] { return label + u'…'; }};
    if (!waitInBackground([&session] { return !session.isCompiling(); }, texts, parent)) return {};
    const Document document = session.document();
    const auto task = computeInBackground<Result<Edit>>(
        [verb, document, model = session.model()] { return verb(document, model); }, texts, parent);
    if (!task) return {};
    Result<Edit> made;
    if (!task->getResult())
        made.diagnostics.error(label.toStdString(), "The edit failed: " + task->getFailure(), "Continue without it.");
    else if (!session.document().sharesContentWith(document))
        made.diagnostics.error(label.toStdString(), "The model was changed meanwhile.", "Repeat the edit.");
    else
        made = std::move(*task->getResult());
    return session.edit(label, [&](const Document&) { return made; });
}

Result<Edit> removeInBackground(Session& session, const QString& label, const std::set<ElementId>& elements,
                                QWidget* parent) {
    const TypeCatalog& catalog = session.catalog();
    const ModelVerb verb = [elements, &catalog](const Document& document, const CompiledModelPtr& model) {
        // A document with errors has no model.
        return model && model->getDocument().sharesContentWith(document)
                   ? removeInPlace(document, catalog, *model, model->getInitialState(), elements)
                   : removeElements(document, catalog, elements);
    };
    return editInBackground(session, label, verb, parent);
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/background_edit.h"

#include "authoring/keep_places.h"
#include "authoring/pattern_edit.h"
#include "authoring/pose_drag.h"
#include "authoring/pose_edit.h"
#include "authoring/touch_edit.h"
#include "compile/coordinates.h"
#include "compile/pattern_type.h"
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
        [verb, document, model = session.model()] { return followPatterns(document, verb(document, model), model); },
        texts, parent);
    if (!task) return {};
    Result<Edit> made;
    if (!task->getResult())
        made.diagnostics.error(label.toStdString(), "The edit failed: " + task->getFailure(), "Continue without it.");
    else if (!session.document().sharesContentWith(document))
        made.diagnostics.error(label.toStdString(), "The model was changed meanwhile.", "Repeat the edit.");
    else
        made = std::move(*task->getResult());
    return session.apply(label, std::move(made));
}

namespace {
/// True for the compiled document: one with errors has no model.
bool isOf(const CompiledModelPtr& model, const Document& document) {
    return model && model->getDocument().sharesContentWith(document);
}
}  // namespace

Result<Edit> removeInBackground(Session& session, const QString& label, const std::set<ElementId>& elements,
                                QWidget* parent) {
    const TypeCatalog& catalog = session.catalog();
    const ModelVerb verb = [elements, &catalog](const Document& document, const CompiledModelPtr& model) {
        return isOf(model, document) ? removeInPlace(document, catalog, *model, model->getInitialState(), elements)
                                     : removeElements(document, catalog, elements);
    };
    return editInBackground(session, label, verb, parent);
}

Result<Edit> reconnectInBackground(Session& session, const QString& label, ElementId element, const std::string& socket,
                                   ElementId target, QWidget* parent) {
    const TypeCatalog& catalog = session.catalog();
    const ModelVerb verb = [=, &catalog](const Document& document, const CompiledModelPtr& model) {
        return isOf(model, document)
                   ? reconnectInPlace(document, catalog, *model, model->getInitialState(), element, socket, target)
                   : setReference(document, catalog, element, socket, target);
    };
    return editInBackground(session, label, verb, parent);
}

Result<Edit> setValueInBackground(Session& session, const QString& label, ElementId element, const std::string& key,
                                  const std::optional<PropertyValue>& value, QWidget* parent) {
    const Element* const asked = session.document().find(element);
    if (!session.movesOthers(element, key) && !(asked && isPattern(*asked)))
        return session.setValue(label, element, key, value);
    const TypeCatalog& catalog = session.catalog();
    const ModelVerb verb = [=, &catalog](const Document& document, const CompiledModelPtr& model) {
        return setValueIn(document, model, catalog, element, key, value);
    };
    return editInBackground(session, label, verb, parent);
}

Result<Edit> setValueIn(const Document& document, const CompiledModelPtr& model, const TypeCatalog& catalog,
                        ElementId element, const std::string& key, const std::optional<PropertyValue>& value) {
    const Element* const asked = document.find(element);
    if (isOf(model, document) && asked && asked->family == "joint") {
        if (key == "locked") return setLock(document, catalog, *model, model->getInitialState(), element, value);
        // The rest of the loop moves along.
        if (isCoordinate(*model, element, key)) return setCoordinate(document, catalog, *model, element, key, value);
    }
    return setGivenNumber(document, catalog, element, key, value);
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/connections.h"

#include "authoring/keep_places.h"

namespace trammel::ui {

namespace {
/// The compiled document; null while it does not compile.
CompiledModelPtr presentModel(const Session& session) {
    const CompiledModelPtr& model = session.model();
    return model && model->getDocument().sharesContentWith(session.document()) ? model : nullptr;
}
}  // namespace

Result<Edit> reconnect(Session& session, const QString& label, ElementId element, const std::string& socket,
                       ElementId target) {
    return session.edit(label, [&](const Document& document) {
        const CompiledModelPtr model = presentModel(session);
        return model ? reconnectInPlace(document, session.catalog(), *model, model->getInitialState(), element, socket,
                                        target)
                     : setReference(document, session.catalog(), element, socket, target);
    });
}

}  // namespace trammel::ui

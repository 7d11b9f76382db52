// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

#include "ui/session/session.h"

class QWidget;

namespace trammel::ui {

/// An edit of a document and its model. May access nothing else that changes: it is called on any thread.
using ModelVerb = std::function<Result<Edit>(const Document&, const CompiledModelPtr&)>;

/// Session::edit() with a verb that compiles models of its own. In a large model the verb and the changes of patterns that
/// follow are computed on another thread; if that takes long, a dialog over @p parent shows it and can cancel.
/// @return no value and no reasons if it was canceled
Result<Edit> editInBackground(Session& session, const QString& label, const ModelVerb& verb, QWidget* parent);

/// Deletes elements with all their dependents that way; bodies stay where they are.
Result<Edit> removeInBackground(Session& session, const QString& label, const std::set<ElementId>& elements,
                                QWidget* parent);

/// Plugs @p target into a socket that way. Bodies stay where they are, and so do points and frames on it.
Result<Edit> reconnectInBackground(Session& session, const QString& label, ElementId element, const std::string& socket,
                                   ElementId target, QWidget* parent);

/// Session::setValue(), that way for what moves other joints, or the copies of a pattern.
Result<Edit> setValueInBackground(Session& session, const QString& label, ElementId element, const std::string& key,
                                  const std::optional<PropertyValue>& value, QWidget* parent);

/// Sets a property (or "name"); an empty @p value restores the default.
/// @param model null unless the property moves others, see Session::movesOthers()
Result<Edit> setValueIn(const Document& document, const CompiledModelPtr& model, const TypeCatalog& catalog,
                        ElementId element, const std::string& key, const std::optional<PropertyValue>& value);

}  // namespace trammel::ui

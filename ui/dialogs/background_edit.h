// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

#include "ui/session/session.h"

class QWidget;

namespace trammel::ui {

/// An edit of a document and its model. Must not access other mutable data: it is called on any thread.
using ModelVerb = std::function<Result<Edit>(const Document&, const CompiledModelPtr&)>;

/// Session::edit() with a verb that compiles models of its own. In a large model the verb is computed on another thread; if that
/// takes long, a dialog over @p parent says so and can cancel.
/// @return no value and no reasons if it was canceled
Result<Edit> editInBackground(Session& session, const QString& label, const ModelVerb& verb, QWidget* parent);

/// Deletes elements with all their dependents that way; bodies stay where they are.
Result<Edit> removeInBackground(Session& session, const QString& label, const std::set<ElementId>& elements,
                                QWidget* parent);

}  // namespace trammel::ui

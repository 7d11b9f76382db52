// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/properties/edit_preview.h"

#include <QApplication>
#include <QEvent>

#include "ui/properties/element_form.h"
#include "ui/properties/value_editor.h"

namespace trammel::ui {

namespace {
/// Delay before a hovered field is evaluated, ms.
constexpr int HoverDelay = 200;

template <class T>
T* ancestor(QObject* of) {
    for (QObject* o = of; o; o = o->parent())
        if (auto* const found = qobject_cast<T*>(o)) return found;
    return nullptr;
}
/// Key of the property an editor changes: its object name, unless overridden.
QString keyOf(const ValueEditor& editor) {
    const QVariant other = editor.property(EditPreview::OtherKey);
    return other.isValid() ? other.toString() : editor.objectName();
}
}  // namespace

EditPreview::EditPreview(Session& session, EditCostLog& costLog, QObject* parent)
    : QObject(parent),
      session_(session),
      costLog_(costLog),
      text_(tr("Hover over a field to see the cost of an edit.")) {
    hoverDelay_.setSingleShot(true);
    hoverDelay_.setInterval(HoverDelay);
    connect(&hoverDelay_, &QTimer::timeout, this, &EditPreview::ask);
    connect(&costLog_, &EditCostLog::costEstimated, this, &EditPreview::showCost);
}

void EditPreview::setActive(bool active) {
    if (active == active_) return;
    active_ = active;
    if (active) return qApp->installEventFilter(this);
    qApp->removeEventFilter(this);
    hoverDelay_.stop();
}

bool EditPreview::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Enter) {
        auto* const editor = ancestor<ValueEditor>(watched);
        if (editor && ancestor<ElementForm>(editor)) {
            hovered_ = editor;
            hoverDelay_.start();
        }
    } else if (event->type() == QEvent::Leave && watched == hovered_) {
        hoverDelay_.stop();
    }
    return QObject::eventFilter(watched, event);
}

void EditPreview::ask() {
    if (const auto* const form = hovered_ ? ancestor<ElementForm>(hovered_) : nullptr)
        costLog_.estimateCostAsync(form->element(), keyOf(*hovered_).toStdString());
}

void EditPreview::showCost(ElementId element, const QString& key,
                           const std::optional<InvalidationSummary>& invalidation) {
    const auto* const form = hovered_ ? ancestor<ElementForm>(hovered_) : nullptr;
    if (!active_ || !form || form->element() != element || keyOf(*hovered_) != key) return;
    invalidation_ = invalidation;
    const QString field = hovered_->accessibleName().isEmpty() ? key : hovered_->accessibleName();
    const QString message = invalidation ? invalidation->describe() : tr("its cost cannot be estimated.");
    text_ = tr("Edit of %1, %2: %3").arg(session_.nameOf(element), field, message);
    Q_EMIT changed();
}

}  // namespace trammel::ui

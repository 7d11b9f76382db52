// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/properties_panel.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <functional>
#include <set>

#include "compile/plugin_types.h"
#include "ui/panels/panel_descriptor.h"
#include "ui/panels/workspace.h"
#include "ui/properties/common_form.h"
#include "ui/properties/edit_preview.h"
#include "ui/properties/element_form.h"
#include "ui/properties/outputs_view.h"
#include "ui/properties/type_change.h"
#include "ui/session/text.h"
#include "ui/session/type_icon.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

/// Width of three numbers and the chip of the stage they invalidate.
constexpr int LeastPropertiesWidth = 322;

/// Names the form of an element's type.
QString formKeyOf(const Element& element) { return text(element.family + '/' + element.type); }

/// Multi-line text that commits a change on losing focus.
class NotesEdit : public QPlainTextEdit {
public:
    using QPlainTextEdit::QPlainTextEdit;
    std::function<void()> onLeft;

protected:
    void focusOutEvent(QFocusEvent* event) override {
        QPlainTextEdit::focusOutEvent(event);
        if (document()->isModified()) onLeft();
    }
};

}  // namespace

PanelDescriptor PropertiesPanel::descriptor() {
    return {.id = "propertiesDock",
            .title = tr("Properties"),
            .hint = tr("Edit the selected element"),
            .area = PanelArea::Right,
            .make =
                [](Workspace& w) {
                    auto* const panel = new PropertiesPanel(w.session(), w.units());
                    panel->setEditCostLog(w.costLog());
                    connect(panel, &PropertiesPanel::typeReferenceRequested, &w, &Workspace::typeReferenceRequested);
                    connect(panel, &PropertiesPanel::provenanceRequested, &w, &Workspace::provenanceRequested);
                    connect(&w, &Workspace::nameEditRequested, panel, [&w, panel](ElementId element) {
                        if (!element.isValid()) return;
                        w.session().select(element);
                        Q_EMIT w.panelRequested(QStringLiteral("propertiesDock"));
                        panel->editName();
                    });
                    return panel;
                },
            .leastSize = {LeastPropertiesWidth, 0},
            .size = {370, 560},
            .sizeInDebugger = {0, 300}};
}

PropertiesPanel::PropertiesPanel(Session& session, const DisplayUnits& units, QWidget* parent)
    : QWidget(parent),
      session_(session),
      units_(units),
      sign_(new QToolButton(this)),
      name_(new QLineEdit(this)),
      type_(new QLabel(this)),
      changeType_(new QToolButton(this)),
      doc_(new QLabel(this)),
      help_(new QToolButton(this)),
      nameMessage_(new QLabel(this)),
      scroll_(new QScrollArea(this)),
      outputs_(new OutputsView(session, units)) {
    sign_->setAutoRaise(true);
    sign_->setAccessibleName(tr("Element type icon"));
    scroll_->setAccessibleName(tr("Properties"));
    sign_->setFocusPolicy(Qt::NoFocus);
    sign_->setIconSize({22, 22});
    name_->setObjectName(QStringLiteral("elementName"));
    name_->setAccessibleName(tr("Name"));
    QFont big = name_->font();
    big.setPointSizeF(big.pointSizeF() * 1.15);
    big.setBold(true);
    name_->setFont(big);
    type_->setForegroundRole(QPalette::PlaceholderText);
    doc_->setWordWrap(true);
    doc_->setForegroundRole(QPalette::PlaceholderText);
    help_->setObjectName(QStringLiteral("typeHelp"));
    help_->setAutoRaise(true);
    help_->setIcon(icon("help"));
    help_->setToolTip(tr("Open the reference page of this type"));
    help_->setAccessibleName(help_->toolTip());
    changeType_->setObjectName(QStringLiteral("changeType"));
    changeType_->setText(tr("Change…"));
    changeType_->setToolTip(tr("Change the type of the selected joints in place"));
    changeType_->setAccessibleName(tr("Change type"));
    changeType_->setPopupMode(QToolButton::InstantPopup);
    changeType_->setFocusPolicy(Qt::TabFocus);
    auto* const types = new QMenu(changeType_);
    connect(types, &QMenu::aboutToShow, this, [this, types] {
        types->clear();
        fillTypeMenu(session_, units_, *types);
    });
    changeType_->setMenu(types);
    nameMessage_->setWordWrap(true);
    nameMessage_->hide();

    auto* header = new QGridLayout;
    header->setContentsMargins(10, 10, 10, 4);
    header->setHorizontalSpacing(6);
    header->setVerticalSpacing(3);
    header->addWidget(sign_, 0, 0);
    header->addWidget(name_, 0, 1);
    header->addWidget(nameMessage_, 1, 1);
    header->addWidget(help_, 0, 2);
    header->addWidget(type_, 2, 0, 1, 2);
    header->addWidget(changeType_, 2, 2, Qt::AlignRight);
    header->addWidget(doc_, 3, 0, 1, 3);

    scroll_->setWidgetResizable(true);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFrameShape(QFrame::NoFrame);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(header);
    layout->addWidget(scroll_, 1);

    connect(name_, &QLineEdit::editingFinished, this, &PropertiesPanel::commitName);
    connect(outputs_, &OutputsView::provenanceRequested, this, &PropertiesPanel::provenanceRequested);
    connect(help_, &QToolButton::clicked, this, &PropertiesPanel::requestTypeReference);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & (SessionChange::Selection | SessionChange::Document)) showSelection();
    });
    rebuildForm();
    showHeader();
}

void PropertiesPanel::editName() {
    name_->setFocus();
    name_->selectAll();
}

void PropertiesPanel::showSelection() {
    const ElementId selected = session_.selectedElement();
    const Element* const element = session_.document().find(selected);
    const bool sameForm = selected == element_ && form_ && element && shownType_ == formKeyOf(*element);
    element_ = selected;
    const std::set<ElementId>& all = session_.selection();
    if (common_ && std::ranges::equal(common_->elements(), all) && common_->refresh()) return showHeader();
    if (sameForm)
        form_->refresh();
    else
        rebuildForm();
    showHeader();
}

void PropertiesPanel::showHeader() {
    nameMessage_->hide();
    const Element* const element = session_.document().find(element_);
    const std::size_t count = session_.selection().size();
    name_->setReadOnly(count > 1);
    name_->setModified(false);
    changeType_->setVisible(!typesForSelection(session_).empty());
    if (!element) {
        name_->setText(count > 1 ? tr("%1 elements").arg(count) : text(session_.document().name()));
        name_->setPlaceholderText(tr("Model name"));
        sign_->setIcon(icon(count > 1 ? "group" : "example"));
        const std::size_t size = session_.document().size();
        type_->setText(count > 1   ? QString()
                       : size == 1 ? tr("Model · 1 element")
                                   : tr("Model · %1 elements").arg(size));
        doc_->hide();
        help_->hide();
        return;
    }
    name_->setText(text(element->name));
    name_->setCursorPosition(0);
    const TypeDescriptor* const type = session_.typeOf(*element);
    const FamilyDescriptor* const family = session_.catalog().findFamily(element->family);
    sign_->setIcon(icon(type ? iconNameOf(*type) : text(element->family)));
    if (type && family && type->label != family->label)
        type_->setText(text(family->label) + QStringLiteral(" · ") + text(type->label));
    else
        type_->setText(type ? text(type->label) : tr("Unknown type '%1'").arg(text(element->type)));
    const QString plugin = type ? QString() : text(pluginOf(element->type));
    const QString unknown =
        plugin.isEmpty() ? tr("Not known to this version; its content is kept.")
                         : tr("The plugin %1 is not loaded; the element is kept. See Build ▸ Plugins…").arg(plugin);
    doc_->setText(type ? text(type->doc) : unknown);
    doc_->setVisible(!doc_->text().isEmpty());
    help_->setVisible(type != nullptr);
}

void PropertiesPanel::requestTypeReference() {
    if (const Element* const element = session_.document().find(element_))
        Q_EMIT typeReferenceRequested(text(element->family), text(element->type));
}

void PropertiesPanel::rememberScroll() {
    if (!shownType_.isEmpty()) scrollOf_[shownType_] = scroll_->verticalScrollBar()->value();
}

void PropertiesPanel::rebuildForm() {
    rememberScroll();
    outputs_->setParent(nullptr);
    // Deferred: an editor in it may be the sender.
    if (QWidget* old = scroll_->takeWidget()) old->deleteLater();
    auto* const content = new QWidget;
    auto* const layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    form_ = nullptr;
    common_ = nullptr;
    shownType_.clear();
    const Element* const element = session_.document().find(element_);
    const TypeDescriptor* const type = element ? session_.typeOf(*element) : nullptr;
    if (type) {
        form_ = new ElementForm(session_, units_, element_, *type);
        shownType_ = formKeyOf(*element);
        layout->addWidget(form_);
    } else if (session_.selection().size() > 1) {
        const std::set<ElementId>& all = session_.selection();
        common_ = new CommonForm(session_, units_, {all.begin(), all.end()});
        layout->addWidget(common_);
    } else if (session_.selection().empty()) {
        layout->addWidget(makeModelForm());
    }
    layout->addWidget(outputs_);
    outputs_->setElement(element_);
    layout->addStretch();
    scroll_->setWidget(content);
    if (const auto known = scrollOf_.find(shownType_); known != scrollOf_.end() && known->second > 0)
        QTimer::singleShot(0, content,
                           [this, value = known->second] { scroll_->verticalScrollBar()->setValue(value); });
}

QWidget* PropertiesPanel::makeModelForm() {
    auto* form = new QWidget;
    auto* layout = new QVBoxLayout(form);
    layout->setContentsMargins(10, 4, 10, 8);
    auto* label = new QLabel(tr("Notes"), form);
    auto* notes = new NotesEdit(form);
    notes->setObjectName(QStringLiteral("notes"));
    notes->setAccessibleName(tr("Model notes"));
    notes->setFrameShape(QFrame::StyledPanel);
    notes->setTabChangesFocus(true);
    notes->setPlainText(text(session_.document().notes()));
    notes->setFixedHeight(notes->fontMetrics().lineSpacing() * 9);
    notes->document()->setModified(false);
    notes->onLeft = [this, notes] {
        notes->document()->setModified(false);
        setText("notes", tr("Edit notes"), notes->toPlainText());
    };
    layout->addWidget(label);
    layout->addWidget(notes);
    layout->addStretch();
    return form;
}

void PropertiesPanel::setText(const char* key, const QString& label, const QString& value) {
    session_.setValue(label, {}, key, value.toStdString());
}

void PropertiesPanel::setEditCostLog(EditCostLog& costLog) {
    auto* const preview = new EditPreview(session_, costLog, this);
    preview->setActive(true);
    QLabel* const message = preview_ = new QLabel(this);
    message->setObjectName(QStringLiteral("propertiesPreview"));
    message->setAccessibleName(tr("Cost of editing the field under the pointer"));
    message->setWordWrap(true);
    message->setForegroundRole(QPalette::PlaceholderText);
    message->setContentsMargins(10, 2, 10, 4);
    message->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    // Fixed height, so that fields do not move.
    constexpr int Lines = 3;
    message->setFixedHeight(Lines * message->fontMetrics().lineSpacing() + 6);
    layout()->addWidget(message);
    const auto show = [this, message, preview] {
        placePreview();
        message->setText(preview->invalidation() ? preview->text() : QString());
    };
    connect(preview, &EditPreview::changed, this, show);
    connect(&session_, &Session::changed, message, [this, message](SessionChanges changes) {
        if (!(changes & SessionChange::Selection)) return;
        placePreview();
        message->clear();
    });
    show();
}

void PropertiesPanel::placePreview() {
    // A low panel needs its height for the fields.
    constexpr int heights = 8;
    if (preview_) preview_->setVisible(session_.selectedElement().isValid() && height() > heights * preview_->height());
}

void PropertiesPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    placePreview();
}

void PropertiesPanel::commitName() {
    if (!name_->isModified()) return;
    name_->setModified(false);
    const QString typed = name_->text();
    if (!element_.isValid()) return setText("name", tr("Name the model"), typed);
    const auto result =
        session_.setValue(tr("Rename %1").arg(session_.nameOf(element_)), element_, "name", typed.toStdString());
    if (result) return;
    showHeader();
    QStringList why;
    for (const Diagnostic& d : result.diagnostics) why += text(d.message + ' ' + d.remedy);
    nameMessage_->setText(why.join(' '));
    nameMessage_->setStyleSheet(QStringLiteral("color:%1;").arg(Theme::instance().colors().bad.name()));
    nameMessage_->show();
}

}  // namespace trammel::ui

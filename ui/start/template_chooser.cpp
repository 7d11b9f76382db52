// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/template_chooser.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "document/edit.h"
#include "ui/start/card_grid.h"
#include "ui/start/model_card.h"
#include "ui/start/model_info.h"
#include "ui/theme/icons.h"
#include "ui/theme/mnemonic.h"

namespace trammel::ui {

namespace {

constexpr int Columns = 4;
constexpr QSize Largest(1000, 640);
constexpr int DescriptionRows = 3;

/// "Crane, small" -> "crane_small.trammel"
QString fileNameOf(const QString& name) {
    QString file;
    for (const QChar c : name.toLower())
        if (c.isLetterOrNumber())
            file += c;
        else if (!file.endsWith('_') && !file.isEmpty())
            file += '_';
    while (file.endsWith('_')) file.chop(1);
    return file + QStringLiteral(".trammel");
}

}  // namespace

TemplateChooser::TemplateChooser(QWidget* parent) : QDialog(parent), area_(new QScrollArea(this)) {
    setObjectName(QStringLiteral("templateChooser"));
    setWindowTitle(tr("New from template"));
    area_->setWidgetResizable(true);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setFocusPolicy(Qt::NoFocus);
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(area_, 1);
    layout->addWidget(buttons);
    refill();
    const int barWidth = area_->verticalScrollBar()->sizeHint().width();
    const QMargins margins = layout->contentsMargins();
    CardGrid* const grid = content_->findChild<CardGrid*>();
    const int wanted = (grid ? grid->widthOf(Columns) : 0) + barWidth + margins.left() + margins.right() + 4;
    resize(QSize(wanted, Largest.height()).boundedTo(parent->size() * 0.95));
}

void TemplateChooser::refill() {
    content_ = new QWidget;
    auto* const layout = new QVBoxLayout(content_);
    layout->setContentsMargins(0, 0, 0, 0);
    addGroup(layout, tr("Templates"), modelFilesIn(shippedTemplates()), false);
    addGroup(layout, tr("Your templates"), modelFilesIn(ownTemplates()), true);
    auto* const hint = new QLabel(tr("A new document starts as a copy of the template. Create templates with File > "
                                     "Save as template; right-click one of yours, or press Delete, to remove it."),
                                  content_);
    hint->setWordWrap(true);
    hint->setForegroundRole(QPalette::PlaceholderText);
    layout->addWidget(hint);
    layout->addStretch(1);
    area_->setWidget(content_);
    if (const CardGrid* const grid = content_->findChild<CardGrid*>()) grid->cards().front()->setFocus();
}

void TemplateChooser::addGroup(QVBoxLayout* layout, const QString& heading, const QStringList& files, bool own) {
    if (files.isEmpty()) return;
    auto* const label = new QLabel(QStringLiteral("<b>%1</b>").arg(heading), content_);
    layout->addWidget(label);
    auto* const grid = new CardGrid(content_);
    for (const QString& file : files) {
        auto* const card = new ModelCard(file, grid);
        grid->add(card);
        if (!own) continue;
        card->setContextMenuPolicy(Qt::CustomContextMenu);
        connect(card, &QWidget::customContextMenuRequested, this,
                [this, card](const QPoint& at) { offerRemoval(card, card->mapToGlobal(at)); });
        auto* const remove = new QAction(card);
        remove->setShortcut(QKeySequence::Delete);
        remove->setShortcutContext(Qt::WidgetShortcut);
        card->addAction(remove);
        connect(remove, &QAction::triggered, this,
                [this, card] { offerRemoval(card, card->mapToGlobal(card->rect().center())); });
    }
    connect(grid, &CardGrid::chosen, this, [this](const ModelCard* card) {
        chosen_ = card->path();
        accept();
    });
    connect(grid, &CardGrid::visited, area_, [this](ModelCard* card) { area_->ensureWidgetVisible(card); });
    layout->addWidget(grid);
    layout->addSpacing(10);
}

void TemplateChooser::offerRemoval(ModelCard* card, const QPoint& globalPosition) {
    QMenu menu(this);
    const QAction* const remove =
        menu.addAction(icon("delete"), tr("Remove the template %1").arg(withoutMnemonic(card->text())));
    if (menu.exec(globalPosition) != remove) return;
    QFile::remove(card->path());
    // Queued: the handler deletes the card.
    QMetaObject::invokeMethod(this, &TemplateChooser::refill, Qt::QueuedConnection);
}

TemplateForm::TemplateForm(const Document& document, QWidget* parent)
    : QDialog(parent),
      document_(document),
      name_(new QLineEdit(QString::fromStdString(document.name()), this)),
      description_(new QPlainTextEdit(QString::fromStdString(document.notes()), this)) {
    setObjectName(QStringLiteral("templateForm"));
    setWindowTitle(tr("Save as template"));
    name_->setAccessibleName(tr("Name"));
    name_->setPlaceholderText(tr("Template name"));
    name_->setMinimumWidth(fontMetrics().averageCharWidth() * 50);
    description_->setAccessibleName(tr("Description"));
    description_->setPlaceholderText(tr("Purpose, in one sentence"));
    description_->setTabChangesFocus(true);
    description_->setFixedHeight(fontMetrics().lineSpacing() * (DescriptionRows + 1));
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel, this);
    keep_ = buttons->button(QDialogButtonBox::Save);
    auto* const layout = new QFormLayout(this);
    layout->addRow(tr("Name"), name_);
    layout->addRow(tr("Description"), description_);
    layout->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(name_, &QLineEdit::textChanged, this, &TemplateForm::showState);
    showState();
}

void TemplateForm::showState() {
    const bool isNamed = fileNameOf(name_->text()).size() > QStringLiteral(".trammel").size();
    keep_->setEnabled(isNamed);
    const QString file = ownTemplates() + '/' + fileNameOf(name_->text());
    keep_->setText(isNamed && QFileInfo::exists(file) ? tr("Replace") : tr("Save"));
}

Diagnostics TemplateForm::save() const {
    Document named = document_;
    for (const auto& [key, words] : {std::pair("name", name_->text()), std::pair("notes", description_->toPlainText())})
        // Qualified: QObject has a setProperty() too.
        if (Result<Edit> edit =
                trammel::setProperty(named, builtinCatalog(), ElementId{}, key, words.trimmed().toStdString()))
            named = edit->document;
    QDir().mkpath(ownTemplates());
    return saveDocumentFile(named, (ownTemplates() + '/' + fileNameOf(name_->text())).toStdString());
}

}  // namespace trammel::ui

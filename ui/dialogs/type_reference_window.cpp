// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/type_reference_window.h"

#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QTextBrowser>
#include <QTextFrame>
#include <QTextTable>
#include <QTreeWidget>
#include <QVBoxLayout>
#include <algorithm>

#include "reference/type_pages.h"
#include "ui/dialogs/type_drawing_image.h"
#include "ui/session/text.h"
#include "ui/theme/icons.h"

namespace trammel::ui {

namespace {

/// Text browser whose only image resource is the drawing of the current type.
class PageBrowser : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;

    void showPage(const TypeDescriptor& type) {
        type_ = &type;
        setMarkdown(text(makeTypePage(type, {})));
        document()->setDocumentMargin(14);
        for (QTextFrame* frame : document()->rootFrame()->childFrames())
            if (auto* table = qobject_cast<QTextTable*>(frame)) styleTable(*table);
        verticalScrollBar()->setValue(0);
    }

    QVariant loadResource(int kind, const QUrl& name) override {
        if (kind != QTextDocument::ImageResource || !type_) return QTextBrowser::loadResource(kind, name);
        return typeDrawingImage(*type_, 1, devicePixelRatioF());
    }

private:
    void styleTable(QTextTable& table) const {
        QTextTableFormat format = table.format();
        format.setBorderCollapse(true);
        format.setBorder(1);
        format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
        format.setBorderBrush(palette().mid());
        format.setCellPadding(4);
        table.setFormat(format);
    }

    const TypeDescriptor* type_ = nullptr;
};

const TypeDescriptor* typeOf(const QTreeWidgetItem* item) {
    return item ? static_cast<const TypeDescriptor*>(item->data(0, Qt::UserRole).value<const void*>()) : nullptr;
}

}  // namespace

TypeReferenceWindow::TypeReferenceWindow(const TypeCatalog& catalog, QWidget* parent)
    : QDialog(parent),
      catalog_(catalog),
      filter_(new QLineEdit(this)),
      list_(new QTreeWidget(this)),
      page_(new PageBrowser(this)) {
    setObjectName(QStringLiteral("typeReference"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Type reference"));
    resize(1040, 760);
    filter_->setPlaceholderText(tr("Find a type by name or purpose"));
    filter_->setAccessibleName(tr("Find"));
    filter_->setClearButtonEnabled(true);
    list_->setHeaderHidden(true);
    list_->setAccessibleName(tr("Types"));
    page_->setOpenExternalLinks(true);
    page_->setAccessibleName(tr("Reference page"));

    auto* left = new QWidget(this);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(filter_);
    column->addWidget(list_);
    auto* splitter = new QSplitter(this);
    splitter->addWidget(left);
    splitter->addWidget(page_);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({230, 810});
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(splitter);

    fillList();
    connect(filter_, &QLineEdit::textChanged, this, &TypeReferenceWindow::applyFilter);
    connect(list_, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) { showPage(item); });
    filter_->setFocus();
}

void TypeReferenceWindow::fillList() {
    for (const FamilyDescriptor& family : catalog_.families()) {
        const auto types = catalog_.typesOf(family.key);
        if (types.empty()) continue;
        auto* heading = new QTreeWidgetItem(list_, {text(family.pluralLabel)});
        heading->setIcon(0, iconOr(text(family.key), QStringLiteral("element")));
        heading->setToolTip(0, text(family.doc));
        for (const TypeDescriptor* type : types) {
            auto* item = new QTreeWidgetItem(heading, {text(type->label)});
            item->setToolTip(0, text(type->doc));
            item->setData(0, Qt::UserRole, QVariant::fromValue(static_cast<const void*>(type)));
        }
        heading->setExpanded(true);
    }
}

void TypeReferenceWindow::applyFilter(const QString& words) {
    const QStringList wanted = words.split(' ', Qt::SkipEmptyParts);
    for (int f = 0; f < list_->topLevelItemCount(); ++f) {
        QTreeWidgetItem* heading = list_->topLevelItem(f);
        bool any = false;
        for (int i = 0; i < heading->childCount(); ++i) {
            const TypeDescriptor& type = *typeOf(heading->child(i));
            const QString all = text(type.label + ' ' + type.key + ' ' + type.doc + ' ' + type.choose);
            const bool fits = std::all_of(wanted.begin(), wanted.end(),
                                          [&](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
            heading->child(i)->setHidden(!fits);
            any = any || fits;
        }
        heading->setHidden(!any);
    }
}

void TypeReferenceWindow::showPage(const QTreeWidgetItem* item) {
    if (const TypeDescriptor* type = typeOf(item)) static_cast<PageBrowser*>(page_)->showPage(*type);
}

void TypeReferenceWindow::showType(const std::string& family, const std::string& key) {
    QTreeWidgetItem* chosen = nullptr;
    for (int f = 0; f < list_->topLevelItemCount(); ++f)
        for (int i = 0; i < list_->topLevelItem(f)->childCount(); ++i) {
            QTreeWidgetItem* item = list_->topLevelItem(f)->child(i);
            const TypeDescriptor& type = *typeOf(item);
            if (type.family == family && type.key == key) chosen = item;
            if (!chosen && (family.empty() || type.family == family)) chosen = item;
        }
    if (!chosen) return;
    filter_->clear();
    list_->setCurrentItem(chosen);
    list_->scrollToItem(chosen, QAbstractItemView::PositionAtCenter);
}

void showTypeReference(QWidget* parent, const TypeCatalog& catalog, const std::string& family, const std::string& key) {
    auto* window = parent->findChild<TypeReferenceWindow*>();
    if (!window) window = new TypeReferenceWindow(catalog, parent);
    window->showType(family, key);
    window->show();
    window->raise();
    window->activateWindow();
}

}  // namespace trammel::ui

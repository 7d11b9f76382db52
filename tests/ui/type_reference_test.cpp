// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QLineEdit>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>
#include <set>
#include <string>

#include "compile/catalog.h"
#include "ui/dialogs/type_reference_window.h"

namespace trammel::ui {

namespace {

/// Images of a page as rendered.
QList<QImage> imagesOf(QTextBrowser& page) {
    QList<QImage> pictures;
    for (QTextBlock block = page.document()->begin(); block.isValid(); block = block.next())
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            const QTextImageFormat format = it.fragment().charFormat().toImageFormat();
            if (!format.isValid()) continue;
            pictures << page.document()->resource(QTextDocument::ImageResource, format.name()).value<QImage>();
        }
    return pictures;
}

int paintedPixels(const QImage& image) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (qAlpha(image.pixel(x, y)) > 100) ++count;
    return count;
}

}  // namespace

class TypeReferenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        window_ = new TypeReferenceWindow(builtinCatalog());
        page_ = window_->findChild<QTextBrowser*>();
        list_ = window_->findChild<QTreeWidget*>();
    }
    void cleanup() { delete window_; }

    void everyTypeDrawingIsValid() {
        int seen = 0;
        for (const TypeDescriptor& type : builtinCatalog().types()) {
            window_->showType(type.family, type.key);
            QVERIFY(page_->toPlainText().contains(QString::fromStdString(type.label)));
            const QList<QImage> pictures = imagesOf(*page_);
            QVERIFY(pictures.size() <= 1);
            for (const QImage& picture : pictures) {
                QVERIFY2(picture.width() > 60 && picture.height() > 60, type.key.c_str());
                QVERIFY2(paintedPixels(picture) > 200, type.key.c_str());
                ++seen;
            }
            // A named number, a measure, a material, groups, images, and the parts of events and studies have no drawing.
            const std::set<std::string> undrawn{"parameter", "measure",  "contactMaterial", "contactGroup",
                                                "group",     "event",    "action",          "study",
                                                "factor",    "response", "background"};
            const bool acts = !type.choose.empty() && !undrawn.contains(type.family);
            QVERIFY2(!acts || pictures.size() == 1, type.key.c_str());
        }
        QVERIFY(seen >= 58);
    }

    void listHasEveryTypeAndOpensItsPage() {
        int types = 0;
        QTreeWidgetItem* last = nullptr;
        for (QTreeWidgetItemIterator it(list_); *it; ++it)
            if ((*it)->parent()) ++types, last = *it;
        QCOMPARE(types, int(builtinCatalog().types().size()));
        list_->setCurrentItem(last);
        QVERIFY(page_->toPlainText().startsWith(last->text(0)));
    }

    void typingFiltersTheList() {
        auto* const filter = window_->findChild<QLineEdit*>();
        filter->setText(QStringLiteral("zzz nothing"));
        for (int f = 0; f < list_->topLevelItemCount(); ++f) QVERIFY(list_->topLevelItem(f)->isHidden());
        // The search includes descriptions.
        const TypeDescriptor& type = builtinCatalog().types().front();
        filter->setText(QString::fromStdString(type.doc));
        int shown = 0;
        for (QTreeWidgetItemIterator it(list_); *it; ++it)
            if ((*it)->parent() && !(*it)->isHidden()) {
                ++shown;
                QCOMPARE((*it)->text(0), QString::fromStdString(type.label));
            }
        QCOMPARE(shown, 1);
        filter->clear();
        for (int f = 0; f < list_->topLevelItemCount(); ++f) QVERIFY(!list_->topLevelItem(f)->isHidden());
    }

    void unknownTypeShowsFirstOfFamily() {
        const TypeDescriptor& first = *builtinCatalog().typesOf("force").front();
        window_->showType("force", "no such type");
        QVERIFY(page_->toPlainText().startsWith(QString::fromStdString(first.label)));
    }

    void secondRequestReusesTheWindow() {
        QWidget parent;
        const TypeDescriptor& type = *builtinCatalog().typesOf("joint").back();
        showTypeReference(&parent, builtinCatalog(), {}, {});
        showTypeReference(&parent, builtinCatalog(), type.family, type.key);
        const auto windows = parent.findChildren<TypeReferenceWindow*>();
        QCOMPARE(windows.size(), 1);
        QVERIFY(
            windows.front()->findChild<QTextBrowser*>()->toPlainText().startsWith(QString::fromStdString(type.label)));
    }

private:
    TypeReferenceWindow* window_ = nullptr;
    QTextBrowser* page_ = nullptr;
    QTreeWidget* list_ = nullptr;
};

}  // namespace trammel::ui

QTEST_MAIN(trammel::ui::TypeReferenceTest)
#include "type_reference_test.moc"

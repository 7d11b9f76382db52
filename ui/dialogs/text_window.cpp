// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/text_window.h"

#include <QAbstractTextDocumentLayout>
#include <QDialog>
#include <QImage>
#include <QLineEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QVBoxLayout>

namespace trammel::ui {

namespace {

/// Scales images of help pages down to the width of a page.
class HelpBrowser : public QTextBrowser {
public:
    using QTextBrowser::QTextBrowser;
    QVariant loadResource(int type, const QUrl& name) override {
        constexpr int pageWidth = 660;
        QVariant content = QTextBrowser::loadResource(type, name);
        QImage image;
        if (type != QTextDocument::ImageResource || !image.loadFromData(content.toByteArray())) return content;
        if (image.width() <= pageWidth) return content;
        return image.scaledToWidth(pageWidth, Qt::SmoothTransformation);
    }
};

/// Finds @p words after the cursor, or else from the start, and scrolls them to the upper part of the page.
void findNext(QTextBrowser& browser, const QString& words) {
    if (!browser.find(words)) {
        browser.moveCursor(QTextCursor::Start);
        if (!browser.find(words)) return;
    }
    constexpr int part = 4;
    QScrollBar& bar = *browser.verticalScrollBar();
    bar.setValue(bar.value() + browser.cursorRect().top() - browser.viewport()->height() / part);
}

/// The browser of the window with that title, raised if it was open.
QTextBrowser* openWindow(QWidget* parent, const QString& title) {
    for (auto* open : parent->findChildren<QDialog*>(QStringLiteral("textWindow")))
        if (open->windowTitle() == title) {
            open->raise();
            open->activateWindow();
            return open->findChild<QTextBrowser*>();
        }
    auto* dialog = new QDialog(parent);
    dialog->setObjectName(QStringLiteral("textWindow"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->resize(720, 680);
    auto* find = new QLineEdit(dialog);
    find->setPlaceholderText(QDialog::tr("Find in this text (Enter: next)"));
    find->setAccessibleName(QDialog::tr("Find"));
    find->setClearButtonEnabled(true);
    auto* browser = new HelpBrowser(dialog);
    browser->setAccessibleName(title);
    browser->setOpenExternalLinks(true);
    // Search path for images of help pages.
    browser->setSearchPaths({QStringLiteral(":/help")});
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(find);
    layout->addWidget(browser);
    QObject::connect(find, &QLineEdit::returnPressed, browser, [find, browser] { findNext(*browser, find->text()); });
    dialog->show();
    find->setFocus();
    return browser;
}

void scrollTo(QTextBrowser& browser, const QString& section) {
    for (QTextBlock block = browser.document()->begin(); block.isValid(); block = block.next())
        if (block.blockFormat().headingLevel() > 0 && block.text() == section) {
            const QRectF place = browser.document()->documentLayout()->blockBoundingRect(block);
            browser.verticalScrollBar()->setValue(int(place.top()));
        }
}

}  // namespace

void showText(QWidget* parent, const QString& title, const QString& html) {
    QTextBrowser* const browser = openWindow(parent, title);
    if (browser->document()->isEmpty()) browser->setHtml(html);
}

void showMarkdown(QWidget* parent, const QString& title, const QString& markdown, const QString& section) {
    QTextBrowser* const browser = openWindow(parent, title);
    if (browser->document()->isEmpty()) browser->setMarkdown(markdown);
    if (!section.isEmpty()) scrollTo(*browser, section);
}

}  // namespace trammel::ui

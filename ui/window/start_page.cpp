// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start_page.h"

#include <QAction>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/commands/command_table.h"
#include "ui/session/autosave.h"
#include "ui/theme/icons.h"
#include "ui/window/file_actions.h"

namespace trammel::ui {

namespace {
constexpr int MostRecentShown = 5;
constexpr int RowsPerColumn = 8;
}  // namespace

StartPage::StartPage(FileActions& files, const CommandTable& commands, QWidget* parent)
    : QFrame(parent), files_(files), commands_(commands) {
    setObjectName(QStringLiteral("startPage"));
    setAccessibleName(tr("Start page"));
    setAutoFillBackground(true);
    setFrameShape(QFrame::StyledPanel);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(28, 22, 28, 24);
    refresh();
}

void StartPage::refresh() {
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    auto* const outer = static_cast<QVBoxLayout*>(layout());
    while (QLayoutItem* item = outer->takeAt(0)) delete item;

    auto* title = new QLabel(tr("Trammel"), this);
    QFont big = title->font();
    big.setPointSizeF(big.pointSizeF() * 1.9);
    big.setBold(true);
    title->setFont(big);
    auto* subtitle = new QLabel(tr("Build mechanisms, run them, and see why they move as they do."), this);
    subtitle->setForegroundRole(QPalette::PlaceholderText);
    outer->addWidget(title);
    outer->addWidget(subtitle);
    addRecovery(outer);
    outer->addSpacing(14);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(36);
    outer->addLayout(columns);

    QWidget* const start = makeColumn(tr("Start"));
    columns->addWidget(start, 0, Qt::AlignTop);
    addRow(start, "new", tr("Empty model"), tr("Close this page"), [this] { Q_EMIT dismissed(); });
    addRow(start, "open", tr("Open…  (Ctrl+O)"), tr("Open a model file"),
           [this] { commands_.action("file.open")->trigger(); });
    for (const QString& path : files_.recentFiles().mid(0, MostRecentShown))
        if (QFileInfo::exists(path))
            addRow(start, "history", QFileInfo(path).fileName(), path, [this, path] { files_.open(path); });
    addRow(start, "keyboard", tr("Keyboard and mouse  (F1)"), tr("All shortcuts and gestures"),
           [this] { commands_.action("help.keyboard")->trigger(); });

    const QStringList examples = files_.exampleFiles();
    if (examples.isEmpty()) return;
    QWidget* column = nullptr;
    for (qsizetype i = 0; i < examples.size(); ++i) {
        if (i % RowsPerColumn == 0) {
            column = makeColumn(i == 0 ? tr("Examples") : QString());
            columns->addWidget(column, 0, Qt::AlignTop);
        }
        addRow(column, "example", FileActions::exampleTitle(examples[i]), tr("Opens as an untitled copy"),
               [this, path = examples[i]] { files_.open(path, true); });
    }
}

void StartPage::addRecovery(QVBoxLayout* outer) {
    for (const Autosave::Abandoned& work : Autosave::findAbandoned()) {
        auto* const card = new QFrame(this);
        card->setObjectName(QStringLiteral("recoveryCard"));
        card->setFrameShape(QFrame::StyledPanel);
        auto* const layout = new QHBoxLayout(card);
        layout->addWidget(new QLabel(tr("Unsaved work on <b>%1</b>, kept %2")
                                         .arg(work.title.toHtmlEscaped(),
                                              QLocale::c().toString(work.when, QStringLiteral("yyyy-MM-dd hh:mm:ss"))),
                                     card),
                          1);
        const auto add = [&](const QString& text, const QString& tip, std::function<void()> handler) {
            auto* const button = new QPushButton(text, card);
            button->setToolTip(tip);
            connect(
                button, &QPushButton::clicked, this, [handler = std::move(handler)] { handler(); },
                Qt::QueuedConnection);
            layout->addWidget(button);
        };
        add(tr("Recover"), tr("Open it as an untitled document; the file it came from stays as it is"), [this, work] {
            if (files_.recover(work.file, work.title)) Autosave::discard(work);
        });
        add(tr("Discard"), tr("Give it up for good"), [this, work] {
            Autosave::discard(work);
            refresh();
        });
        outer->addSpacing(6);
        outer->addWidget(card);
    }
}

QWidget* StartPage::makeColumn(const QString& heading) {
    auto* column = new QWidget(this);
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    auto* label = new QLabel(heading, column);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    layout->addWidget(label);
    layout->addSpacing(4);
    return column;
}

void StartPage::addRow(QWidget* column, const QString& iconName, const QString& text, const QString& tip,
                       std::function<void()> handler) {
    auto* button = new QPushButton(icon(iconName), text, column);
    button->setFlat(true);
    button->setToolTip(tip);
    button->setIconSize({18, 18});
    button->setCursor(Qt::PointingHandCursor);
    button->setStyleSheet(QStringLiteral("text-align:left; padding:4px 8px;"));
    // Queued: what it does may delete the button.
    connect(
        button, &QPushButton::clicked, this, [handler = std::move(handler)] { handler(); }, Qt::QueuedConnection);
    column->layout()->addWidget(button);
}

}  // namespace trammel::ui

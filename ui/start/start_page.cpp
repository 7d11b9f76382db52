// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/start_page.h"

#include <QAction>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/commands/command_table.h"
#include "ui/session/autosave.h"
#include "ui/session/crash_report.h"
#include "ui/start/card_grid.h"
#include "ui/start/model_card.h"
#include "ui/start/model_info.h"
#include "ui/theme/icons.h"

namespace trammel::ui {

namespace {

constexpr int MostRecentShown = 6;
constexpr int MostColumns = 5;
constexpr int LeastRows = 2;
constexpr int PageMargin = 20;
constexpr int PageDistance = 10;
constexpr int ActionsWidth = 250;

/// Files listed by the page that other windows may change, and the crash report that it offers.
QStringList listedFiles(const StartPage::Files& files) {
    QStringList all = files.recent().mid(0, MostRecentShown);
    all += newCrashReport();
    for (const Autosave::RecoveryCopy& work : Autosave::findRecoveryCopies()) all += work.file;
    return all;
}

QLabel* makeHeading(const QString& text, QWidget* parent) {
    auto* const label = new QLabel(text, parent);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

}  // namespace

StartPage::StartPage(Files files, const CommandTable& commands, QWidget* parent)
    : QFrame(parent), files_(std::move(files)), commands_(commands) {
    setObjectName(QStringLiteral("startPage"));
    setAccessibleName(tr("Start page"));
    setAutoFillBackground(true);
    setFrameShape(QFrame::StyledPanel);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(PageMargin, PageMargin - 4, PageMargin, PageMargin);
    refresh();
    // A process killed moments ago may not have released its lock yet.
    for (const int later : {1000, 3000, 8000, 20000}) QTimer::singleShot(later, this, &StartPage::catchUp);
}

void StartPage::catchUp() {
    if (isVisible() && listedFiles(files_) != shownFiles_) refresh();
}

void StartPage::refresh() {
    qDeleteAll(findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly));
    auto* const outer = static_cast<QVBoxLayout*>(layout());
    while (QLayoutItem* item = outer->takeAt(0)) delete item;
    shownFiles_ = listedFiles(files_);

    auto* const title = new QLabel(tr("Trammel"), this);
    QFont big = title->font();
    big.setPointSizeF(big.pointSizeF() * 1.7);
    big.setBold(true);
    title->setFont(big);
    auto* const subtitle = new QLabel(tr("Build mechanisms, run them, and see how every value is computed."), this);
    subtitle->setObjectName(QStringLiteral("startSubtitle"));
    subtitle->setForegroundRole(QPalette::PlaceholderText);
    outer->addWidget(title);
    outer->addWidget(subtitle);
    addRecovery(outer);
    outer->addSpacing(8);
    auto* const columns = new QHBoxLayout;
    columns->setSpacing(PageMargin);
    outer->addLayout(columns, 1);
    actions_ = makeActions();
    columns->addWidget(actions_);
    columns->addWidget(makeGallery(), 1);
    // Hidden widgets take no space in a layout.
    for (QWidget* const part : findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) part->show();
    if (view_.isValid()) fitInto(view_);
}

QScrollArea* StartPage::makeScrollArea(QWidget* parent) {
    auto* const area = new QScrollArea(parent);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setFocusPolicy(Qt::NoFocus);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    return area;
}

QWidget* StartPage::makeActions() {
    QScrollArea* const place = makeScrollArea(this);
    place->setFixedWidth(ActionsWidth);
    auto* const column = new QWidget(place);
    auto* const layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeHeading(tr("Start"), column));
    layout->addSpacing(4);
    addRow(column, "new", tr("Empty model"), tr("Close this page"), [this] { Q_EMIT dismissed(); });
    addCommand(column, "file.newFromTemplate");
    addCommand(column, "file.open");
    addCommand(column, "help.keyboard");
    // Until it is read.
    if (!newCrashReport().isEmpty()) addCommand(column, "help.crash");
    bool first = true;
    for (const QString& path : files_.recent().mid(0, MostRecentShown)) {
        if (!QFileInfo::exists(path)) continue;
        if (first) {
            layout->addSpacing(10);
            layout->addWidget(makeHeading(tr("Recent"), column));
            layout->addSpacing(4);
        }
        first = false;
        addRow(column, "history", nameAmong(path, files_.recent()), path, [this, path] { files_.open(path, false); });
    }
    layout->addStretch(1);
    place->setWidget(column);
    return place;
}

QWidget* StartPage::makeGallery() {
    auto* const gallery = new QWidget(this);
    auto* const layout = new QVBoxLayout(gallery);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(makeHeading(tr("Examples"), gallery));
    area_ = makeScrollArea(gallery);
    layout->addWidget(area_, 1);
    grid_ = new CardGrid;
    grid_->add(new ModelCard(QStringLiteral("link"), tr("Build your first four-bar"),
                             tr("Draw three links that close a loop, add a motor, and run it in six steps.")));
    for (const QString& path : modelFilesIn(shippedModels())) grid_->add(new ModelCard(path));
    area_->setWidget(grid_);
    // Queued: the handler may delete the card.
    connect(
        grid_, &CardGrid::chosen, this,
        [this](const ModelCard* card) {
            // A copy, since the card may be gone before it is opened.
            const auto path = QString(card->path());
            if (path.isEmpty())
                commands_.action("help.firstBuild")->trigger();
            else
                files_.open(path, true);
        },
        Qt::QueuedConnection);
    connect(grid_, &CardGrid::visited, area_, [this](ModelCard* card) { area_->ensureWidgetVisible(card); });
    return gallery;
}

void StartPage::fitInto(const QSize& view) {
    view_ = view;
    grid_->setCompact(false);
    const int bar = area_->verticalScrollBar()->sizeHint().width();
    const int around = 2 * PageMargin + 2 * frameWidth();
    const QSize room = view - QSize(2 * PageDistance, 2 * PageDistance);
    // The File menu has the same commands.
    const bool isNarrow = room.width() < ActionsWidth + PageMargin + grid_->widthOf(1) + bar + around;
    actions_->setVisible(!isNarrow);
    findChild<QLabel*>(QStringLiteral("startSubtitle"))->setVisible(!isNarrow);
    const int beside = (isNarrow ? 0 : ActionsWidth + PageMargin) + bar + around;
    const int width = std::min(beside + grid_->widthOf(MostColumns), room.width());
    fitRecovery(room.height());
    // Height of all cards, if there is space.
    layout()->activate();
    const int above = sizeHint().height() - area_->sizeHint().height();
    // Small cards where large ones would be neither all nor two rows.
    const int least = std::min(grid_->heightOf(LeastRows), grid_->heightForWidth(width - beside));
    grid_->setCompact(least > room.height() - above);
    const int height = std::min(above + grid_->heightForWidth(width - beside), room.height());
    setGeometry((view.width() - width) / 2, (view.height() - height) / 2, width, height);
}

bool StartPage::event(QEvent* event) {
    // Other windows open and recover files too.
    if (event->type() == QEvent::WindowActivate)
        QMetaObject::invokeMethod(this, &StartPage::catchUp, Qt::QueuedConnection);
    return QFrame::event(event);
}

void StartPage::fitRecovery(int page) {
    constexpr int share = 3;
    if (!recovery_) return;
    recovery_->widget()->layout()->activate();
    const int all = recovery_->widget()->sizeHint().height();
    const auto* const first = recovery_->findChild<QFrame*>(QStringLiteral("recoveryCard"));
    recovery_->setFixedHeight(std::min(all, std::max(page / share, first->sizeHint().height())));
}

void StartPage::addRecovery(QVBoxLayout* outer) {
    recovery_ = nullptr;
    const auto abandoned = Autosave::findRecoveryCopies();
    if (abandoned.empty()) return;
    recovery_ = makeScrollArea(this);
    auto* const list = new QWidget(recovery_);
    auto* const cards = new QVBoxLayout(list);
    cards->setContentsMargins(0, 0, 0, 0);
    for (const Autosave::RecoveryCopy& work : abandoned) {
        auto* const card = new QFrame(list);
        card->setObjectName(QStringLiteral("recoveryCard"));
        card->setFrameShape(QFrame::StyledPanel);
        auto* const layout = new QHBoxLayout(card);
        auto* const words =
            new QLabel(tr("Unsaved changes of <b>%1</b>, copied %2")
                           .arg(work.title.toHtmlEscaped(),
                                QLocale::c().toString(work.when, QStringLiteral("yyyy-MM-dd hh:mm:ss"))),
                       card);
        words->setWordWrap(true);
        layout->addWidget(words, 1);
        const auto add = [&](const QString& text, const QString& tip, std::function<void()> handler) {
            auto* const button = new QPushButton(text, card);
            button->setToolTip(tip);
            connect(
                button, &QPushButton::clicked, this, [handler = std::move(handler)] { handler(); },
                Qt::QueuedConnection);
            layout->addWidget(button);
        };
        add(tr("Recover"), tr("Open as an untitled document; the original file is unchanged"),
            [this, work] { files_.recover(work.file, work.title); });
        add(tr("Discard"), tr("Permanently discard this copy"), [this, work] {
            Autosave::discard(work);
            refresh();
        });
        cards->addWidget(card);
    }
    recovery_->setWidget(list);
    outer->addSpacing(6);
    outer->addWidget(recovery_);
}

void StartPage::addCommand(QWidget* column, const QString& id) {
    const Command& command = commands_.command(id);
    QString text = CommandTable::plainText(command);
    if (!command.shortcuts.isEmpty())
        text += QStringLiteral("  (%1)").arg(command.shortcuts.first().toString(QKeySequence::NativeText));
    addRow(column, command.icon, text, command.hint, [this, id] { commands_.action(id)->trigger(); });
}

void StartPage::addRow(QWidget* column, const QString& iconName, const QString& text, const QString& tip,
                       std::function<void()> handler) {
    auto* const button = new QPushButton(icon(iconName), text, column);
    button->setFlat(true);
    button->setToolTip(tip);
    button->setIconSize({18, 18});
    button->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    button->setCursor(Qt::PointingHandCursor);
    button->setStyleSheet(QStringLiteral("text-align:left; padding:4px 8px;"));
    // Queued: the handler may delete the button.
    connect(
        button, &QPushButton::clicked, this, [handler = std::move(handler)] { handler(); }, Qt::QueuedConnection);
    button->setMinimumHeight(button->sizeHint().height());
    column->layout()->addWidget(button);
}

}  // namespace trammel::ui

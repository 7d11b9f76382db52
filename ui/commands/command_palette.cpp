// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/commands/command_palette.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/commands/command_table.h"
#include "ui/commands/synonyms.h"

namespace trammel::ui {

namespace {

constexpr int IdRole = Qt::UserRole;
constexpr int ShortcutRole = Qt::UserRole + 1;

/// Paints the shortcut at the right end of a row.
class CommandDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const bool selected = option.state & QStyle::State_Selected;
        painter->setPen(option.palette.color(selected ? QPalette::HighlightedText : QPalette::PlaceholderText));
        painter->drawText(option.rect.adjusted(0, 0, -10, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data(ShortcutRole).toString());
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        return QStyledItemDelegate::sizeHint(option, index) + QSize(0, 6);
    }
};

/// "file.open" -> "File", "view.theme.dark" -> "View › Theme"
QString sectionOf(const QString& id) {
    QStringList sections = id.split('.');
    sections.removeLast();
    for (QString& section : sections)
        if (!section.isEmpty()) section[0] = section[0].toUpper();
    return sections.join(QStringLiteral(" › "));
}

/// Ranks exact, then prefix, then substring matches.
int rank(const QString& name, const QString& text) {
    const QString typed = text.trimmed();
    if (typed.isEmpty()) return 0;
    if (name.compare(typed, Qt::CaseInsensitive) == 0) return 0;
    if (name.startsWith(typed, Qt::CaseInsensitive)) return 1;
    return name.contains(typed, Qt::CaseInsensitive) ? 2 : 3;
}

}  // namespace

CommandPalette::CommandPalette(CommandTable& table, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      table_(table),
      search_(new QLineEdit(this)),
      list_(new QListWidget(this)) {
    setObjectName(QStringLiteral("commandPalette"));
    setAttribute(Qt::WA_DeleteOnClose);
    search_->setPlaceholderText(tr("Type a command"));
    search_->setAccessibleName(tr("Search for a command"));
    list_->setAccessibleName(tr("Commands"));
    search_->setClearButtonEnabled(true);
    search_->installEventFilter(this);
    list_->setFocusPolicy(Qt::NoFocus);
    list_->setItemDelegate(new CommandDelegate(list_));
    list_->setUniformItemSizes(true);

    auto* frame = new QFrame(this);
    frame->setFrameShape(QFrame::StyledPanel);
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(0, 0, 0, 0);
    outer->addWidget(frame);
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(8, 8, 8, 8);
    layout->addWidget(search_);
    layout->addWidget(list_);
    connect(search_, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(list_, &QListWidget::itemClicked, this, &CommandPalette::runChosen);
    table_.refresh();
    filter({});
}

bool CommandPalette::isCoveredByTool(const Command& command) const {
    const QString prefix = QStringLiteral("add.");
    if (!command.id.startsWith(prefix)) return false;
    const QString tool = QStringLiteral("build.") + command.id.mid(prefix.size());
    return std::any_of(table_.commands().begin(), table_.commands().end(),
                       [&tool](const Command& each) { return each.id == tool; });
}

void CommandPalette::popUp() {
    const QSize size(560, 420);
    const QWidget* const window = parentWidget();
    setGeometry(QRect(window->mapToGlobal(QPoint((window->width() - size.width()) / 2, window->height() / 8)), size));
    show();
    search_->setFocus();
}

void CommandPalette::filter(const QString& text) {
    list_->clear();
    const QStringList parts = text.split(' ', Qt::SkipEmptyParts);
    std::vector<std::pair<int, const Command*>> ranked;
    for (const Command& command : table_.commands())
        if (!isCoveredByTool(command)) ranked.emplace_back(rank(CommandTable::plainText(command), text), &command);
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [rank, each] : ranked) {
        const Command& command = *each;
        const QString shown = sectionOf(command.id) + QStringLiteral(" › ") + CommandTable::plainText(command);
        const QString searched = shown + ' ' + command.hint;
        const bool fits = std::all_of(parts.begin(), parts.end(), [&searched](const QString& part) {
            const QStringList words = synonymsOf(part) + QStringList(part);
            return std::any_of(words.begin(), words.end(), [&searched](const QString& word) {
                return searched.contains(word, Qt::CaseInsensitive);
            });
        });
        if (!fits) continue;
        const QAction* const action = table_.action(command.id);
        auto* item = new QListWidgetItem(action->icon(), shown, list_);
        item->setData(IdRole, command.id);
        item->setData(ShortcutRole, CommandTable::shortcutText(command));
        item->setToolTip(action->toolTip());
        if (!action->isEnabled()) item->setFlags(Qt::NoItemFlags);
    }
    if (list_->count() == 0) {
        auto* const none = new QListWidgetItem(tr("No command matches '%1'.").arg(text.trimmed()), list_);
        none->setFlags(Qt::NoItemFlags);
    }
    for (int row = 0; row < list_->count(); ++row)
        if (list_->item(row)->flags() & Qt::ItemIsEnabled) {
            list_->setCurrentRow(row);
            break;
        }
}

void CommandPalette::runChosen() {
    const QListWidgetItem* const item = list_->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
    QAction* const action = table_.action(item->data(IdRole).toString());
    close();
    action->trigger();
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        auto* const key = static_cast<QKeyEvent*>(event);
        switch (key->key()) {
            case Qt::Key_Up:
            case Qt::Key_Down:
            case Qt::Key_PageUp:
            case Qt::Key_PageDown: return QCoreApplication::sendEvent(list_, event);
            case Qt::Key_Return:
            case Qt::Key_Enter: runChosen(); return true;
            default: break;
        }
    }
    return QDialog::eventFilter(watched, event);
}

}  // namespace trammel::ui

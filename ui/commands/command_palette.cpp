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
#include <optional>
#include <tuple>
#include <utility>

#include "ui/commands/command_table.h"
#include "ui/commands/synonyms.h"
#include "ui/theme/icons.h"

namespace trammel::ui {

namespace {

constexpr int IdRole = Qt::UserRole;
constexpr int ShortcutRole = Qt::UserRole + 1;
/// Index of a model, in rows without command.
constexpr int ModelRole = Qt::UserRole + 2;

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

/// The typed text and the labels of commands known by it in other programs.
struct Query {
    explicit Query(const QString& text) : whole(text.simplified()), labels(synonymsOf(whole)) {
        for (const QString& part : whole.split(' ', Qt::SkipEmptyParts)) parts.emplace_back(part, synonymsOf(part));
    }
    QString whole;
    /// Labels of commands known by the whole text.
    QStringList labels;
    /// Its words, each with the labels of commands known by it.
    std::vector<std::pair<QString, QStringList>> parts;
};

/// The object of an order such as "add a gear"; empty for other queries.
QString objectOf(const QString& whole) {
    static const QStringList verbs{"add", "create", "draw", "insert", "make", "new", "place"};
    QStringList words = whole.toLower().split(' ', Qt::SkipEmptyParts);
    if (words.size() < 2 || !verbs.contains(words.takeFirst())) return {};
    if (words.size() > 1 && (words.first() == u"a" || words.first() == u"an")) words.removeFirst();
    return words.join(' ');
}

bool startsWithAny(const QString& label, const QStringList& starts) {
    return std::any_of(starts.begin(), starts.end(),
                       [&label](const QString& start) { return label.startsWith(start, Qt::CaseInsensitive); });
}

/// Whether a command shows or holds something rather than do it: panels and quantities.
bool isPlace(const Command& command) {
    return command.id.startsWith(QLatin1String("view.panel.")) ||
           command.id.startsWith(QLatin1String("add.parameter."));
}

/// Rank of commands that fit by their sections and hints, or by single words.
constexpr int HintOnly = 5;

/// Position of a command in the list, first the smallest; none if the query does not fit it.
std::optional<int> rank(const Command& command, const QString& label, const QString& searched, const Query& query) {
    // A body that is placed before a shape of the same name.
    if (label.compare(query.whole, Qt::CaseInsensitive) == 0 && !isPlace(command))
        return command.id.startsWith(QLatin1String("add.")) ? 1 : 0;
    if (!query.whole.isEmpty() && label.startsWith(query.whole, Qt::CaseInsensitive)) return 2;
    if (query.labels.contains(label, Qt::CaseInsensitive)) return 1;
    if (startsWithAny(label, query.labels)) return 3;
    const bool fits = std::all_of(query.parts.begin(), query.parts.end(), [&](const auto& part) {
        return searched.contains(part.first, Qt::CaseInsensitive) || startsWithAny(label, part.second);
    });
    if (!fits) return std::nullopt;
    return label.contains(query.whole, Qt::CaseInsensitive) ? HintOnly - 1 : HintOnly;
}

}  // namespace

CommandPalette::CommandPalette(CommandTable& table, std::function<std::vector<Model>()> models, QWidget* parent)
    : QDialog(parent, Qt::Popup | Qt::FramelessWindowHint),
      table_(table),
      findModels_(std::move(models)),
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

bool CommandPalette::isRepeated(const Command& command) const {
    const auto exists = [this](const auto& fits) {
        return std::any_of(table_.commands().begin(), table_.commands().end(), fits);
    };
    const QString add = QStringLiteral("add."), panel = QStringLiteral("view.panel.");
    if (command.id.startsWith(add)) {
        const QString tool = QStringLiteral("build.") + command.id.mid(add.size());
        return exists([&tool](const Command& each) { return each.id == tool; });
    }
    if (!command.id.startsWith(panel)) return false;
    const QString label = CommandTable::plainText(command);
    return exists([&](const Command& each) {
        return &each != &command && CommandTable::plainText(each) == label &&
               !each.id.startsWith(QStringLiteral("help."));
    });
}

void CommandPalette::addModels(const QStringList& words) {
    if (words.isEmpty()) return;
    if (findModels_) models_ = std::exchange(findModels_, nullptr)();
    for (std::size_t i = 0; i < models_.size(); ++i) {
        const QString& title = models_[i].title;
        if (!std::ranges::all_of(words, [&](const QString& word) { return title.contains(word, Qt::CaseInsensitive); }))
            continue;
        auto* const item = new QListWidgetItem(icon("example"), tr("Examples › %1").arg(title), list_);
        item->setData(ModelRole, int(i));
        item->setToolTip(tr("Open a copy of this example"));
    }
}

void CommandPalette::addMessage(const QString& text) {
    auto* const item = new QListWidgetItem(text, list_);
    item->setFlags(Qt::NoItemFlags);
    item->setToolTip(text);
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
    Query query(text);
    const auto find = [this, &query] {
        std::vector<std::tuple<int, const Command*, QString>> fitting;
        for (const Command& command : table_.commands()) {
            if (isRepeated(command)) continue;
            const QString label = CommandTable::plainText(command);
            const QString shown = sectionOf(command.id) + QStringLiteral(" › ") + label;
            if (const auto place = rank(command, label, shown + ' ' + command.hint, query))
                fitting.emplace_back(*place, &command, shown);
        }
        std::stable_sort(fitting.begin(), fitting.end(),
                         [](const auto& a, const auto& b) { return std::get<int>(a) < std::get<int>(b); });
        return fitting;
    };
    auto found = find();
    if (const QString object = objectOf(query.whole); found.empty() && !object.isEmpty()) {
        query = Query(object);
        found = find();
    }
    // "uni" begins "universal" before "union": an incomplete word is matched only if no label contains it.
    const bool isInLabel = !found.empty() && std::get<int>(found.front()) < HintOnly;
    if (const QString answer = missingFeatureAnswer(query.whole, !isInLabel); !answer.isEmpty()) addMessage(answer);
    for (const auto& [place, each, shown] : found) {
        const Command& command = *each;
        const QAction* const action = table_.action(command.id);
        auto* item = new QListWidgetItem(action->icon(), shown, list_);
        item->setData(IdRole, command.id);
        item->setData(ShortcutRole, CommandTable::shortcutText(command));
        item->setToolTip(action->toolTip());
        if (!action->isEnabled()) item->setFlags(Qt::NoItemFlags);
    }
    addModels(query.whole.split(' ', Qt::SkipEmptyParts));
    if (list_->count() == 0) addMessage(tr("Trammel has no command '%1'. Try another word.").arg(query.whole));
    for (int row = 0; row < list_->count(); ++row)
        if (list_->item(row)->flags() & Qt::ItemIsEnabled) {
            list_->setCurrentRow(row);
            break;
        }
}

void CommandPalette::runChosen() {
    const QListWidgetItem* const item = list_->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled)) return;
    if (const QVariant model = item->data(ModelRole); model.isValid()) {
        const auto open = models_[std::size_t(model.toInt())].open;
        close();
        open();
        return;
    }
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

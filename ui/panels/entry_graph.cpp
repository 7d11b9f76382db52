// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/entry_graph.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>

#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
constexpr double Gap = 6;
constexpr double Margin = 6;
/// Between columns, for the curves that connect them.
constexpr double Reach = 42;
constexpr double Widest = 330;

/// "'stiffness' of subsystem 'springs'" -> "stiffness"; the tool tip has it all.
QString shortName(const QString& name) {
    const qsizetype end = name.indexOf(QStringLiteral("' of subsystem '"));
    return name.startsWith('\'') && end > 0 ? name.mid(1, end - 1) : name;
}
}  // namespace

EntryGraph::EntryGraph(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("entryGraph"));
    setAccessibleName(tr("Prerequisites and dependents"));
    setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void EntryGraph::show(const Node& middle, std::vector<Node> prerequisites, std::vector<Node> dependents) {
    middle_ = middle;
    left_ = std::move(prerequisites);
    right_ = std::move(dependents);
    fitHeight();
    update();
}

void EntryGraph::clear() { show({}, {}, {}); }

void EntryGraph::fitHeight() {
    const auto lines = static_cast<double>(std::max({left_.size(), right_.size(), std::size_t(1)}));
    setMinimumHeight(static_cast<int>(2 * Margin + lines * (2.6 * fontMetrics().height() + Gap)));
}

QRectF EntryGraph::nodeRect(int side, std::size_t number) const {
    const double nodeHeight = 2.6 * fontMetrics().height();
    // A column that is empty leaves its room to the others.
    const int before = left_.empty() ? 0 : 1;
    const int columns = before + 1 + (right_.empty() ? 0 : 1);
    const double columnWidth = std::min(Widest, (width() - 2 * Margin - (columns - 1) * Reach) / columns);
    const std::size_t count = side < 0 ? left_.size() : side > 0 ? right_.size() : 1;
    const double all = static_cast<double>(count) * (nodeHeight + Gap) - Gap;
    const double top = std::max(Margin, (height() - all) / 2) + static_cast<double>(number) * (nodeHeight + Gap);
    return {Margin + (before + side) * (columnWidth + Reach), top, columnWidth, nodeHeight};
}

const EntryGraph::Node* EntryGraph::nodeAt(const QPointF& position) const {
    for (std::size_t i = 0; i < left_.size(); ++i)
        if (nodeRect(-1, i).contains(position)) return &left_[i];
    for (std::size_t i = 0; i < right_.size(); ++i)
        if (nodeRect(1, i).contains(position)) return &right_[i];
    return nullptr;
}

void EntryGraph::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (middle_.name.isEmpty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter, tr("Choose an entry"));
        return;
    }
    const QRectF middle = nodeRect(0, 0);
    const auto connectNodes = [&](const QPointF& from, const QPointF& to, bool changed) {
        QPainterPath path(from);
        const double bend = (to.x() - from.x()) / 2;
        path.cubicTo(from + QPointF(bend, 0), to - QPointF(bend, 0), to);
        const ThemeColors& colors = Theme::instance().colors();
        painter.setPen(QPen(changed ? colors.caution : colors.line, changed ? 2 : 1.3));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
    };
    const double midHeight = middle.center().y();
    for (std::size_t i = 0; i < left_.size(); ++i) {
        const QRectF node = nodeRect(-1, i);
        connectNodes({node.right(), node.center().y()}, {middle.left(), midHeight}, left_[i].changed);
    }
    for (std::size_t i = 0; i < right_.size(); ++i) {
        const QRectF node = nodeRect(1, i);
        connectNodes({middle.right(), midHeight}, {node.left(), node.center().y()}, false);
    }
    paintNode(painter, middle, middle_, true);
    for (std::size_t i = 0; i < left_.size(); ++i) paintNode(painter, nodeRect(-1, i), left_[i], false);
    for (std::size_t i = 0; i < right_.size(); ++i) paintNode(painter, nodeRect(1, i), right_[i], false);
}

void EntryGraph::paintNode(QPainter& painter, const QRectF& rect, const Node& node, bool strong) const {
    painter.setPen(QPen(node.color.isValid() ? node.color : Theme::instance().colors().line, strong ? 2 : 1));
    painter.setBrush(palette().color(QPalette::Base));
    painter.drawRoundedRect(rect, 6, 6);
    QFont font = painter.font();
    const QFont usual = font;
    font.setBold(strong);
    painter.setFont(font);
    painter.setPen(palette().color(QPalette::Text));
    const QRectF inner = rect.adjusted(7, 2, -7, -2);
    const auto line = [&](const QString& text, const QRectF& place) {
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(text, Qt::ElideRight, place.width()));
    };
    line(shortName(node.name), QRectF(inner.left(), inner.top(), inner.width(), inner.height() / 2));
    font.setBold(false);
    font.setPointSizeF(usual.pointSizeF() * 0.85);
    painter.setFont(font);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    line(node.note, QRectF(inner.left(), inner.center().y(), inner.width(), inner.height() / 2));
    painter.setFont(usual);
}

void EntryGraph::mousePressEvent(QMouseEvent* event) {
    if (const Node* const node = nodeAt(event->position()); node && node->canBeVisited) {
        // The handler replaces the nodes.
        const QString name = node->name;
        Q_EMIT visited(name);
    }
}

void EntryGraph::mouseMoveEvent(QMouseEvent* event) {
    const Node* const node = nodeAt(event->position());
    setCursor(node && node->canBeVisited ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setToolTip(node ? node->name + '\n' + node->note : QString());
}

}  // namespace trammel::ui

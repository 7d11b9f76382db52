// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/entry_graph.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
constexpr double Widest = 330;
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
    setMinimumHeight(static_cast<int>(2 * GraphMargin + lines * (graphNodeHeight(fontMetrics()) + GraphGap)));
}

QRectF EntryGraph::nodeRect(int side, std::size_t number) const {
    const double nodeHeight = graphNodeHeight(fontMetrics());
    // An empty column leaves its space to the others.
    const int before = left_.empty() ? 0 : 1;
    const int columns = before + 1 + (right_.empty() ? 0 : 1);
    const double columnWidth = std::min(Widest, (width() - 2 * GraphMargin - (columns - 1) * GraphReach) / columns);
    const std::size_t count = side < 0 ? left_.size() : side > 0 ? right_.size() : 1;
    const double all = static_cast<double>(count) * (nodeHeight + GraphGap) - GraphGap;
    const double top =
        std::max(GraphMargin, (height() - all) / 2) + static_cast<double>(number) * (nodeHeight + GraphGap);
    return {GraphMargin + (before + side) * (columnWidth + GraphReach), top, columnWidth, nodeHeight};
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
        painter.drawText(rect(), Qt::AlignCenter, tr("Select an entry"));
        return;
    }
    const QRectF middle = nodeRect(0, 0);
    const double midHeight = middle.center().y();
    for (std::size_t i = 0; i < left_.size(); ++i) {
        const QRectF node = nodeRect(-1, i);
        paintGraphLink(painter, {node.right(), node.center().y()}, {middle.left(), midHeight}, left_[i].changed);
    }
    for (std::size_t i = 0; i < right_.size(); ++i) {
        const QRectF node = nodeRect(1, i);
        paintGraphLink(painter, {middle.right(), midHeight}, {node.left(), node.center().y()}, false);
    }
    paintGraphNode(painter, middle, middle_, palette(), true);
    for (std::size_t i = 0; i < left_.size(); ++i) paintGraphNode(painter, nodeRect(-1, i), left_[i], palette(), false);
    for (std::size_t i = 0; i < right_.size(); ++i)
        paintGraphNode(painter, nodeRect(1, i), right_[i], palette(), false);
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

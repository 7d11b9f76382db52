// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

#include "ui/panels/debugger/graph_node.h"

namespace trammel::ui {

/// Dependency graph around one cache entry: prerequisites left, dependents right. Clicking a node navigates to it.
class EntryGraph : public QWidget {
    Q_OBJECT

public:
    using Node = GraphNode;
    explicit EntryGraph(QWidget* parent = nullptr);

    void show(const Node& middle, std::vector<Node> prerequisites, std::vector<Node> dependents);
    void clear();
    const std::vector<Node>& prerequisites() const { return left_; }
    const std::vector<Node>& dependents() const { return right_; }
    /// Rectangle of a node; side -1: prerequisites, +1: dependents, 0: the entry itself.
    QRectF nodeRect(int side, std::size_t number) const;
    QSize sizeHint() const override { return {420, 150}; }

Q_SIGNALS:
    void visited(const QString& name);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    const Node* nodeAt(const QPointF& position) const;
    void fitHeight();

    Node middle_;
    std::vector<Node> left_, right_;
};

}  // namespace trammel::ui

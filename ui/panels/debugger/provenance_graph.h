// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "inspect/provenance.h"
#include "ui/panels/debugger/graph_node.h"

namespace trammel::ui {

/// What a reading was made from, as a graph: the reading at the right, variables and parameters at the left, each node
/// left of what it went into. Parameters that go into the same node stand together as one. Pointing at a node lights up
/// all it was made from; a click asks to go there.
class ProvenanceGraph : public QWidget {
    Q_OBJECT

public:
    /// One frame: a node of the provenance, or several parameters.
    struct Frame {
        GraphNode drawn;
        QString tip;
        /// Places in Provenance::nodes.
        std::vector<std::size_t> nodes;
        /// Places of frames.
        std::vector<std::size_t> inputs;
        /// 0: the reading.
        int depth = 0;
        /// Within its column.
        int line = 0;
    };
    explicit ProvenanceGraph(QWidget* parent = nullptr);

    void show(const Provenance& provenance);
    const std::vector<Frame>& frames() const { return frames_; }
    QRectF frameRect(std::size_t frame) const;

Q_SIGNALS:
    /// @p node is a place in Provenance::nodes.
    void visited(std::size_t node);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void arrange();
    int frameAt(const QPointF& position) const;
    void lightUp(int frame);

    std::vector<Frame> frames_;
    /// How many frames each column has; the reading's first.
    std::vector<int> columns_;
    /// Those lit, by frame.
    std::vector<char> lit_;
};

/// "valid", "stale", "not reached": one word for a node.
QString wordFor(const ProvenanceNode& node);

}  // namespace trammel::ui

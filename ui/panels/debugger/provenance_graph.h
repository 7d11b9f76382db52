// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "inspect/provenance.h"
#include "ui/panels/debugger/graph_node.h"

namespace trammel::ui {

/// Provenance graph of an output: the output at the right, variables and parameters at the left, every node left of its
/// dependents. Parameters with the same dependents share a frame. Hovering highlights all prerequisites; a click
/// navigates.
class ProvenanceGraph : public QWidget {
    Q_OBJECT

public:
    /// One frame: a node of the provenance, or several parameters.
    struct Frame {
        GraphNode drawn;
        QString tip;
        /// Indices into Provenance::nodes.
        std::vector<std::size_t> nodes;
        /// Indices of frames.
        std::vector<std::size_t> inputs;
        /// 0 for the output.
        int depth = 0;
        /// Row within its column.
        int line = 0;
    };
    explicit ProvenanceGraph(QWidget* parent = nullptr);

    void show(const Provenance& provenance);
    /// Narrows frames and gaps, down to a legible width, so that the graph fits into @p width, pixels.
    void fitTo(int width);
    const std::vector<Frame>& frames() const { return frames_; }
    QRectF frameRect(std::size_t frame) const;

Q_SIGNALS:
    /// @param node index into Provenance::nodes
    void visited(std::size_t node);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    void arrange();
    /// Chooses the widths of frames and gaps.
    void setWidths();
    int frameAt(const QPointF& position) const;
    void lightUp(int frame);

    std::vector<Frame> frames_;
    /// Number of frames per column, starting with the output's.
    std::vector<int> columns_;
    /// Width to fit into, and the chosen widths, pixels.
    int available_ = 0;
    double frameWidth_ = 0, reach_ = GraphReach;
    /// Highlighted flags, by frame.
    std::vector<char> lit_;
};

/// Validity of a node in one word: "valid", "stale", "not realized".
QString wordFor(const ProvenanceNode& node);

}  // namespace trammel::ui

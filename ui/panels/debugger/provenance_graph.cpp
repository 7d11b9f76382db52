// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/debugger/provenance_graph.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <map>

#include "ui/session/text.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
/// Frame widths, in widths of the letter m, and the least gap between columns, pixels.
constexpr int FrameWidth = 15, LeastFrameWidth = 9;
constexpr double LeastReach = 20;
/// Up to this many parameters of a node get separate frames.
constexpr std::size_t FewParameters = 2;
constexpr int NamesInTip = 12;

QString tipOf(const ProvenanceNode& node) {
    QString message = QStringLiteral("<b>%1</b><br>").arg(text(node.name).toHtmlEscaped());
    if (!node.value.empty()) message += text(node.value).toHtmlEscaped() + QStringLiteral("<br>");
    return message + ProvenanceGraph::tr("Stage %1. ").arg(text(node.stage.getName())) +
           text(node.reason).toHtmlEscaped() + '.';
}

QColor colorOf(const ProvenanceNode& node) {
    const ThemeColors& colors = Theme::instance().colors();
    switch (node.kind) {
        case ProvenanceNode::Kind::Variable:
        case ProvenanceNode::Kind::Parameter: return Theme::instance().stageColor(node.stage);
        default: return node.valid ? colors.good : colors.caution;
    }
}

/// Parameters with the same set of dependents share a frame.
std::map<std::vector<std::size_t>, std::vector<std::size_t>> parametersByConsumers(const Provenance& provenance) {
    std::map<std::vector<std::size_t>, std::vector<std::size_t>> groups;
    std::vector<std::vector<std::size_t>> consumers(provenance.nodes.size());
    for (std::size_t i = 0; i < provenance.nodes.size(); ++i)
        for (const std::size_t input : provenance.nodes[i].inputs) consumers[input].push_back(i);
    for (std::size_t i = 0; i < provenance.nodes.size(); ++i)
        if (provenance.nodes[i].kind == ProvenanceNode::Kind::Parameter) groups[consumers[i]].push_back(i);
    return groups;
}
}  // namespace

QString wordFor(const ProvenanceNode& node) {
    switch (node.kind) {
        case ProvenanceNode::Kind::Variable: return ProvenanceGraph::tr("variable");
        case ProvenanceNode::Kind::Parameter: return ProvenanceGraph::tr("parameter");
        default: break;
    }
    if (node.valid) return ProvenanceGraph::tr("valid");
    return text(node.reason).startsWith(QStringLiteral("stale")) ? ProvenanceGraph::tr("stale")
                                                                 : ProvenanceGraph::tr("not realized");
}

ProvenanceGraph::ProvenanceGraph(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("provenanceGraph"));
    setAccessibleName(ProvenanceGraph::tr("Provenance graph"));
    setMouseTracking(true);
    connect(&Theme::instance(), &Theme::changed, this, qOverload<>(&QWidget::update));
}

void ProvenanceGraph::show(const Provenance& provenance) {
    frames_.clear();
    const std::vector<int> depths = provenance.findDepths();
    std::vector<std::size_t> frameOf(provenance.nodes.size());
    const auto addFrame = [&](std::vector<std::size_t> nodes) {
        const ProvenanceNode& first = provenance.nodes[nodes.front()];
        Frame frame;
        if (nodes.size() == 1) {
            frame.drawn = {text(first.name), QString(), colorOf(first), false,
                           first.kind != ProvenanceNode::Kind::Output};
            QStringList note{text(first.stage.getName()), wordFor(first)};
            if (!first.value.empty()) note.prepend(text(first.value));
            frame.drawn.note = note.join(QStringLiteral(" · "));
            frame.tip = tipOf(first);
        } else {
            frame.drawn = {ProvenanceGraph::tr("%1 parameters").arg(nodes.size()), QString(), colorOf(first), false,
                           true};
            QStringList names;
            for (const std::size_t n : nodes) names += text(provenance.nodes[n].name);
            frame.drawn.note = names.front() + QStringLiteral(", …");
            const qsizetype more = names.size() - NamesInTip;
            frame.tip = names.mid(0, NamesInTip).join('\n') +
                        (more > 0 ? ProvenanceGraph::tr("\nand %1 more").arg(more) : QString());
        }
        for (const std::size_t n : nodes) {
            frame.depth = std::max(frame.depth, depths[n]);
            frameOf[n] = frames_.size();
        }
        frame.nodes = std::move(nodes);
        frames_.push_back(std::move(frame));
    };
    for (std::size_t i = 0; i < provenance.nodes.size(); ++i)
        if (provenance.nodes[i].kind != ProvenanceNode::Kind::Parameter) addFrame({i});
    for (const auto& [consumers, parameters] : parametersByConsumers(provenance)) {
        if (parameters.size() > FewParameters)
            addFrame(parameters);
        else
            for (const std::size_t p : parameters) addFrame({p});
    }
    for (Frame& frame : frames_)
        for (const std::size_t input : provenance.nodes[frame.nodes.front()].inputs)
            if (std::find(frame.inputs.begin(), frame.inputs.end(), frameOf[input]) == frame.inputs.end())
                frame.inputs.push_back(frameOf[input]);
    lit_.assign(frames_.size(), 0);
    arrange();
    update();
}

void ProvenanceGraph::arrange() {
    int deepest = 0;
    for (const Frame& frame : frames_) deepest = std::max(deepest, frame.depth);
    columns_.assign(static_cast<std::size_t>(deepest) + 1, 0);
    // Place columns from the output on, each frame near its dependents.
    std::vector<double> wanted(frames_.size(), 0);
    for (int depth = 0; depth <= deepest; ++depth) {
        std::vector<std::size_t> column;
        for (std::size_t i = 0; i < frames_.size(); ++i)
            if (frames_[i].depth == depth) column.push_back(i);
        for (const std::size_t i : column) {
            double sum = 0, count = 0;
            for (const Frame& other : frames_)
                if (std::find(other.inputs.begin(), other.inputs.end(), i) != other.inputs.end()) {
                    sum += other.line;
                    ++count;
                }
            wanted[i] = count > 0 ? sum / count : 0;
        }
        std::stable_sort(column.begin(), column.end(),
                         [&](std::size_t a, std::size_t b) { return wanted[a] < wanted[b]; });
        for (const std::size_t i : column) frames_[i].line = columns_[static_cast<std::size_t>(depth)]++;
    }
    setWidths();
}

void ProvenanceGraph::fitTo(int width) {
    available_ = width;
    if (!columns_.empty()) setWidths();
    update();
}

void ProvenanceGraph::setWidths() {
    const int widest = *std::max_element(columns_.begin(), columns_.end());
    const auto columns = static_cast<double>(columns_.size());
    const double em = fontMetrics().horizontalAdvance('m');
    const double share = (available_ - 2 * GraphMargin + GraphReach) / columns;
    const double relative = std::clamp(share / (FrameWidth * em + GraphReach), 0., 1.);
    reach_ = std::max(LeastReach, relative * GraphReach);
    frameWidth_ =
        std::clamp((available_ - 2 * GraphMargin + reach_) / columns - reach_, LeastFrameWidth * em, FrameWidth * em);
    setMinimumSize(static_cast<int>(2 * GraphMargin + columns * (frameWidth_ + reach_) - reach_),
                   static_cast<int>(2 * GraphMargin + widest * (graphNodeHeight(fontMetrics()) + GraphGap)));
}

QRectF ProvenanceGraph::frameRect(std::size_t number) const {
    const Frame& frame = frames_.at(number);
    const double frameHeight = graphNodeHeight(fontMetrics()), step = frameHeight + GraphGap;
    const auto column = static_cast<double>(columns_.size()) - 1 - frame.depth;
    const double all = columns_[static_cast<std::size_t>(frame.depth)] * step - GraphGap;
    const double top = std::max(GraphMargin, (height() - all) / 2) + frame.line * step;
    // The output stays at the right of a narrow graph.
    const double used = 2 * GraphMargin + static_cast<double>(columns_.size()) * (frameWidth_ + reach_) - reach_;
    const double left = GraphMargin + std::max(0., width() - used);
    return {left + column * (frameWidth_ + reach_), top, frameWidth_, frameHeight};
}

int ProvenanceGraph::frameAt(const QPointF& position) const {
    for (std::size_t i = 0; i < frames_.size(); ++i)
        if (frameRect(i).contains(position)) return static_cast<int>(i);
    return -1;
}

void ProvenanceGraph::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (frames_.empty()) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(rect(), Qt::AlignCenter, ProvenanceGraph::tr("Select an output"));
        return;
    }
    for (const bool strong : {false, true})
        for (std::size_t i = 0; i < frames_.size(); ++i)
            for (const std::size_t input : frames_[i].inputs) {
                if ((lit_[i] && lit_[input]) != strong) continue;
                const QRectF from = frameRect(input), to = frameRect(i);
                paintGraphLink(painter, {from.right(), from.center().y()}, {to.left(), to.center().y()}, strong);
            }
    for (std::size_t i = 0; i < frames_.size(); ++i)
        paintGraphNode(painter, frameRect(i), frames_[i].drawn, palette(), frames_[i].depth == 0 || lit_[i]);
}

void ProvenanceGraph::lightUp(int frame) {
    std::vector<char> lit(frames_.size(), 0);
    std::vector<std::size_t> open;
    if (frame >= 0) open.push_back(static_cast<std::size_t>(frame));
    while (!open.empty()) {
        const std::size_t i = open.back();
        open.pop_back();
        if (lit[i]) continue;
        lit[i] = 1;
        open.insert(open.end(), frames_[i].inputs.begin(), frames_[i].inputs.end());
    }
    if (lit == lit_) return;
    lit_ = std::move(lit);
    update();
}

void ProvenanceGraph::mousePressEvent(QMouseEvent* event) {
    const int frame = frameAt(event->position());
    if (frame < 0 || event->button() != Qt::LeftButton) return;
    // The handler may replace the frames.
    const Frame clicked = frames_[static_cast<std::size_t>(frame)];
    if (clicked.drawn.canBeVisited) Q_EMIT visited(clicked.nodes.front());
}

void ProvenanceGraph::mouseMoveEvent(QMouseEvent* event) {
    const int frame = frameAt(event->position());
    lightUp(frame);
    const Frame* const at = frame < 0 ? nullptr : &frames_[static_cast<std::size_t>(frame)];
    setCursor(at && at->drawn.canBeVisited ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setToolTip(at ? at->tip : QString());
}

void ProvenanceGraph::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    lightUp(-1);
}

}  // namespace trammel::ui

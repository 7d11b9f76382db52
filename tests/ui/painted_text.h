// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintDevice>
#include <QPaintEngine>
#include <QPointF>
#include <QString>
#include <QTransform>
#include <QWidget>
#include <utility>
#include <vector>

namespace trammel::ui {

/// A painted text and the start of its baseline, widget pixels.
struct PaintedText {
    QString text;
    QPointF at;
};

/// Records texts instead of painting: what a widget shows, however it is painted.
class TextRecorder : public QPaintDevice, public QPaintEngine {
public:
    static std::vector<PaintedText> record(QWidget& widget) {
        TextRecorder recorder(widget);
        widget.render(&recorder, QPoint(), QRegion(), QWidget::RenderFlags());
        return std::move(recorder.texts_);
    }

    bool begin(QPaintDevice*) override { return true; }
    bool end() override { return true; }
    void updateState(const QPaintEngineState& state) override {
        if (state.state() & DirtyTransform) transform_ = state.transform();
    }
    void drawTextItem(const QPointF& at, const QTextItem& item) override {
        texts_.push_back({item.text(), transform_.map(at)});
    }
    void drawPath(const QPainterPath&) override {}
    void drawPolygon(const QPointF*, int, PolygonDrawMode) override {}
    void drawPixmap(const QRectF&, const QPixmap&, const QRectF&) override {}
    Type type() const override { return User; }
    QPaintEngine* paintEngine() const override { return const_cast<TextRecorder*>(this); }

protected:
    int metric(PaintDeviceMetric asked) const override {
        switch (asked) {
            case PdmWidth: return like_.width();
            case PdmHeight: return like_.height();
            case PdmDevicePixelRatio: return 1;
            case PdmDevicePixelRatioScaled: return int(QPaintDevice::devicePixelRatioFScale());
            case PdmDpiX:
            case PdmPhysicalDpiX: return like_.logicalDpiX();
            case PdmDpiY:
            case PdmPhysicalDpiY: return like_.logicalDpiY();
            case PdmDepth: return 32;
            default: return 0;
        }
    }

private:
    explicit TextRecorder(const QWidget& like) : QPaintEngine(AllFeatures), like_(like) {}

    const QWidget& like_;
    QTransform transform_;
    std::vector<PaintedText> texts_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHash>
#include <QImage>
#include <QPainter>
#include <QString>
#include <vector>

#include "ui/viewport/camera_rig.h"
#include "ui/viewport/scene_mirror.h"

namespace trammel::ui {

/// Overlay painted over the 3-D image: model texts, corner axes, hover tag.
///
/// Each item is painted antialiased into a small image first, because direct painting into a window without
/// multisampling is jagged. Lengths in logical pixels.
class Overlay {
public:
    /// On dark backgrounds text is light with a dark halo, else in model color with a light halo.
    void setOnDark(bool onDark);
    /// Sets the hover tag; empty text hides it.
    void setTag(const QString& text, const QPointF& cursor);
    bool hasTag() const { return !tag_.isEmpty(); }
    void setAxesVisible(bool visible) { axesVisible_ = visible; }

    void paint(QPainter& painter, const CameraRig& rig, const std::vector<TextLabel>& labels);

private:
    /// Paints a label where it overlaps none of the places @p taken, and adds its own; omits it if all are taken.
    void paintLabel(QPainter& painter, const CameraRig& rig, const TextLabel& label, std::vector<QRectF>& taken);
    void paintAxes(QPainter& painter, const CameraRig& rig);
    QImage drawAxes(const Rotation& R_CG, qreal pixelRatio) const;
    void paintTag(QPainter& painter, const CameraRig& rig) const;
    QImage letters(const TextLabel& label, int pixelHeight, qreal pixelRatio);

    bool onDark_ = false;
    bool axesVisible_ = true;
    QString tag_;
    QPointF cursor_;
    QHash<QString, QImage> letters_;
    /// The axes as last drawn, and everything that they depend on.
    struct Axes {
        Rotation R_CG;
        qreal pixelRatio = 0;
        bool onDark = false;
        QImage image;
    };
    Axes axes_;
};

}  // namespace trammel::ui

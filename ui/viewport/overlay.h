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

/// What is painted over the 3-D picture: the model's texts, the axes in the corner and the name under the cursor.
///
/// Every piece is painted with antialiasing into a small image first, because painting straight into an OpenGL window
/// without multisampling leaves stairs. Lengths in logical pixels.
class Overlay {
public:
    /// On a dark background letters are light with a dark halo, else as the model says with a light one.
    void setOnDark(bool onDark);
    /// Name tag; an empty text shows none.
    void setTag(const QString& text, const QPointF& cursor);
    bool hasTag() const { return !tag_.isEmpty(); }
    void setAxesVisible(bool visible) { axesVisible_ = visible; }

    void paint(QPainter& painter, const CameraRig& rig, const std::vector<TextLabel>& labels);

private:
    void paintLabel(QPainter& painter, const CameraRig& rig, const TextLabel& label);
    void paintAxes(QPainter& painter, const CameraRig& rig) const;
    void paintTag(QPainter& painter, const CameraRig& rig) const;
    QImage letters(const TextLabel& label, int pixelHeight, qreal pixelRatio);

    bool onDark_ = false;
    bool axesVisible_ = true;
    QString tag_;
    QPointF cursor_;
    QHash<QString, QImage> letters_;
};

}  // namespace trammel::ui

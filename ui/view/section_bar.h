// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QJsonArray>

#include "ui/properties/units.h"
#include "ui/viewport/view_types.h"

class QLabel;
class QSlider;
class QToolButton;

namespace trammel::ui {

class DocumentMemory;
class NumberField;
class SectionHandle;
class Viewport;

/// Switch, normal and offset as five numbers, for storage; any other list means off.
QJsonArray toJson(const SectionPlane& section);
SectionPlane sectionFromJson(const QJsonArray& numbers);

/// Section controls at the bottom of the view: direction and offset of the plane, and a drag handle on it. The section
/// is stored with the document's plots and bookmarks.
class SectionBar : public QFrame {
    Q_OBJECT

public:
    SectionBar(Viewport& viewport, DocumentMemory& memory, const DisplayUnits& units);

    /// Toggles the section; the first time through the center, hiding the half nearer to the camera.
    void toggle();
    /// Section normal to axis 0, 1 or 2 through the center of the model.
    void setAxis(int axis);
    /// The next click in the view selects a face as section plane; Esc cancels.
    void askForFace();
    bool isAsking() const { return asking_; }
    /// Shows the other half.
    void flip();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QToolButton* addButton(const QString& text, const QString& tip, const char* name);
    void put(SectionPlane section);
    void through(const Vec3& normal, Real offset);
    void throughMiddle(const Vec3& normal);
    void stopAsking();
    /// Updates the controls from the view.
    void showSection();
    void placeHandle();
    void place();
    void keep() const;

    Viewport& viewport_;
    DocumentMemory& memory_;
    QToolButton* axes_[3];
    QToolButton* face_;
    QSlider* slider_;
    NumberField* offset_;
    SectionHandle* handle_;
    /// Center of the bodies when the section was last placed.
    Vec3 middle_G_{0., 0., 0.};
    /// Range of the slider, m.
    std::pair<Real, Real> range_{0, 0};
    /// True once a plane has been chosen.
    bool placed_ = false;
    bool asking_ = false;
    bool showing_ = false;
};

}  // namespace trammel::ui

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

/// On or off, normal and offset as five numbers, to be kept; what is no such list is off.
QJsonArray toJson(const SectionPlane& section);
SectionPlane sectionFromJson(const QJsonArray& numbers);

/// At the foot of the view while a section is on: which way its plane faces, and where it is; and the handle on the plane.
/// The section is kept with the document's plots and bookmarks.
class SectionBar : public QFrame {
    Q_OBJECT

public:
    SectionBar(Viewport& viewport, DocumentMemory& memory, const DisplayUnits& units);

    /// On again as it was; for the first time through the middle, without the half that is nearer to the eye.
    void toggle();
    /// Across an axis (0, 1, 2) through the middle of the model.
    void setAxis(int axis);
    /// The next click in the view gives the face along which it is cut; Esc: none.
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
    /// Shows what the view has.
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
    /// Of the bodies when the section was last placed.
    Vec3 middle_G_{0., 0., 0.};
    /// What the slider spans, m.
    std::pair<Real, Real> range_{0, 0};
    /// A plane was chosen before.
    bool placed_ = false;
    bool asking_ = false;
    bool showing_ = false;
};

}  // namespace trammel::ui

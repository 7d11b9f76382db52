// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/section_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QSlider>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/properties/number_field.h"
#include "ui/session/document_memory.h"
#include "ui/view/section_handle.h"
#include "ui/viewport/camera_rig.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
const QString MemoryKey = QStringLiteral("section");
constexpr int SliderSteps = 1000, SliderWidth = 220, LeastSliderWidth = 32, FieldWidth = 96, LeastFieldWidth = 56;
/// Margin at both sides of the bar in a narrow view, pixels.
constexpr int SideMargin = 4;
/// Margin below the bar, pixels.
constexpr int FootMargin = 12;
/// Slider range beyond the model, relative to its extent.
constexpr Real Beyond = 0.02;

/// A round number among the offsets that look the same in a model from @p low to @p high.
Real readableOf(Real offset, Real low, Real high) {
    if (!(low < high)) return offset;
    const Real step = std::pow(10., std::floor(std::log10(high - low)) - 4);
    // Through decimal digits: 0.3, not 0.30000000000000004.
    return QString::number(std::round(offset / step) * step, 'g', 12).toDouble();
}

Vec3 axisOf(int axis) {
    Vec3 direction(0.);
    direction[axis] = 1;
    return direction;
}
}  // namespace

QJsonArray toJson(const SectionPlane& section) {
    const Vec3& n = section.normal;
    return {section.on ? 1. : 0., n[0], n[1], n[2], section.offset};
}

SectionPlane sectionFromJson(const QJsonArray& numbers) {
    SectionPlane section;
    if (numbers.size() != 5) return section;
    const Vec3 normal(numbers[1].toDouble(), numbers[2].toDouble(), numbers[3].toDouble());
    const Real offset = numbers[4].toDouble();
    if (!(std::abs(normal.norm() - 1) < 1e-6) || !std::isfinite(offset)) return section;
    section = {numbers[0].toDouble() != 0, normal, offset};
    return section;
}

SectionBar::SectionBar(Viewport& viewport, DocumentMemory& memory, const DisplayUnits& units)
    : QFrame(&viewport),
      viewport_(viewport),
      memory_(memory),
      slider_(new QSlider(Qt::Horizontal, this)),
      offset_(new NumberField(Quantity::Length, units, this)),
      handle_(new SectionHandle(viewport)) {
    setObjectName(QStringLiteral("sectionBar"));
    setAccessibleName(tr("Section"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setCursor(Qt::ArrowCursor);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 3, 4, 3);
    layout->setSpacing(3);
    layout->addWidget(new QLabel(tr("Section normal to"), this));
    static constexpr const char* letters[] = {"X", "Y", "Z"};
    for (int axis = 0; axis < 3; ++axis) {
        axes_[axis] =
            addButton(QString::fromLatin1(letters[axis]),
                      tr("Section normal to the %1 axis through the center").arg(QLatin1StringView(letters[axis])),
                      letters[axis]);
        axes_[axis]->setCheckable(true);
        connect(axes_[axis], &QToolButton::clicked, this, [this, axis] { setAxis(axis); });
    }
    face_ = addButton(tr("Face…"), tr("Section along a face: click it in the view"), "sectionFace");
    face_->setCheckable(true);
    connect(face_, &QToolButton::clicked, this, [this] { asking_ ? stopAsking() : askForFace(); });
    slider_->setObjectName(QStringLiteral("sectionSlider"));
    slider_->setAccessibleName(tr("Plane offset"));
    slider_->setToolTip(tr("Plane offset"));
    slider_->setRange(0, SliderSteps);
    slider_->setMinimumWidth(LeastSliderWidth);
    slider_->setMaximumWidth(SliderWidth);
    layout->addWidget(slider_);
    offset_->setObjectName(QStringLiteral("sectionOffset"));
    offset_->setAccessibleName(tr("Plane offset from the origin"));
    offset_->setMinimumWidth(LeastFieldWidth);
    offset_->setMaximumWidth(FieldWidth);
    layout->addWidget(offset_);
    auto* const unit = new QLabel(units.unitFor(Quantity::Length).symbol, this);
    layout->addWidget(unit);
    connect(&units, &DisplayUnits::changed, unit,
            [&units, unit] { unit->setText(units.unitFor(Quantity::Length).symbol); });
    connect(addButton(tr("Flip"), tr("Show the other half"), "sectionFlip"), &QToolButton::clicked, this,
            &SectionBar::flip);
    connect(addButton(tr("Off"), tr("Turn the section off"), "sectionOff"), &QToolButton::clicked, this,
            &SectionBar::toggle);
    connect(slider_, &QSlider::valueChanged, this, [this](int step) {
        if (showing_) return;
        SectionPlane section = viewport_.section();
        section.offset =
            readableOf(range_.first + (range_.second - range_.first) * step / SliderSteps, range_.first, range_.second);
        put(section);
    });
    connect(offset_, &NumberField::entered, this, [this](double meters) {
        SectionPlane section = viewport_.section();
        section.offset = meters;
        put(section);
    });
    connect(handle_, &SectionHandle::dragged, this, [this](double meters) {
        SectionPlane section = viewport_.section();
        section.offset = readableOf(meters, range_.first, range_.second);
        viewport_.setSection(section);
    });
    connect(handle_, &SectionHandle::dropped, this, &SectionBar::keep);
    connect(&viewport_, &Viewport::cameraMoved, this, &SectionBar::placeHandle);
    connect(&units, &DisplayUnits::changed, offset_, &NumberField::showValue);
    connect(&viewport_, &Viewport::sectionChanged, this, &SectionBar::showSection);
    connect(&memory_, &DocumentMemory::replaced, this, [this] {
        const SectionPlane kept = sectionFromJson(memory_.value(MemoryKey).toArray());
        placed_ = kept.on;
        viewport_.setSection(kept);
        // After the view shows that document.
        QTimer::singleShot(0, this, &SectionBar::showSection);
    });
    viewport_.installEventFilter(this);
    hide();
}

QToolButton* SectionBar::addButton(const QString& text, const QString& tip, const char* name) {
    auto* const button = new QToolButton(this);
    button->setObjectName(QString::fromLatin1(name));
    button->setText(text);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    layout()->addWidget(button);
    return button;
}

// --- Buttons ---

void SectionBar::toggle() {
    stopAsking();
    SectionPlane section = viewport_.section();
    if (section.on || placed_) {
        section.on = !section.on;
        return put(section);
    }
    // The side facing the camera.
    CameraRig rig;
    rig.setPose(viewport_.cameraPose());
    const Vec3 toEye = rig.rotation().z();
    int axis = 0;
    toEye.cwiseAbs().maxCoeff(&axis);
    throughMiddle(std::copysign(1., toEye[axis]) * axisOf(axis));
}

void SectionBar::setAxis(int axis) {
    stopAsking();
    throughMiddle(axisOf(axis));
}

void SectionBar::flip() {
    SectionPlane section = viewport_.section();
    section.normal = -section.normal;
    section.offset = -section.offset;
    put(section);
}

void SectionBar::throughMiddle(const Vec3& normal) {
    const auto [from, to] = viewport_.extentAlong(normal);
    through(normal, from <= to ? readableOf((from + to) / 2, from, to) : 0);
}

void SectionBar::through(const Vec3& normal, Real offset) {
    placed_ = true;
    put({true, normal, offset});
}

void SectionBar::put(SectionPlane section) {
    viewport_.setSection(section);
    keep();
}

void SectionBar::keep() const { memory_.setValue(MemoryKey, toJson(viewport_.section())); }

// --- Section along a face ---

void SectionBar::askForFace() {
    if (!viewport_.section().on) toggle();
    stopAsking();
    asking_ = true;
    face_->setChecked(true);
    placeHandle();
    // Filter mouse events before other handlers.
    viewport_.focusProxy()->installEventFilter(this);
    viewport_.focusProxy()->setCursor(Qt::CrossCursor);
}

void SectionBar::stopAsking() {
    if (!asking_) return;
    asking_ = false;
    face_->setChecked(false);
    viewport_.focusProxy()->removeEventFilter(this);
    viewport_.focusProxy()->setCursor(Qt::ArrowCursor);
    placeHandle();
}

bool SectionBar::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &viewport_) {
        if (event->type() == QEvent::Resize) {
            place();
            // After the view has its new size.
            QTimer::singleShot(0, this, &SectionBar::placeHandle);
        }
        return false;
    }
    switch (event->type()) {
        case QEvent::MouseButtonPress: {
            const auto& mouse = static_cast<const QMouseEvent&>(*event);
            if (mouse.button() != Qt::LeftButton) return false;
            const auto face = viewport_.faceAt(mouse.position());
            if (!face) return true;
            stopAsking();
            const Vec3 normal = face->second.normalized();
            through(normal, normal.dot(face->first));
            return true;
        }
        case QEvent::KeyPress:
        case QEvent::ShortcutOverride:
            if (static_cast<QKeyEvent*>(event)->key() != Qt::Key_Escape) return false;
            event->accept();
            if (event->type() == QEvent::KeyPress) stopAsking();
            return true;
        default: return false;
    }
}

// --- Appearance ---

void SectionBar::showSection() {
    const SectionPlane& section = viewport_.section();
    setVisible(section.on);
    if (!section.on) {
        stopAsking();
        return placeHandle();
    }
    placed_ = true;
    showing_ = true;
    const auto [from, to] = viewport_.extentAlong(section.normal);
    const Real beyond = Beyond * (to - from);
    // Do not move it during a drag.
    if (!handle_->isDragging())
        for (int axis = 0; axis < 3; ++axis) {
            const auto [low, high] = viewport_.extentAlong(axisOf(axis));
            middle_G_[axis] = low <= high ? (low + high) / 2 : 0;
        }
    if (!slider_->isSliderDown()) {
        range_ = {std::min(from - beyond, section.offset), std::max(to + beyond, section.offset)};
        if (!(range_.first < range_.second)) range_ = {section.offset - 1, section.offset + 1};
        slider_->setValue(static_cast<int>(
            std::lround(SliderSteps * (section.offset - range_.first) / (range_.second - range_.first))));
    }
    offset_->setValue(section.offset);
    for (int axis = 0; axis < 3; ++axis) axes_[axis]->setChecked(std::abs(section.normal[axis]) > 1 - 1e-9);
    showing_ = false;
    placeHandle();
    place();
    raise();
}

void SectionBar::placeHandle() {
    if (viewport_.section().on && !asking_)
        handle_->showAt(middle_G_);
    else
        handle_->hide();
}

void SectionBar::place() {
    const QSize hint = sizeHint();
    const int wanted =
        hint.width() + SliderWidth - slider_->sizeHint().width() + FieldWidth - offset_->sizeHint().width();
    resize(std::clamp(viewport_.width() - 2 * SideMargin, minimumSizeHint().width(),
                      std::max(wanted, minimumSizeHint().width())),
           hint.height());
    move(std::max(SideMargin, (viewport_.width() - width()) / 2),
         std::max(SideMargin, viewport_.height() - height() - FootMargin));
}

}  // namespace trammel::ui

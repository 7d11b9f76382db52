// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/model_card.h"

#include <QKeyEvent>
#include <QPainter>
#include <QPainterPath>
#include <QTextLayout>

#include "ui/start/model_info.h"
#include "ui/start/model_thumbnails.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {
constexpr int Gap = 4;
constexpr int DescriptionLines = 3;
constexpr qreal Rounding = 6;
constexpr int SignSize = 56;
constexpr qreal SmallText = 0.9;
/// Share of the image that a compact card shows, in size.
constexpr qreal CompactImage = 0.64;

QFont smallFont(const QFont& font) {
    QFont small = font;
    small.setPointSizeF(font.pointSizeF() * SmallText);
    return small;
}
}  // namespace

ModelCard::ModelCard(const QString& path, QWidget* parent)
    : QAbstractButton(parent), path_(path), images_(ModelThumbnails::shared()) {
    const ModelInfo info = ModelInfo::of(path);
    describe(info.title, info.description);
    timer_.setObjectName(QStringLiteral("animation"));
    timer_.setInterval(ModelThumbnails::Interval);
    connect(&timer_, &QTimer::timeout, this, [this] {
        const auto count = static_cast<int>(images_->of(path_).size());
        frame_ = count > 0 ? (frame_ + 1) % count : 0;
        update(imageRect());
    });
    connect(images_.get(), &ModelThumbnails::drawn, this, [this](const QString& drawn) {
        if (drawn == path_) update();
    });
}

ModelCard::ModelCard(const QString& iconName, const QString& title, const QString& description, QWidget* parent)
    : QAbstractButton(parent) {
    setIcon(ui::icon(iconName, Theme::instance().colors().accent));
    describe(title, description);
}

void ModelCard::describe(const QString& title, const QString& description) {
    setText(title);
    description_ = description;
    setAccessibleName(title);
    setAccessibleDescription(description);
    setToolTip(description);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
}

QSize ModelCard::sizeHint() const {
    const int line = QFontMetrics(smallFont(font())).lineSpacing();
    const int words = compact_ ? line : QFontMetrics(font()).height() + Gap + DescriptionLines * line;
    return imageSize() + QSize(2 * Margin, 3 * Margin + words);
}

QSize ModelCard::imageSize() const {
    return compact_ ? (QSizeF(ModelThumbnails::Size) * CompactImage).toSize() : ModelThumbnails::Size;
}

void ModelCard::setCompact(bool compact) {
    if (compact == compact_) return;
    compact_ = compact;
    // The title may be cut.
    const QString whole = description_.isEmpty() ? text() : text() + QStringLiteral(": ") + description_;
    setToolTip(compact ? whole : description_);
    updateGeometry();
    update();
}

void ModelCard::play() {
    if (!images_) return update();
    if (underMouse() || hasFocus()) {
        images_->hurry(path_);
        timer_.start();
    } else {
        timer_.stop();
        frame_ = 0;
    }
    update();
}

void ModelCard::showEvent(QShowEvent* event) {
    QAbstractButton::showEvent(event);
    if (images_) shown_ = images_->show();
}

void ModelCard::hideEvent(QHideEvent* event) {
    QAbstractButton::hideEvent(event);
    shown_.reset();
}

void ModelCard::enterEvent(QEnterEvent* event) {
    QAbstractButton::enterEvent(event);
    play();
}

void ModelCard::leaveEvent(QEvent* event) {
    QAbstractButton::leaveEvent(event);
    play();
}

void ModelCard::focusInEvent(QFocusEvent* event) {
    QAbstractButton::focusInEvent(event);
    play();
}

void ModelCard::focusOutEvent(QFocusEvent* event) {
    QAbstractButton::focusOutEvent(event);
    play();
}

void ModelCard::keyPressEvent(QKeyEvent* event) {
    // The card grid handles arrows and Enter.
    if (event->key() == Qt::Key_Space) return QAbstractButton::keyPressEvent(event);
    event->ignore();
}

void ModelCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::SmoothPixmapTransform);
    const ThemeColors& colors = Theme::instance().colors();
    const bool lit = underMouse() || hasFocus();
    painter.setPen(QPen(lit ? colors.accent : colors.line, hasFocus() ? 2 : 1));
    painter.setBrush(palette().color(isDown() ? QPalette::Button : QPalette::Base));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), Rounding, Rounding);
    paintImage(painter);

    QFont bold = compact_ ? smallFont(font()) : font();
    bold.setBold(true);
    painter.setFont(bold);
    painter.setPen(palette().color(QPalette::Text));
    const QRect below = rect().adjusted(Margin + 2, imageRect().bottom() + Margin, -Margin - 2, -Margin);
    const QFontMetrics metrics(bold);
    painter.drawText(below, Qt::AlignTop | Qt::AlignLeft, metrics.elidedText(text(), Qt::ElideRight, below.width()));
    if (!compact_) paintDescription(painter, below.adjusted(0, metrics.height() + Gap / 2, 0, 0));
}

void ModelCard::paintImage(QPainter& painter) {
    const QRect place = imageRect();
    QPainterPath round;
    round.addRoundedRect(place, Rounding - 2, Rounding - 2);
    painter.save();
    painter.setClipPath(round);
    const ThemeColors& colors = Theme::instance().colors();
    QLinearGradient background(place.topLeft(), place.bottomLeft());
    background.setColorAt(0, colors.viewTop);
    background.setColorAt(1, colors.viewBottom);
    painter.fillRect(place, background);
    if (!images_) {
        const QRect middle(place.center() - QPoint(SignSize, SignSize) / 2, QSize(SignSize, SignSize));
        icon().paint(&painter, middle);
    } else if (const std::vector<QImage>& frames = images_->of(path_); !frames.empty()) {
        painter.drawImage(place, frames[std::size_t(frame_) % frames.size()]);
    }
    painter.restore();
}

void ModelCard::paintDescription(QPainter& painter, const QRect& place) const {
    const QFont small = smallFont(font());
    const QFontMetrics metrics(small);
    painter.setFont(small);
    painter.setPen(Theme::instance().colors().faintText);
    QTextLayout layout(description_, small);
    layout.beginLayout();
    for (int row = 0; row < DescriptionLines; ++row) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) break;
        line.setLineWidth(place.width());
        const QPoint at(place.left(), place.top() + row * metrics.lineSpacing() + metrics.ascent());
        // The last line shows the elided rest.
        const bool last = row + 1 == DescriptionLines;
        const QString words =
            last ? metrics.elidedText(description_.mid(line.textStart()), Qt::ElideRight, place.width())
                 : description_.mid(line.textStart(), line.textLength());
        painter.drawText(at, words.trimmed());
    }
    layout.endLayout();
}

}  // namespace trammel::ui

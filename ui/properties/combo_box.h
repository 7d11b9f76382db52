// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QStyleOptionComboBox>
#include <QWheelEvent>
#include <algorithm>

namespace trammel::ui {

/// A combo box for scrolling forms: reacts to the wheel only with focus, and has the width of a few letters and an
/// icon, whatever its items.
///
/// Its drop-down list is created when first shown: the style keeps memory of each list that is never shown. QComboBox
/// has a policy for this size, but creates the list for it, and to pass on a style or a font.
class ComboBox : public QComboBox {
public:
    explicit ComboBox(QWidget* parent = nullptr, int letters = 6) : QComboBox(parent), letters_(letters) {
        setFocusPolicy(Qt::StrongFocus);
    }
    QSize sizeHint() const override {
        QStyleOptionComboBox option;
        initStyleOption(&option);
        constexpr int besideIcon = 4, around = 2, least = 14;
        const QSize content(
            letters_ * fontMetrics().horizontalAdvance(QLatin1Char('X')) + iconSize().width() + besideIcon,
            std::max({fontMetrics().height(), least, iconSize().height()}) + around);
        return style()->sizeFromContents(QStyle::CT_ComboBox, &option, content, this);
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void changeEvent(QEvent* event) override {
        const bool isPassedOn = event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange;
        if (!isPassedOn || isEditable() || findChild<QAbstractItemView*>()) return QComboBox::changeEvent(event);
        // A list created later has them. NOLINTNEXTLINE(bugprone-parent-virtual-call)
        QWidget::changeEvent(event);
        updateGeometry();
    }
    void wheelEvent(QWheelEvent* event) override {
        if (hasFocus())
            QComboBox::wheelEvent(event);
        else
            event->ignore();
    }

private:
    const int letters_;
};

}  // namespace trammel::ui

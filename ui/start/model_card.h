// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QTimer>
#include <memory>

namespace trammel::ui {

class ModelThumbnails;

/// A card with thumbnail, title and short description. Thumbnails of models are animated on hover and focus.
class ModelCard : public QAbstractButton {
    Q_OBJECT

public:
    /// Card of a model file.
    explicit ModelCard(const QString& path, QWidget* parent = nullptr);
    /// Card with an icon instead of a thumbnail.
    ModelCard(const QString& icon, const QString& title, const QString& description, QWidget* parent = nullptr);

    /// Empty unless the card is of a model.
    const QString& path() const { return path_; }
    QSize sizeHint() const override;
    /// A small image and the title alone.
    void setCompact(bool compact);
    /// Index of the frame shown; 0 while not animated.
    int frame() const { return frame_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// Around the image, pixels.
    static constexpr int Margin = 6;

    void describe(const QString& title, const QString& description);
    void play();
    QSize imageSize() const;
    QRect imageRect() const { return {QPoint(Margin, Margin), imageSize()}; }
    void paintImage(QPainter& painter);
    void paintDescription(QPainter& painter, const QRect& place) const;

    QString path_, description_;
    std::shared_ptr<ModelThumbnails> images_;
    /// Held while the card is visible.
    std::shared_ptr<const void> shown_;
    QTimer timer_{this};
    int frame_ = 0;
    bool compact_ = false;
};

}  // namespace trammel::ui

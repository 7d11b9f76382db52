// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QTimer>
#include <memory>

namespace trammel::ui {

class ModelPictures;

/// A card with a picture, a name and a line or two of words. The picture of a model moves while the pointer or the focus is on it.
class ModelCard : public QAbstractButton {
    Q_OBJECT

public:
    /// A card of a model file.
    explicit ModelCard(const QString& path, QWidget* parent = nullptr);
    /// A card of something else, with a sign in place of the picture.
    ModelCard(const QString& icon, const QString& title, const QString& description, QWidget* parent = nullptr);

    /// Empty for a card that is not of a model.
    const QString& path() const { return path_; }
    QSize sizeHint() const override;
    /// Which picture is shown; 0 while it does not move.
    int frame() const { return frame_; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void describe(const QString& title, const QString& description);
    void play();
    QRect pictureRect() const;
    void paintPicture(QPainter& painter);
    void paintDescription(QPainter& painter, const QRect& place) const;

    QString path_, description_;
    std::shared_ptr<ModelPictures> pictures_;
    QTimer timer_;
    int frame_ = 0;
};

}  // namespace trammel::ui

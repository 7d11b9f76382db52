// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

namespace trammel::ui {

class ModelCard;

/// Cards in as many columns as fit, with arrow-key navigation.
class CardGrid : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    void add(ModelCard* card);
    const std::vector<ModelCard*>& cards() const { return cards_; }
    /// Small cards without descriptions, so that more of them fit.
    void setCompact(bool compact);
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Width of this many columns, height of this many rows.
    int widthOf(int columns) const;
    int heightOf(int rows) const;

Q_SIGNALS:
    void chosen(trammel::ui::ModelCard* card);
    /// An arrow key moved the focus to this card.
    void visited(trammel::ui::ModelCard* card);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int columnsFor(int width) const;
    void place();

    std::vector<ModelCard*> cards_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "base/stage.h"
#include "ui/session/session_change.h"

namespace trammel::ui {

class Debugger;
class Session;
struct PanelDescriptor;

/// Live stage ladder: one column for the system and each subsystem, one rung per stage, filled up to the realized
/// stage. Rungs show stage version and last realization time.
///
/// A click realizes to that stage, now and for later frames; Ctrl+click invalidates it and above. For a paused worker,
/// a click runs to that stage. Invalidated rungs flash once. Repaints only on changes.
class StageLadder : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit StageLadder(Session& session, QWidget* parent = nullptr);

    /// Follows @p debugger and shows the paused worker while it is inspected. Not owned; must outlive this.
    void follow(Debugger& debugger);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Rectangle of a stage's rung across all columns.
    QRect rungRect(Stage stage) const;
    /// The stage that a column is filled up to, as drawn; column 0 is the system.
    Stage shownStage(std::size_t column) const;
    std::size_t columnCount() const { return columns_.size(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Column {
        QString name;
        Stage reached;
        std::vector<StageVersion> versions;
        bool operator==(const Column&) const = default;
    };

    void sessionChanged(SessionChanges changes);
    void refresh();
    /// Takes the values to show; false if they are the same.
    bool read();
    /// Reads them without flashing, to be painted later.
    void rest();
    std::vector<Column> readColumns() const;
    std::vector<double> readSeconds() const;
    /// True if the paused worker's ladder is shown.
    bool showsWorker() const;
    QString costsOf(Stage stage) const;
    void flashLost(const std::vector<Column>& before);
    void choose(Stage stage, bool invalidate);
    Stage stageAt(const QPoint& position) const;
    int headerHeight() const;
    /// Height of a rung, pixels: less than usual in a low panel.
    int rungHeight() const;
    /// Height of all rungs with the header, pixels.
    int heightOf(int rungHeight) const;
    int labelWidth() const;
    int timeWidth() const;
    /// Rectangle that painting a rung changes.
    QRect paintedRect(Stage stage) const;
    QRectF cellRect(Stage stage, std::size_t column) const;
    QString explain(Stage stage) const;
    void paintHeader(QPainter& painter) const;
    void paintRung(QPainter& painter, Stage stage) const;
    void paintCell(QPainter& painter, Stage stage, std::size_t column) const;

    Session& session_;
    Debugger* debugger_ = nullptr;
    std::vector<Column> columns_;
    /// Last realization time of the system by stage, s; negative: unknown.
    std::vector<double> seconds_;
    Stage demanded_ = Stage::Position;
    Stage hovered_ = Stage::Empty;
    Stage cursor_ = Stage::Position;
    /// Flash intensity by stage: 1 after invalidation, falling to 0.
    std::vector<double> flash_;
    /// Widths of the longest column name, of the stages' names, of the times and of a digit of a version, pixels, and the
    /// font of versions, for these names and this font.
    struct Measured {
        QStringList names;
        QFont font;
        int longest = 0, label = 0, time = 0;
        QFont versions{};
        double digit = 0;
    };
    const Measured& measured() const;
    mutable Measured measured_;
    QTimer throttle_{this};
    QTimer fade_{this};
};

}  // namespace trammel::ui

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

/// The live stage ladder of the State in view: a column for the system and one per subsystem, a rung per stage, filled
/// up to the stage reached. Each rung shows the stage's version and the system's time for realizing it last.
///
/// A click on a rung realizes up to there, for this and the following frames; Ctrl+click gives up everything from
/// there on. A click on a worker's ladder lets it run until it realizes that stage. Rungs that are lost flash once.
/// Nothing is painted while nothing changes.
class StageLadder : public QWidget {
    Q_OBJECT

public:
    explicit StageLadder(Session& session, QWidget* parent = nullptr);

    /// Shows the worker where it stands at a breakpoint, whenever @p debugger looks at that. It must outlive this.
    void follow(Debugger& debugger);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    /// Where the rung of a stage is drawn, all columns.
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
    std::vector<Column> readColumns() const;
    std::vector<double> readSeconds() const;
    /// Whether it is the worker's ladder that is shown.
    bool showsWorker() const;
    QString costsOf(Stage stage) const;
    void flashLost(const std::vector<Column>& before);
    void choose(Stage stage, bool invalidate);
    Stage stageAt(const QPoint& position) const;
    int headerHeight() const;
    int labelWidth() const;
    int timeWidth() const;
    QRectF cellRect(Stage stage, std::size_t column) const;
    QString explain(Stage stage) const;
    void paintHeader(QPainter& painter) const;
    void paintRung(QPainter& painter, Stage stage) const;
    void paintCell(QPainter& painter, Stage stage, std::size_t column) const;

    Session& session_;
    Debugger* debugger_ = nullptr;
    std::vector<Column> columns_;
    /// Seconds of the system's last realization of each stage; negative: unknown.
    std::vector<double> seconds_;
    Stage demanded_ = Stage::Position;
    Stage hovered_ = Stage::Empty;
    Stage cursor_ = Stage::Position;
    /// 1 just after a loss, falling to 0; per stage.
    std::vector<double> flash_;
    /// The longest of the columns' names, pixels.
    mutable struct {
        QStringList names;
        QFont font;
        int longest = 0;
    } measured_;
    QTimer throttle_;
    QTimer fade_;
};

}  // namespace trammel::ui

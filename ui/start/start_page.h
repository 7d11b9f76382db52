// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QSize>
#include <QStringList>
#include <functional>

class QScrollArea;
class QVBoxLayout;

namespace trammel::ui {

class CardGrid;
class CommandTable;

/// Over the view while the model is empty: start anew, open, recent files, and a gallery of examples whose pictures move.
/// Everything is one click.
class StartPage : public QFrame {
    Q_OBJECT

public:
    /// Access to the files of the window that shows the page.
    struct Files {
        /// Paths, the most recent first.
        std::function<QStringList()> recent;
        std::function<void(const QString& path, bool asCopy)> open;
        /// False if the copy cannot be read, which is reported to the user.
        std::function<bool(const QString& path, const QString& title)> recover;
    };
    StartPage(Files files, const CommandTable& commands, QWidget* parent);

    /// Reads the lists of files again.
    void refresh();
    /// Takes the middle of the view, or all of it where there is no more; where it is narrow, with the gallery alone.
    void fitInto(const QSize& view);

Q_SIGNALS:
    /// The user wants the empty view.
    void dismissed();

protected:
    bool event(QEvent* event) override;

private:
    /// Reads the lists again if they are others by now.
    void catchUp();
    /// A card for each work that a crash left behind.
    void addRecovery(QVBoxLayout* outer);
    /// As high as all of them, if that leaves two thirds of the page for the rest; else they are scrolled.
    void fitRecovery(int page);
    static QScrollArea* makeScrollArea(QWidget* parent);
    QWidget* makeActions();
    QWidget* makeGallery();
    void addRow(QWidget* column, const QString& icon, const QString& text, const QString& tip,
                std::function<void()> handler);
    void addCommand(QWidget* column, const QString& id);

    Files files_;
    const CommandTable& commands_;
    QWidget* actions_ = nullptr;
    QScrollArea* area_ = nullptr;
    /// Null where no crash left anything.
    QScrollArea* recovery_ = nullptr;
    /// What the page was fitted into last.
    QSize view_;
    CardGrid* grid_ = nullptr;
    /// What the page was made from last.
    QStringList shownFiles_;
};

}  // namespace trammel::ui

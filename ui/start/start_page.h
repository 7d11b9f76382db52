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

/// Start page over the view while the model is empty: new, open, recent files, and a gallery of examples with animated
/// thumbnails.
class StartPage : public QFrame {
    Q_OBJECT

public:
    /// Access to the files of the window that shows the page.
    struct Files {
        /// Paths, the most recent first.
        std::function<QStringList()> recent;
        std::function<void(const QString& path, bool asCopy)> open;
        std::function<void(const QString& path, const QString& title)> recover;
    };
    StartPage(Files files, const CommandTable& commands, QWidget* parent);

    /// Reloads the lists of files.
    void refresh();
    /// Fits the page into the view, filling it if there is little space; if it is narrow, shows only the gallery.
    void fitInto(const QSize& view);

Q_SIGNALS:
    /// The user closed the page.
    void dismissed();

protected:
    bool event(QEvent* event) override;

private:
    /// Reloads the lists if they have changed.
    void catchUp();
    /// Adds a card per recovery copy.
    void addRecovery(QVBoxLayout* outer);
    /// Height of all recovery cards, at most a third of the page; the rest scrolls.
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
    /// Null if there is nothing to recover.
    QScrollArea* recovery_ = nullptr;
    /// Size that the page was last fitted to.
    QSize view_;
    CardGrid* grid_ = nullptr;
    /// File lists that the page was last built from.
    QStringList shownFiles_;
};

}  // namespace trammel::ui

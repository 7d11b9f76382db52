// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <functional>

class QVBoxLayout;

namespace trammel::ui {

class CommandTable;
class FileActions;

/// A card over the view while the model is empty: start anew, open, recent files, examples. Every row is one click.
class StartPage : public QFrame {
    Q_OBJECT

public:
    StartPage(FileActions& files, const CommandTable& commands, QWidget* parent);

    /// Reads the lists of files again.
    void refresh();

Q_SIGNALS:
    /// The user wants the empty view.
    void dismissed();

private:
    /// A card for each work that a crash left behind.
    void addRecovery(QVBoxLayout* outer);
    QWidget* makeColumn(const QString& heading);
    void addRow(QWidget* column, const QString& icon, const QString& text, const QString& tip,
                std::function<void()> handler);

    FileActions& files_;
    const CommandTable& commands_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

class QLabel;
class QTabBar;
class QTableWidget;

namespace trammel {
class ImportReport;
}

namespace trammel::ui {

class Session;
struct PanelDescriptor;

/// Import report: a row for each part of the file, by outcome; a click selects the element, a double click shows the
/// place in the file.
class ImportPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit ImportPanel(Session& session, QWidget* parent = nullptr);

Q_SIGNALS:
    /// The user wants to import the file with other choices.
    void importAgainRequested(const QString& file);

private:
    /// Chooses the tab of the worst outcome that the report has.
    void chooseTab();
    void fill();
    void save();
    void selectElement(int row);
    void openSource(int row);

    Session& session_;
    QLabel* summary_;
    QTabBar* tabs_;
    QTableWidget* table_;
    /// The report that is shown.
    const ImportReport* filled_ = nullptr;
    /// Number of the report's row in each row of the table.
    std::vector<std::size_t> shown_;
};

}  // namespace trammel::ui

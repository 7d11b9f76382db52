// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "document/edit.h"
#include "inspect/contact_reading.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QLabel;
class QTableWidget;
class QTabWidget;
class QToolButton;

namespace trammel {
class Outputs;
}

namespace trammel::ui {

class Workspace;
struct PanelDescriptor;

/// Tables of the pairs that touch in the displayed frame (places, depth, forces, slip, stick or slip), and of the pairs
/// that contact leaves out, each with its reason. For two selected bodies it explains why they do not touch, and can
/// enable contact.
class ContactsPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    explicit ContactsPanel(Workspace& workspace, QWidget* parent = nullptr);

    QTableWidget* table() const { return table_; }
    /// Pairs left out.
    QTableWidget* exceptions() const { return exceptionTable_; }
    QLabel* note() const { return note_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QTableWidget* makeTable(const QString& objectName, const QString& title, const QStringList& columns);
    QToolButton* makeButton(const QString& objectName, const QString& label, const QString& tip);
    void refresh();
    /// Fills the first rows and those in view: thousands of pairs may touch.
    void fillRowsInView();
    void fillRow(int row, const TouchingPair& reading);
    void showExceptions();
    QString summary() const;
    /// Why the two selected do not touch; empty if they do, or without two selected.
    QString reasonOfPair() const;
    /// The edit that enables contact of the two selected.
    Result<Edit> lettingTouch() const;
    /// The two selected bodies or shapes; empty unless exactly two elements are selected.
    std::optional<std::pair<ElementId, ElementId>> askedPair() const;
    QString nameOf(ElementId id) const;
    void groupSelection();
    /// Outputs of the pair of a row and of its contact: to plot, to stop at, and their provenance.
    void openMenu(const QPoint& at);
    void openMenuOf(const TouchingPair& touching, const Outputs& outputs, const QPoint& place);

    Workspace& workspace_;
    Session& session_;
    const DisplayUnits& units_;
    QTabWidget* tabs_;
    QTableWidget* table_;
    QTableWidget* exceptionTable_;
    QLabel* note_;
    QToolButton* touch_;
    QToolButton* group_;
    std::vector<TouchingPair> readings_;
    std::vector<ContactException> exceptions_;
    /// The model whose exceptions are listed.
    std::weak_ptr<const CompiledModel> exceptionsOf_;
    bool stale_ = true;
};

}  // namespace trammel::ui

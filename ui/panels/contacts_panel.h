// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <vector>

#include "inspect/contact_reading.h"
#include "ui/properties/units.h"
#include "ui/session/session.h"

class QLabel;
class QTableWidget;

namespace trammel::ui {

struct PanelDescriptor;

/// Table of the places where bodies touch in the displayed frame: depth, forces, slip, stick or slip. With two bodies
/// selected it says why they do not touch.
class ContactsPanel : public QWidget {
    Q_OBJECT

public:
    static PanelDescriptor descriptor();

    ContactsPanel(Session& session, const DisplayUnits& units, QWidget* parent = nullptr);

    QTableWidget* table() const { return table_; }
    QLabel* note() const { return note_; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh();
    void fillRow(int row, const ContactReading& reading);
    QString describe() const;

    Session& session_;
    const DisplayUnits& units_;
    QTableWidget* table_;
    QLabel* note_;
    std::vector<ContactReading> readings_;
    bool stale_ = true;
};

}  // namespace trammel::ui

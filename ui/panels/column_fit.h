// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <vector>

class QAbstractItemView;
class QHeaderView;

namespace trammel::ui {

/// Widths of a column, in widths of the letter m.
struct ColumnWidth {
    int wanted = 0;
    /// While the table is narrow; headings are never cut.
    int least = 0;
};

/// Fits the columns of a table or tree to its width, until the user drags one: all have their preferred widths, and one
/// of them the rest; in a narrower table all shrink to their least widths, and only then it scrolls. Owned by the
/// table.
class ColumnFit : public QObject {
public:
    /// @param elastic the column that takes the rest
    ColumnFit(QAbstractItemView& view, QHeaderView& header, std::vector<ColumnWidth> columns, int elastic = 0);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit();

    QAbstractItemView& view_;
    QHeaderView& header_;
    const std::vector<ColumnWidth> columns_;
    const int elastic_;
    bool isFitting_ = false, isChosen_ = false;
};

}  // namespace trammel::ui

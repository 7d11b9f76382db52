// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "meta/type_catalog.h"

class QLineEdit;
class QTextBrowser;
class QTreeWidget;
class QTreeWidgetItem;

namespace trammel::ui {

/// The reference pages of all types, one at a time, beside a list of them that can be searched. Pages and their
/// drawings are made when they are looked at, so types need no files.
class TypeReferenceWindow : public QDialog {
    Q_OBJECT

public:
    /// @param catalog must outlive the window
    explicit TypeReferenceWindow(const TypeCatalog& catalog, QWidget* parent = nullptr);

    /// Shows the page of a type; a family alone, or nothing, shows the first type there is of it.
    void showType(const std::string& family, const std::string& key);

private:
    void fillList();
    void applyFilter(const QString& words);
    void showPage(const QTreeWidgetItem* item);

    const TypeCatalog& catalog_;
    QLineEdit* filter_;
    QTreeWidget* list_;
    QTextBrowser* page_;
};

/// Opens the window of @p parent, or brings it to the front, with the page of that type.
void showTypeReference(QWidget* parent, const TypeCatalog& catalog, const std::string& family, const std::string& key);

}  // namespace trammel::ui

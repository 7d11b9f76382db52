// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "meta/type_catalog.h"

class QLineEdit;
class QTextBrowser;
class QTreeWidget;
class QTreeWidgetItem;

namespace trammel::ui {

/// Reference pages of all types with a searchable list. Pages and drawings are generated on demand.
class TypeReferenceWindow : public QDialog {
    Q_OBJECT

public:
    /// @param catalog not owned; must outlive the window
    explicit TypeReferenceWindow(const TypeCatalog& catalog, QWidget* parent = nullptr);

    /// Shows the page of a type; with an empty key the first type of the family, with both empty the first type.
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

/// Opens or raises the reference window of @p parent at the page of that type.
void showTypeReference(QWidget* parent, const TypeCatalog& catalog, const std::string& family, const std::string& key);

}  // namespace trammel::ui

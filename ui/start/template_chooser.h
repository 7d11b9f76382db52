// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "base/diagnostics.h"
#include "document/document.h"

class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace trammel::ui {

class CardGrid;
class ModelCard;

/// Cards of all templates, installed and the user's; the latter can be deleted here.
class TemplateChooser : public QDialog {
    Q_OBJECT

public:
    explicit TemplateChooser(QWidget* parent);

    /// File of the selected template.
    const QString& chosen() const { return chosen_; }

private:
    void addGroup(QVBoxLayout* layout, const QString& heading, const QStringList& files, bool own);
    void offerRemoval(ModelCard* card, const QPoint& globalPosition);
    void refill();

    QWidget* content_ = nullptr;
    QScrollArea* area_;
    QString chosen_;
};

/// Name and description for saving a document as a template.
class TemplateForm : public QDialog {
    Q_OBJECT

public:
    TemplateForm(const Document& document, QWidget* parent);

    /// Writes the template, replacing one of the same name.
    Diagnostics save() const;

private:
    void showState();

    Document document_;
    QLineEdit* name_;
    QPlainTextEdit* description_;
    QPushButton* keep_ = nullptr;
};

}  // namespace trammel::ui

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

/// Cards of all templates: those that come with the program, and the user's own, which can be removed here.
class TemplateChooser : public QDialog {
    Q_OBJECT

public:
    explicit TemplateChooser(QWidget* parent);

    /// The file of the template chosen.
    const QString& chosen() const { return chosen_; }

private:
    void addGroup(QVBoxLayout* layout, const QString& heading, const QStringList& files, bool own);
    void offerRemoval(ModelCard* card, const QPoint& globalPosition);
    void refill();

    QWidget* content_ = nullptr;
    QScrollArea* area_;
    QString chosen_;
};

/// Name and description of a template that a document is to become.
class TemplateForm : public QDialog {
    Q_OBJECT

public:
    TemplateForm(const Document& document, QWidget* parent);

    /// Writes the template; one of the same name is replaced.
    Diagnostics save() const;

private:
    void showState();

    Document document_;
    QLineEdit* name_;
    QPlainTextEdit* description_;
    QPushButton* keep_ = nullptr;
};

}  // namespace trammel::ui

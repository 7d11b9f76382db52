// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/new_plugin_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>

#include "extension/plugin_project.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
const QString FolderKey = QStringLiteral("plugins/newFolder");
}

NewPluginDialog::NewPluginDialog(QWidget* parent)
    : QDialog(parent),
      name_(new QLineEdit(QStringLiteral("my_type"), this)),
      folder_(new QLineEdit(this)),
      kind_(new QComboBox(this)),
      message_(new QLabel(this)) {
    setObjectName(QStringLiteral("newPluginDialog"));
    setWindowTitle(tr("New element type"));
    const QString home = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    folder_->setText(QSettings().value(FolderKey, home).toString());
    name_->setObjectName(QStringLiteral("pluginName"));
    folder_->setObjectName(QStringLiteral("pluginFolder"));
    kind_->setObjectName(QStringLiteral("pluginKind"));
    message_->setObjectName(QStringLiteral("pluginMessage"));
    message_->setWordWrap(true);
    for (const PluginKind& kind : pluginKinds()) {
        kind_->addItem(text(kind.label), text(kind.key));
        kind_->setItemData(kind_->count() - 1, text(kind.doc), Qt::ToolTipRole);
    }
    auto* const about = new QLabel(
        tr("Writes a small project with one type and opens its folder. The window builds and loads it, and again each "
           "time its source is saved. This needs cmake and a compiler."),
        this);
    about->setWordWrap(true);
    auto* const choose = new QPushButton(tr("Browse…"), this);
    choose->setAutoDefault(false);
    connect(choose, &QPushButton::clicked, this, [this] {
        const QString chosen = QFileDialog::getExistingDirectory(this, tr("Folder of the project"), folder_->text());
        if (!chosen.isEmpty()) folder_->setText(chosen);
    });
    auto* const place = new QHBoxLayout;
    place->addWidget(folder_);
    place->addWidget(choose);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Create"));
    connect(buttons, &QDialogButtonBox::accepted, this, &NewPluginDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* const form = new QFormLayout(this);
    form->addRow(about);
    form->addRow(tr("&Name"), name_);
    form->addRow(tr("&Kind"), kind_);
    auto* const folderLabel = new QLabel(tr("&Folder"), this);
    folderLabel->setBuddy(folder_);
    form->addRow(folderLabel, place);
    form->addRow(message_);
    form->addRow(buttons);
    constexpr int width = 520;
    resize(width, sizeHint().height());
    name_->selectAll();
    name_->setFocus();
}

void NewPluginDialog::accept() {
    const Result<PluginProject> project =
        writePluginProject(folder_->text().toStdString(), name_->text().trimmed().toStdString(),
                           kind_->currentData().toString().toStdString());
    if (!project) {
        message_->setText(reasonsOf(project.diagnostics));
        return;
    }
    projectFolder_ = text(project->folder.string());
    QSettings().setValue(FolderKey, folder_->text());
    QDialog::accept();
}

}  // namespace trammel::ui

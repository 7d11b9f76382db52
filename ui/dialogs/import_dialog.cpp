// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/import_dialog.h"

#include <QComboBox>
#include <QCryptographicHash>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>
#include <optional>

#include "import/importer.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

const QString FoldersKey = QStringLiteral("import/searchFolders");

QString formatKey(const ImportFormat& format, const std::string& option) {
    return QStringLiteral("import/%1/%2").arg(text(format.key), text(option));
}

/// Paths may contain characters that are invalid in settings keys.
QString fileKey(const QString& file, const std::string& option) {
    const QByteArray path = QFileInfo(file).absoluteFilePath().toUtf8();
    const QString digest = QString::fromLatin1(QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex());
    return QStringLiteral("import/files/%1/%2").arg(digest, text(option));
}

std::vector<std::filesystem::path> keptFolders() {
    std::vector<std::filesystem::path> folders;
    for (const QString& folder : QSettings().value(FoldersKey).toStringList())
        folders.emplace_back(folder.toStdString());
    return folders;
}

}  // namespace

ImportDialog::ImportDialog(const ImportFormat& format, const QString& file, QWidget* parent)
    : QDialog(parent), format_(format), file_(file), folders_(new QListWidget(this)) {
    setObjectName(QStringLiteral("importDialog"));
    setWindowTitle(tr("Import %1").arg(QFileInfo(file).fileName()));
    auto* const layout = new QVBoxLayout(this);
    auto* const form = new QFormLayout;
    layout->addLayout(form);
    const QSettings settings;
    for (const PropertyDescriptor& option : format.options) {
        auto* const box = new QComboBox(this);
        box->setObjectName(text(option.key));
        box->setToolTip(text(option.doc).chopped(option.doc.ends_with('.') ? 1 : 0));
        for (const auto& one : option.options) box->addItem(text(one.label), text(one.key));
        const QString usual = text(std::get<std::string>(option.defaultValue));
        const QVariant before =
            settings.value(fileKey(file, option.key), settings.value(formatKey(format, option.key), usual));
        box->setCurrentIndex(std::max(0, box->findData(before)));
        form->addRow(text(option.label), box);
        choices_[option.key] = box;
    }
    folders_->setAccessibleName(tr("Search folders"));
    folders_->setMaximumHeight(80);
    folders_->addItems(settings.value(FoldersKey).toStringList());
    auto* const add = new QPushButton(tr("Add…"), this);
    auto* const remove = new QPushButton(tr("Remove"), this);
    auto* const row = new QHBoxLayout;
    auto* const buttons = new QVBoxLayout;
    buttons->addWidget(add);
    buttons->addWidget(remove);
    buttons->addStretch();
    row->addWidget(folders_, 1);
    row->addLayout(buttons);
    form->addRow(tr("Search folders"), row);
    connect(add, &QPushButton::clicked, this, [this] {
        const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder with packages or meshes"));
        if (!folder.isEmpty()) folders_->addItem(folder);
    });
    connect(remove, &QPushButton::clicked, this, [this] { delete folders_->takeItem(folders_->currentRow()); });
    auto* const box = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    box->button(QDialogButtonBox::Ok)->setText(tr("Import"));
    layout->addWidget(box);
    connect(box, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

ImportOptions ImportDialog::options() const {
    ImportOptions options;
    for (const auto& [key, box] : choices_) options.choices[key] = box->currentData().toString().toStdString();
    for (int i = 0; i < folders_->count(); ++i)
        options.searchFolders.emplace_back(folders_->item(i)->text().toStdString());
    return options;
}

void ImportDialog::keep() const {
    QSettings settings;
    for (const auto& [key, box] : choices_) {
        settings.setValue(formatKey(format_, key), box->currentData());
        settings.setValue(fileKey(file_, key), box->currentData());
    }
    QStringList folders;
    for (int i = 0; i < folders_->count(); ++i) folders += folders_->item(i)->text();
    settings.setValue(FoldersKey, folders);
}

std::optional<ImportOptions> ImportDialog::kept(const ImportFormat& format, const QString& file) {
    ImportOptions options;
    options.searchFolders = keptFolders();
    const QSettings settings;
    for (const PropertyDescriptor& option : format.options) {
        const QVariant value = settings.value(fileKey(file, option.key));
        if (!value.isValid()) return std::nullopt;
        options.choices[option.key] = value.toString().toStdString();
    }
    return options;
}

}  // namespace trammel::ui

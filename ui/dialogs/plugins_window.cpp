// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/plugins_window.h"

#include <QDesktopServices>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QUrl>
#include <QVBoxLayout>
#include <utility>

#include "extension/loaded_plugins.h"
#include "ui/session/plugin_host.h"
#include "ui/session/text.h"

namespace trammel::ui {

PluginsWindow::PluginsWindow(QWidget* parent)
    : QDialog(parent),
      list_(new QTreeWidget(this)),
      activity_(new QLabel(this)),
      remove_(new QPushButton(tr("&Unload"), this)),
      openFolder_(new QPushButton(tr("Open &folder"), this)),
      limit_(new QDoubleSpinBox(this)) {
    setObjectName(QStringLiteral("pluginsWindow"));
    setWindowTitle(tr("Plugins"));
    list_->setObjectName(QStringLiteral("pluginList"));
    list_->setAccessibleName(tr("Plugins"));
    list_->setHeaderLabels({tr("Plugin and types"), tr("File or sources")});
    list_->header()->setSectionResizeMode(0, QHeaderView::ResizeToContents);
    activity_->setObjectName(QStringLiteral("pluginActivity"));
    auto* const about =
        new QLabel(tr("A plugin is C++ code and can do whatever you can. Load it only if you trust its origin."), this);
    about->setWordWrap(true);
    auto* const load = new QPushButton(tr("&Load…"), this);
    auto* const project = new QPushButton(tr("&Project…"), this);
    project->setToolTip(tr("Build a project and follow its sources"));
    limit_->setRange(1, 1000);
    limit_->setDecimals(0);
    limit_->setSuffix(tr(" s"));
    limit_->setValue(PluginHost::timeLimit());
    limit_->setAccessibleName(tr("Time limit"));
    auto* const limitLabel = new QLabel(tr("&Time limit for examining"), this);
    limitLabel->setBuddy(limit_);
    auto* const buttons = new QHBoxLayout;
    for (QPushButton* const button : {load, project, remove_, openFolder_}) {
        button->setAutoDefault(false);
        buttons->addWidget(button);
    }
    buttons->addStretch();
    buttons->addWidget(limitLabel);
    buttons->addWidget(limit_);
    auto* const all = new QVBoxLayout(this);
    all->addWidget(about);
    all->addWidget(list_);
    all->addWidget(activity_);
    all->addLayout(buttons);
    resize(720, 360);

    PluginHost& host = PluginHost::instance();
    connect(load, &QPushButton::clicked, this, [this, &host] {
        const QString file = QFileDialog::getOpenFileName(this, tr("Load plugin"), {}, tr("Plugins (*.so)"));
        if (file.isEmpty()) return;
        PluginHost::remember(file, true);
        host.load(file);
    });
    connect(project, &QPushButton::clicked, this, [this, &host] {
        const QString folder = QFileDialog::getExistingDirectory(this, tr("Folder of the project"));
        if (!folder.isEmpty()) host.openProject(folder);
    });
    connect(remove_, &QPushButton::clicked, this, [this, &host] { host.remove(selectedPlugin()); });
    connect(openFolder_, &QPushButton::clicked, this,
            [this, &host] { QDesktopServices::openUrl(QUrl::fromLocalFile(host.sourcesOf(selectedPlugin()))); });
    connect(limit_, &QDoubleSpinBox::valueChanged, this, [](double seconds) { PluginHost::setTimeLimit(seconds); });
    connect(list_, &QTreeWidget::itemSelectionChanged, this, [this, &host] {
        remove_->setEnabled(!selectedPlugin().isEmpty());
        openFolder_->setEnabled(!host.sourcesOf(selectedPlugin()).isEmpty());
    });
    connect(&host, &PluginHost::changed, this, &PluginsWindow::show);
    connect(&host, &PluginHost::typesChanged, this, &PluginsWindow::show);
    show();
}

QString PluginsWindow::selectedPlugin() const {
    const QTreeWidgetItem* row = list_->currentItem();
    if (!row || !row->isSelected()) return {};
    if (row->parent()) row = row->parent();
    return row->text(0);
}

void PluginsWindow::show() {
    const PluginHost& host = PluginHost::instance();
    const QString selected = selectedPlugin();
    list_->clear();
    QStringList unbuilt = host.followed();
    for (const LoadedPlugin& plugin : loadedPlugins()) {
        const QString name = text(plugin.name), sources = host.sourcesOf(name);
        unbuilt.removeAll(name);
        auto* const row = new QTreeWidgetItem(list_, {name, sources.isEmpty() ? text(plugin.file.string()) : sources});
        for (const std::string& type : plugin.types) new QTreeWidgetItem(row, {text(type)});
        row->setExpanded(true);
        row->setSelected(name == selected);
        if (name == selected) list_->setCurrentItem(row);
    }
    for (const QString& name : std::as_const(unbuilt)) {
        auto* const row = new QTreeWidgetItem(list_, {name, host.sourcesOf(name)});
        new QTreeWidgetItem(row, {tr("Not built yet")});
        row->setSelected(name == selected);
        if (name == selected) list_->setCurrentItem(row);
    }
    activity_->setText(host.activity());
    remove_->setEnabled(!selectedPlugin().isEmpty());
    openFolder_->setEnabled(!host.sourcesOf(selectedPlugin()).isEmpty());
}

bool askToLoadPlugin(QWidget* parent, const QString& plugin, const QString& file) {
    if (const std::optional<bool> answer = PluginHost::rememberedAnswer(file)) return *answer;
    QMessageBox question(QMessageBox::Warning, PluginsWindow::tr("Plugin"),
                         PluginsWindow::tr("The model needs the plugin %1. Load it?").arg(plugin),
                         QMessageBox::NoButton, parent);
    question.setObjectName(QStringLiteral("pluginQuestion"));
    question.setInformativeText(
        PluginsWindow::tr(
            "It would be loaded from\n%1\n\nA plugin is C++ code and can do whatever you can. Without it the "
            "model opens, and its elements are kept but have no effect.")
            .arg(QDir::toNativeSeparators(file)));
    QPushButton* const load = question.addButton(PluginsWindow::tr("Load"), QMessageBox::AcceptRole);
    QPushButton* const without = question.addButton(PluginsWindow::tr("Open without"), QMessageBox::RejectRole);
    question.setDefaultButton(without);
    question.exec();
    const bool mayLoad = question.clickedButton() == load;
    PluginHost::remember(file, mayLoad);
    return mayLoad;
}

}  // namespace trammel::ui

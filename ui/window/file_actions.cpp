// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/file_actions.h"

#include <QApplication>
#include <QDir>
#include <QEventLoop>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPointer>
#include <QProgressDialog>
#include <QPushButton>
#include <QSettings>
#include <algorithm>
#include <optional>

#include "document/document_file.h"
#include "import/importer.h"
#include "runtime/stored_run.h"
#include "ui/dialogs/import_dialog.h"
#include "ui/dialogs/import_progress.h"
#include "ui/dialogs/plugins_window.h"
#include "ui/session/autosave.h"
#include "ui/session/background_wait.h"
#include "ui/session/plugin_host.h"
#include "ui/session/run_tasks.h"
#include "ui/session/text.h"
#include "ui/start/model_info.h"
#include "ui/start/start_page.h"
#include "ui/start/template_chooser.h"
#include "ui/theme/icons.h"
#include "ui/theme/mnemonic.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/window_list.h"

namespace trammel::ui {

namespace {

constexpr int MostRecent = 10;
const QString RecentKey = QStringLiteral("recentFiles");

QString ownEnding() { return QStringLiteral(".trammel"); }

/// Filter of the open dialog: all kinds together, then each.
QString openFilter() {
    QStringList all{QStringLiteral("*.trammel")}, each{FileActions::tr("Trammel models (*.trammel)")};
    for (const ImportFormat& format : importFormats()) {
        QStringList endings;
        for (const std::string& ending : format.endings)
            endings += {QStringLiteral("*.") + text(ending), QStringLiteral("*.") + text(ending).toUpper()};
        all += endings;
        each += QStringLiteral("%1 (%2)").arg(text(format.label), endings.join(' '));
    }
    each.prepend(FileActions::tr("All models (%1)").arg(all.join(' ')));
    each += FileActions::tr("Runs with their model (*.trun)");
    each += FileActions::tr("All files (*)");
    return each.join(QStringLiteral(";;"));
}

QString fileFilter() { return FileActions::tr("Trammel models (*.trammel);;All files (*)"); }

/// A value being typed counts as an unsaved change.
void commitFieldInFocus() {
    if (QWidget* field = QApplication::focusWidget()) {
        field->clearFocus();
        field->setFocus();
    }
}

/// Loads the plugins that a document needs and the user accepts, and waits for them. False if none.
bool loadPlugins(const Document& document, const QString& path, QWidget* parent) {
    PluginHost& host = PluginHost::instance();
    bool isAny = false;
    for (const PluginHost::Need& need : PluginHost::findNeeds(document, path)) {
        if (need.file.isEmpty() || !askToLoadPlugin(parent, need.plugin, need.file)) continue;
        host.load(need.file);
        isAny = true;
    }
    if (!isAny) return false;
    const QPointer<QProgressDialog> dialog =
        new QProgressDialog(FileActions::tr("Loading plugins…"), FileActions::tr("Cancel"), 0, 0, parent);
    dialog->setWindowTitle(FileActions::tr("Insert model"));
    dialog->setWindowModality(Qt::ApplicationModal);
    QEventLoop loop;
    QObject::connect(&host, &PluginHost::changed, &loop, [&] {
        if (!host.isBusy()) loop.quit();
    });
    QObject::connect(dialog.data(), &QProgressDialog::canceled, &host, &PluginHost::cancel);
    dialog->show();
    loop.exec();
    delete dialog.data();
    return true;
}

/// The start page over the document of @p session, in @p window or another one.
Autosave& autosaveOf(MainWindow& window, const Session& session) {
    std::vector<MainWindow*> all{&window};
    if (window.windows()) all = window.windows()->windows();
    const auto shown = std::ranges::find_if(all, [&](MainWindow* each) { return &each->session() == &session; });
    return *(*shown)->findChild<Autosave*>();
}

}  // namespace

FileActions::FileActions(Session& session, MainWindow& window) : QObject(&window), session_(session), window_(window) {}

bool FileActions::mayLeave() {
    commitFieldInFocus();
    if (!session_.isDirty()) return true;
    QMessageBox question(QMessageBox::Question, tr("Unsaved changes"),
                         tr("Save the changes to %1?").arg(session_.title()),
                         QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, &window_);
    question.setInformativeText(tr("Otherwise your changes are lost."));
    question.setDefaultButton(QMessageBox::Save);
    switch (question.exec()) {
        case QMessageBox::Save: return save();
        case QMessageBox::Discard: return true;
        default: return false;
    }
}

bool FileActions::isUntouched() const {
    return session_.path().isEmpty() && session_.document().size() == 0 && session_.history().size() == 1;
}

MainWindow* FileActions::newDocument() {
    if (window_.windows() && !isUntouched()) {
        MainWindow& other = window_.windows()->add(&window_);
        WindowList::raise(other);
        return &other;
    }
    if (!mayLeave()) return nullptr;
    session_.newDocument();
    return &window_;
}

QString FileActions::folder() const {
    if (!session_.path().isEmpty()) return QFileInfo(session_.path()).absolutePath();
    const QStringList recent = recentFiles();
    return recent.isEmpty() ? QDir::homePath() : QFileInfo(recent.first()).absolutePath();
}

void FileActions::chooseAndOpen() {
    const QString path = QFileDialog::getOpenFileName(&window_, tr("Open model"), folder(), openFilter());
    if (!path.isEmpty()) open(path);
}

bool FileActions::openWith(const QString& path, const Read& read) {
    if (!window_.windows() || isUntouched()) {
        if (!mayLeave()) return false;
        if (read(session_)) {
            reportUnbuilt(path);
            return true;
        }
        reportUnreadable(path, session_);
        return false;
    }
    MainWindow& other = window_.windows()->add(&window_);
    if (read(other.session())) {
        WindowList::raise(other);
        other.files().reportUnbuilt(path);
        return true;
    }
    reportUnreadable(path, other.session());
    other.closeWithoutAsking();
    return false;
}

std::optional<OpenedModel> FileActions::readInBackground(const QString& path) {
    // Its cards would render thumbnails meanwhile.
    const auto* const page = window_.findChild<StartPage*>();
    const bool isStart = page && page->isVisible();
    if (isStart) window_.hideStartPage();
    std::optional<OpenedModel> opened = openInBackground(path, session_.catalog(), &window_);
    if (isStart && (!opened || !opened->read)) window_.showStartPage();
    return opened;
}

bool FileActions::openWithRun(const QString& path) {
    const QString name = QFileInfo(path).fileName();
    const auto task = computeInBackground<Result<OpenedRun>>(
        [file = path.toStdString()] { return openRun(file); },
        {tr("Open run"), [name] { return tr("Reading %1…").arg(name); }}, &window_);
    if (!task) return false;
    const auto& run = task->getResult();
    if (!run || !*run) {
        Diagnostics problems;
        if (run)
            problems = run->diagnostics;
        else
            problems.error(name.toStdString(), task->getFailure(), {});
        report(tr("Cannot open %1.").arg(name), problems);
        return false;
    }
    const CompiledModelPtr model = (*run)->run->getModel();
    return openWith(path, [&](Session& session) {
        OpenedModel opened;
        opened.catalog = &session.catalog();
        opened.read.value = model->getDocument();
        opened.compiled.value = model;
        if (!session.open(path, std::move(opened), true)) return false;
        session.runTasks().add(*run, path);
        return true;
    });
}

bool FileActions::open(const QString& path, bool asCopy) {
    if (path.endsWith(QLatin1StringView(RunFileSuffix))) return openWithRun(path);
    if (MainWindow* const there = window_.windows() && !asCopy ? window_.windows()->showing(path) : nullptr) {
        WindowList::raise(*there);
        return true;
    }
    if (!path.endsWith(ownEnding()))
        if (const ImportFormat* const format = findImportFormat(path.toStdString())) return import(path, *format);
    std::optional<OpenedModel> opened = readInBackground(path);
    if (!opened) return false;
    const auto read = [&](Session& session) {
        if (!session.open(path, std::move(*opened), asCopy)) return false;
        offerPlugins(&window_, session);
        if (!asCopy && Autosave::hasCopyOf(path))
            Q_EMIT session.notice(
                tr("There is a recovery copy with unsaved changes to a file named %1: File > Start page")
                    .arg(QFileInfo(path).fileName()));
        return true;
    };
    if (!openWith(path, read)) return false;
    if (!asCopy) remember(path);
    return true;
}

bool FileActions::mayOpen(const QString& path) {
    return path.endsWith(ownEnding()) || path.endsWith(QLatin1StringView(RunFileSuffix)) ||
           findImportFormatByName(path.toStdString());
}

std::optional<ImportResult> FileActions::readImport(const QString& path, const ImportFormat& format) {
    std::optional<ImportOptions> options = ImportDialog::kept(format, path);
    if (!options) {
        ImportDialog dialog(format, path, &window_);
        if (dialog.exec() != QDialog::Accepted) return std::nullopt;
        dialog.keep();
        options = dialog.options();
    }
    return importInBackground(path, *options, &window_);
}

bool FileActions::import(const QString& path, const ImportFormat& format) {
    std::optional<ImportResult> read = readImport(path, format);
    if (!read) return false;
    std::optional<Result<CompiledModelPtr>> compiled{std::in_place};
    if (read->document) compiled = compileInBackground(*read->document, &window_);
    if (!compiled) return false;
    const auto adopt = [&](Session& session) {
        return session.adoptImport(path, std::move(*read), std::move(*compiled));
    };
    if (!openWith(path, adopt)) return false;
    remember(path);
    return true;
}

void FileActions::importAgain(const QString& path) {
    const ImportFormat* const format = findImportFormat(path.toStdString());
    if (!format) return report(tr("%1 could not be opened.").arg(QFileInfo(path).fileName()), {});
    ImportDialog dialog(*format, path, &window_);
    if (dialog.exec() != QDialog::Accepted) return;
    dialog.keep();
    std::optional<ImportResult> read = importInBackground(path, dialog.options(), &window_);
    if (read && !session_.adoptNewImport(std::move(*read))) reportUnreadable(path, session_);
}

bool FileActions::recover(const QString& path, const QString& title) {
    std::optional<OpenedModel> opened = readInBackground(path);
    // A copy that could be read only partially contains more than the document.
    const bool isWhole = opened && !opened->read.diagnostics.hasErrors();
    return opened && openWith(path, [&](Session& session) {
               if (!session.recover(path, std::move(*opened), title)) return false;
               if (isWhole) autosaveOf(window_, session).replace({path, title, {}});
               offerPlugins(&window_, session);
               const auto kept = Autosave::findRecoveryCopies();
               const auto others = std::ranges::count_if(kept, [&](const auto& work) { return work.file != path; });
               if (others > 0)
                   Q_EMIT session.notice(tr("There are more recovery copies (%1): File > Start page").arg(others));
               return true;
           });
}

namespace {
/// The problems, errors first.
Diagnostics problemsOf(const Session& session) {
    Diagnostics problems;
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note})
        for (const Diagnostic& problem : session.problems())
            if (problem.severity == severity) problems.add(problem);
    return problems;
}
}  // namespace

void FileActions::reportUnreadable(const QString& path, const Session& session) {
    report(tr("Cannot open %1.").arg(QFileInfo(path).fileName()), problemsOf(session));
}

void FileActions::reportUnbuilt(const QString& path) {
    if (session_.model() || session_.document().size() == 0) return;
    report(tr("%1 cannot be shown or run.").arg(QFileInfo(path).fileName()), problemsOf(session_));
}

bool FileActions::save() { return session_.path().isEmpty() ? saveAs() : write(session_.path()); }

bool FileActions::saveAs() { return saveAs(session_.proposedFileName()); }

bool FileActions::saveAs(const QString& name) {
    const QString proposal = QDir(folder()).filePath(name);
    QString path = QFileDialog::getSaveFileName(&window_, tr("Save model"), proposal, fileFilter());
    if (path.isEmpty()) return false;
    if (QFileInfo(path).suffix().isEmpty()) path += QStringLiteral(".trammel");
    return write(path);
}

QString FileActions::otherName() const {
    const QFileInfo file(session_.path());
    QString name;
    for (int n = 2; name.isEmpty() || file.dir().exists(name); ++n)
        name = QStringLiteral("%1 %2.%3").arg(file.completeBaseName()).arg(n).arg(file.suffix());
    return name;
}

FileActions::Replacement FileActions::askToReplace(const QString& path) {
    const QString name = QFileInfo(path).fileName();
    const bool partly = session_.wouldLose(path);
    QMessageBox question(QMessageBox::Warning, partly ? tr("File not read completely") : tr("File changed"),
                         partly ? tr("%1 was not read completely.").arg(name)
                                : tr("Another program has changed %1 since it was opened or saved here.").arg(name),
                         QMessageBox::Cancel, &window_);
    question.setInformativeText(
        partly ? tr("Saving over it removes what could not be read; see Problems. A backup of the file is kept.")
               : tr("Saving over it removes those changes. A backup of the file is kept."));
    QPushButton* const other = question.addButton(tr("Save &as…"), QMessageBox::AcceptRole);
    QPushButton* const over = question.addButton(tr("&Replace"), QMessageBox::DestructiveRole);
    question.setDefaultButton(other);
    question.exec();
    if (question.clickedButton() == other) return Replacement::OtherName;
    return question.clickedButton() == over ? Replacement::Agreed : Replacement::Refused;
}

bool FileActions::write(const QString& path) {
    commitFieldInFocus();
    if (session_.wouldLose(path) || session_.isChangedOutside(path)) {
        const Replacement answer = askToReplace(path);
        if (answer == Replacement::OtherName) return saveAs(otherName());
        if (answer == Replacement::Refused) return false;
    }
    const Diagnostics problems = session_.save(path);
    if (problems.hasErrors()) {
        report(tr("Cannot save %1.").arg(QFileInfo(path).fileName()), problems);
        return false;
    }
    remember(path);
    const QString backup = QFileInfo(session_.backup()).fileName();
    Q_EMIT session_.notice(backup.isEmpty() ? tr("Saved %1").arg(session_.path())
                                            : tr("Saved %1; backup: %2").arg(session_.path(), backup));
    return true;
}

void FileActions::chooseTemplate() {
    TemplateChooser chooser(&window_);
    if (chooser.exec() == QDialog::Accepted) open(chooser.chosen(), true);
}

void FileActions::saveAsTemplate() {
    commitFieldInFocus();
    TemplateForm form(session_.document(), &window_);
    if (form.exec() != QDialog::Accepted) return;
    const Diagnostics problems = form.save();
    if (problems.hasErrors()) return report(tr("Cannot save the template."), problems);
    Q_EMIT session_.notice(tr("Template saved. Use it with File > New from template."));
}

std::optional<Document> FileActions::chooseModel(QString& name) {
    const QString path = QFileDialog::getOpenFileName(&window_, tr("Insert model"), folder(), openFilter());
    if (path.isEmpty()) return std::nullopt;
    name = QFileInfo(path).completeBaseName();
    const ImportFormat* const format = path.endsWith(ownEnding()) ? nullptr : findImportFormat(path.toStdString());
    if (format) return chooseFromImport(path, *format);
    Result<Document> read = readDocumentFile(path.toStdString(), session_.catalog());
    // Elements of unknown types cannot be inserted.
    if (read && loadPlugins(*read, path, &window_)) read = readDocumentFile(path.toStdString(), session_.catalog());
    if (read.diagnostics.hasErrors())
        report(tr("%1 was not read completely.").arg(QFileInfo(path).fileName()), read.diagnostics);
    return read.value;
}

std::optional<Document> FileActions::chooseFromImport(const QString& path, const ImportFormat& format) {
    std::optional<ImportResult> read = readImport(path, format);
    if (!read) return std::nullopt;
    Diagnostics problems = read->diagnostics;
    for (const ImportRow& row : read->report.rows())
        if (row.outcome == ImportOutcome::LeftOut) problems.warning(row.subject, row.subject + ": " + row.message, {});
    if (!read->document)
        report(tr("Cannot read %1.").arg(QFileInfo(path).fileName()), problems);
    else if (!problems.empty())
        report(tr("%1 was not read completely.").arg(QFileInfo(path).fileName()), problems);
    return read->document;
}

void FileActions::savePart(const Document& part) {
    const QString proposal = QDir(folder()).filePath(QString::fromStdString(part.name()) + ownEnding());
    QString path = QFileDialog::getSaveFileName(&window_, tr("Save selection"), proposal, fileFilter());
    if (path.isEmpty()) return;
    if (QFileInfo(path).suffix().isEmpty()) path += ownEnding();
    const Diagnostics problems = saveDocumentFile(part, path.toStdString());
    if (problems.hasErrors()) return report(tr("Cannot save %1.").arg(QFileInfo(path).fileName()), problems);
    remember(path);
    Q_EMIT session_.notice(tr("Saved %1. Use it with File > Insert model.").arg(path));
}

void FileActions::report(const QString& what, const Diagnostics& problems) {
    QStringList lines;
    for (const Diagnostic& problem : problems) {
        if (lines.size() == 5) break;
        lines += QString::fromStdString(problem.message + ' ' + problem.remedy);
    }
    auto* box = new QMessageBox(QMessageBox::Warning, tr("Trammel"), what, QMessageBox::Ok, &window_);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(lines.join('\n'));
    box->open();
}

QStringList FileActions::recentFiles() const { return QSettings().value(RecentKey).toStringList(); }

void FileActions::remember(const QString& path) {
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList recent = recentFiles();
    recent.removeAll(absolute);
    recent.prepend(absolute);
    while (recent.size() > MostRecent) recent.removeLast();
    QSettings settings;
    settings.setValue(RecentKey, recent);
    settings.sync();
    if (settings.status() != QSettings::NoError)
        Q_EMIT session_.notice(tr("Settings cannot be saved. Free some space in %1, or change its permissions.")
                                   .arg(QFileInfo(settings.fileName()).absolutePath()));
}

QStringList FileActions::exampleFiles() { return modelFilesIn(shippedModels()); }

void FileActions::fillRecent(QMenu* menu) {
    menu->clear();
    const QStringList recent = recentFiles();
    for (const QString& path : recent) {
        QAction* action =
            menu->addAction(icon("open"), withoutMnemonic(nameAmong(path, recent)), this, [this, path] { open(path); });
        action->setStatusTip(path);
        action->setEnabled(QFileInfo::exists(path));
    }
    if (menu->isEmpty()) menu->addAction(tr("No files yet"))->setEnabled(false);
}

void FileActions::fillExamples(QMenu* menu) {
    menu->clear();
    for (const QString& path : exampleFiles())
        menu->addAction(icon("example"), withoutMnemonic(ModelInfo::of(path).title), this,
                        [this, path] { open(path, true); });
    if (menu->isEmpty()) menu->addAction(tr("No examples found"))->setEnabled(false);
}

}  // namespace trammel::ui

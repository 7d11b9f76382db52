// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that analyze the pose and the motion of the model: equilibrium, vibration, forces of a recorded motion.
#include <QPointer>
#include <QTimer>
#include <optional>
#include <utility>

#include "authoring/pose_edit.h"
#include "inspect/pose_study.h"
#include "runtime/background_task.h"
#include "ui/dialogs/follow_curve_dialog.h"
#include "ui/dialogs/recorded_motion_dialog.h"
#include "ui/panels/results/equilibrium_page.h"
#include "ui/panels/results/modes_page.h"
#include "ui/panels/results/results_panel.h"
#include "ui/session/left_work.h"
#include "ui/tools/curve_tool.h"
#include "ui/view/tool_view.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

namespace {

/// Searches for static equilibrium in the background. The result is one undo step, with a notice on its stability or on
/// failure. Canceled by any edit or by repeating the command.
class EquilibriumSearch : public QObject {
public:
    explicit EquilibriumSearch(MainWindow& window) : QObject(&window), window_(window), session_(window.session()) {
        constexpr int pollMilliseconds = 20;
        poll_.setInterval(pollMilliseconds);
        connect(&poll_, &QTimer::timeout, this, [this] { collect(); });
    }
    ~EquilibriumSearch() override {
        if (!task_) return;
        task_->control.cancel();
        leaveUntil([left = std::shared_ptr<Task>(std::move(task_))] { return left->search.isFinished(); });
    }

    void toggle() {
        if (task_) return task_->control.cancel();
        if (!session_.model()) return;
        task_ = std::make_unique<Task>(session_.model());
        isForModes_ = window_.panels().get<ResultsPanel>().isRequestedByModes();
        poll_.start();
        Q_EMIT session_.notice(tr("Finding equilibrium… Repeat the command to cancel."));
    }

private:
    struct Task {
        explicit Task(CompiledModelPtr m) : model(std::move(m)) {}
        const CompiledModelPtr model;
        State pose = model->getInitialState();
        TaskControl control;
        /// Last member: its thread ends before the data it uses is destroyed.
        BackgroundTask<Equilibrium> search{[this] {
            EquilibriumOptions options;
            options.isCanceled = [this] { return control.isCanceled(); };
            return findEquilibrium(*model, pose, options);
        }};
    };

    void collect() {
        if (session_.model() != task_->model) task_->control.cancel();
        if (!task_->search.isFinished()) return;
        poll_.stop();
        const std::unique_ptr<Task> done = std::exchange(task_, nullptr);
        const std::optional<Equilibrium>& found = done->search.getResult();
        const bool isWanted = session_.model() == done->model;
        if (found && found->found() && isWanted)
            session_.edit(tr("Find equilibrium"), [&](const Document& document) {
                return setInitialPose(document, session_.catalog(), *done->model, done->pose);
            });
        // The equilibrium may hang far below the initial pose.
        if (isWanted && session_.model() != done->model)
            window_.commands().action(QStringLiteral("view.frameAll"))->trigger();
        if (found && isWanted && !done->control.isCanceled()) {
            auto& results = window_.panels().raise<ResultsPanel>();
            results.equilibrium().showResult(done->model, done->pose, *found);
            connect(&results.equilibrium(), &EquilibriumPage::explanationRequested, this, &EquilibriumSearch::explain,
                    Qt::UniqueConnection);
            // Without an equilibrium, its page gives the reason.
            if (!isForModes_ || !found->found()) results.setCurrentWidget(&results.equilibrium());
        }
        if (!isWanted)
            Q_EMIT session_.notice(tr("Equilibrium search canceled: the model changed."));
        else
            Q_EMIT session_.notice(QString::fromStdString(found ? found->message : done->search.getFailure()));
    }

    void explain() {
        showHelpPage(window_, QStringLiteral("failures"), QStringLiteral("Equilibrium and vibration modes"));
    }

    MainWindow& window_;
    Session& session_;
    QTimer poll_{this};
    std::unique_ptr<Task> task_;
    bool isForModes_ = false;
};

void showModes(MainWindow& window) {
    auto& results = window.panels().raise<ResultsPanel>();
    results.setCurrentWidget(&results.modes());
}

/// Asks for a recorded motion, and computes its forces on request.
void chooseMotion(MainWindow& window, bool withForces) {
    RecordedMotionDialog& dialog = window.showRecordedMotion();
    if (dialog.chooseFile() && withForces) dialog.computeForces();
}

void raiseDialog(QWidget& dialog) {
    dialog.show();
    dialog.raise();
    dialog.activateWindow();
}

/// Opens the dialog, or raises it; its curve is drawn by a tool of the view.
void showFollowCurve(MainWindow& window) {
    auto* dialog = window.findChild<FollowCurveDialog*>();
    if (!dialog) {
        dialog = new FollowCurveDialog(window.session(), window.workspace().units(), &window);
        ToolHost& host = window.view().tools().host();
        QObject::connect(dialog, &FollowCurveDialog::drawingRequested, &window, [dialog, &host] {
            const QPointer<FollowCurveDialog> asked(dialog);
            host.take(std::make_unique<CurveTool>(host, [asked, &host](const std::vector<Vec3>& points_G) {
                std::vector<Complex> points;
                points.reserve(points_G.size());
                for (const Vec3& p : points_G) points.emplace_back(p[0], p[1]);
                if (asked) asked->setCurve(points);
                // Not within a call of the tool.
                QTimer::singleShot(0, &host, [&host] { host.deactivate(); });
            }));
            // The dialog would cover the view; it returns once the curve is drawn or the tool is left.
            const QPoint place = dialog->pos();
            dialog->hide();
            const auto comeBack = [dialog, place] {
                dialog->move(place);
                raiseDialog(*dialog);
            };
            QObject::connect(&host, &ToolHost::toolChanged, dialog, comeBack, Qt::SingleShotConnection);
        });
    }
    raiseDialog(*dialog);
}

}  // namespace

void addStudyCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    auto& equilibrium = *new EquilibriumSearch(window);
    const auto unlessRunnable = [&session] { return session.runBlocker(); };
    table.add({"simulate.equilibrium",
               tr("Find e&quilibrium"),
               tr("Move the model to static equilibrium"),
               "",
               {},
               KeyScope::Window,
               [&equilibrium] { equilibrium.toggle(); },
               unlessRunnable});
    table.add({"simulate.modes",
               tr("&Vibration modes"),
               tr("Show frequencies, damping and mode shapes about the initial pose"),
               "",
               {},
               KeyScope::Window,
               [&window] { showModes(window); },
               unlessRunnable});
    table.add({"simulate.followCurve",
               tr("&Follow a curve…"),
               tr("Find a linkage whose point follows a drawn curve"),
               "",
               {},
               KeyScope::Window,
               [&window] { showFollowCurve(window); }});
    table.add({"simulate.recordedMotion",
               tr("Recor&ded motion…"),
               tr("Drive the model by a recorded table or by markers"),
               "",
               {},
               KeyScope::Window,
               [&window] { chooseMotion(window, false); },
               unlessRunnable});
    table.add({"simulate.inverseDynamics",
               tr("&Inverse dynamics…"),
               tr("Compute the forces that a recorded motion needs"),
               "",
               {},
               KeyScope::Window,
               [&window] { chooseMotion(window, true); },
               unlessRunnable});
}

}  // namespace trammel::ui

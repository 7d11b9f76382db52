// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of an hour of work with a large model in the real window of 1920 x 1080 with its panels: rounds of an edit of a mass, of
// a length and of a name, undo, a run of some frames, scrubbing, a selection, removal and undo. Reports what is in use and what
// the process holds, in MB, and by how much each round grows. Needs a display, such as xvfb-run.
//
//     window_memory MODEL.trammel [ROUNDS]
#include <malloc.h>

#include <QEventLoop>
#include <QFileInfo>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "compile/catalog.h"
#include "tests/benchmarks/window/window_benchmark.h"
#include "ui/session/background_edit.h"
#include "ui/view/model_view.h"
#include "ui/viewport/viewport.h"
#include "ui/window/main_window.h"
#include "ui/window/window_list.h"

namespace {

using namespace trammel;
using namespace trammel::ui;

constexpr std::size_t FramesOfRun = 200;
constexpr int Jumps = 10;

struct Memory {
    double inUse = 0, resident = 0;
};

Memory memoryNow() {
    const struct mallinfo2 heap = mallinfo2();
    return {double(heap.uordblks + heap.hblkhd) * 1e-6, residentMegabytes()};
}

class Work {
public:
    explicit Work(MainWindow& window) : window_(window), session_(window.session()) {}

    /// Seven gestures.
    void doRound(int round) {
        const std::vector<ElementId> bodies = session_.document().elementsOf("body");
        const ElementId body = bodies[std::size_t(round * 37) % bodies.size()];
        session_.select(body);
        settle();
        const Real share = 0.01 * (round % 10);
        session_.setValue("Mass", body, "mass", 0.3 + share);
        settle();
        session_.setValue("Width", body, "width", 0.02 + 0.1 * share);
        settle();
        session_.setValue("Name", body, "name", "Part " + std::to_string(round));
        settle();
        session_.undo();
        settle();
        removeInBackground(session_, "Remove", {body}, &window_);
        settle();
        session_.undo();
        settle();
        run();
    }

private:
    void settle() {
        QEventLoop loop;
        QTimer::singleShot(0, &loop, &QEventLoop::quit);
        loop.exec();
        while (session_.isCompiling()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::processEvents();
        window_.view().viewport().grabImage();
    }
    void run() {
        Player& player = session_.player();
        player.startNewRun();
        while (player.isComputing() && player.frameCount() < FramesOfRun) QCoreApplication::processEvents();
        player.stop();
        while (player.isComputing()) QCoreApplication::processEvents();
        for (int jump = 0; jump < Jumps; ++jump) {
            player.seekFrame(player.frameCount() * std::size_t(jump) / Jumps);
            settle();
        }
    }

    MainWindow& window_;
    Session& session_;
};

int measure(const QString& model, int rounds) {
    WindowList windows(builtinCatalog());
    MainWindow& window = windows.add();
    window.resize(1920, 1060);
    window.show();
    QCoreApplication::processEvents();
    const Memory empty = memoryNow();
    window.open(model);
    QCoreApplication::processEvents();
    window.view().viewport().grabImage();
    if (window.session().document().elementsOf("body").empty()) {
        std::fprintf(stderr, "cannot open %s\n", qPrintable(model));
        return 1;
    }
    const Memory opened = memoryNow();
    std::printf("%s: without a model %.0f MB in use, %.0f MB of the process; opened %.0f, %.0f\n",
                qPrintable(QFileInfo(model).fileName()), empty.inUse, empty.resident, opened.inUse, opened.resident);
    Work work(window);
    Memory before = opened;
    for (int round = 1; round <= rounds; ++round) {
        work.doRound(round);
        const Memory now = memoryNow();
        std::printf("round %3d: %.1f MB in use (%+.1f), %.0f MB of the process\n", round, now.inUse,
                    now.inUse - before.inUse, now.resident);
        std::fflush(stdout);
        before = now;
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "window_memory MODEL.trammel [ROUNDS]\n");
        return 2;
    }
    return runInApplication(argc, argv, [&] {
        return measure(QString::fromLocal8Bit(argv[1]), argc > 2 ? std::max(1, std::atoi(argv[2])) : 15);
    });
}

// SPDX-License-Identifier: GPL-3.0-or-later
// From the pointer to the image: the playhead jumps through a run in the real window of 1920 x 1080 with its panels.
// The reference, drawing the image alone, is timed by turns in the same process; judge by the ratio.
// Needs a display, such as xvfb-run.
//
//     window_scrub MODEL.trammel [FRAMES]
#include <QFileInfo>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

#include "compile/catalog.h"
#include "tests/benchmarks/window/window_benchmark.h"
#include "ui/view/model_view.h"
#include "ui/viewport/viewport.h"
#include "ui/window/main_window.h"
#include "ui/window/window_list.h"

namespace {

using namespace trammel;
using namespace trammel::ui;

constexpr int Jumps = 60;

int measure(const QString& model, std::size_t frames) {
    WindowList windows(builtinCatalog());
    MainWindow& window = windows.add();
    window.resize(1920, 1060);
    window.show();
    Session& session = window.session();
    const double opened = millisecondsOf(CLOCK_MONOTONIC);
    window.open(model);
    QCoreApplication::processEvents();
    const double opening = millisecondsOf(CLOCK_MONOTONIC) - opened;
    if (session.document().elementsOf("body").empty()) {
        std::fprintf(stderr, "cannot open %s\n", qPrintable(model));
        return 1;
    }
    Player& player = session.player();
    player.startNewRun();
    while (player.isComputing() && player.frameCount() < frames) QCoreApplication::processEvents();
    player.stop();
    while (player.isComputing()) QCoreApplication::processEvents();

    Viewport& view = window.view().viewport();
    std::vector<double> followed, shown, drawn, ratios;
    std::size_t frame = 0;
    for (int jump = 0; jump < Jumps; ++jump) {
        // A stride that visits frames all over the run.
        frame = (frame + player.frameCount() * 382 / 1000 + 1) % player.frameCount();
        const double start = millisecondsOf(CLOCK_MONOTONIC), work = millisecondsOf(CLOCK_THREAD_CPUTIME_ID);
        player.seekFrame(frame);
        followed.push_back(millisecondsOf(CLOCK_THREAD_CPUTIME_ID) - work);
        view.grabImage();
        const double seen = millisecondsOf(CLOCK_MONOTONIC);
        view.setShadows(view.hasShadows());
        view.grabImage();
        shown.push_back(seen - start);
        drawn.push_back(millisecondsOf(CLOCK_MONOTONIC) - seen);
        ratios.push_back(shown.back() / drawn.back());
        QCoreApplication::processEvents();
    }
    std::printf("%s: %zu bodies, %zu frames, opened in %.0f ms\n", qPrintable(QFileInfo(model).fileName()),
                session.document().elementsOf("body").size(), player.frameCount(), opening);
    std::printf("work in the window's thread before drawing %6.2f ms\n", median(followed));
    std::printf("from pointer to image                    %6.2f ms\n", median(shown));
    std::printf("drawing alone                              %6.2f ms, ratio %.2f\n", median(drawn), median(ratios));
    const DrawWork work = view.drawWork();
    std::printf("drawn: %zu solids, %zu triangles, %zu edges, %d decorations alone\n", work.solids, work.triangles,
                work.edges, work.drawnAlone);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "window_scrub MODEL.trammel [FRAMES]\n");
        return 2;
    }
    return runInApplication(argc, argv, [&] {
        return measure(QString::fromLocal8Bit(argv[1]),
                       argc > 2 ? std::size_t(std::max(1, std::atoi(argv[2]))) : 1000000);
    });
}

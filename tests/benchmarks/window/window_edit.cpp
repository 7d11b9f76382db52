// SPDX-License-Identifier: GPL-3.0-or-later
// From an edit of a property to its image in the real window of 1920 x 1080 with its panels: a mass, a length, a color and a name,
// without a run and while one computes. The reference, drawing the image alone, is timed by turns in the same process; judge by
// the ratio. Needs a display, such as xvfb-run.
//
//     window_edit MODEL.trammel
#include <QEventLoop>
#include <QFileInfo>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <string>
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

constexpr int Edits = 15, SettleMilliseconds = 300;

/// An edit: a property of a type of body, and two of its values.
struct Change {
    const char* label;
    std::string key;
    PropertyValue one, other;
};

void measureEdits(MainWindow& window, ElementId body, const Change& change) {
    Session& session = window.session();
    Viewport& view = window.view().viewport();
    std::vector<double> worked, shown, settled, ratios;
    for (int edit = 0; edit < Edits; ++edit) {
        const double start = millisecondsOf(CLOCK_MONOTONIC), work = millisecondsOf(CLOCK_THREAD_CPUTIME_ID);
        if (!session.setValue(QStringLiteral("Edit"), body, change.key, edit % 2 ? change.one : change.other)) return;
        worked.push_back(millisecondsOf(CLOCK_THREAD_CPUTIME_ID) - work);
        // The image of a large model follows when it has been compiled in the background.
        while (session.isCompiling()) QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::processEvents();
        view.grabImage();
        const double seen = millisecondsOf(CLOCK_MONOTONIC);
        view.setShadows(view.hasShadows());
        view.grabImage();
        const double drawn = millisecondsOf(CLOCK_MONOTONIC) - seen;
        shown.push_back(seen - start);
        ratios.push_back(shown.back() / drawn);
        const double left = millisecondsOf(CLOCK_THREAD_CPUTIME_ID);
        QEventLoop loop;
        QTimer::singleShot(SettleMilliseconds, &loop, &QEventLoop::quit);
        loop.exec();
        settled.push_back(millisecondsOf(CLOCK_THREAD_CPUTIME_ID) - left);
    }
    std::printf(
        "%-8s edit %7.2f ms in the window's thread, %7.2f to its image, %.2f drawings; later work %7.2f, %.0f MB\n",
        change.label, median(worked), median(shown), median(ratios), median(settled), residentMegabytes());
}

int measure(const QString& model) {
    WindowList windows(builtinCatalog());
    MainWindow& window = windows.add();
    window.resize(1920, 1060);
    window.show();
    QCoreApplication::processEvents();
    Session& session = window.session();
    const double empty = residentMegabytes(), start = millisecondsOf(CLOCK_MONOTONIC);
    window.open(model);
    const double opened = millisecondsOf(CLOCK_MONOTONIC) - start;
    QCoreApplication::processEvents();
    window.view().viewport().grabImage();
    const double seen = millisecondsOf(CLOCK_MONOTONIC) - start;
    const std::vector<ElementId> bodies = session.document().elementsOf("body");
    if (bodies.empty()) {
        std::fprintf(stderr, "cannot open %s\n", qPrintable(model));
        return 1;
    }
    std::printf("%s: %zu bodies, opened in %.0f ms, seen after %.0f ms, %.0f MB (%.0f without a model)\n",
                qPrintable(QFileInfo(model).fileName()), bodies.size(), opened, seen, residentMegabytes(), empty);
    const ElementId body = bodies[bodies.size() / 2];
    session.select(body);
    QCoreApplication::processEvents();
    const Change changes[] = {{"mass", "mass", 0.3, 0.4},
                              {"width", "width", 0.021, 0.022},
                              {"color", "color", Vec3(1, 0, 0), Vec3(0, 1, 0)},
                              {"name", "name", std::string("One"), std::string("Other")}};
    for (const Change& change : changes) measureEdits(window, body, change);
    session.player().startNewRun();
    std::printf("while a run computes:\n");
    measureEdits(window, body, changes[0]);
    std::printf("%.0f MB at the end\n", residentMegabytes());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "window_edit MODEL.trammel\n");
        return 2;
    }
    return runInApplication(argc, argv, [&] { return measure(QString::fromLocal8Bit(argv[1])); });
}

// SPDX-License-Identifier: GPL-3.0-or-later
// A long session: rounds of random use of the real window (open, edit, undo, run, scrub, export, further windows). Reports
// what each round leaves behind (memory, open files, threads) and the work of its answers, with their slopes; fails if
// memory, files or work grow.
// A short one is a test; packaging/long-life runs long ones.
// Usage: long_life ROUNDS [START [MODELS]], START: of the random numbers; MODELS: used in a round.

#include <malloc.h>
#include <unistd.h>

#include <QDir>
#include <QPixmapCache>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <random>

#include "export/exporter.h"
#include "tests/ui/heap_in_use.h"
#include "tests/ui/journey_rig.h"
#include "tests/unit/integrate/allocation_count.h"
#include "ui/session/run_list.h"

namespace trammel::ui::testing {
namespace {

/// Period of the random numbers, rounds; rounds with the same numbers are compared.
constexpr unsigned cycle = 3;

/// Resources left or used by a round.
struct Measured {
    /// Heap in use and size of the process, MB; counts; thousands of allocations on the GUI thread.
    double memory = 0, resident = 0, files = 0, threads = 0, work = 0;
};

double residentMemory() {
    malloc_trim(0);
    std::ifstream in("/proc/self/statm");
    double all = 0, resident = 0;
    in >> all >> resident;
    return resident * double(sysconf(_SC_PAGESIZE)) / 1e6;
}

double entriesOf(const char* folder) {
    return double(QDir(folder).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::System).size());
}
double openFiles() { return entriesOf("/proc/self/fd"); }
double threads() { return entriesOf("/proc/self/task"); }

/// Change per round by least squares, after subtracting the mean of rounds with the same random numbers.
double slopeOf(const std::vector<Measured>& rounds, double Measured::*what) {
    std::vector<double> x, y;
    for (std::size_t phase = 0; phase < cycle; ++phase) {
        double meanX = 0, meanY = 0, count = 0;
        for (std::size_t i = phase; i < rounds.size(); i += cycle)
            meanX += double(i), meanY += rounds[i].*what, ++count;
        for (std::size_t i = phase; i < rounds.size(); i += cycle) {
            x.push_back(double(i) - meanX / count);
            y.push_back(rounds[i].*what - meanY / count);
        }
    }
    double xy = 0, xx = 0;
    for (std::size_t i = 0; i < x.size(); ++i) xy += x[i] * y[i], xx += x[i] * x[i];
    return xx > 0 ? xy / xx : 0;
}

class LongLife {
public:
    LongLife(unsigned start, std::size_t models) : start_(start), models_(models) {}

    Measured doRound(unsigned round) {
        random_.seed(start_ + round % cycle);
        const long before = test::allocationCountOfThread();
        const std::vector<std::string> names{"four_bar", "slider_crank", "cam_follower", "pendulum_clock", "watt"};
        for (std::size_t i = 0; i < models_; ++i) useModel(names[(round % cycle + i) % names.size()]);
        MainWindow& first = *rig_.window;
        MainWindow& second = rig_.windows->add();
        second.show();
        rig_.workIn(second);
        useModel("four_bar");
        second.close();
        rig_.workIn(first);
        rig_.session->newDocument();
        rig_.settle();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        const double work = double(test::allocationCountOfThread() - before) / 1e3;
        return {heapInUse(), residentMemory(), openFiles(), threads(), work};
    }

private:
    std::size_t upTo(std::size_t count) { return count == 0 ? 0 : random_() % count; }

    void useModel(const std::string& name) {
        rig_.session->open(QString::fromStdString(TRAMMEL_SOURCE_DIR "/models/" + name + ".trammel"), true);
        rig_.settle();
        constexpr int edits = 5, looks = 4;
        for (int i = 0; i < edits; ++i) edit();
        // Whatever the edits were, the original model can run.
        rig_.session->jumpTo(0);
        run(looks);
        for (int i = 0; i < 2; ++i) rig_.session->redo();
        rig_.settle();
        // Saved, so that closing asks nothing.
        rig_.session->save(folder_.filePath("model.trammel"));
        RunList& runs = rig_.session->runs();
        while (!runs.isEmpty()) runs.remove(runs.entries().front()->id);
        runs.discardRemoved();
        rig_.settle();
    }

    void edit() {
        Session& session = *rig_.session;
        const std::vector<ElementId> all = session.document().treeOrder();
        const ElementId id = all[upTo(all.size())];
        const Element& element = session.document().get(id);
        session.select(id);
        const TypeDescriptor* const type = session.typeOf(element);
        if (upTo(4) == 0) {
            session.undo();
        } else if (type && !type->properties.empty()) {
            const PropertyDescriptor& property = type->properties[upTo(type->properties.size())];
            if (const Real* const x = std::get_if<Real>(&property.defaultValue))
                session.setValue(
                    "Change", id, property.key,
                    (element.valueAs<Real>(*type, property.key) + 0.01 * *x) * (0.95 + 0.01 * double(upTo(10))));
        }
        rig_.settle();
    }

    void run(int looks) {
        Session& session = *rig_.session;
        session.player().startNewRun();
        session.player().pause();
        if (!QTest::qWaitFor([&] { return !session.player().isComputing(); }, 10 * JourneyRig::Patience))
            session.player().stop();
        rig_.settle();
        const std::size_t frames = session.player().frameCount();
        for (int i = 0; i < looks && frames > 0; ++i) {
            session.player().seekFrame(upTo(frames));
            rig_.settle();
        }
        const RunEntry* const entry = session.runs().current();
        if (!entry) return;
        exportFile(*findExportFormat("csv"), {entry->run->getModel(), entry->run},
                   folder_.filePath("run.csv").toStdString());
        rig_.grab();
    }

    const unsigned start_;
    const std::size_t models_;
    std::mt19937 random_;
    QTemporaryDir folder_;
    JourneyRig rig_;
};

/// True if a slope is within what a round may leave.
bool report(const char* what, const char* unit, double slope, double most) {
    const bool isGood = slope <= most;
    std::printf("%-12s %+.4f %s a round%s\n", what, slope, unit, isGood ? "" : "   GROWS");
    return isGood;
}

int live(int rounds, unsigned start, std::size_t models) {
    LongLife life(start, models);
    std::vector<Measured> measured;
    std::printf("round  in use/MB  process/MB  files  threads  work/1000\n");
    for (int i = 0; i < rounds; ++i) {
        const Measured now = life.doRound(unsigned(i));
        std::printf("%5d  %9.2f  %10.1f  %5.0f  %7.0f  %9.1f\n", i, now.memory, now.resident, now.files, now.threads,
                    now.work);
        std::fflush(stdout);
        measured.push_back(now);
    }
    // Caches fill in the first rounds.
    const auto warm = std::max<std::ptrdiff_t>(cycle, rounds / 3);
    measured.erase(measured.begin(), measured.begin() + std::min<std::ptrdiff_t>(warm, rounds));
    double work = 0;
    for (const Measured& round : measured) work += round.work / double(measured.size());
    // A document with its run is 1 MB and more. Each round opens and closes a window, of which Qt and the graphics driver
    // keep about 0.1 MB.
    constexpr double mostMemory = 0.25, mostFiles = 0.01, mostWork = 0.01;
    const bool memory = report("memory", "MB", slopeOf(measured, &Measured::memory), mostMemory);
    const bool files = report("open files", "", slopeOf(measured, &Measured::files), mostFiles);
    const bool answers = report("work", "* 1000 allocations", slopeOf(measured, &Measured::work), mostWork * work);
    // For information: they depend on the graphics driver and on work that ends in the background.
    report("threads", "", slopeOf(measured, &Measured::threads), Infinity);
    report("process", "MB", slopeOf(measured, &Measured::resident), Infinity);
    return memory && files && answers ? 0 : 1;
}

}  // namespace
}  // namespace trammel::ui::testing

int main(int argc, char** argv) {
    const int rounds = argc > 1 ? std::atoi(argv[1]) : 0;
    if (rounds < 1) {
        std::fprintf(stderr, "Usage: long_life ROUNDS [START [MODELS]]\n");
        return 2;
    }
    trammel::ui::Viewport::prepareApplication();
    QApplication application(argc, argv);
    // Small, so that the cache is full before anything is measured.
    constexpr int cachedPixmaps = 1024;
    QPixmapCache::setCacheLimit(cachedPixmaps);
    const auto models = argc > 3 ? std::size_t(std::atoi(argv[3])) : std::size_t(4);
    return trammel::ui::testing::live(rounds, argc > 2 ? unsigned(std::atoi(argv[2])) : 1, models);
}

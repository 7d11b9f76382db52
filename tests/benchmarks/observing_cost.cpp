// SPDX-License-Identifier: Apache-2.0
// Overhead of observing a run: with the debugger off, and with its profiler on, relative to a run without an observer.
// The runs are interleaved so that other load on the machine affects all alike; results are ratios.
//
//     observing_cost MODEL.trammel... [--rounds N]
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iomanip>
#include <iostream>
#include <string>
#include <vector>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "document/file_access.h"
#include "inspect/realization.h"
#include "runtime/run_monitor.h"
#include "runtime/simulation_run.h"

using namespace trammel;

namespace {

/// Processor time of this thread, s: other threads do not count.
double processorTime() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

enum Way { Alone, Off, Profiling, NumWays };

struct Timed {
    double seconds = 0;
    long steps = 0, observed = 0;
};

Timed run(const CompiledModelPtr& model, Way way) {
    RunOptions options;
    options.settings = model->getSettings();
    if (way != Alone) options.monitor = std::make_shared<RunMonitor>(model);
    if (way == Profiling) options.monitor->setProfiling(true);
    TrajectoryStore store(model->getInitialState().getNY());
    const double start = processorTime();
    const RunStatus status = runToEnd(*model, model->getInitialState(), options, store);
    Timed timed{processorTime() - start, status.stepsTaken};
    if (way == Profiling) timed.observed = options.monitor->copyProfile().stepsObserved;
    return timed;
}

/// Counts the read notifications that an observer would receive.
class ReadCounter : public RealizationObserver {
public:
    long reads = 0;
    void entryRead(const State&, CacheEntryKey) override { ++reads; }
    void entryMissed(const State&, CacheEntryKey) override { ++reads; }
    void variableRead(const State&, DiscreteVarKey) override { ++reads; }
    void vectorRead(const State&, const char*) override { ++reads; }
};

/// Seconds per check whether an observer is attached.
double secondsOfOneCheck() {
    constexpr long times = 100'000'000;
    RealizationObserver* volatile observer = nullptr;
    long told = 0;
    const auto loop = [&](bool ask) {
        const double start = processorTime();
        for (long i = 0; i < times; ++i) {
            asm volatile("" ::: "memory");
            if (ask && observer) ++told;
        }
        return processorTime() - start;
    };
    const double empty = loop(false);
    return std::max(0., loop(true) - empty) / double(times);
}

void report(const std::string& path, int rounds, double check) {
    const auto text = readWholeFile(path, std::size_t(1) << 24);
    const Result<Document> document = text ? readDocument(*text, builtinCatalog()) : Result<Document>();
    const Result<CompiledModelPtr> model = document ? compileDocument(*document) : Result<CompiledModelPtr>();
    if (!model) {
        std::cerr << "cannot read " << path << "\n";
        std::exit(1);
    }
    std::vector<double> seconds[NumWays];
    Timed last[NumWays];
    for (int round = -1; round < rounds; ++round)
        for (int way = 0; way < NumWays; ++way) {
            last[way] = run(*model, Way(way));
            if (round >= 0) seconds[way].push_back(last[way].seconds);
        }
    // Ratios within a round, so that slow drifts cancel.
    const auto ratio = [&](Way way, Way to) {
        std::vector<double> ratios;
        for (std::size_t i = 0; i < seconds[way].size(); ++i) ratios.push_back(seconds[way][i] / seconds[to][i]);
        return median(ratios);
    };
    // One realization, several of which a step does: number of observer checks, and its time.
    State s = (*model)->getInitialState();
    ReadCounter counter;
    s.setObserver(&counter);
    s.updTime() += 1e-3;
    s.updQ();
    realize(**model, s, Stage::Acceleration);
    const long questions = counter.reads;
    s.setObserver(nullptr);
    constexpr int times = 2000;
    const double start = processorTime();
    for (int i = 0; i < times; ++i) {
        s.updQ();
        realize(**model, s, Stage::Acceleration);
    }
    const double realization = (processorTime() - start) / times;

    const std::string name = path.substr(path.find_last_of('/') + 1);
    std::cout << std::left << std::setw(28) << name << std::right << std::fixed << std::setprecision(3) << std::setw(9)
              << 1e6 * median(seconds[Alone]) / double(std::max(last[Alone].steps, 1L)) << std::setw(11)
              << ratio(Off, Alone) << std::setw(11) << ratio(Profiling, Off) << std::setw(8) << last[Profiling].observed
              << "/" << std::setw(7) << std::left << last[Profiling].steps << std::right << std::setw(10) << questions
              << std::setw(9) << std::setprecision(2) << 100 * double(questions) * check / realization << " %\n";
}

}  // namespace

int main(int argc, char** argv) {
    int rounds = 15;
    std::vector<std::string> models;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--rounds" && i + 1 < argc)
            rounds = std::max(1, std::atoi(argv[++i]));
        else
            models.emplace_back(argv[i]);
    }
    const double check = secondsOfOneCheck();
    std::cout << "model                       us/step  off/alone  prof./off  observed/steps  questions  at most\n";
    for (const std::string& model : models) report(model, rounds, check);
    std::cout << "questions: how often one realization asks whether anybody watches what is read; at most: what asking "
                 "costs of\n"
                 "it, if the processor hid none of it ("
              << std::setprecision(2) << 1e9 * check << " ns each).\n";
}

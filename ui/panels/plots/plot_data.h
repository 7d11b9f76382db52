// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/sampler.h"
#include "ui/plots/series.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// The numbers behind all plots: one series for each reading and run, gathered once however many plots show it, by the
/// runs' samplers, outside of the window's thread.
class PlotData : public QObject {
    Q_OBJECT

public:
    explicit PlotData(Session& session, QObject* parent = nullptr);
    ~PlotData() override;

    /// What can be plotted of the model; null while there is none.
    std::shared_ptr<const Observables> observables();

    struct Trail {
        std::shared_ptr<const Series> times, values;
        Observable what;
    };
    /// A reading through a run, from now on as far as the run goes; none if its model has no such reading.
    std::optional<Trail> follow(const RunEntry& entry, const std::string& reading);

    /// What readings of the State are at a time between two stored frames, SI, NaN for others; nothing where there is no
    /// such instant. See restoreInstant().
    std::vector<double> readBetweenFrames(const RunEntry& entry, Real time, const QStringList& readings);

Q_SIGNALS:
    /// Some series are longer.
    void grown();

private:
    struct RunData {
        std::unique_ptr<Sampler> sampler;
        std::map<std::size_t, std::shared_ptr<Series>> series;
    };
    RunData& dataOf(const RunEntry& entry);
    std::shared_ptr<Series> seriesOf(RunData& data, std::size_t observable);
    std::shared_ptr<const Observables> observablesOf(const CompiledModelPtr& model);
    void gather();

    Session& session_;
    /// Lists that somebody uses; models that differ in parameters only have lists of their own.
    std::vector<std::weak_ptr<const Observables>> lists_;
    std::shared_ptr<const Observables> ofModel_;
    std::map<RunId, RunData> runs_;
    QTimer timer_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime/background_task.h"
#include "runtime/sampler.h"
#include "ui/panels/plots/formula_series.h"
#include "ui/plots/series.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// Data of all plots: one series per output and run, shared by plots, filled by samplers on background threads.
class PlotData : public QObject {
    Q_OBJECT

public:
    explicit PlotData(Session& session, QObject* parent = nullptr);
    ~PlotData() override;

    /// Outputs by name, of the model or of one that differs from it in parameters only. Null without a model, and while the
    /// list of a large model is made in the background, until listed().
    std::shared_ptr<const Outputs> outputsInTime();
    /// Outputs of exactly this model, or null as above.
    std::shared_ptr<const Outputs> outputsInTime(const CompiledModelPtr& model);
    /// As above for a run, whose model is compiled in the background if it was released.
    std::shared_ptr<const Outputs> outputsInTime(const RunEntry& entry);
    /// Calls @p act with the outputs of the model, null without one: at once, or when they are listed. Discarded if @p
    /// context is deleted or another document comes first.
    void whenListed(QObject* context, std::function<void(const std::shared_ptr<const Outputs>&)> act);
    /// A list is being made in the background.
    bool isListing() const { return listing_ != nullptr; }

    struct Trail {
        std::shared_ptr<const Series> times, values;
        Output what;
    };
    /// True for a curve by formula: "=" and an expression of outputs, see OutputExpression.
    static bool isFormula(const QString& output) { return output.startsWith('='); }
    /// The error in a formula, one sentence; empty if valid or without a model. Before listed(), a note that outputs
    /// are being listed.
    QString explainError(const QString& formula);
    /// Describes an output or formula in the current model; empty if the model lacks it, or until listed().
    std::optional<Output> describe(const QString& output);
    /// Series of an output or formula over a run, extended as the run grows; empty if the run's model lacks the output, or
    /// until listed().
    std::optional<Trail> follow(const RunEntry& entry, const std::string& output);

    /// Wall time of computing each frame, s; known without a list of outputs.
    struct Cost {
        std::shared_ptr<const Series> times, seconds;
    };
    Cost followCost(const RunEntry& entry);

    /// Values at a time between two frames, SI, NaN where unavailable; empty if the instant cannot be restored. See
    /// restoreInstant().
    std::vector<double> readBetweenFrames(const RunEntry& entry, Real time, const QStringList& outputs);
    /// Same at the displayed state, which must be one of this run's model.
    std::vector<double> readDisplayed(const RunEntry& entry, const QStringList& outputs);

Q_SIGNALS:
    /// Some series have grown.
    void grown();
    /// A list made in the background is complete: ask again.
    void listed();

private:
    /// An element may never return: does not wait for the outputs being computed.
    struct LeaveSampler {
        void operator()(Sampler* sampler) const;
    };
    using SamplerPtr = std::unique_ptr<Sampler, LeaveSampler>;
    struct RunData {
        /// Null once all requested values are available: see release().
        SamplerPtr sampler;
        std::map<std::size_t, std::shared_ptr<Series>> series;
        /// By output: index in the list of outputs, and description.
        std::map<std::string, std::pair<std::size_t, Output>> asked;
        /// Outputs that the model lacks.
        std::set<std::string> missing;
        /// By text.
        std::map<std::string, FormulaSeries> formulas;
    };
    struct CostData {
        /// Null once all values are there.
        SamplerPtr sampler;
        std::shared_ptr<Series> times, seconds;
    };
    std::optional<Trail> followFormula(RunData& data, const std::string& formula);
    /// Null until the outputs of the run's model are listed.
    RunData* dataOf(const RunEntry& entry);
    std::shared_ptr<Series> seriesOf(RunData& data, std::size_t output);
    std::shared_ptr<const Outputs> outputsOf(const CompiledModelPtr& model);
    std::vector<double> read(const RunEntry& entry, State state, const QStringList& outputs);
    void gather();
    struct Gathered {
        bool any = false, more = false, lacksMemory = false;
        void add(const Gathered& other);
    };
    Gathered takeValues(RunData& data);
    Gathered takeValues(RunId id, CostData& data);
    /// Says once that curves end before the end of their run, and continues them later.
    void noteLackOfMemory();
    void continueAfterLack();
    /// Releases the lists of outputs of ended runs of large models, once all requested values are available.
    void release();
    /// Unless another list is in progress.
    void startListing(const std::function<CompiledModelPtr()>& getModel);
    void collectList();

    Session& session_;
    /// Lists in use; models that differ only in parameters have separate lists.
    std::vector<std::weak_ptr<const Outputs>> lists_;
    std::shared_ptr<const Outputs> ofModel_;
    std::map<RunId, RunData> runs_;
    std::map<RunId, CostData> costs_;
    std::vector<QMetaObject::Connection> waiting_;
    QTimer timer_{this}, listTimer_{this}, lackTimer_{this};
    bool isLackTold_ = false;
    /// The list being made.
    std::shared_ptr<BackgroundTask<std::shared_ptr<const Outputs>>> listing_;
};

}  // namespace trammel::ui

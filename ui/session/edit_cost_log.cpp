// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/edit_cost_log.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <utility>

namespace trammel::ui {

namespace {

/// Polling interval for a background estimate, ms; must feel immediate.
constexpr int PreviewPollInterval = 10;

/// A different allowed value, nearby if the kind of value is ordered; empty if none.
struct Neighbor {
    const PropertyDescriptor& property;

    std::optional<PropertyValue> operator()(bool on) const { return !on; }
    std::optional<PropertyValue> operator()(std::int64_t n) const { return allowed(n + 1, n - 1); }
    std::optional<PropertyValue> operator()(Real x) const {
        const Real nudge = std::max(1e-3, std::abs(x) * 1e-3);
        return allowed(x + nudge, x - nudge);
    }
    std::optional<PropertyValue> operator()(const Vec3& v) const {
        return allowed(Vec3(v[0] + 1e-3, v[1], v[2]), Vec3(v[0] - 1e-3, v[1], v[2]));
    }
    std::optional<PropertyValue> operator()(const std::string& text) const {
        for (const auto& option : property.options)
            if (option.key != text) return PropertyValue(option.key);
        return property.options.empty() ? allowed(text + "'", text + " ") : std::nullopt;
    }

    template <class T>
    std::optional<PropertyValue> allowed(const T& first, const T& second) const {
        for (const T& value : {first, second})
            if (describeInvalidValue(property, PropertyValue(value)).empty()) return PropertyValue(value);
        return std::nullopt;
    }
};

}  // namespace

EditCostLog::EditCostLog(Session& session, QObject* parent) : QObject(parent), session_(session) {
    seen_ = session_.displayed().invalidation().number;
    connect(&session_, &Session::changed, this, &EditCostLog::sessionChanged);
    timer_.setInterval(PreviewPollInterval);
    connect(&timer_, &QTimer::timeout, this, &EditCostLog::collect);
}

void EditCostLog::sessionChanged(SessionChanges changes) {
    if (!(changes & (SessionChange::Document | SessionChange::Model))) return;
    const History& history = session_.history();
    const InvalidationSummary& invalidation = session_.displayed().invalidation();
    // Drop what can no longer be redone. Opening a document costs nothing worth counting.
    invalidations_.erase(invalidations_.lower_bound(history.size()), invalidations_.end());
    if (history.size() == 1) {
        invalidations_.clear();
        seen_ = invalidation.number;
    }
    if (invalidation.number != seen_) {
        seen_ = invalidation.number;
        invalidations_[history.index()] = invalidation;
        if (teaching_)
            Q_EMIT session_.notice(QString::fromStdString(history.labels()[history.index()]) + QStringLiteral(": ") +
                                   invalidation.describe());
    }
    Q_EMIT changed();
}

std::optional<InvalidationSummary> EditCostLog::invalidationOf(std::size_t index) const {
    const auto known = invalidations_.find(index);
    return known == invalidations_.end() ? std::nullopt : std::optional<InvalidationSummary>(known->second);
}

std::optional<EditCostLog::Question> EditCostLog::makeQuestion(ElementId id, const std::string& key) const {
    const DisplayedState& shown = session_.displayed();
    if (!session_.document().find(id) || !session_.lastModel() || !shown.model()) return std::nullopt;
    return Question{
        id,           key, session_.document(), &session_.catalog(), session_.lastModel(), shown.model(), shown.state(),
        shown.stage()};
}

std::optional<InvalidationSummary> EditCostLog::Question::answer() const {
    const Element* const e = document.find(element);
    const TypeDescriptor* const type = e ? catalog->findType(e->family, e->type) : nullptr;
    const PropertyDescriptor* const property = type ? type->findProperty(key) : nullptr;
    if (!property) return std::nullopt;
    try {
        const auto value = std::visit(Neighbor{*property}, e->value(*type, key));
        if (!value) return std::nullopt;
        const Result<Edit> edit = trammel::setProperty(document, *catalog, element, key, value);
        if (!edit) return std::nullopt;
        const Result<CompiledModelPtr> next = compileDocument(edit->document, model);
        if (!next) return std::nullopt;
        return estimateInvalidation(*shown, state, stage, **next);
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

std::optional<InvalidationSummary> EditCostLog::estimateCost(ElementId id, const std::string& key) const {
    const std::optional<Question> question = makeQuestion(id, key);
    return question ? question->answer() : std::nullopt;
}

void EditCostLog::estimateCostAsync(ElementId element, const std::string& key) {
    next_ = {element, key};
    if (!asked_) startNext();
}

void EditCostLog::startNext() {
    if (!next_) return;
    const auto [element, key] = *std::exchange(next_, std::nullopt);
    if (knownModel_ != session_.displayed().model() || knownStage_ != session_.displayed().stage()) {
        known_.clear();
        knownModel_ = session_.displayed().model();
        knownStage_ = session_.displayed().stage();
    }
    if (const auto known = known_.find({element, key}); known != known_.end())
        return Q_EMIT costEstimated(element, QString::fromStdString(key), known->second);
    std::optional<Question> question = makeQuestion(element, key);
    if (!question) return Q_EMIT costEstimated(element, QString::fromStdString(key), std::nullopt);
    asked_ = std::make_unique<Asked>();
    asked_->question = std::move(*question);
    asked_->work =
        std::make_unique<BackgroundWork>([asked = asked_.get()] { asked->answer = asked->question.answer(); });
    timer_.start();
}

void EditCostLog::collect() {
    if (!asked_ || !asked_->work->isFinished()) return;
    timer_.stop();
    const std::unique_ptr<Asked> done = std::move(asked_);
    const Question& question = done->question;
    // Ignore answers for another model or stage.
    if (question.shown == session_.displayed().model() && question.stage == session_.displayed().stage()) {
        known_[{question.element, question.key}] = done->answer;
        if (!next_) Q_EMIT costEstimated(question.element, QString::fromStdString(question.key), done->answer);
    } else if (!next_) {
        next_ = {question.element, question.key};
    }
    startNext();
}

}  // namespace trammel::ui

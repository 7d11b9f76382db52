// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <map>
#include <memory>
#include <optional>

#include "runtime/background_work.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// Records what each edit in the undo list invalidated in the displayed state, and estimates it for edits not made yet.
class EditCostLog : public QObject {
    Q_OBJECT

public:
    explicit EditCostLog(Session& session, QObject* parent = nullptr);

    /// Cost of entry @p index of the undo list when it was made or last redone.
    std::optional<InvalidationSummary> invalidationOf(std::size_t index) const;

    /// Cost of setting property @p key of @p element to a nearby value; empty if it cannot be estimated. Builds and
    /// realizes copies on the caller's thread.
    std::optional<InvalidationSummary> estimateCost(ElementId element, const std::string& key) const;
    /// Same on a background thread; emits costEstimated(), at once for a cached answer. A new request replaces the previous
    /// one.
    void estimateCostAsync(ElementId element, const std::string& key);

    /// True if each edit is summarized in the status bar.
    bool isTeaching() const { return teaching_; }
    void setTeaching(bool on) { teaching_ = on; }

Q_SIGNALS:
    void changed();
    void costEstimated(trammel::ElementId element, const QString& key,
                       const std::optional<trammel::ui::InvalidationSummary>& invalidation);

private:
    /// Input of a background estimate: immutable copies, safe to read from another thread.
    struct Question {
        ElementId element;
        std::string key;
        Document document;
        const TypeCatalog* catalog = nullptr;
        CompiledModelPtr model, shown;
        State state;
        Stage stage;

        std::optional<InvalidationSummary> answer() const;
    };
    struct Asked {
        Question question;
        std::optional<InvalidationSummary> answer;
        /// Last member: destroyed first, while the data it reads still exists.
        std::unique_ptr<BackgroundWork> work;
    };

    void sessionChanged(SessionChanges changes);
    std::optional<Question> makeQuestion(ElementId element, const std::string& key) const;
    void startNext();
    void collect();

    Session& session_;
    std::map<std::size_t, InvalidationSummary> invalidations_;
    long seen_ = 0;
    bool teaching_ = false;

    /// Cached answers for the current model and stage.
    std::map<std::pair<ElementId, std::string>, std::optional<InvalidationSummary>> known_;
    CompiledModelPtr knownModel_;
    Stage knownStage_;
    std::unique_ptr<Asked> asked_;
    std::optional<std::pair<ElementId, std::string>> next_;
    QTimer timer_{this};
};

}  // namespace trammel::ui

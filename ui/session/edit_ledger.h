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

/// Keeps what each edit in the undo list dropped from the State in view, and foresees what one would.
class EditLedger : public QObject {
    Q_OBJECT

public:
    explicit EditLedger(Session& session, QObject* parent = nullptr);

    /// What entry @p index of the undo list dropped when it was made, or when it was last gone back to.
    std::optional<Damage> damageOf(std::size_t index) const;

    /// What setting property @p key of @p element to another value near the present one would drop; none if it cannot be
    /// said. Builds and realizes copies only, while the caller waits.
    std::optional<Damage> foreseeChange(ElementId element, const std::string& key) const;
    /// The same in a thread of its own; foreseen() tells, at once where it is known already. The last one asked for
    /// counts.
    void askAhead(ElementId element, const std::string& key);

    /// Whether each edit is told in a sentence.
    bool isTeaching() const { return teaching_; }
    void setTeaching(bool on) { teaching_ = on; }

Q_SIGNALS:
    void changed();
    void foreseen(trammel::ElementId element, const QString& key, const std::optional<trammel::ui::Damage>& damage);

private:
    /// What is asked ahead: values that nobody changes any more, so that a thread of its own may look.
    struct Question {
        ElementId element;
        std::string key;
        Document document;
        const TypeCatalog* catalog = nullptr;
        CompiledModelPtr model, shown;
        State state;
        Stage stage;

        std::optional<Damage> answer() const;
    };
    struct Asked {
        Question question;
        std::optional<Damage> answer;
        /// Last, so that it is over before what it uses is gone.
        std::unique_ptr<BackgroundWork> work;
    };

    void sessionChanged(Aspects aspects);
    std::optional<Question> makeQuestion(ElementId element, const std::string& key) const;
    void startNext();
    void collect();

    Session& session_;
    std::map<std::size_t, Damage> damages_;
    long seen_ = 0;
    bool teaching_ = false;

    /// Answers that hold for the model and the stage in view.
    std::map<std::pair<ElementId, std::string>, std::optional<Damage>> known_;
    CompiledModelPtr knownModel_;
    Stage knownStage_;
    std::unique_ptr<Asked> asked_;
    std::optional<std::pair<ElementId, std::string>> next_;
    QTimer timer_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J11: undo and redo lose nothing.
#include <QTemporaryDir>
#include <functional>
#include <random>
#include <set>

#include "authoring/copied.h"
#include "authoring/displace.h"
#include "authoring/keep_places.h"
#include "authoring/link_edit.h"
#include "document/changes.h"
#include "document/edit.h"
#include "document/fragment.h"
#include "tests/ui/heap_in_use.h"
#include "tests/ui/journey_rig.h"
#include "tests/ui/journeys.h"
#include "ui/tools/element_edits.h"

namespace trammel::ui {

using namespace testing;

class JourneyHistoryTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { rig_ = std::make_unique<JourneyRig>(); }
    void cleanup() { rig_.reset(); }

    void J11_twoHundredEditsUndoAndRedo() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        Session& session = *rig.session;
        std::mt19937 random(11);
        const auto below = [&random](std::size_t n) { return std::size_t(random() % n); };
        std::vector<Document> reached{session.document()};
        while (reached.size() < 201) {
            const auto all = session.document().treeOrder();
            const ElementId some = all.empty() ? ElementId{} : all[below(all.size())];
            // History shows the label of the edit.
            const QString step = QStringLiteral("Step %1").arg(reached.size());
            edit(allKinds[below(std::size(allKinds))], step, some, below);
            if (!session.document().sharesContentWith(reached.back())) reached.push_back(session.document());
        }
        QCOMPARE(rig.history().size(), 201);
        for (const QString& label : rig.history()) QVERIFY(!label.isEmpty());
        QCOMPARE(used_.size(), std::size(allKinds));
        for (std::size_t i = 200; i-- > 0;) {
            rig.session->undo();
            QVERIFY2(session.document().sharesContentWith(reached[i]), qPrintable(QString::number(i)));
        }
        QVERIFY(!session.isDirty());
        for (std::size_t i = 1; i <= 200; ++i) {
            rig.session->redo();
            QVERIFY2(session.document().sharesContentWith(reached[i]), qPrintable(QString::number(i)));
        }
        // Repeating undo and redo allocates no further memory.
        const auto thereAndBack = [&] {
            while (session.history().canUndo()) session.undo();
            QVERIFY(identical(session.document(), reached.front()));
            while (session.history().canRedo()) session.redo();
            QVERIFY(identical(session.document(), reached.back()));
            // Process deferred deletions.
            rig.settle();
        };
        thereAndBack();
        thereAndBack();
        const double before = heapInUse();
        thereAndBack();
        thereAndBack();
        QVERIFY2(heapInUse() < 1.05 * before, qPrintable(QString::number(heapInUse() / before)));
    }

private:
    using Random = std::function<std::size_t(std::size_t)>;
    /// The document verbs as the window uses them.
    enum class Kind {
        Add,
        Delete,
        Duplicate,
        Rename,
        Value,
        Formula,
        Reparent,
        Plug,
        Paste,
        Move,
        Link,
        Parameter,
        Notes
    };
    static constexpr Kind allKinds[] = {Kind::Add,     Kind::Delete,    Kind::Duplicate, Kind::Rename, Kind::Value,
                                        Kind::Formula, Kind::Reparent,  Kind::Plug,      Kind::Paste,  Kind::Move,
                                        Kind::Link,    Kind::Parameter, Kind::Notes};

    void edit(Kind kind, const QString& label, ElementId some, const Random& below) {
        Session& session = *rig_->session;
        const TypeCatalog& catalog = session.catalog();
        const Document before = session.document();
        const Element* const element = session.document().find(some);
        const TypeDescriptor* const type = element ? session.typeOf(*element) : nullptr;
        const auto with = [&](const auto& verb) { session.edit(label, verb); };
        switch (kind) {
            case Kind::Add: {
                if (session.document().size() > 40) break;
                const auto types = catalog.typesOf(below(2) ? "body" : "joint");
                with([&](const Document& d) { return addNewElement(d, catalog, *types[below(types.size())], {some}); });
                break;
            }
            case Kind::Delete:
                if (session.document().size() > 8)
                    with([&](const Document& d) { return removeElements(d, catalog, {some}); });
                break;
            case Kind::Duplicate:
                if (session.document().size() < 30)
                    with([&](const Document& d) {
                        std::set<ElementId> copies;
                        return pasteElements(d, catalog, copyElements(d, {some}), copies);
                    });
                break;
            case Kind::Rename:
                if (element) session.setValue(label, some, "name", "Part " + std::to_string(below(1000)));
                break;
            case Kind::Value:
                if (type && type->findProperty("mass"))
                    session.setValue(label, some, "mass", 0.1 + 0.01 * Real(below(100)));
                break;
            case Kind::Parameter: {
                const auto parameters = session.document().elementsOf("parameter");
                if (parameters.empty())
                    with([&](const Document& d) {
                        return addNewElement(d, catalog, *catalog.typesOf("parameter").front(), {});
                    });
                else
                    session.setValue(label, parameters[below(parameters.size())], "value",
                                     0.1 + 0.001 * Real(below(100)));
                break;
            }
            case Kind::Formula: {
                const auto parameters = session.document().elementsOf("parameter");
                if (parameters.empty() || !type || !type->findProperty("length")) break;
                const std::string text =
                    std::to_string(1 + below(3)) + "*'" + session.document().get(parameters[0]).name + "'";
                with([&](const Document& d) { return setFormula(d, catalog, some, "length", text); });
                break;
            }
            case Kind::Reparent: {
                const auto shapes = session.document().elementsOf("shape");
                const auto bodies = session.document().elementsOf("body");
                if (shapes.empty() && !bodies.empty())
                    with([&](const Document& d) {
                        return addNewElement(d, catalog, *catalog.typesOf("shape").front(), {bodies[0]});
                    });
                else if (!bodies.empty())
                    with([&](const Document& d) {
                        return moveElement(d, catalog, shapes[0], bodies[below(bodies.size())]);
                    });
                break;
            }
            case Kind::Plug: {
                const auto bodies = session.document().elementsOf("body");
                const auto traces = session.document().elementsOf("trace");
                if (!bodies.empty() && !traces.empty())
                    with([&](const Document& d) {
                        return setReference(d, catalog, traces[0], "body", bodies[below(bodies.size())]);
                    });
                break;
            }
            case Kind::Paste:
                if (element && session.document().size() < 30) {
                    const Fragment fragment = copyElements(session.document(), {some});
                    with([&](const Document& d) {
                        std::set<ElementId> added;
                        return pasteElements(d, catalog, fragment, added);
                    });
                }
                break;
            case Kind::Move: {
                const auto bodies = session.document().elementsOf("body");
                const CompiledModelPtr& model = session.model();
                if (bodies.empty() || !model || !session.runBlocker().isEmpty()) break;
                const std::set<ElementId> moved{bodies[below(bodies.size())]};
                with([&](const Document& d) {
                    return displaceElements(d, catalog, *model, model->getInitialState(), moved,
                                            Transform(Vec3(0.001 * Real(1 + below(50)), 0, 0)));
                });
                break;
            }
            case Kind::Link: {
                const Vec3 at(0.01 * Real(below(40)), 0.5, 0);
                if (!session.model() || !session.runBlocker().isEmpty() || session.document().size() > 30) break;
                with([&](const Document& d) {
                    Result<LinkEdit> made =
                        addLink(d, session.model(), {.start = Place{{}, "origin", at}, .end_G = at + Vec3(0.1, 0, 0)});
                    Result<Edit> edit;
                    if (made) edit.value = made->edit;
                    return edit;
                });
                break;
            }
            case Kind::Notes: session.setValue(label, {}, "notes", "Note " + std::to_string(below(1000))); break;
        }
        if (session.document().sharesContentWith(before)) return;
        // Opening loops is part of journey J6.
        if (session.model() && !session.model()->getAssembly().assembled) return session.undo();
        used_.insert(kind);
    }

    QTemporaryDir folder_;
    std::set<Kind> used_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyHistoryTest> addJourneyHistoryTest;

#include "journey_history_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include <QAbstractItemModelTester>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableWidget>
#include <QTest>
#include <QTreeView>
#include <algorithm>
#include <cmath>
#include <memory>

#include "authoring/group_edit.h"
#include "authoring/keep_places.h"
#include "compile/catalog.h"
#include "document/changes.h"
#include "document/fragment.h"
#include "import/importer.h"
#include "tests/ui/settle.h"
#include "tests/ui/test_models.h"
#include "ui/panels/debugger/stage_ladder.h"
#include "ui/panels/history_panel.h"
#include "ui/panels/import_panel.h"
#include "ui/panels/mobility_panel.h"
#include "ui/panels/model_tree_model.h"
#include "ui/panels/model_tree_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/properties_panel.h"
#include "ui/panels/wiggle_list.h"
#include "ui/properties/element_form.h"
#include "ui/properties/formula_completer.h"
#include "ui/properties/value_editor.h"
#include "ui/tools/element_edits.h"
#include "ui/tools/target.h"

namespace trammel::ui {

using namespace testing;

class PanelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        session_ = std::make_unique<Session>(builtinCatalog());
        QVERIFY(session_->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
    }

    void coordinatesOfATargetAreFreeOfNoise() {
        Pointer pointer;
        pointer.point_G = Vec3(0.25, -3e-17, 1.11e-17);
        QCOMPARE(targetName(pointer, DisplayUnits()), QStringLiteral("x 0.25 m"));
    }

    void importReportOpensAtRowsThatItHas() {
        ImportPanel panel(*session_);
        const QString robot =
            writeModel(folder_, QStringLiteral("ball.urdf"),
                       QStringLiteral("<robot name=\"ball\"><link name=\"ball\"><inertial><mass value=\"1\"/>"
                                      "<inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" "
                                      "iyz=\"0\"/></inertial></link></robot>"));
        QVERIFY(session_->adoptImport(robot, importModel(robot.toStdString(), builtinCatalog(), {})));
        QCOMPARE(session_->importReport()->count(ImportOutcome::LeftOut), std::size_t(0));
        QVERIFY(panel.findChild<QTableWidget*>("importRows")->rowCount() > 0);
        QVERIFY(panel.findChild<QTabBar*>()->currentIndex() > 0);
    }

    void itemModelsStayValidThroughEdits() {
        ModelTreeModel tree(*session_);
        ProblemsModel problems(*session_);
        HistoryModel history(*session_);
        const QAbstractItemModelTester testers[] = {
            QAbstractItemModelTester(&tree, QAbstractItemModelTester::FailureReportingMode::QtTest),
            QAbstractItemModelTester(&problems, QAbstractItemModelTester::FailureReportingMode::QtTest),
            QAbstractItemModelTester(&history, QAbstractItemModelTester::FailureReportingMode::QtTest)};
        Q_UNUSED(testers)
        session_->setValue("Rename", CrankBody, "name", std::string("Handle"));
        session_->edit("Delete", [this](const Document& document) {
            return removeElements(document, session_->catalog(), {CouplerBody});
        });
        QVERIFY(!tree.indexOf(CouplerBody).isValid());
        session_->undo();
        QVERIFY(tree.indexOf(CouplerBody).isValid());
        session_->edit("Duplicate", [this](const Document& document) {
            std::set<ElementId> copies;
            return pasteElements(document, session_->catalog(), copyElements(document, {CrankBody}), copies);
        });
        session_->newDocument();
        QCOMPARE(tree.rowCount(), 0);
    }

    void sessionSaysWhatAnEditChanged() {
        std::vector<SessionChanges> seen;
        connect(session_.get(), &Session::changed, this,
                [&](const SessionChanges& changes) { seen.push_back(changes); });
        const auto last = [&] { return seen.empty() ? SessionChanges(SessionParts()) : seen.back(); };
        const SessionParts numbers = SessionChange::Document | SessionChange::File | SessionChange::Model |
                                     SessionChange::DisplayedState | SessionChange::Run | SessionChange::Playhead;
        const SessionParts looks =
            SessionChange::Document | SessionChange::File | SessionChange::Model | SessionChange::DisplayedState;
        session_->setValue("Mass", CrankBody, "mass", 0.7);
        QCOMPARE(int(seen.size()), 1);
        QCOMPARE(SessionParts(last()), numbers);
        QCOMPARE(last().lowestInvalidated(), Stage(Stage::Instance));
        QVERIFY(last().edit() && last().edit()->changed.size() == 1);
        QCOMPARE(last().edit()->changed.front().id, CrankBody);
        QVERIFY(last().edit()->changed.front().properties == std::vector<std::string>{"mass"});
        QVERIFY(!last().changesTree() && !last().changesOutputs() && !last().isOtherDocument());
        session_->setValue("Rename", CrankBody, "name", std::string("Handle"));
        QCOMPARE(SessionParts(last()), looks);
        QCOMPARE(last().lowestInvalidated(), Stage(Stage::Infinity));
        QVERIFY(!last().changesTree() && last().changesOutputs());
        session_->select(CouplerBody);
        QCOMPARE(SessionParts(last()), SessionParts(SessionChange::Selection));
        session_->edit("Delete", [this](const Document& document) {
            return removeElements(document, session_->catalog(), {CouplerBody});
        });
        QVERIFY(last() & SessionChange::Selection);
        QVERIFY(last().changesTree() && last().changesOutputs());
        session_->undo();
        QVERIFY(last() & SessionChange::Selection);
        QCOMPARE(last().lowestInvalidated(), Stage(Stage::Topology));
        session_->newDocument();
        QCOMPARE(SessionParts(last()), AllSessionParts);
        QVERIFY(last().isOtherDocument() && !last().edit() && last().changesTree());
    }

    void editOfAMassUpdatesOneRowOfTheTree() {
        ModelTreeModel tree(*session_);
        QSignalSpy rows(&tree, &ModelTreeModel::dataChanged);
        QSignalSpy resets(&tree, &ModelTreeModel::modelReset);
        session_->setValue("Mass", CrankBody, "mass", 0.7);
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.front().front().toModelIndex(), tree.indexOf(CrankBody));
        QCOMPARE(resets.size(), 0);
    }

    void treeStrikesOutDisabledElements() {
        ModelTreeModel tree(*session_);
        const ElementId force = session_->document().elementsOf("force").front();
        const auto isStruckOut = [&] { return tree.indexOf(force).data(Qt::FontRole).value<QFont>().strikeOut(); };
        QVERIFY(!isStruckOut());
        session_->setValue("Disable", force, "enabled", false);
        QVERIFY(isStruckOut());
        QVERIFY(tree.indexOf(force).data(Qt::ToolTipRole).toString().startsWith("Disabled. "));
        session_->undo();
        QVERIFY(!isStruckOut());
    }

    void treeGroupsElementsByFamilyWithCounts() {
        ModelTreeModel tree(*session_);
        const QModelIndex bodies = tree.index(0, 0);
        QCOMPARE(bodies.data().toString(), QStringLiteral("Bodies  (3)"));
        QCOMPARE(tree.rowCount(bodies), 3);
        QCOMPARE(tree.index(0, 0, bodies).data().toString(), QStringLiteral("Crank"));
    }

    void treeSelectionMatchesSessionSelection() {
        ModelTreePanel panel(*session_);
        session_->select(RockerBody);
        QCOMPARE(panel.view()->currentIndex().data().toString(), QStringLiteral("Rocker"));
        panel.view()->selectAll();
        QCOMPARE(session_->selection().size(), session_->document().size());
    }

    void filteredTreeKeepsTheSelection() {
        ModelTreePanel panel(*session_);
        session_->select(RockerBody);
        auto* filter = panel.findChild<QLineEdit*>("treeFilter");
        filter->setText("crank");
        QCOMPARE(session_->selectedElement(), RockerBody);
        filter->clear();
        QCOMPARE(panel.view()->currentIndex().data().toString(), QStringLiteral("Rocker"));
    }

    void groupsFoldAgainAfterASearch() {
        ModelTreePanel panel(*session_);
        const auto grouped = session_->edit("Group", [&](const Document& document) {
            return groupElements(document, session_->model(), {RockerBody});
        });
        QVERIFY(grouped);
        session_->select(CrankBody);
        const auto rowNamed = [&](const char* name) {
            const QAbstractItemModel& rows = *panel.view()->model();
            return rows.match(rows.index(0, 0), Qt::DisplayRole, QString(name), 1,
                              Qt::MatchRecursive | Qt::MatchExactly);
        };
        const QString group = session_->nameOf(grouped->element);
        QCOMPARE(rowNamed(qPrintable(group)).size(), 1);
        panel.view()->collapse(rowNamed(qPrintable(group)).front());
        auto* filter = panel.findChild<QLineEdit*>("treeFilter");
        filter->setText("rocker");
        QVERIFY(panel.view()->isExpanded(rowNamed(qPrintable(group)).front()));
        filter->clear();
        QVERIFY(!panel.view()->isExpanded(rowNamed(qPrintable(group)).front()));
        QVERIFY(panel.view()->isExpanded(rowNamed("Crank").front().parent()));
    }

    void everyTypeHasAFormWhoseEditorsRoundTrip_data() {
        QTest::addColumn<int>("index");
        const auto& types = builtinCatalog().types();
        for (std::size_t i = 0; i < types.size(); ++i) {
            const FamilyDescriptor* family = builtinCatalog().findFamily(types[i].family);
            if (family->maxElements > 0)
                QTest::newRow((types[i].family + '/' + types[i].key).c_str()) << static_cast<int>(i);
        }
    }
    void everyTypeHasAFormWhoseEditorsRoundTrip() {
        QFETCH(int, index);
        const TypeDescriptor& type = builtinCatalog().types()[static_cast<std::size_t>(index)];
        const FamilyDescriptor& family = *builtinCatalog().findFamily(type.family);
        ElementId element;
        if (const auto present = session_->document().elementsOf(family.key);
            !present.empty() && family.maxElements == 1)
            session_->edit("Make room", [&](const Document& document) {
                return removeElements(document, session_->catalog(), {present.front()});
            });
        const auto added = session_->edit(
            "Add", [&](const Document& document) { return addNewElement(document, session_->catalog(), type, {}); });
        QVERIFY(added.value.has_value());
        element = added->element;

        DisplayUnits units;
        ElementForm form(*session_, units, element, type);
        for (const PropertyDescriptor& property : type.properties) {
            auto* editor = form.findChild<ValueEditor*>(QString::fromStdString(property.key));
            QVERIFY2(editor, property.key.c_str());
            const PropertyValue& shown = session_->document().get(element).value(type, property.key);
            QSignalSpy refused(editor, &ValueEditor::refused);
            // Every editor must return the value it was given.
            const PropertyValue copy = shown;
            Q_EMIT editor->entered(copy, false);
            QVERIFY(equal(session_->document().get(element).value(type, property.key), copy));
            for (auto* line : editor->findChildren<QLineEdit*>()) {
                line->setText(line->text() + ' ');
                line->setModified(true);
                QTest::keyClick(line, Qt::Key_Return);
            }
            QCOMPARE(refused.count(), 0);
            const PropertyValue& after = session_->document().get(element).value(type, property.key);
            QVERIFY2(nearly(after, copy), property.key.c_str());
        }
        for (const SocketDescriptor& socket : type.sockets)
            QVERIFY2(form.findChild<QComboBox*>(QString::fromStdString(socket.key)), socket.key.c_str());
    }

    void massInGramsIsStoredInKilograms() {
        DisplayUnits units;
        PropertiesPanel panel(*session_, units);
        session_->select(CrankBody);
        QLineEdit* field = numberField(panel, "mass");
        QVERIFY(field);
        QCOMPARE(field->text(), QStringLiteral("0.5"));
        type(field, "250 g");
        QCOMPARE(massOf(CrankBody), 0.25);
        QCOMPARE(field->text(), QStringLiteral("0.25"));
        session_->undo();
        QCOMPARE(massOf(CrankBody), 0.5);
        QCOMPARE(numberField(panel, "mass")->text(), QStringLiteral("0.5"));
    }

    void refusedValueIsExplainedAndNotStored() {
        DisplayUnits units;
        PropertiesPanel panel(*session_, units);
        panel.show();
        session_->select(CrankBody);
        for (const char* wrong : {"-1 kg", "3 s", "0,5", "rubbish"}) {
            type(numberField(panel, "mass"), wrong);
            QCOMPARE(massOf(CrankBody), 0.5);
            const auto labels = panel.findChildren<QLabel*>();
            QVERIFY2(std::any_of(labels.begin(), labels.end(),
                                 [](QLabel* l) {
                                     return l->isVisible() && l->styleSheet().contains("color:#") && l->wordWrap() &&
                                            !l->text().isEmpty();
                                 }),
                     wrong);
        }
        QCOMPARE(session_->history().size(), std::size_t(1));
    }

    void integratorChosenByFrictionIsShown() {
        ElementId settings;
        const auto add = [&](Element draft) {
            const auto added = session_->edit(QStringLiteral("Add"), [&](const Document& document) {
                return addElement(document, session_->catalog(), std::move(draft));
            });
            return added->element;
        };
        for (const ElementId id : session_->document().elementsOf("settings"))
            session_->edit(QStringLiteral("Remove"), [&](const Document& document) {
                return removeElements(document, session_->catalog(), {id});
            });
        settings = add(Element::draft("settings", "simulation"));
        const auto shown = [&] {
            DisplayUnits units;
            ElementForm form(*session_, units, settings, *session_->catalog().findType("settings", "simulation"));
            return form.findChild<QWidget*>(QStringLiteral("integrator"))->findChild<QComboBox*>()->currentData();
        };
        QCOMPARE(shown().toString(), QStringLiteral("rungeKuttaMerson"));
        add(Element::draft("force", "contactEverything").set("frictionFrom", "numbers").set("staticFriction", 10.));
        QCOMPARE(shown().toString(), QStringLiteral("cvodeBdf"));
        for (const char* chosen : {"dormandPrince", "rungeKuttaMerson"}) {
            session_->setValue(QStringLiteral("Choose"), settings, "integrator", std::string(chosen));
            QCOMPARE(shown().toString(), QLatin1String(chosen));
        }
    }

    void formulaIsCheckedWhileTypingAndStoredIfValid() {
        DisplayUnits units;
        PropertiesPanel panel(*session_, units);
        panel.show();
        ElementId force;
        session_->edit(QStringLiteral("Add"), [&](const Document& document) {
            const auto added = addElement(document, session_->catalog(),
                                          Element::draft("force", "mobilityFormula").plug("joint", RockerJoint));
            force = added->element;
            return added;
        });
        session_->select(force);
        const auto stored = [&] {
            const Element& element = session_->document().get(force);
            return element.valueAs<std::string>(*session_->catalog().findType("force", "mobilityFormula"), "force");
        };
        const auto isSaid = [&](const char* message) {
            const auto labels = panel.findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [&](QLabel* label) {
                return label->isVisible() && label->text().contains(QString::fromUtf8(message));
            });
        };
        QLineEdit* const field = numberField(panel, "force");
        QVERIFY(field);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "3 N*m + joint.u");
        QTRY_VERIFY(isSaid("Column 7: Dimensions do not match"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(stored(), std::string("0"));
        type(field, "3 N*m*joint.q^2");
        QVERIFY(!isSaid("Column"));
        QCOMPARE(stored(), std::string("3 N*m*joint.q^2"));
        session_->undo();
        QCOMPARE(stored(), std::string("0"));
    }

    void consecutiveStepsAreOneUndoStep() {
        DisplayUnits units;
        PropertiesPanel panel(*session_, units);
        session_->select(CrankBody);
        QLineEdit* field = numberField(panel, "mass");
        for (int i = 0; i < 5; ++i) QTest::keyClick(field, Qt::Key_Up);
        QVERIFY(massOf(CrankBody) > 0.5);
        QCOMPARE(session_->history().size(), std::size_t(2));
        session_->undo();
        QCOMPARE(massOf(CrankBody), 0.5);
    }

    void jointConnectsToAnotherBodyOrGround() {
        DisplayUnits units;
        PropertiesPanel panel(*session_, units);
        session_->select(RockerJoint);
        auto* parent = panel.findChild<QComboBox*>("parent");
        QVERIFY(parent);
        QCOMPARE(parent->currentText(), QStringLiteral("Ground"));
        const int coupler = parent->findText("Coupler");
        parent->setCurrentIndex(coupler);
        Q_EMIT parent->activated(coupler);
        QCOMPARE(session_->document().get(RockerJoint).reference("parent"), CouplerBody);
        session_->undo();
        QVERIFY(!session_->document().get(RockerJoint).reference("parent").isValid());
    }

    void duplicateNameIsRefused() {
        DisplayUnits units;
        PropertiesPanel panel(*session_, units);
        session_->select(CrankBody);
        auto* name = panel.findChild<QLineEdit*>("elementName");
        type(name, "Rocker");
        QCOMPARE(session_->nameOf(CrankBody), QStringLiteral("Crank"));
        QCOMPARE(name->text(), QStringLiteral("Crank"));
        type(name, "Handle");
        QCOMPARE(session_->nameOf(CrankBody), QStringLiteral("Handle"));
    }

    void ladderIsFilledToTheRealizedStage() {
        StageLadder ladder(*session_);
        ladder.resize(ladder.sizeHint());
        ladder.show();
        QCOMPARE(ladder.shownStage(0), Stage(session_->displayed().stage()));
        QCOMPARE(ladder.shownStage(0), Stage(Stage::Position));
        QCOMPARE(ladder.columnCount(), static_cast<std::size_t>(session_->displayed().state().getNumSubsystems()) + 1);

        QTest::mouseClick(&ladder, Qt::LeftButton, {}, ladder.rungRect(Stage::Acceleration).center());
        QCOMPARE(session_->displayed().stage(), Stage(Stage::Acceleration));
        QCOMPARE(ladder.shownStage(0), Stage(Stage::Acceleration));

        QTest::mouseClick(&ladder, Qt::LeftButton, Qt::ControlModifier, ladder.rungRect(Stage::Velocity).center());
        QCOMPARE(session_->displayed().stage(), Stage(Stage::Position));
        QCOMPARE(ladder.shownStage(0), Stage(Stage::Position));
        for (std::size_t column = 0; column < ladder.columnCount(); ++column)
            QVERIFY(ladder.shownStage(column) <= Stage(Stage::Position));
    }

    void massEditKeepsTheSystem() {
        const auto* system = &session_->model()->getSystem();
        session_->setValue("Mass", CrankBody, "mass", 0.75);
        QCOMPARE(&session_->model()->getSystem(), system);
        QVERIFY(session_->displayed().stage() >= Stage(Stage::Position));
    }

    void invalidFileOpensWithLocatedProblems() {
        QVERIFY(session_->open(writeModel(folder_, "broken.trammel", brokenText())));
        ProblemsModel problems(*session_);
        QVERIFY(problems.rowCount() >= 2);
        for (int row = 0; row < problems.rowCount(); ++row)
            QVERIFY(!problems.index(row, 0).data().toString().isEmpty());
        QVERIFY(!session_->problems().front().place.empty());
        QVERIFY(!session_->problems().front().remedy.empty());
    }

    void unreadableFileKeepsTheOpenDocument() {
        const Document before = session_->document();
        QVERIFY(!session_->open(writeModel(folder_, "noise.trammel", "this is not a model")));
        QVERIFY(session_->document().sharesContentWith(before));
        QVERIFY(!session_->problems().empty());
    }

    void deletingABodyDeletesItsJointsInOneStep() {
        const Document before = session_->document();
        session_->edit("Delete", [this](const Document& document) {
            return removeElements(document, session_->catalog(), {CrankBody, CouplerBody});
        });
        QVERIFY(session_->document().size() < before.size());
        session_->undo();
        QVERIFY(identical(session_->document(), before));
    }

    void newJointConnectsSelectionToGround() {
        session_->newDocument();
        const auto add = [this](const char* family, std::set<ElementId> selection) {
            const TypeDescriptor& type = *builtinCatalog().typesOf(family).front();
            return session_
                ->edit("Add",
                       [&](const Document& document) {
                           return addNewElement(document, session_->catalog(), type, selection);
                       })
                ->element;
        };
        const ElementId first = add("body", {});
        const ElementId second = add("body", {});
        const ElementId joint = add("joint", {first});
        QVERIFY(!session_->document().get(joint).reference("parent").isValid());
        QCOMPARE(session_->document().get(joint).reference("child"), first);
        const ElementId between = add("joint", {first, second});
        QCOMPARE(session_->document().get(between).reference("parent"), first);
        QCOMPARE(session_->document().get(between).reference("child"), second);
    }

    void namesAreCompletedWhileAFormulaIsTyped() {
        QCOMPARE(FormulaCompleter::startOfName("-2*Cra"), 3);
        QCOMPARE(FormulaCompleter::startOfName("'Crank pin'.q + 'Ro"), 16);
        QCOMPARE(FormulaCompleter::startOfName("'Crank pin'.q + Ro"), 16);
        QCOMPARE(FormulaCompleter::startOfName(QStringLiteral("2*Hebelär")), 2);
        // A unit follows a number.
        QCOMPARE(FormulaCompleter::startOfName("3 N"), -1);
        QCOMPARE(FormulaCompleter::startOfName("2*"), -1);
        QLineEdit line;
        new FormulaCompleter(&line, [](const QString& start) {
            return start == "Cra"      ? QStringList{"Crank."}
                   : start == "Crank." ? QStringList{"Crank.tip.x"}
                                       : QStringList();
        });
        line.show();
        QVERIFY(QTest::qWaitForWindowExposed(&line));
        QTest::keyClicks(&line, "2*Cra");
        auto* const list = line.findChild<QListView*>();
        QVERIFY(list->isVisible());
        QTest::keyClick(&line, Qt::Key_Down);
        QTest::keyClick(&line, Qt::Key_Return);
        // The name is not complete: its keys are listed.
        QCOMPARE(line.text(), QStringLiteral("2*Crank."));
        QVERIFY(list->isVisible());
        QTest::keyClick(&line, Qt::Key_Down);
        QTest::keyClick(&line, Qt::Key_Return);
        QCOMPARE(line.text(), QStringLiteral("2*Crank.tip.x"));
        QVERIFY(!list->isVisible());
        QVERIFY(line.isModified());
    }

    void newActionDoesNotReferToItsOwnEvent() {
        session_->newDocument();
        const auto add = [this](const char* family, const char* type, std::set<ElementId> selection) {
            return session_
                ->edit("Add",
                       [&](const Document& document) {
                           return addNewElement(document, session_->catalog(), *builtinCatalog().findType(family, type),
                                                selection);
                       })
                ->element;
        };
        const ElementId number = add("parameter", "length", {});
        const ElementId event = add("event", "atTime", {});
        const ElementId action = add("action", "setNumber", {event});
        QCOMPARE(session_->document().get(action).parent, event);
        QCOMPARE(session_->document().get(action).reference("element"), number);
    }

    void newTouchEventWatchesAContact() {
        session_->newDocument();
        const auto add = [this](const char* family, const char* type) {
            return session_
                ->edit("Add",
                       [&](const Document& document) {
                           return addNewElement(document, session_->catalog(), *builtinCatalog().findType(family, type),
                                                {});
                       })
                ->element;
        };
        const ElementId gravity = add("force", "gravity");
        const ElementId contact = add("force", "contactEverything");
        const ElementId event = add("event", "touch");
        QCOMPARE(session_->document().get(event).reference("contact"), contact);
        const auto refused = session_->edit("Connect", [&](const Document& document) {
            return setReference(document, session_->catalog(), event, "contact", gravity);
        });
        QVERIFY(!refused);
        QCOMPARE(QString::fromStdString(refused.diagnostics.items().front().message),
                 QStringLiteral("Force 'Gravity' cannot be connected to input 'Contact', which accepts: contact."));
    }

    void mobilityOfManyBodiesIsFoundInTheBackground() {
        QVERIFY(session_->open(QStringLiteral(TRAMMEL_SOURCE_DIR "/models/chain_100.trammel")));
        MobilityPanel panel(*session_);
        panel.resize(700, 160);
        panel.show();
        QVERIFY(QTest::qWaitForWindowExposed(&panel));
        auto* const list = panel.findChild<QListView*>("wiggles");
        auto* const animate = panel.findChild<QPushButton*>("animateWiggle");
        QTRY_COMPARE(list->model()->rowCount(), 100);
        QVERIFY(panel.findChild<QLabel*>("mobilitySummary")->text().contains("100 degrees of freedom"));
        // Joints of a tree move one by one, and only rows that are shown are calculated.
        QCOMPARE(list->model()->index(4, 0).data().toString(), QStringLiteral("5  rate of Pin 5 (100 %)"));
        QTRY_VERIFY(animate->isEnabled());
        QVERIFY(static_cast<WiggleList*>(list->model())->countCalculated() < 40);
        panel.grab().save("journey_mobility.png");
        QSignalSpy poses(&panel, &MobilityPanel::poseShown);
        list->setCurrentIndex(list->model()->index(99, 0));
        QTest::mouseClick(animate, Qt::LeftButton);
        QTRY_VERIFY(poses.size() > 1);
        // An edit cancels the search and starts another.
        session_->setValue("Mass", session_->document().elementsOf("body").front(), "mass", 0.7);
        session_->setValue("Mass", session_->document().elementsOf("body").front(), "mass", 0.8);
        QVERIFY(panel.isSearching());
        QCOMPARE(list->model()->rowCount(), 0);
        QVERIFY(!animate->isEnabled());
        QTRY_COMPARE(list->model()->rowCount(), 100);
        QTRY_VERIFY(!panel.isSearching());
    }

private:
    static QLineEdit* numberField(QWidget& panel, const char* key) {
        auto* editor = panel.findChild<ValueEditor*>(key);
        return editor ? editor->findChild<QLineEdit*>() : nullptr;
    }
    static void type(QLineEdit* field, const char* text) {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    Real massOf(ElementId body) const {
        const Element& element = session_->document().get(body);
        return element.valueAs<Real>(*session_->typeOf(element), "mass");
    }
    /// A field shows seven digits.
    static bool nearly(const PropertyValue& a, const PropertyValue& b) {
        constexpr Real Digits = 1e-6;
        if (const Real* x = std::get_if<Real>(&a)) return std::abs(*x - std::get<Real>(b)) <= Digits * std::abs(*x);
        if (const Vec3* v = std::get_if<Vec3>(&a)) return (*v - std::get<Vec3>(b)).norm() <= Digits * v->norm();
        return equal(a, b);
    }

    QTemporaryDir folder_;
    std::unique_ptr<Session> session_;
};

}  // namespace trammel::ui

QTEST_MAIN(trammel::ui::PanelsTest)
#include "panels_test.moc"

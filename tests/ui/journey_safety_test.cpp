// SPDX-License-Identifier: GPL-3.0-or-later
// Journey J11: nothing is lost.
#include <QFileInfo>
#include <QStandardPaths>
#include <random>

#include "document/edit.h"
#include "tests/ui/journey_rig.h"
#include "ui/session/autosave.h"
#include "ui/tools/element_edits.h"

namespace trammel::ui {

using namespace testing;

class JourneySafetyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() {
        for (const Autosave::Abandoned& work : Autosave::findAbandoned()) Autosave::discard(work);
        rig_ = std::make_unique<JourneyRig>();
    }
    void cleanup() { rig_.reset(); }

    void J11_twoHundredEditsAreTakenBackAndDoneAgain() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.window->open(writeModel(folder_, "four_bar.trammel", fourBarText())));
        Session& session = *rig.session;
        std::mt19937 random(11);
        const auto below = [&random](std::size_t n) { return std::size_t(random() % n); };
        std::vector<Document> reached{session.document()};
        while (session.history().size() < 201) {
            const std::size_t before = session.history().size();
            const auto all = session.document().treeOrder();
            const ElementId some = all.empty() ? ElementId{} : all[below(all.size())];
            switch (below(5)) {
                case 0: {
                    const auto types = session.catalog().typesOf(below(2) ? "body" : "joint");
                    session.edit("Add", [&](const Document& document) {
                        return addNewElement(document, session.catalog(), *types[below(types.size())], {some});
                    });
                    break;
                }
                case 1:
                    if (all.size() > 8)
                        session.edit("Delete", [&](const Document& document) {
                            return removeElements(document, session.catalog(), {some});
                        });
                    break;
                case 2:
                    session.edit("Duplicate", [&](const Document& document) {
                        std::set<ElementId> copies;
                        return duplicateElements(document, session.catalog(), {some}, copies);
                    });
                    break;
                case 3:
                    if (some.isValid()) session.setValue("Rename", some, "name", "Part " + std::to_string(below(1000)));
                    break;
                default: {
                    const Element* const element = session.document().find(some);
                    const TypeDescriptor* const type = element ? session.typeOf(*element) : nullptr;
                    if (type && type->findProperty("mass"))
                        session.setValue("Mass", some, "mass", 0.1 + 0.01 * Real(below(100)));
                }
            }
            if (session.history().size() > before) reached.push_back(session.document());
        }
        for (std::size_t i = 200; i-- > 0;) {
            rig.session->undo();
            QVERIFY2(session.document().sharesContentWith(reached[i]), qPrintable(QString::number(i)));
        }
        QVERIFY(!session.isDirty());
        for (std::size_t i = 1; i <= 200; ++i) {
            rig.session->redo();
            QVERIFY2(session.document().sharesContentWith(reached[i]), qPrintable(QString::number(i)));
        }
    }

    void J11_workThatACrashLeftBehindIsOfferedAndRecovered() {
        const QString path = writeModel(folder_, "four_bar.trammel", fourBarText());
        const QByteArray original = contentOf(path);
        // The crash: a copy that nobody gives up, and no lock held.
        QString kept;
        {
            Session crashing(builtinCatalog());
            QVERIFY(crashing.open(path));
            Autosave autosave(crashing);
            crashing.setValue("Mass", CrankBody, "mass", 0.75);
            autosave.keep();
            QVERIFY(autosave.keptAt().isValid());
            QVERIFY(Autosave::findAbandoned().empty());
            const QFileInfoList files =
                QDir(QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery"))
                    .entryInfoList({QStringLiteral("*.trammel")}, QDir::Files);
            QCOMPARE(files.size(), 1);
            kept = files.front().filePath();
            QVERIFY(QFile::copy(kept, kept.chopped(8) + QStringLiteral("0.trammel")));
        }
        // What was given up in order is gone.
        QVERIFY(!QFileInfo::exists(kept));
        QCOMPARE(Autosave::findAbandoned().size(), std::size_t(1));

        rig_.reset();
        rig_ = std::make_unique<JourneyRig>();
        QVERIFY(rig_->window->findChild<QWidget*>("recoveryCard"));
        rig_->picture("J11_recovery");
        QAbstractButton* const recover = rig_->button("Recover");
        QVERIFY(recover);
        QTest::mouseClick(recover, Qt::LeftButton);
        QTest::qWait(100);
        const Element& crank = rig_->session->document().get(CrankBody);
        QCOMPARE(crank.valueAs<Real>(*rig_->session->typeOf(crank), "mass"), 0.75);
        QVERIFY(rig_->session->isDirty());
        QVERIFY(rig_->session->path().isEmpty());
        QCOMPARE(contentOf(path), original);
        QVERIFY(Autosave::findAbandoned().empty());
    }

private:
    static QByteArray contentOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir folder_;
    std::unique_ptr<JourneyRig> rig_;
};

}  // namespace trammel::ui

int main(int argc, char** argv) {
    trammel::ui::Viewport::prepareApplication();
    QApplication application(argc, argv);
    trammel::ui::JourneySafetyTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "journey_safety_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Journeys in which a mechanism is traced over an image, and outlines of a drawing become plates.
#include <QBuffer>
#include <QImage>
#include <QPainter>

#include "compile/background_type.h"
#include "tests/ui/file_dialog_hand.h"
#include "tests/ui/form_fields.h"
#include "tests/ui/journeys.h"
#include "tests/ui/linkage_journey.h"
#include "ui/tools/background_data.h"

namespace trammel::ui {

using namespace testing;

class JourneyBackgroundTest : public LinkageJourney {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        rig_ = std::make_unique<JourneyRig>();
        rig_->press(Qt::Key_N, Qt::ControlModifier);
        rig_->view().setFocus();
        // The view of a new drawing.
        rig_->press(Qt::Key_L);
        rig_->press(Qt::Key_Escape);
    }
    void cleanup() { rig_.reset(); }

    void J18_anImageIsScaledByTwoPointsAndTraced() {
        JourneyRig& rig = *rig_;
        addImage();
        const ElementId image = background();
        QVERIFY(image.isValid());
        QVERIFY2(rig.chip().isEmpty() || rig.chip().contains("image"), qPrintable(rig.chip()));
        rig.settle();
        // The form shows the size of the file.
        const QLineEdit* const data = fieldOf(rig, "data");
        QVERIFY(data && data->text().isEmpty());
        QVERIFY2(data->placeholderText().endsWith("kB of data"), qPrintable(data->placeholderText()));
        // The image is in the view, at its place.
        const auto colorAt = [&](const Vec3& p) {
            const QImage shown = rig.view().grabImage();
            const qreal ratio = qreal(shown.width()) / rig.view().width();
            return shown.pixelColor((QPointF(rig.at(p)) * ratio).toPoint());
        };
        const Vec3 from = markAt(0.25), to = markAt(0.75);
        QVERIFY2(colorAt(markAt(0.25)).red() > colorAt(markAt(0.25)).blue() + 60,
                 qPrintable(colorAt(markAt(0.25)).name()));
        const qsizetype steps = rig.history().size();
        rig.click(from);
        rig.click(to);
        rig.type("0.3 m");
        rig.screenshot("J18_scaling");
        rig.press(Qt::Key_Return);
        QCOMPARE(rig.history().size(), steps + 1);
        QVERIFY((markAt(0.25) - from).norm() < 2e-3);
        QVERIFY(std::abs((markAt(0.75) - markAt(0.25)).norm() - 0.3) < 3e-3);
        QVERIFY(rig.session->problems().empty());
        rig.press(Qt::Key_Escape);

        // Tools draw over it; it neither obstructs picking nor is picked.
        rig.press(Qt::Key_L);
        rig.click(markAt(0.25), Qt::ControlModifier);
        rig.click(markAt(0.75), Qt::ControlModifier);
        rig.press(Qt::Key_Escape);
        QVERIFY(std::abs(number(rig.named("Link"), "length") - 0.3) < 6e-3);
        rig.screenshot("J18_traced");
        // Hidden and shown like any element; undone in one step.
        rig.session->select(image);
        rig.press(Qt::Key_H);
        QVERIFY(rig.session->hidden().contains(image));
    }

    void J18_theFirstImageIsEntirelyInTheView() {
        rig_.reset();
        rig_ = std::make_unique<JourneyRig>();
        rig_->press(Qt::Key_N, Qt::ControlModifier);
        addImage();
        rig_->settle();
        for (const Real along : {0., 1.})
            QVERIFY2(rig_->view().rect().contains(rig_->at(markAt(along))),
                     qPrintable(QString::number(rig_->at(markAt(along)).x())));
        // F frames it, as any other element.
        const auto pixels = [&] { return (rig_->view().project(markAt(1)) - rig_->view().project(markAt(0))).x(); };
        rig_->press(Qt::Key_Escape);
        rig_->session->setValue("Width", background(), "width", 0.01);
        rig_->settle();
        QVERIFY(pixels() < 0.1 * rig_->view().width());
        rig_->session->select(background());
        rig_->view().setFocus();
        rig_->press(Qt::Key_F);
        QVERIFY2(pixels() > 0.4 * rig_->view().width(), qPrintable(QString::number(pixels())));
    }

    void J18_aHiddenGroupHidesItsImage() {
        JourneyRig& rig = *rig_;
        addImage();
        rig.press(Qt::Key_Escape);
        const ElementId image = background();
        rig.session->select(image);
        run("edit.group");
        const ElementId group = rig.session->document().get(image).parent;
        QVERIFY(group.isValid());
        const QImage shown = rig.view().grabImage();
        rig.session->select(group);
        run("edit.hide");
        rig.session->select(std::set<ElementId>{});
        rig.settle();
        const auto redAt = [&](const QImage& picture, Real share) {
            const qreal ratio = qreal(picture.width()) / rig.view().width();
            const QColor color = picture.pixelColor((QPointF(rig.at(markAt(share))) * ratio).toPoint());
            return color.red() - color.blue();
        };
        QVERIFY(redAt(shown, 0.25) > 60);
        QVERIFY(redAt(rig.view().grabImage(), 0.25) < 30);
        run("edit.showAll");
        QVERIFY(redAt(rig.view().grabImage(), 0.25) > 60);
    }

    void J18_anImageIsDraggedAndUndone() {
        JourneyRig& rig = *rig_;
        addImage();
        rig.settle();
        const Vec3 before = markAt(0.25), way(0.02, 0.01, 0);
        rig.drag({before, before + way / 2, before + way});
        QVERIFY((markAt(0.25) - before - way).norm() < 2e-3);
        rig.press(Qt::Key_Z, Qt::ControlModifier);
        QVERIFY((markAt(0.25) - before).norm() < 1e-9);
    }

    void J18_anInvalidImageIsAProblem() {
        JourneyRig& rig = *rig_;
        QVERIFY(rig.session->edit(QStringLiteral("Broken"), [](const Document& document) {
            Element draft = Element::draft(backgroundFamily, "image", "Broken");
            draft.set("data", std::string("iVBORw0KGgoAAAAA////"));
            return addElement(document, builtinCatalog(), draft);
        }));
        QVERIFY(rig.session->edit(QStringLiteral("Text"), [](const Document& document) {
            Element draft = Element::draft(backgroundFamily, "image", "Text");
            draft.set("data", std::string("c2VjcmV0"));
            return addElement(document, builtinCatalog(), draft);
        }));
        rig.settle();
        bool told = false;
        for (const Diagnostic& problem : rig.session->problems())
            told |= problem.message.find("neither PNG nor JPEG") != std::string::npos;
        QVERIFY(told);
        QVERIFY(rig.session->model());
        QString why;
        QVERIFY(encodeBackground(QStringLiteral("/nowhere/at/all.png"), why).empty());
        QVERIFY(why.contains("Cannot read"));

        // Too large to keep when decoded, however few bytes its file has: not decoded.
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QVERIFY(QImage(3000, 2, QImage::Format_RGB32).save(&buffer, "PNG"));
        QVERIFY(decodeBackground(bytes.toBase64().toStdString()).isNull());
    }

private:
    /// Two red disks on white, at a quarter and three quarters of the width, in the middle of the height.
    void addImage() {
        QImage image(800, 400, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setPen(QPen(Qt::darkGray, 8));
        painter.drawLine(200, 200, 600, 200);
        painter.setPen(Qt::NoPen);
        painter.setBrush(Qt::red);
        painter.drawEllipse(QPoint(200, 200), 30, 30);
        painter.drawEllipse(QPoint(600, 200), 30, 30);
        painter.end();
        const QString path = folder_.filePath("bar.png");
        QVERIFY(image.save(path));
        answerFileDialog(rig_->window, path);
        run("add.background.image");
    }
    ElementId background() const {
        const auto all = rig_->session->document().elementsOf(backgroundFamily);
        return all.empty() ? ElementId{} : *all.begin();
    }
    /// The middle of the height, at a share of the width.
    Vec3 markAt(Real share) const {
        const Element& element = rig_->session->document().get(background());
        const BackgroundPlace place = placeOfBackground(element, *rig_->session->typeOf(element), QSize(800, 400));
        return place.X_GI * Vec3(share * place.width, place.height / 2, 0);
    }

    QTemporaryDir folder_;
};

}  // namespace trammel::ui

static const trammel::ui::testing::AddJourneys<trammel::ui::JourneyBackgroundTest> addJourneyBackgroundTest;

#include "journey_background_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/convex_parts_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <set>
#include <utility>

#include "ui/properties/number_field.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
constexpr int PartsLookMilliseconds = 30, PartsAboutWidth = 340;
constexpr Real Percent = 100, MostPercent = 90;
constexpr int MostParts = 256;
}  // namespace

ConvexPartsDialog::ConvexPartsDialog(Session& session, const DisplayUnits& units, QWidget* parent)
    : QDialog(parent), session_(session), about_(new QLabel(this)), message_(new QLabel(this)) {
    setObjectName(QStringLiteral("convexPartsDialog"));
    setWindowTitle(tr("Convex parts"));
    about_->setObjectName(QStringLiteral("convexPartsSubject"));
    message_->setObjectName(QStringLiteral("convexPartsMessage"));
    for (QLabel* const label : {about_, message_}) {
        label->setWordWrap(true);
        label->setMinimumWidth(PartsAboutWidth);
    }
    const auto makeNumber = [&](const char* object, const QString& name, Real value, const QString& tip) {
        auto* const field = new NumberField(Quantity::None, units, this);
        field->setObjectName(QLatin1StringView(object));
        field->setAccessibleName(name);
        field->setToolTip(tip);
        field->setValue(value);
        connect(field, &NumberField::entered, field, [field](double number) { field->setValue(number); });
        connect(field, &NumberField::refused, message_, &QLabel::setText);
        return field;
    };
    const ConvexPartsOptions usual;
    most_ = makeNumber("convexPartsMost", tr("Maximum parts"), usual.mostParts, tr("Maximum number of parts"));
    most_->setWhole(true);
    outside_ = makeNumber("convexPartsOutside", tr("Outside the solid, %"), usual.concavity * Percent,
                          tr("Share of the parts' volume that may be outside the solid"));
    auto* const form = new QFormLayout;
    form->addRow(most_->accessibleName(), most_);
    form->addRow(outside_->accessibleName(), outside_);
    auto* const buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    split_ = buttons->addButton(tr("&Split"), QDialogButtonBox::ActionRole);
    split_->setObjectName(QStringLiteral("splitIntoConvexParts"));
    split_->setDefault(true);
    auto* const layout = new QVBoxLayout(this);
    layout->addWidget(about_);
    layout->addLayout(form);
    layout->addWidget(message_);
    layout->addWidget(buttons);
    connect(split_, &QPushButton::clicked, this, &ConvexPartsDialog::start);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & (SessionChange::Document | SessionChange::Selection)) showSelection();
    });
    poll_.setInterval(PartsLookMilliseconds);
    connect(&poll_, &QTimer::timeout, this, &ConvexPartsDialog::checkProgress);
    showSelection();
}

ConvexPartsDialog::~ConvexPartsDialog() { control_.cancel(); }

void ConvexPartsDialog::showSelection() {
    const ElementId selected = session_.selectedElement();
    const bool isMesh = isDrawnAsMesh(session_.document(), selected);
    about_->setText(isMesh ? tr("Convex parts of %1 will touch in its place.").arg(session_.nameOf(selected))
                           : tr("Select a shape or body of a mesh."));
    split_->setEnabled(isMesh && !task_);
}

void ConvexPartsDialog::start() {
    if (task_ || !most_->commit() || !outside_->commit()) return;
    if (!(most_->value() >= 2 && most_->value() <= MostParts))
        return message_->setText(tr("Parts: enter a number from 2 to %1.").arg(MostParts));
    if (!(outside_->value() >= 0 && outside_->value() <= MostPercent))
        return message_->setText(tr("Outside the solid: enter a number from 0 to %1.").arg(MostPercent));
    subject_ = session_.selectedElement();
    document_ = session_.document();
    ConvexPartsOptions options;
    options.mostParts = int(most_->value());
    options.concavity = outside_->value() / Percent;
    task_ = std::make_unique<BackgroundTask<Result<ConvexParts>>>([document = document_, id = subject_, options, this] {
        return findConvexParts(document, id, options, [this] { return control_.isCanceled(); });
    });
    message_->setText(tr("Searching for parts…"));
    showSelection();
    poll_.start();
}

void ConvexPartsDialog::checkProgress() {
    if (!task_ || !task_->isFinished()) return;
    poll_.stop();
    const std::unique_ptr<BackgroundTask<Result<ConvexParts>>> done = std::exchange(task_, nullptr);
    if (done->getResult())
        finish(std::move(*done->getResult()));
    else
        message_->setText(text(done->getFailure()));
    showSelection();
}

void ConvexPartsDialog::finish(Result<ConvexParts> parts) {
    if (!parts) return message_->setText(reasonsOf(parts.diagnostics));
    const Element* const subject = session_.document().find(subject_);
    const Element* const before = document_.find(subject_);
    if (!subject || !sameContent(*subject, *before))
        return message_->setText(tr("The mesh was changed meanwhile. Split it again."));
    const auto result =
        session_.edit(tr("Split %1 into convex parts").arg(session_.nameOf(subject_)),
                      [&](const Document& document) { return touchWithParts(document, subject_, *parts); });
    if (!result) return message_->setText(reasonsOf(result.diagnostics));
    const std::vector<ElementId>& siblings =
        session_.document().childrenOf(session_.document().get(result->element).parent);
    const auto first = std::ranges::find(siblings, result->element);
    session_.select(std::set<ElementId>(first, siblings.end()));
    message_->setText(
        tr("%1 parts; %2 % of their volume is outside the solid, which reaches up to %3 % of its size beyond them.")
            .arg(parts->hulls.size())
            .arg(parts->concavity * Percent, 0, 'f', 1)
            .arg(parts->deviation * Percent, 0, 'g', 2));
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/results/equilibrium_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <exception>

#include "inspect/inspection.h"
#include "inspect/outputs.h"
#include "ui/panels/results/result_table.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {
constexpr int PoseDigits = 6;
constexpr Real Roundoff = 1e-12;
}  // namespace

EquilibriumPage::EquilibriumPage(Session& session, const DisplayUnits& units, QWidget* parent)
    : QWidget(parent),
      session_(session),
      units_(units),
      about_(new QLabel(this)),
      explain_(new QPushButton(tr("Explain this result"), this)),
      table_(new ResultTable(QStringLiteral("equilibrium"), tr("Static equilibrium"),
                             {tr("Coordinate or load"), tr("Initial pose"), tr("Equilibrium"), tr("Change")}, this)) {
    about_->setObjectName(QStringLiteral("aboutEquilibrium"));
    about_->setWordWrap(true);
    about_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    about_->setText(tr("Equilibrium has not been searched for."));
    // Mnemonics of docks must differ from those of the menu bar.
    auto* const search = new QPushButton(tr("Find e&quilibrium"), this);
    search->setToolTip(tr("Move the model to static equilibrium"));
    connect(search, &QPushButton::clicked, this, &EquilibriumPage::searchRequested);
    explain_->setObjectName(QStringLiteral("explainEquilibrium"));
    explain_->setToolTip(tr("Open the related help page"));
    explain_->hide();
    connect(explain_, &QPushButton::clicked, this, &EquilibriumPage::explanationRequested);
    auto* const row = new QHBoxLayout;
    row->addWidget(explain_);
    row->addStretch();
    row->addWidget(search);
    row->addWidget(table_->makeExportButton(session_, QStringLiteral("equilibrium.csv"), this));
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 4, 6, 4);
    layout->setSpacing(3);
    layout->addWidget(about_);
    layout->addWidget(table_, 1);
    layout->addLayout(row);
    connect(&units_, &DisplayUnits::changed, this, &EquilibriumPage::fill);
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & SessionChange::Model) showAbout();
    });
}

void EquilibriumPage::showResult(CompiledModelPtr model, const State& pose, const Equilibrium& found) {
    model_ = std::move(model);
    pose_ = pose;
    found_ = found;
    current_ = session_.model();
    fill();
}

void EquilibriumPage::showAbout() {
    if (!model_) return;
    QString about = text(found_.message);
    if (found_.found() && !found_.frequencies.empty()) {
        QStringList frequencies;
        constexpr std::size_t most = 5;
        for (std::size_t i = 0; i < found_.frequencies.size() && i < most; ++i)
            frequencies += QString::number(found_.frequencies[i] / (2 * Pi), 'g', 4);
        about += ' ' + tr("Natural frequencies: %1%2 Hz.")
                           .arg(frequencies.join(QStringLiteral(", ")),
                                found_.frequencies.size() > most ? QStringLiteral(", …") : QString());
    }
    if (!found_.worstCoordinate.empty()) about += ' ' + unbalancedText();
    if (current_ != session_.lastModel()) about += ' ' + tr("The model has changed since.");
    about_->setText(about.trimmed());
    explain_->setVisible(found_.outcome != Equilibrium::Outcome::Stable);
}

QString EquilibriumPage::unbalancedText() const {
    constexpr int digits = 2;
    const QString on = text(found_.worstCoordinate);
    for (const VariableReading& v : readVariables(*model_, model_->getInitialState())) {
        const bool isAngle = v.quantity == Quantity::Angle;
        if (v.name != found_.worstCoordinate || (!isAngle && v.quantity != Quantity::Length)) continue;
        const QString load =
            formatQuantity(found_.residual, isAngle ? Quantity::Torque : Quantity::Force, units_, digits);
        return (isAngle ? tr("Largest unbalanced torque: %1 on %2.") : tr("Largest unbalanced force: %1 on %2."))
            .arg(load, on);
    }
    return tr("Largest unbalanced force: %1 N or N·m on %2.").arg(found_.residual, 0, 'g', digits).arg(on);
}

void EquilibriumPage::fill() {
    if (!model_) return;
    showAbout();
    table_->clearRows();
    const std::vector<VariableReading> before = readVariables(*model_, model_->getInitialState()),
                                       after = readVariables(*model_, pose_);
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i].kind != VariableReading::Kind::Q) continue;
        const Quantity quantity = before[i].quantity;
        // Coordinates below this, rad or m, are roundoff.
        const auto shown = [&](Real si) {
            return formatQuantity(std::abs(si) < Roundoff ? 0 : si, quantity, units_, PoseDigits);
        };
        table_->addRow({text(before[i].name), shown(before[i].value), shown(after[i].value),
                        shown(after[i].value - before[i].value)},
                       1);
    }
    if (found_.found()) fillLoads();
    table_->resizeColumnsToContents();
}

void EquilibriumPage::fillLoads() {
    // Motors stand still in the search but not in the State, whose reactions would differ.
    if (!found_.held.empty()) return;
    const Outputs outputs(model_);
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < outputs.getAll().size(); ++i) {
        const Output& o = outputs.getAll()[i];
        const std::string& label = o.label;
        const bool isComponent = label.size() > 2 && label[label.size() - 2] == ' ' && label.back() >= 'x';
        const bool isLoad = o.quantity == Quantity::Force || o.quantity == Quantity::Torque;
        if (isLoad && !isComponent && o.element.isValid() && o.origin == Output::Origin::State) which.push_back(i);
    }
    std::vector<Real> loads(which.size());
    try {
        State pose = pose_;
        outputs.calc(which, pose, loads);
    } catch (const std::exception&) {
        // The pose has no accelerations; its coordinates remain.
        return;
    }
    // Loads below this are roundoff of the others.
    const Real largest = loads.empty() ? 0 : std::ranges::max(loads, {}, [](Real x) { return std::abs(x); });
    for (std::size_t k = 0; k < which.size(); ++k) {
        const Output& o = outputs.getAll()[which[k]];
        if (std::abs(loads[k]) < Roundoff * std::abs(largest)) loads[k] = 0;
        table_->addRow({text(o.name), {}, formatQuantity(loads[k], o.quantity, units_, PoseDigits), {}}, 1);
    }
}

}  // namespace trammel::ui

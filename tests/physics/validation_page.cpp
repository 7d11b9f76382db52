// SPDX-License-Identifier: Apache-2.0
#include "validation_page.h"

#include <cmath>
#include <cstdio>
#include <memory>
#include <ostream>

#include "bicycle.h"
#include "integrate/methods/registry.h"
#include "line_plot.h"
#include "multibody/multibody_system.h"
#include "reference_run.h"

namespace trammel::test {

namespace {

const Real accuracies[] = {1e-3, 1e-5, 1e-7, 1e-9};
/// Step limit: beyond it the method is unsuitable for the problem.
long stepLimit(const CompiledModel& model) {
    constexpr int large = 50;
    return model.getInitialState().getNU() > large ? 8000 : 60000;
}

std::string shortNumber(Real value) {
    if (value <= 0) return "exact";
    char text[32];
    std::snprintf(text, sizeof text, "%.0e", value);
    return text;
}
std::string fixedNumber(Real value, int decimals) {
    char text[48];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}
std::string row(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) line += " " + cell + " |";
    return line + "\n";
}
std::string head(const std::vector<std::string>& titles) {
    return row(titles) + row(std::vector<std::string>(titles.size(), "---"));
}
std::string picture(const std::string& what, const std::string& address) {
    return "\n![" + what + "](" + address + ")\n\n";
}

class Page {
public:
    Page(std::string folder, std::ostream& progress) : folder_(std::move(folder)), progress_(progress) {}

    ValidationPage make() {
        writeIntroduction();
        writeProblems();
        writeErrors();
        writeDrift();
        writeOrders();
        writeBicycle();
        return std::move(page_);
    }

private:
    std::string& text() { return page_.markdown; }
    void add(const LinePlot& plot, const std::string& name, const std::string& what) {
        if (plot.isEmpty()) return;
        page_.plots[name + ".svg"] = plot.toSvg();
        text() += picture(what, folder_ + name + ".svg");
    }
    bool controlsErrors(const TypeDescriptor& type, const CompiledModel& model) const {
        return createIntegrator(type.key, model.getSystem())->methodHasErrorControl();
    }

    void writeIntroduction();
    void writeProblems();
    void writeErrors();
    void writeErrors(const ReferenceProblem&);
    void writeDrift();
    void writeOrders();
    void writeOrders(const ReferenceProblem&, Real until, Real largestStep);
    void writeBicycle();

    ValidationPage page_;
    std::string folder_;
    std::ostream& progress_;
};

void Page::writeIntroduction() {
    text() +=
        "# Validation\n\n"
        "What the engine computes, beside published benchmarks, closed forms and solutions by other equations. The "
        "models "
        "are in `models/validation`, and each is part of the tests.\n\n"
        "This page is generated: `packaging/validate` runs every problem at several accuracies "
        "with "
        "every integrator. It contains no times, so the same build gives the same page; another "
        "compiler "
        "may change last digits.\n\n"
        "An **error** is the largest difference from the reference over all quantities and all times of the table, "
        "counted "
        "in the size of the quantity (1 m, 1 rad, or as the problem says). It says *exact* where the difference is not "
        "larger than the digits of the reference. **Accuracy** is what is asked for in the simulation settings: the "
        "relative error that a step may make. The tests ask that errors stay below a hundred times the accuracy.\n\n";
}

void Page::writeProblems() {
    text() += "## The problems\n\n" + head({"Problem", "Model", "Posed by", "Reference solution", "Until"});
    for (const ReferenceProblem& p : referenceProblems())
        text() += row({p.title, "`" + p.model + "`", p.source, p.solution, fixedNumber(p.endTime(), 2) + " s"});
    text() += row({"Bicycle", "`bicycle`", bicycleSource, "eigenvalues of the published linear equations", ""});
    text() += "\n";
}

void Page::writeErrors() {
    text() +=
        "## Error against accuracy\n\n"
        "Every integrator that chooses its steps, at four accuracies. A dash: the run ended with a message, or needed "
        "more than 60000 steps (8000 where a model has more than 50 speeds); such a method does not suit the problem, "
        "or "
        "not at that accuracy.\n\n";
    for (const ReferenceProblem& p : referenceProblems()) writeErrors(p);
}

void Page::writeErrors(const ReferenceProblem& problem) {
    progress_ << problem.title << std::endl;
    const CompiledModelPtr model = openReferenceModel(problem.model);
    text() += "### " + problem.title + "\n\n";
    std::vector<std::string> titles{"Integrator"};
    for (const Real accuracy : accuracies) titles.push_back(shortNumber(accuracy));
    text() += head(titles);
    LinePlot plot(problem.title, {"accuracy asked for"}, {"error"});
    for (const TypeDescriptor& type : integratorTypes()) {
        if (!controlsErrors(type, *model)) continue;
        std::vector<std::string> cells{type.label};
        std::vector<LinePlot::Point> points;
        for (const Real accuracy : accuracies) {
            const ReferenceResult result = runReference(
                problem, *model, {.integrator = type.key, .accuracy = accuracy, .stepLimit = stepLimit(*model)});
            const bool arrived = result.failure.empty();
            cells.push_back(arrived ? shortNumber(result.error) : "–");
            if (arrived) points.push_back({accuracy, result.error});
        }
        text() += row(cells);
        plot.addCurve(type.label, points);
    }
    add(plot, "error." + problem.model, "Error of " + problem.title + " against accuracy");
}

void Page::writeDrift() {
    constexpr Real accuracy = 1e-5;
    text() +=
        "## Drift of constraints and energy\n\n"
        "With the default integrator at an accuracy of 1e-05, at the end of every step: the largest gap of the "
        "position "
        "constraints, the largest slip of the speed constraints, both with the tolerance they have to meet, and the "
        "change of energy as a share of the largest kinetic energy.\n\n" +
        head({"Problem", "Steps", "Gap", "Slip", "Tolerance", "Energy"});
    LinePlot gaps("Gap of the constraints", {"time, s", false}, {"gap, m or rad"}),
        energies("Change of energy", {"time, s", false}, {"share of the kinetic energy"});
    // Worst value of each tenth of a second, or hundredth of the run.
    constexpr int parts = 100;
    for (const ReferenceProblem& problem : referenceProblems()) {
        progress_ << "Drift of " << problem.title << std::endl;
        const CompiledModelPtr model = openReferenceModel(problem.model);
        const Real end = std::min<Real>(problem.endTime(), 20);
        std::vector<LinePlot::Point> gap(parts), energy(parts);
        Real start = NaN, kinetic = 0;
        const ReferenceResult result =
            runReference(problem, *model, {.accuracy = accuracy, .stepLimit = stepLimit(*model)},
                         [&](const CompiledModel& m, const State& s) {
                             const Real now = m.getSystem().calcEnergy(s);
                             if (std::isnan(start)) start = now;
                             kinetic = std::max(kinetic, m.getSystem().calcKineticEnergy(s));
                             const auto part = std::size_t(s.getTime() / end * parts);
                             if (part >= parts) return;
                             gap[part] = {s.getTime(), std::max(gap[part].y, m.calcConstraintError(s))};
                             energy[part] = {s.getTime(), std::max(energy[part].y, std::abs(now - start))};
                         });
        text() += row({problem.title, std::to_string(result.steps),
                       result.largestGap > 0 ? shortNumber(result.largestGap) : "none",
                       result.largestSlip > 0 ? shortNumber(result.largestSlip) : "none",
                       shortNumber(result.constraintTolerance),
                       problem.keepsEnergy ? shortNumber(result.energyDrift) : "not kept"});
        if (end < 1) continue;
        for (LinePlot::Point& p : energy) p.y /= kinetic;
        if (model->getMobility().loops > 0) gaps.addCurve(problem.title, gap, false);
        if (problem.keepsEnergy && energies.count() < 12) energies.addCurve(problem.title, energy, false);
    }
    add(gaps, "drift.constraints", "Gap of the constraints against time");
    add(energies, "drift.energy", "Change of energy against time");
}

void Page::writeOrders() {
    text() +=
        "## Order of convergence\n\n"
        "Every integrator with fixed steps. The order is the slope between steps of h and h/2, which tends to the "
        "order of "
        "the method as h becomes small, and falls off where rounding begins. A dash: the run ended with a message, or "
        "is "
        "as exact as the reference.\n\n";
    writeOrders(referenceProblem("double_pendulum"), 1, 0.02);
    writeOrders(referenceProblem("n_four_bar_2"), 1, 0.02);
    writeOrders(referenceProblem("torque_free_body"), 5, 0.1);
}

void Page::writeOrders(const ReferenceProblem& problem, Real until, Real largestStep) {
    progress_ << "Orders with " << problem.title << std::endl;
    const CompiledModelPtr model = openReferenceModel(problem.model);
    text() += "### " + problem.title + ", until " + fixedNumber(until, 0) + " s\n\n";
    std::vector<Real> steps;
    for (int halvings = 0; halvings < 5; ++halvings) steps.push_back(std::ldexp(largestStep, -halvings));
    std::vector<std::string> titles{"Integrator", "Order of the method",
                                    "Error, h = " + fixedNumber(steps[0], 3) + " s"};
    for (std::size_t i = 1; i < steps.size(); ++i) titles.push_back("Order at h/" + std::to_string(1 << i));
    text() += head(titles);
    LinePlot plot(problem.title, {"fixed step, s"}, {"error"});
    for (const TypeDescriptor& type : integratorTypes()) {
        const auto integrator = createIntegrator(type.key, model->getSystem());
        const int least = integrator->getMethodMinOrder(), most = integrator->getMethodMaxOrder();
        std::vector<std::string> cells{
            type.label, least == most ? std::to_string(most) : std::to_string(least) + " to " + std::to_string(most)};
        std::vector<LinePlot::Point> points;
        for (const Real h : steps) {
            const ReferenceResult result = runReference(problem, *model,
                                                        {.integrator = type.key,
                                                         .accuracy = 1e-9,
                                                         .fixedStep = h,
                                                         .until = until,
                                                         .stepLimit = stepLimit(*model)});
            points.push_back({h, result.failure.empty() ? result.error : NaN});
        }
        cells.push_back(std::isfinite(points[0].y) ? shortNumber(points[0].y) : "–");
        // Errors near rounding do not show the order.
        constexpr Real rounding = 1e-12;
        for (std::size_t i = 1; i < points.size(); ++i) {
            const Real ratio = points[i - 1].y / points[i].y;
            const bool known = std::isfinite(ratio) && points[i].y > rounding;
            cells.push_back(known ? fixedNumber(std::log2(ratio), 1) : "–");
        }
        text() += row(cells);
        plot.addCurve(type.label, points);
    }
    add(plot, "order." + problem.model, "Error of " + problem.title + " against the fixed step");
}

void Page::writeBicycle() {
    progress_ << "Bicycle" << std::endl;
    text() +=
        "## Eigenvalues of the bicycle\n\n"
        "The model `bicycle` is four rigid bodies in space on two rolling contacts; linearized about upright straight "
        "riding at several speeds it has the four eigenvalues (1/s) that the published linear equations have.\n\n" +
        head({"Speed, m/s", "Eigenvalues of the model", "Published equations", "Largest difference"});
    for (const Real speed : {1., 3., 4.292, 5., 6.024, 8.}) {
        const BicycleEigenvalues model = calcBicycleEigenvalues(speed), published = publishedBicycleEigenvalues(speed);
        text() +=
            row({fixedNumber(speed, 3), toText(model), toText(published), shortNumber(difference(model, published))});
    }
    text() += "\n";
}

}  // namespace

ValidationPage makeValidationPage(const std::string& plotFolder, std::ostream& progress) {
    return Page(plotFolder, progress).make();
}

}  // namespace trammel::test

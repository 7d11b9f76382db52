// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/problem_marks.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>
#include <vector>

#include "authoring/displace.h"
#include "compile/compiled_model.h"
#include "compile/pose_checks.h"
#include "document/unknown_keys.h"
#include "ui/session/text.h"
#include "ui/theme/theme.h"
#include "ui/tools/marks.h"

namespace trammel::ui {

namespace {

constexpr Real DotPixels = 6, LinePixels = 2, LetterPixels = 13;
/// Distance of labels from their anchors, in glyph sizes.
constexpr Real Aside = 2;

/// Positions of elements connected by inputs that the type does not have, such as for an unknown type.
std::vector<Vec3> placesConnectedBy(const CompiledModel& model, const State& s, const Element& element) {
    std::vector<Vec3> places;
    for (const ElementId id : listUnknownConnections(model.getDocument(), element))
        if (const auto frame = findElementFrame(model, s, id)) places.push_back(frame->p());
    return places;
}

/// Position of an element, or of what it connects to.
std::optional<Vec3> placeOf(const CompiledModel& model, const State& s, ElementId id) {
    if (const auto frame = findElementFrame(model, s, id)) return frame->p();
    const Element* const element = model.getDocument().find(id);
    if (!element) return std::nullopt;
    for (const Element::Reference& held : element->references)
        if (const auto frame = findElementFrame(model, s, held.target)) return frame->p();
    const std::vector<Vec3> ends = placesConnectedBy(model, s, *element);
    if (ends.empty()) return std::nullopt;
    return (ends.front() + ends.back()) / 2;
}

}  // namespace

void appendProblemMarks(const Session& session, const DisplayUnits& units, Scene& scene) {
    const CompiledModelPtr& model = session.lastModel();
    if (!model || session.player().showsFrame()) return;
    const State& s = model->getInitialState();
    const Vec3 up(0, Aside * glyphSizeOf(*model), 0);
    std::set<ElementId> marked;
    std::vector<Vec3> labels;
    for (const Diagnostic& problem : session.problems()) {
        if (problem.severity == Severity::Note || !marked.insert(problem.element).second) continue;
        const auto place = placeOf(*model, s, problem.element);
        if (!place) continue;
        const QColor tint = Theme::instance().severityColor(problem.severity);
        const Color color(float(tint.redF()), float(tint.greenF()), float(tint.blueF()));
        const auto add = [&](DecorativeShape shape, const Vec3& at, Real pixels = DotPixels) {
            scene.geometry.push_back(DecorativeGeometry(std::move(shape))
                                         .setRole(DecorationRole::Annotation)
                                         .setColor(color)
                                         .setLineThickness(pixels)
                                         .setTransform(Transform(at)));
        };
        add(decor::Point{}, *place);
        if (const Element* const element = model->getDocument().find(problem.element)) {
            const std::vector<Vec3> ends = placesConnectedBy(*model, s, *element);
            for (std::size_t i = 1; i < ends.size(); ++i) add(decor::Line{ends[i - 1], ends[i]}, Vec3(0), LinePixels);
        }
        // Labels at the same position are stacked.
        const auto others = std::ranges::count_if(labels, [&](const Vec3& label) { return label == *place; });
        labels.push_back(*place);
        add(decor::Text{"⚠ " + session.nameOf(problem.element).toStdString(), LetterPixels, true},
            *place + Real(1 + others) * up);
    }
    for (const LoopGap& gap : findGaps(*model)) {
        scene.geometry.push_back(rubberLine(gap.first_G, gap.second_G));
        const Real width = (gap.second_G - gap.first_G).norm();
        scene.geometry.push_back(measureLabel((gap.first_G + gap.second_G) / 2 - up,
                                              QCoreApplication::translate("ProblemMarks", "gap %1")
                                                  .arg(formatQuantity(width, Quantity::Length, units, 3))));
    }
}

}  // namespace trammel::ui

// SPDX-License-Identifier: Apache-2.0
#include "export/planar_drawing.h"

#include <algorithm>
#include <cmath>

#include "decoration/profile.h"
#include "export/drawing_paper.h"
#include "export/drawing_sheet.h"
#include "export/pdf_drawing.h"
#include "multibody/multibody_system.h"

namespace trammel {

namespace {

// Millimeters on paper.
constexpr Real margin = 10, largestSide = 380, thinLine = 0.18, thickLine = 0.35, pivotRadius = 1.6;
/// Surfaces with more triangles are drawn without hiding those behind them.
constexpr std::size_t mostFilled = 20'000;

/// Something drawn: filled areas and lines, as points on paper in meters, and its depth.
struct Figure {
    Real depth = 0;
    std::vector<std::vector<Vec2>> areas, lines;
    bool isThick = true;
};

Figure drawSurface(const DrawingSheet& sheet, const Scene& scene, const SceneSurface& surface) {
    Figure figure;
    std::vector<Vec2> points;
    for (std::size_t v = 0; v < surface.mesh->vertices.size(); ++v) {
        const Vec3 p = sheet.project(placeVertex(scene, surface, v));
        points.emplace_back(p[0], p[1]);
        figure.depth += p[2] / Real(surface.mesh->vertices.size());
    }
    const auto& corners = surface.mesh->triangles;
    const bool isFilled = corners.size() / 3 <= mostFilled;
    for (std::size_t t = 0; isFilled && t + 2 < corners.size(); t += 3) {
        const Vec2 a = points[corners[t]], b = points[corners[t + 1]], c = points[corners[t + 2]];
        // Mirrored triangles run clockwise seen from outside.
        const Real turn = surface.scale.prod() < 0 ? -1 : 1;
        if (turn * crossOf(Vec2(b - a), Vec2(c - a)) > 0) figure.areas.push_back({a, b, c});
    }
    figure.lines = collectEdges(sheet, scene, surface);
    return figure;
}

/// Scale on paper: 1 or the reciprocal of 2, 5, 10, 20, ... with which the drawing fits.
Real chooseReduction(Real size) {
    Real reduction = 1;
    for (int i = 0; i < 24 && 1000 * size / reduction > largestSide; ++i) reduction *= i % 3 == 1 ? 2.5 : 2;
    return reduction;
}

class PlanarDrawing {
public:
    PlanarDrawing(const CompiledModel& model, const Progress& progress) : model_(model), progress_(progress) {}

    bool write(DrawingPaper& paper) {
        State state = model_.getInitialState();
        model_.getSystem().realize(state, Stage::Position);
        const Scene scene = sceneOf(model_, state);
        const DrawingSheet sheet = chooseSheet(model_, state);
        const std::vector<DrawnPivot> pivots = collectPivots(model_, state, sheet);
        const std::vector<SceneSurface> surfaces = collectSurfaces(model_, scene);
        for (std::size_t i = 0; i < surfaces.size(); ++i) {
            if (progress_ && !progress_(double(i) / double(surfaces.size()))) return false;
            figures_.push_back(drawSurface(sheet, scene, surfaces[i]));
        }
        for (const DecorativeGeometry& g : scene.geometry)
            if (isDrawnAsLine(g)) addLine(lineOf(sheet, scene, g));
        std::ranges::stable_sort(figures_, {}, &Figure::depth);
        findSize(pivots);
        const Vec2 size = onPaper(Vec2(high_[0], low_[1])) + Vec2(margin, margin);
        paper.begin(size, model_.getDocument().name() + ", scale 1:" + std::to_string(std::lround(reduction_)));
        for (const Figure& figure : figures_) draw(paper, figure);
        for (const DrawnPivot& pivot : pivots) drawPivot(paper, pivot);
        paper.end();
        return !progress_ || progress_(1);
    }

private:
    void addLine(std::vector<Vec2> line) {
        if (line.size() < 2) return;
        Figure figure;
        figure.depth = Infinity;
        figure.isThick = false;
        figure.lines.push_back(std::move(line));
        figures_.push_back(std::move(figure));
    }

    void findSize(const std::vector<DrawnPivot>& pivots) {
        const auto add = [this](const Vec2& p) {
            low_ = Vec2(low_.cwiseMin(p));
            high_ = Vec2(high_.cwiseMax(p));
        };
        for (const Figure& figure : figures_)
            for (const auto& line : figure.lines)
                for (const Vec2& p : line) add(p);
        for (const DrawnPivot& pivot : pivots) add(pivot.place);
        if (!low_.allFinite()) low_ = high_ = Vec2(0, 0);
        reduction_ = chooseReduction(std::max(high_[0] - low_[0], high_[1] - low_[1]));
    }
    /// Place on paper, mm, y down.
    Vec2 onPaper(const Vec2& p) const {
        const Real scale = 1000 / reduction_;
        return {margin + scale * (p[0] - low_[0]), margin + scale * (high_[1] - p[1])};
    }
    std::vector<Vec2> onPaper(const std::vector<Vec2>& points) const {
        std::vector<Vec2> places;
        for (const Vec2& p : points) places.push_back(onPaper(p));
        return places;
    }
    std::vector<std::vector<Vec2>> onPaper(const std::vector<std::vector<Vec2>>& lines) const {
        std::vector<std::vector<Vec2>> places;
        for (const auto& line : lines) places.push_back(onPaper(line));
        return places;
    }

    void draw(DrawingPaper& paper, const Figure& figure) const {
        if (!figure.areas.empty()) paper.fill(onPaper(figure.areas));
        if (!figure.lines.empty()) paper.draw(onPaper(figure.lines), figure.isThick ? thickLine : thinLine);
    }

    /// A circle, and on Ground the sign of a support.
    void drawPivot(DrawingPaper& paper, const DrawnPivot& pivot) const {
        const Vec2 at = onPaper(pivot.place);
        if (pivot.isOnGround) {
            constexpr Real half = 3, foot = 5, hatch = 1.2;
            paper.drawArea({at, at + Vec2(-half, foot), at + Vec2(half, foot)});
            std::vector<std::vector<Vec2>> hatching;
            for (Real x = -half; x <= half + 1e-9; x += hatch)
                hatching.push_back({at + Vec2(x, foot), at + Vec2(x - hatch, foot + hatch)});
            paper.draw(hatching, thinLine);
        }
        paper.drawCircle(at, pivotRadius);
    }

    const CompiledModel& model_;
    const Progress& progress_;
    std::vector<Figure> figures_;
    Vec2 low_{Infinity, Infinity}, high_{-Infinity, -Infinity};
    Real reduction_ = 1;
};

}  // namespace

bool PlanarDrawingExporter::write(const ExportSource& source, std::ostream& out, const Progress& progress) {
    return PlanarDrawing(*source.model, progress).write(*makeSvgPaper(out, thickLine));
}

bool PdfDrawingExporter::write(const ExportSource& source, std::ostream& out, const Progress& progress) {
    return PlanarDrawing(*source.model, progress).write(*makePdfPaper(out, thickLine));
}

}  // namespace trammel

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/arrow_thinning.h"

#include <QPointF>
#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
/// Up to this number all arrows are shown.
constexpr std::size_t Few = 50;
/// Edge of the squares that arrows occupy, pixels, and most parts into which an arrow is divided to find its squares.
constexpr Real Square = 20, MostParts = 100;
/// Advantage of arrows shown before.
constexpr Real Advantage = 1.5;

/// Squares of the view that arrows occupy.
class Occupancy {
public:
    explicit Occupancy(QSize view)
        : columns_(int(view.width() / Square) + 1),
          rows_(int(view.height() / Square) + 1),
          taken_(std::size_t(columns_) * std::size_t(rows_)) {}

    /// The squares at evenly spaced points of a line, one for each point; none outside the view or behind the camera.
    void findSquares(const QPointF& from, const QPointF& to, std::vector<std::size_t>& squares) const {
        squares.clear();
        const QPointF along = to - from;
        const Real length = std::hypot(along.x(), along.y());
        if (!std::isfinite(length)) return;
        const int count = int(std::min(std::ceil(length / Square), MostParts)) + 1;
        for (int i = 0; i < count; ++i) {
            const QPointF at = (from + along * (Real(i) / std::max(count - 1, 1))) / Square;
            if (at.x() >= 0 && at.y() >= 0 && at.x() < columns_ && at.y() < rows_)
                squares.push_back(std::size_t(at.y()) * std::size_t(columns_) + std::size_t(at.x()));
        }
    }
    bool isTaken(std::size_t square) const { return taken_[square]; }
    void take(std::size_t square) { taken_[square] = true; }

private:
    int columns_, rows_;
    std::vector<bool> taken_;
};
}  // namespace

void ArrowThinning::thin(const std::string& drawing, const std::function<bool(ElementId)>& isKept, std::size_t first,
                         std::vector<DecorativeGeometry>& geometry) {
    struct Candidate {
        std::size_t index;
        Real rank;
    };
    std::vector<Candidate> candidates;
    const auto found = left_.find(drawing);
    for (std::size_t i = first; i < geometry.size(); ++i) {
        const auto* const arrow = std::get_if<decor::Arrow>(&geometry[i].getShape());
        const Real length = arrow ? (arrow->to - arrow->from).norm() : NaN;
        // Forces of a failed run may not be numbers; they would have no order.
        if (!std::isfinite(length)) continue;
        const ElementId element = geometry[i].getElement();
        const bool wasShown = found != left_.end() && element.isValid() && found->second.elements.count(element) > 0;
        const Real rank = isKept(element) ? std::numeric_limits<Real>::infinity() : length * (wasShown ? Advantage : 1);
        candidates.push_back({i, rank});
    }
    if (candidates.size() <= Few) return forget(drawing);
    std::ranges::stable_sort(candidates, std::greater<>(), &Candidate::rank);

    Left left;
    Occupancy occupancy(viewport_.size());
    std::vector<std::size_t> squares;
    std::vector<bool> isCovered(geometry.size());
    for (const Candidate& candidate : candidates) {
        const DecorativeGeometry& g = geometry[candidate.index];
        const auto& arrow = std::get<decor::Arrow>(g.getShape());
        occupancy.findSquares(viewport_.project(arrow.from), viewport_.project(arrow.to), squares);
        if (squares.empty()) continue;
        ++left.counts.all;
        const auto taken = std::ranges::count_if(squares, [&](std::size_t s) { return occupancy.isTaken(s); });
        isCovered[candidate.index] = std::isfinite(candidate.rank) && 2 * std::size_t(taken) >= squares.size();
        if (isCovered[candidate.index]) continue;
        ++left.counts.shown;
        left.elements.insert(g.getElement());
        for (const std::size_t square : squares) occupancy.take(square);
    }
    std::size_t kept = first;
    for (std::size_t i = first; i < geometry.size(); ++i)
        if (!isCovered[i]) {
            if (kept != i) geometry[kept] = std::move(geometry[i]);
            ++kept;
        }
    geometry.resize(kept);
    left_[drawing] = std::move(left);
}

ArrowThinning::Counts ArrowThinning::countsOf(const std::string& drawing) const {
    const auto found = left_.find(drawing);
    return found == left_.end() ? Counts{} : found->second.counts;
}

}  // namespace trammel::ui

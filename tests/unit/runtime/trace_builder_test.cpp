// SPDX-License-Identifier: Apache-2.0
#include "runtime/trace_builder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "inspect/realization.h"

namespace trammel {
namespace {

/// The four-bar among the examples, which traces a point of its coupler.
CompiledModelPtr tracedModel() {
    const Result<Document> document = readDocumentFile(TRAMMEL_SOURCE_DIR "/models/four_bar.trammel", builtinCatalog());
    EXPECT_TRUE(document);
    const Result<CompiledModelPtr> model = compileDocument(*document);
    EXPECT_FALSE((*model)->getTraces().empty());
    return *model;
}

std::shared_ptr<SimulationRun> runOf(const CompiledModelPtr& model, Real duration, Real interval) {
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.duration = duration;
    options.settings.frameInterval = interval;
    auto run = std::make_shared<SimulationRun>(model, model->getInitialState(), options);
    run->start();
    run->wait();
    return run;
}

std::vector<Vec3> allOf(const TraceBuilder::Path& path) {
    std::vector<Vec3> all = path.points;
    all.insert(all.end(), path.tail.begin(), path.tail.end());
    return all;
}

/// The largest angle between consecutive segments longer than rounding errors.
Real sharpestBend(const std::vector<Vec3>& points) {
    Real sharpest = 0;
    for (std::size_t k = 2; k < points.size(); ++k) {
        const Vec3 a = points[k - 1] - points[k - 2], b = points[k] - points[k - 1];
        if (a.norm() < 1e-9 || b.norm() < 1e-9) continue;
        sharpest = std::max(sharpest, std::atan2(a.cross(b).norm(), a.dot(b)));
    }
    return sharpest;
}

Real distanceToPath(const std::vector<Vec3>& path, const Vec3& point) {
    Real least = Infinity;
    for (std::size_t k = 1; k < path.size(); ++k) {
        const Vec3 along = path[k] - path[k - 1], there = point - path[k - 1];
        const Real part = std::clamp(there.dot(along) / std::max(along.squaredNorm(), 1e-300), 0., 1.);
        least = std::min(least, Real((there - part * along).norm()));
    }
    return least;
}

TEST(TraceBuilder, DrawsASmoothPathFromFewFrames) {
    const CompiledModelPtr model = tracedModel();
    // Some thirty degrees of the crank from frame to frame.
    const auto coarse = runOf(model, 2, 0.08), fine = runOf(model, 2, 0.001);
    TraceBuilder gatherer(coarse, model);
    gatherer.gather(TaskControl(), 10);
    ASSERT_TRUE(gatherer.isUpToDate());
    const std::vector<Vec3> path = allOf(gatherer.getPaths()[0]);
    EXPECT_GT(path.size(), 2 * coarse->getTrajectory()->size());
    EXPECT_LT(sharpestBend(path), 0.2);
    // It follows the exact path in between, to a thousandth of its size.
    State state = model->getInitialState();
    Vec3 low(Infinity, Infinity, Infinity), high = -low;
    for (const Vec3& point : path) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
    }
    const Real size = (high - low).norm();
    for (std::size_t frame = 0; frame < fine->getTrajectory()->size(); frame += 7) {
        fine->restoreFrame(frame, state);
        realize(*model, state, Stage::Position);
        EXPECT_LT(distanceToPath(path, model->calcTracePoint(0, state)), 4e-3 * size) << state.getTime();
    }
}

TEST(TraceBuilder, IsStraightBetweenFramesWholeTurnsApart) {
    const CompiledModelPtr model = tracedModel();
    // Two turns of the crank and a quarter from frame to frame.
    const auto coarse = runOf(model, 9, 2.25), fine = runOf(model, 1, 0.01);
    TraceBuilder gatherer(coarse, model);
    gatherer.gather(TaskControl(), 30);
    ASSERT_TRUE(gatherer.isUpToDate());
    State state = model->getInitialState();
    Vec3 low(Infinity, Infinity, Infinity), high = -low;
    for (std::size_t frame = 0; frame < fine->getTrajectory()->size(); ++frame) {
        fine->restoreFrame(frame, state);
        realize(*model, state, Stage::Position);
        low = low.cwiseMin(model->calcTracePoint(0, state));
        high = high.cwiseMax(model->calcTracePoint(0, state));
    }
    const Real margin = 0.1 * (high - low).norm();
    for (const Vec3& point : allOf(gatherer.getPaths()[0]))
        EXPECT_TRUE(((point - low).array() > -margin).all() && ((high - point).array() > -margin).all());
}

TEST(TraceBuilder, OmitsCollinearPoints) {
    const CompiledModelPtr model = tracedModel();
    const auto run = runOf(model, 1, 1e-4);
    TraceBuilder gatherer(run, model);
    // In portions, as while the run computes.
    int portions = 0;
    for (; !gatherer.isUpToDate() && portions < 100000; ++portions) gatherer.gather(TaskControl(), 1e-3);
    EXPECT_GT(portions, 2);
    const TraceBuilder::Path& path = gatherer.getPaths()[0];
    const std::vector<Vec3> points = allOf(path);
    EXPECT_LT(points.size(), run->getTrajectory()->size() / 10);
    EXPECT_TRUE(std::is_sorted(path.frames.begin(), path.frames.end()));
    EXPECT_EQ(path.tailFrames.back() + 1, run->getTrajectory()->size());
    EXPECT_LT(sharpestBend(std::vector<Vec3>(points.begin() + 100, points.end())), 0.3);
}

TEST(TraceBuilder, SimplifiesLongTraces) {
    const CompiledModelPtr model = tracedModel();
    const auto run = runOf(model, 20, 0.01);
    TraceBuilder gatherer(run, model, 400);
    gatherer.gather(TaskControl(), 30);
    ASSERT_TRUE(gatherer.isUpToDate());
    const TraceBuilder::Path& path = gatherer.getPaths()[0];
    EXPECT_LE(path.points.size(), 400u);
    EXPECT_GT(path.version, 0);
    EXPECT_EQ(path.points.size(), path.frames.size());
    EXPECT_EQ(path.tailFrames.back() + 1, run->getTrajectory()->size());
}

TEST(TraceBuilder, CountsSegmentsAlongEarlierParts) {
    const CompiledModelPtr model = tracedModel();
    for (const std::size_t mostPoints : {100000u, 400u}) {
        const auto run = runOf(model, 40, 0.01);
        TraceBuilder gatherer(run, model, mostPoints);
        gatherer.gather(TaskControl(), 30);
        ASSERT_TRUE(gatherer.isUpToDate());
        const TraceBuilder::Path& path = gatherer.getPaths()[0];
        ASSERT_EQ(path.retraced.size(), path.points.size());
        EXPECT_EQ(path.retraced.front(), 0u);
        for (std::size_t k = 1; k < path.points.size(); ++k)
            EXPECT_TRUE(path.retraced[k] == 0 || path.retraced[k] == path.retraced[k - 1] + 1) << k;
        // Forty turns of the crank: the first few are new, within the tolerance, and again when it is simplified.
        if (path.version == 0) {
            EXPECT_GT(path.retraced.back(), path.points.size() / 2) << path.points.size();
        }
    }
}

TEST(TraceCoverage, KnowsWhereThePathHasBeenBefore) {
    TraceCoverage coverage;
    const auto circle = [&](Real radius, int segments) {
        int known = 0;
        for (int k = 0; k < segments; ++k) {
            const auto at = [&](int i) {
                const Real angle = 2 * Pi * i / segments;
                return Vec3(3 + radius * std::cos(angle), -7 + radius * std::sin(angle), 0.5);
            };
            known += coverage.add(at(k), at(k + 1));
        }
        return known;
    };
    coverage.restart(0.01);
    EXPECT_EQ(circle(1, 100), 0);
    // Turns with other points, and one nearer than half of a cell.
    EXPECT_EQ(circle(1, 100), 100);
    EXPECT_EQ(circle(1.001, 37), 37);
    EXPECT_EQ(circle(1.04, 100), 0);
    // Slow motion along new ways, and back.
    coverage.restart(0.01);
    int known = 0;
    for (int k = 0; k < 1000; ++k) known += coverage.add(Vec3(1e-3 * k, 0, 0), Vec3(1e-3 * (k + 1), 0, 0));
    EXPECT_EQ(known, 0);
    EXPECT_TRUE(coverage.add(Vec3(0.5, 0, 0), Vec3(0.2, 0, 0)));
    EXPECT_FALSE(coverage.add(Vec3(0.5, 0, 0), Vec3(0.5, 0.1, 0)));
    // NaN and values without a cell are new.
    EXPECT_FALSE(coverage.add(Vec3(0, 0, 0), Vec3(NaN, 0, 0)));
    EXPECT_FALSE(coverage.add(Vec3(0, 0, 0), Vec3(1e300, 0, 0)));
}

TEST(TraceBuilder, StopsWhenItIsCanceled) {
    const CompiledModelPtr model = tracedModel();
    const auto run = runOf(model, 1, 0.01);
    TraceBuilder gatherer(run, model);
    TaskControl control;
    control.cancel();
    gatherer.gather(control, 10);
    EXPECT_TRUE(gatherer.getPaths()[0].points.empty());
    EXPECT_FALSE(gatherer.isUpToDate());
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/picker.h"

#include <algorithm>
#include <array>
#include <osgUtil/IntersectionVisitor>
#include <osgUtil/LineSegmentIntersector>
#include <osgUtil/PolytopeIntersector>

#include "ui/viewport/osg_math.h"
#include "ui/viewport/scene_mirror.h"

namespace trammel::ui {

namespace {

constexpr Real kTolerancePixels = 5;
// A line up to this many pixels of depth behind a face still wins.
constexpr Real kLineAdvantagePixels = 6;

void visit(osg::Group& scene, osgUtil::Intersector& intersector) {
    osgUtil::IntersectionVisitor visitor(&intersector);
    visitor.setTraversalMask(node_mask::Pick);
    scene.accept(visitor);
}

void addFaces(osg::Group& scene, const CameraRig& rig, const Ray& ray, const ClipRange& range,
              const SectionPlane& section, std::vector<PickHit>& hits) {
    const Real perDepth = -1 / ray.direction.dot(rig.rotation().z());
    const Vec3 from = ray.origin + ray.direction * (range.nearDepth * perDepth);
    const Vec3 to = ray.origin + ray.direction * (range.farDepth * perDepth);
    osg::ref_ptr<osgUtil::LineSegmentIntersector> intersector =
        new osgUtil::LineSegmentIntersector(toOsg(from), toOsg(to));
    visit(scene, *intersector);
    for (const auto& hit : intersector->getIntersections()) {
        const Vec3 point = fromOsg(hit.getWorldIntersectPoint());
        if (section.cutsAway(point) && SceneMirror::isSectioned(hit.nodePath)) continue;
        hits.push_back(
            {SceneMirror::elementAt(hit.nodePath), point, rig.depthOf(point), fromOsg(hit.getWorldIntersectNormal())});
    }
}

void addLines(osg::Group& scene, const CameraRig& rig, const Vec2& pixel, const ClipRange& range,
              const SectionPlane& section, std::vector<PickHit>& hits) {
    // Four inward planes through the lines of sight of a small square, and one that cuts off what is behind the camera.
    const Real t = kTolerancePixels;
    const std::array<Vec2, 4> corners{pixel + Vec2(-t, -t), pixel + Vec2(t, -t), pixel + Vec2(t, t),
                                      pixel + Vec2(-t, t)};
    const Ray middle = rig.rayThrough(pixel);
    const Vec3 inside = middle.origin + middle.direction * rig.pose().distance;
    osg::Polytope polytope;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const Ray a = rig.rayThrough(corners[i]), b = rig.rayThrough(corners[(i + 1) % corners.size()]);
        const Vec3 farA = a.origin + a.direction * rig.pose().distance;
        const Vec3 farB = b.origin + b.direction * rig.pose().distance;
        Vec3 normal = a.direction.cross(farB - farA).normalized();
        if (normal.dot(inside - farA) < 0) normal = -normal;
        polytope.add(osg::Plane(toOsg(normal), toOsg(farA)));
    }
    const Vec3 forward = -rig.rotation().z();
    polytope.add(osg::Plane(toOsg(forward), toOsg(Vec3(rig.eye() + forward * range.nearDepth))));

    osg::ref_ptr<osgUtil::PolytopeIntersector> intersector = new osgUtil::PolytopeIntersector(polytope);
    intersector->setPrimitiveMask(osgUtil::PolytopeIntersector::POINT_PRIMITIVES |
                                  osgUtil::PolytopeIntersector::LINE_PRIMITIVES);
    visit(scene, *intersector);
    for (const auto& hit : intersector->getIntersections()) {
        const osg::Vec3d local(hit.localIntersectionPoint);
        const Vec3 point = fromOsg(hit.matrix ? local * *hit.matrix : local);
        if (section.cutsAway(point) && SceneMirror::isSectioned(hit.nodePath)) continue;
        const Real depth = rig.depthOf(point);
        hits.push_back(
            {SceneMirror::elementAt(hit.nodePath), point, depth - kLineAdvantagePixels * rig.metersPerPixel(depth)});
    }
}

}  // namespace

std::vector<PickHit> pickAll(osg::Group& scene, const CameraRig& rig, const Vec2& pixel, const SectionPlane& section) {
    std::vector<PickHit> hits;
    const osg::BoundingSphere sphere = scene.getBound();
    if (!sphere.valid()) return hits;
    const Real margin = kTolerancePixels * rig.metersPerPixel(rig.pose().distance);
    const ClipRange range = rig.clipRange(fromOsg(sphere.center()), sphere.radius() * 1.01 + margin, 0);
    addFaces(scene, rig, rig.rayThrough(pixel), range, section, hits);
    addLines(scene, rig, pixel, range, section, hits);
    std::stable_sort(hits.begin(), hits.end(), [](const PickHit& a, const PickHit& b) { return a.depth < b.depth; });

    std::vector<PickHit> distinct;
    for (const PickHit& hit : hits) {
        const bool known = std::any_of(distinct.begin(), distinct.end(),
                                       [&hit](const PickHit& d) { return d.element == hit.element; });
        if (!known) distinct.push_back(hit);
    }
    return distinct;
}

}  // namespace trammel::ui

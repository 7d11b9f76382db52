// SPDX-License-Identifier: Apache-2.0
#include "contact/pairs/normal_kinks.h"

#include "contact/shapes/box.h"
#include "contact/shapes/cone.h"
#include "contact/shapes/cylinder.h"
#include "contact/shapes/ellipsoid.h"
#include "contact/shapes/polyhedron.h"

namespace trammel {

namespace {

void addFacets(const Facets& facets, NormalKinks& kinks) {
    for (const Facets::Face& face : facets.faces) kinks.points.push_back(face.normal);
    for (const Facets::Edge& edge : facets.edges) {
        const Vec3& a = facets.faces[std::size_t(edge.left)].normal;
        const Vec3& b = facets.faces[std::size_t(edge.right)].normal;
        const Vec3 across = b - Vec3(a.dot(b) * a);
        const Real sine = across.norm();
        if (sine > 1e-9) kinks.arcs.push_back({Vec3(0.), a, Vec3(across / sine), 0, std::atan2(sine, a.dot(b))});
    }
}

/// The row of a kind of shape: properties of its surface as a function of the normal.
struct Kind {
    std::string_view key;
    void (*findKinks)(const ContactShape&, NormalKinks&);
    Mat33 (*calcHessian)(const ContactShape&, const Vec3&);
    SurfaceCurvature (*calcCurvature)(const ContactShape&, const Vec3&);
};

Mat33 noHessian(const ContactShape&, const Vec3&) { return Mat33(0); }
SurfaceCurvature noCurvature(const ContactShape&, const Vec3&) { return {}; }

/// The support function of a circle about y: radius sqrt(n_x² + n_z²).
Mat33 circleHessian(Real radius, const Vec3& n) {
    const Real across = std::hypot(n[0], n[2]);
    if (!(across > 0)) return Mat33(0);
    const Vec3 tangent(n[2] / across, 0, -n[0] / across);
    return Mat33(radius / across * (tangent * ~tangent));
}
SurfaceCurvature circleCurvature(Real radius, const Vec3& n) {
    const Real across = std::hypot(n[0], n[2]);
    if (!(across > 0)) return {};
    return {across / radius, 0, Vec3(n[2] / across, 0, -n[0] / across)};
}

const auto& cylinderOf(const ContactShape& s) { return static_cast<const CylinderContactShape&>(s); }
const auto& coneOf(const ContactShape& s) { return static_cast<const ConeContactShape&>(s); }
const auto& ellipsoidOf(const ContactShape& s) { return static_cast<const EllipsoidContactShape&>(s); }

const Vec3 x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);

const Kind kinds[] = {
    {"box",
     [](const ContactShape& s, NormalKinks& k) { addFacets(static_cast<const BoxContactShape&>(s).facets(), k); },
     noHessian, noCurvature},
    {"polyhedron",
     [](const ContactShape& s, NormalKinks& k) {
         addFacets(static_cast<const PolyhedronContactShape&>(s).facets(), k);
     },
     noHessian, noCurvature},
    {"cylinder",
     [](const ContactShape&, NormalKinks& k) {
         k.points.push_back(y);
         k.points.push_back(-y);
         k.arcs.push_back({Vec3(0.), x, z, -Pi, Pi});
     },
     [](const ContactShape& s, const Vec3& n) { return circleHessian(cylinderOf(s).radius(), n); },
     [](const ContactShape& s, const Vec3& n) { return circleCurvature(cylinderOf(s).radius(), n); }},
    {"cone",
     [](const ContactShape& s, NormalKinks& k) {
         const ConeContactShape& cone = coneOf(s);
         const Real slant = std::hypot(cone.radius(), cone.height());
         const Real across = cone.height() / slant, along = cone.radius() / slant;
         k.points.push_back(-y);
         k.arcs.push_back({Vec3(along * y), Vec3(across * x), Vec3(across * z), -Pi, Pi});
     },
     [](const ContactShape& s, const Vec3& n) {
         const ConeContactShape& cone = coneOf(s);
         const bool isApex = n[1] * cone.height() > std::hypot(n[0], n[2]) * cone.radius();
         return isApex ? Mat33(0) : circleHessian(cone.radius(), n);
     },
     // The middle of the side: a mean for the contact along a generator.
     [](const ContactShape& s, const Vec3& n) { return circleCurvature(coneOf(s).radius() / 2, n); }},
    {"ellipsoid", [](const ContactShape&, NormalKinks&) {},
     [](const ContactShape& s, const Vec3& n) {
         const Vec3& r = ellipsoidOf(s).radii();
         const Vec3 scaled(r[0] * n[0], r[1] * n[1], r[2] * n[2]);
         const Real h = scaled.norm();
         const Vec3 p(r[0] * scaled[0] / h, r[1] * scaled[1] / h, r[2] * scaled[2] / h);
         Mat33 hessian(0);
         for (int i = 0; i < 3; ++i) hessian(i, i) = r[i] * r[i] / h;
         return Mat33(hessian - Mat33(1 / h * (p * ~p)));
     },
     [](const ContactShape& s, const Vec3& n) { return ellipsoidOf(s).calcCurvature(n); }},
};

const Kind* findKind(const ContactShape& shape) {
    for (const Kind& kind : kinds)
        if (kind.key == shape.key()) return &kind;
    return nullptr;
}

}  // namespace

void findKinks(const ContactShape& shape, NormalKinks& kinks) {
    kinks.clear();
    if (const Kind* const kind = findKind(shape)) kind->findKinks(shape, kinks);
}

Mat33 calcSupportHessian(const ContactShape& shape, const Vec3& n) {
    const Kind* const kind = findKind(shape);
    return kind ? kind->calcHessian(shape, n) : Mat33(0);
}

SurfaceCurvature calcCurvatureAt(const ContactShape& shape, const Vec3& n) {
    const Kind* const kind = findKind(shape);
    return kind ? kind->calcCurvature(shape, n) : SurfaceCurvature{};
}

}  // namespace trammel

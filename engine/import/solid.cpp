// SPDX-License-Identifier: Apache-2.0
#include "import/solid.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>

namespace trammel {

const Solid smallBall{1e-3, Vec3(0.), Mat33(4e-8)};
const Solid mediumBall{0.1, Vec3(0.), Mat33(3.6e-5)};

namespace {
Mat33 diagonal(const Vec3& moments) {
    Mat33 I(0.);
    for (int i = 0; i < 3; ++i) I(i, i) = moments[i];
    return I;
}

/// Inertia of a point mass at @p d.
Mat33 pointInertia(Real mass, const Vec3& d) {
    return Mat33(mass * (d.squaredNorm() * Mat33::Base::Identity() - d * d.transpose()));
}

/// With second moments about the center along each axis, ∫x² dm: I = Σ - own.
Mat33 fromSecondMoments(const Vec3& s) { return diagonal(Vec3(s[1] + s[2], s[0] + s[2], s[0] + s[1])); }
}  // namespace

Solid Solid::placed(const Transform& X) const {
    const Mat33 R = X.R().toMat33();
    return {mass, X * center, Mat33(R * inertia * R.transpose())};
}

Solid operator+(const Solid& a, const Solid& b) {
    Solid sum;
    sum.mass = a.mass + b.mass;
    if (sum.mass != 0) sum.center = (a.mass * a.center + b.mass * b.center) / sum.mass;
    sum.inertia = Mat33(a.inertia + b.inertia + pointInertia(a.mass, Vec3(a.center - sum.center)) +
                        pointInertia(b.mass, Vec3(b.center - sum.center)));
    return sum;
}

Solid solidBox(const Vec3& size) {
    const Real mass = size[0] * size[1] * size[2];
    return {mass, Vec3(0.), fromSecondMoments(Vec3(mass / 12 * size.cwiseProduct(size)))};
}

Solid solidSphere(Real radius) { return solidEllipsoid(Vec3(radius)); }

Solid solidEllipsoid(const Vec3& radii) {
    const Real mass = 4 * Pi / 3 * radii[0] * radii[1] * radii[2];
    return {mass, Vec3(0.), fromSecondMoments(Vec3(mass / 5 * radii.cwiseProduct(radii)))};
}

Solid solidCylinder(Real radius, Real length) {
    const Real mass = Pi * radius * radius * length;
    const Real across = mass * radius * radius / 4;
    return {mass, Vec3(0.), fromSecondMoments(Vec3(across, across, mass * length * length / 12))};
}

Solid solidCapsule(Real radius, Real length) {
    const Solid tube = solidCylinder(radius, length);
    // The center of a hemisphere is 3/8 r from its flat side.
    const Real mass = 2 * Pi / 3 * radius * radius * radius, offset = 3 * radius / 8;
    const Real second = mass * radius * radius / 5;
    Solid half{mass, Vec3(0.), fromSecondMoments(Vec3(second, second, second - mass * offset * offset))};
    half.center = Vec3(0, 0, length / 2 + offset);
    Solid other = half;
    other.center = -half.center;
    return tube + half + other;
}

Solid solidMesh(const MeshMeasure& measure, const Vec3& scale) {
    const Real mass = measure.volume * std::abs(scale[0] * scale[1] * scale[2]);
    if (!measure.isSolid() || !(mass > 0)) return {};
    // Second moments per mass about the mesh's origin, from the unit inertia G: tr(G)/2 1 - G; they scale by axes.
    const Mat33 G = measure.unitInertia.toMat33();
    const Real half = G.trace() / 2;
    Mat33 C(0.);
    const Vec3 center = measure.center;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            C(i, j) = ((i == j ? half : 0) - G(i, j) - center[i] * center[j]) * scale[i] * scale[j];
    return {mass, Vec3(center.cwiseProduct(scale)), Mat33(mass * (C.trace() * Mat33::Base::Identity() - C))};
}

Solid solidByInertiaBox(const TriangleMesh& mesh, const Vec3& scale) {
    const auto visit = [&](const auto& use) {
        for (std::size_t t = 0; t + 2 < mesh.triangles.size(); t += 3) {
            const auto corner = [&](std::size_t i) {
                return Vec3(mesh.vertices[mesh.triangles[t + i]].cwiseProduct(scale));
            };
            use(corner(0), corner(1), corner(2));
        }
    };
    Real area = 0, mass = 0;
    Vec3 surface(0.);
    visit([&](const Vec3& a, const Vec3& b, const Vec3& c) {
        const Real part = Vec3(b - a).cross(Vec3(c - a)).norm() / 2;
        area += part;
        surface += part / 3 * (a + b + c);
    });
    if (!(area > 0)) return {};
    surface /= area;
    Vec3 center(0.);
    const auto volumeFrom = [](const Vec3& apex, const Vec3& a, const Vec3& b, const Vec3& c) {
        return std::abs(Vec3(a - apex).dot(Vec3(b - apex).cross(Vec3(c - apex)))) / 6;
    };
    visit([&](const Vec3& a, const Vec3& b, const Vec3& c) {
        const Real part = volumeFrom(surface, a, b, c);
        mass += part;
        center += part / 4 * (a + b + c + surface);
    });
    if (!(mass > 0)) return {};
    center /= mass;
    mass = 0;
    Mat33 second(0.);
    visit([&](const Vec3& a, const Vec3& b, const Vec3& c) {
        const Real part = volumeFrom(center, a, b, c);
        mass += part;
        const Vec3 x = a - center, y = b - center, z = c - center, s = x + y + z;
        second += part / 20 * (x * ~x + y * ~y + z * ~z + s * ~s);
    });
    if (!(mass > 0)) return {};
    // A box with sides s has the second moments s²/12 per mass.
    Eigen::SelfAdjointEigenSolver<Mat33::Base> solver(Mat33::Base(second / mass), Eigen::EigenvaluesOnly);
    Real box = 1;
    for (int i = 0; i < 3; ++i) box *= std::sqrt(12 * std::max(0., solver.eigenvalues()[i]));
    const Mat33 unit = Mat33((second.trace() * Mat33::Base::Identity() - second) / mass);
    return {box, center, Mat33(box * unit)};
}

Real missingInertia(const Mat33& inertia) {
    Eigen::SelfAdjointEigenSolver<Mat33::Base> solver(Mat33::Base((inertia + inertia.transpose()) / 2),
                                                      Eigen::EigenvaluesOnly);
    const Vec3 e(solver.eigenvalues()[0], solver.eigenvalues()[1], solver.eigenvalues()[2]);
    constexpr Real slack = 1e-8;
    const Real scale = std::max(std::abs(e[0]), std::abs(e[2]));
    const Real missing = std::max(-e[0], e[2] - e[1] - e[0]);
    return missing > slack * scale ? missing : 0;
}

std::string completeInertia(Mat33& inertia) {
    const Real missing = missingInertia(inertia);
    if (missing == 0) return {};
    for (int i = 0; i < 3; ++i) inertia(i, i) += missing;
    std::ostringstream text;
    text << "No real body has these moments of inertia: " << std::setprecision(3) << missing
         << " kg·m² was added to each.";
    return text.str();
}

}  // namespace trammel

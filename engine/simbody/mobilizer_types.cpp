// SPDX-License-Identifier: Apache-2.0
#include "simbody/mobilizer_types.h"

#include "multibody/mobilizers/cantilever_free_beam.h"
#include "multibody/mobilizers/ellipsoid.h"
#include "multibody/mobilizers/function_based.h"
#include "multibody/mobilizers/screw.h"
#include "multibody/mobilizers/spherical_coords.h"

namespace SimTK {

namespace {

template <class M>
const M& as(const trammel::Mobilizer& joint) {
    return dynamic_cast<const M&>(joint);
}

/// SphericalCoords as properties of its type.
std::vector<std::pair<std::string, trammel::PropertyValue>> sphericalDimensions(
    const trammel::SphericalCoordsMobilizer::Shape& shape) {
    return {{"azimuthOffset", shape.azimuthOffset},
            {"azimuthNegated", shape.azimuthNegated},
            {"zenithOffset", shape.zenithOffset},
            {"zenithNegated", shape.zenithNegated},
            {"radialAxis", std::string(shape.alongX ? "x" : "z")},
            {"radiusNegated", shape.radiusNegated}};
}
bool isAlongX(CoordinateAxis axis) {
    if (axis.isYAxis())
        throw trammel::Exception("MobilizedBody::SphericalCoords: the radius is along x or z of M, not along y.");
    return axis.isXAxis();
}

std::shared_ptr<const trammel::Mobilizer> makeFunctionBased(int n, const MobilizedBody::FunctionBased::Functions& fs,
                                                            const MobilizedBody::FunctionBased::Coordinates& indices,
                                                            const Array_<Vec3>& axes) {
    std::vector<std::shared_ptr<const Function>> functions(fs.begin(), fs.end());
    std::vector<std::vector<int>> coordinates(indices.begin(), indices.end());
    return std::make_shared<trammel::FunctionBasedMobilizer>(n, std::move(functions), std::move(coordinates),
                                                             std::vector<Vec3>(axes.begin(), axes.end()));
}

}  // namespace

Real MobilizedBody::Screw::getDefaultPitch() const { return as<trammel::ScrewMobilizer>(joint()).getPitch(); }
MobilizedBody::Screw& MobilizedBody::Screw::setDefaultPitch(Real pitch) {
    setDimensions(type, {{"pitch", pitch}});
    return *this;
}

const Vec3& MobilizedBody::Ellipsoid::getDefaultRadii() const {
    return as<trammel::EllipsoidMobilizer>(joint()).getRadii();
}
MobilizedBody::Ellipsoid& MobilizedBody::Ellipsoid::setDefaultRadii(const Vec3& radii) {
    setDimensions(type, {{"radii", radii}});
    return *this;
}

Real MobilizedBody::CantileverFreeBeam::getDefaultLength() const {
    return as<trammel::CantileverFreeBeamMobilizer>(joint()).getLength();
}
MobilizedBody::CantileverFreeBeam& MobilizedBody::CantileverFreeBeam::setDefaultLength(Real L) {
    setDimensions(type, {{"length", L}});
    return *this;
}

MobilizedBody::SphericalCoords::SphericalCoords(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                                const Transform& X_BM, Real azimuthOffset, bool azimuthNegated,
                                                Real zenithOffset, bool zenithNegated, CoordinateAxis radialAxis,
                                                bool radialNegated, Direction direction)
    : MobilizedBodyOf(parent, X_PF, body, X_BM,
                      sphericalDimensions({.azimuthOffset = azimuthOffset,
                                           .zenithOffset = zenithOffset,
                                           .azimuthNegated = azimuthNegated,
                                           .zenithNegated = zenithNegated,
                                           .radiusNegated = radialNegated,
                                           .alongX = isAlongX(radialAxis)}),
                      direction) {}

namespace {
const trammel::SphericalCoordsMobilizer::Shape& shapeOf(const trammel::Mobilizer& joint) {
    return as<trammel::SphericalCoordsMobilizer>(joint).getShape();
}
}  // namespace

MobilizedBody::SphericalCoords& MobilizedBody::SphericalCoords::change(const std::string& property,
                                                                       const trammel::PropertyValue& value) {
    Dimensions dimensions = sphericalDimensions(shapeOf(joint()));
    for (auto& [key, present] : dimensions)
        if (key == property) present = value;
    setDimensions(type, dimensions);
    return *this;
}
MobilizedBody::SphericalCoords& MobilizedBody::SphericalCoords::setRadialAxis(CoordinateAxis axis) {
    return change("radialAxis", std::string(isAlongX(axis) ? "x" : "z"));
}
MobilizedBody::SphericalCoords& MobilizedBody::SphericalCoords::setNegateAzimuth(bool negate) {
    return change("azimuthNegated", negate);
}
MobilizedBody::SphericalCoords& MobilizedBody::SphericalCoords::setNegateZenith(bool negate) {
    return change("zenithNegated", negate);
}
MobilizedBody::SphericalCoords& MobilizedBody::SphericalCoords::setNegateRadial(bool negate) {
    return change("radiusNegated", negate);
}
CoordinateAxis MobilizedBody::SphericalCoords::getRadialAxis() const { return shapeOf(joint()).alongX ? XAxis : ZAxis; }
bool MobilizedBody::SphericalCoords::isAzimuthNegated() const { return shapeOf(joint()).azimuthNegated; }
bool MobilizedBody::SphericalCoords::isZenithNegated() const { return shapeOf(joint()).zenithNegated; }
bool MobilizedBody::SphericalCoords::isRadialNegated() const { return shapeOf(joint()).radiusNegated; }

MobilizedBody::FunctionBased::FunctionBased(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                            const Transform& X_BM, int nmobilities, const Functions& functions,
                                            const Coordinates& coordIndices, Direction direction)
    : FunctionBased(
          parent, X_PF, body, X_BM, nmobilities, functions, coordIndices,
          Array_<Vec3>{Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)},
          direction) {}
MobilizedBody::FunctionBased::FunctionBased(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                            const Transform& X_BM, int nmobilities, const Functions& functions,
                                            const Coordinates& coordIndices, const Array_<Vec3>& axes,
                                            Direction direction) {
    attach(parent, X_PF, body, X_BM, makeFunctionBased(nmobilities, functions, coordIndices, axes), "FunctionBased",
           direction);
    updMatterSubsystem().adoptHandle(std::make_unique<FunctionBased>(*this));
}

}  // namespace SimTK

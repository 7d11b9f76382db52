// SPDX-License-Identifier: Apache-2.0
#include "simbody/mobilizer_types.h"

#include "multibody/mobilizers/function_based.h"
#include "simbody/inputs.h"

namespace SimTK {

namespace {

std::shared_ptr<const trammel::Mobilizer> makeJoint(const Inputs& inputs) {
    return inputs.create<trammel::MobilizerType>();
}
/// The handle that the matter subsystem gives out, of the same dynamic type.
template <class T>
void keep(T& handle) {
    handle.updMatterSubsystem().adoptHandle(std::make_unique<T>(handle));
}

}  // namespace

MobilizedBody::Pin::Pin(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "pin")), "Pin");
    keep(*this);
}
MobilizedBody::Slider::Slider(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "slider")), "Slider");
    keep(*this);
}
MobilizedBody::Universal::Universal(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                    const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "universal")), "Universal");
    keep(*this);
}
MobilizedBody::Cylinder::Cylinder(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                  const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "cylinder")), "Cylinder");
    keep(*this);
}
MobilizedBody::BendStretch::BendStretch(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                        const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "bendStretch")), "BendStretch");
    keep(*this);
}
MobilizedBody::Planar::Planar(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "planar")), "Planar");
    keep(*this);
}
MobilizedBody::Gimbal::Gimbal(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "gimbal")), "Gimbal");
    keep(*this);
}
MobilizedBody::Bushing::Bushing(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "bushing")), "Bushing");
    keep(*this);
}
MobilizedBody::Ball::Ball(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "ball")), "Ball");
    keep(*this);
}
MobilizedBody::Translation::Translation(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                        const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "translation")), "Translation");
    keep(*this);
}
MobilizedBody::Free::Free(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "free")), "Free");
    keep(*this);
}
MobilizedBody::LineOrientation::LineOrientation(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                                const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "lineOrientation")), "LineOrientation");
    keep(*this);
}
MobilizedBody::FreeLine::FreeLine(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                  const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "freeLine")), "FreeLine");
    keep(*this);
}
MobilizedBody::SphericalCoords::SphericalCoords(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                                const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "sphericalCoords")), "SphericalCoords");
    keep(*this);
}
MobilizedBody::Weld::Weld(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "weld")), "Weld");
    keep(*this);
}
MobilizedBody::Screw::Screw(MobilizedBody& parent, const Transform& X_PF, const Body& body, const Transform& X_BM,
                            Real pitch)
    : pitch_(pitch) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "screw").set("pitch", pitch)), "Screw");
    keep(*this);
}
MobilizedBody::Ellipsoid::Ellipsoid(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                    const Transform& X_BM, const Vec3& radii) {
    attach(parent, X_PF, body, X_BM, makeJoint(Inputs("joint", "ellipsoid").set("radii", radii)), "Ellipsoid");
    keep(*this);
}

namespace {
std::shared_ptr<const trammel::Mobilizer> makeFunctionBased(int n, const MobilizedBody::FunctionBased::Functions& fs,
                                                            const MobilizedBody::FunctionBased::Coordinates& indices,
                                                            const Array_<Vec3>& axes) {
    std::vector<std::shared_ptr<const Function>> functions(fs.begin(), fs.end());
    std::vector<std::vector<int>> coordinates(indices.begin(), indices.end());
    return std::make_shared<trammel::FunctionBasedMobilizer>(n, std::move(functions), std::move(coordinates),
                                                             std::vector<Vec3>(axes.begin(), axes.end()));
}
}  // namespace

MobilizedBody::FunctionBased::FunctionBased(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                            const Transform& X_BM, int nmobilities, const Functions& functions,
                                            const Coordinates& coordIndices)
    : FunctionBased(
          parent, X_PF, body, X_BM, nmobilities, functions, coordIndices,
          Array_<Vec3>{Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}) {}
MobilizedBody::FunctionBased::FunctionBased(MobilizedBody& parent, const Transform& X_PF, const Body& body,
                                            const Transform& X_BM, int nmobilities, const Functions& functions,
                                            const Coordinates& coordIndices, const Array_<Vec3>& axes) {
    attach(parent, X_PF, body, X_BM, makeFunctionBased(nmobilities, functions, coordIndices, axes), "FunctionBased");
    keep(*this);
}

}  // namespace SimTK

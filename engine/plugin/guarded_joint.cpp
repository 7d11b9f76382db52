// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "base/exceptions.h"
#include "multibody/initial_coordinates.h"
#include "multibody/matter/guts.h"
#include "multibody/stateful_mobilizer.h"
#include "plugin/guarded_element.h"
#include "plugin/rows.h"
#include "simbody/custom_elements.h"

namespace trammel::plugin {

namespace {

struct JointNames {
    std::vector<Coordinate> coordinates, speeds;
    /// A quaternion has no initial values among the properties.
    bool hasProperty(const Coordinate& c) const { return !c.key.empty(); }
};

/// A joint of a plugin: calls the custom joint, and reports its errors by name.
class GuardedJoint : public GuardedElement<StatefulMobilizer, std::shared_ptr<const StatefulMobilizer>>,
                     public InitialCoordinates {
public:
    using Inner = std::shared_ptr<const StatefulMobilizer>;
    GuardedJoint(Identity self, HookStages hooks, JointStructure structure, JointNames names, const Inner& joint,
                 std::function<void(MobilizedBodyIndex)> setBody, const SimTK::SimbodyMatterSubsystem& matter)
        : GuardedElement(std::move(self), hooks, Inner(joint)),
          structure_(structure),
          nq_(joint->getNQ()),
          nu_(joint->getNU()),
          qdotIsU_(structure.speedsAreRates && nq_ == nu_ && !joint->usesQuaternion()),
          names_(std::move(names)),
          setBody_(std::move(setBody)),
          matter_(matter) {}

    std::shared_ptr<const Mobilizer> withEulerAngles() const override {
        auto other = std::dynamic_pointer_cast<const StatefulMobilizer>(inner()->withEulerAngles());
        if (!other) return nullptr;
        JointNames names = names_;
        if (int(names.coordinates.size()) > other->getNQ()) names.coordinates.resize(std::size_t(other->getNQ()));
        // Its class defines N.
        const JointStructure structure{.hasConstantH = structure_.hasConstantH};
        return std::make_shared<GuardedJoint>(self(), hooks(), structure, std::move(names), std::move(other), setBody_,
                                              matter_);
    }
    int getNQ() const override { return nq_; }
    int getNU() const override { return nu_; }
    bool usesQuaternion() const override { return inner()->usesQuaternion(); }
    CoordinateName nameOfQ(int i) const override { return nameOf(names_.coordinates, i, inner()->nameOfQ(i)); }
    CoordinateName nameOfU(int i) const override { return nameOf(names_.speeds, i, inner()->nameOfU(i)); }
    bool hasConstantH() const override { return structure_.hasConstantH || inner()->hasConstantH(); }

    void calcAcrossInState(const State& s, const Real* q, Transform& X_FM, SpatialVec* H_FM) const override {
        call("calcMobilizerTransformFromQ", Stage::Position, [&] { inner()->calcAcrossInState(s, q, X_FM, H_FM); });
        Real sum = X_FM.p().sum() + X_FM.R().asMat33().sum();
        for (int i = 0; i < nu_; ++i) sum += H_FM[i][0].sum() + H_FM[i][1].sum();
        requireFinite(self(), "calcMobilizerTransformFromQ", Stage::Position, &sum, 1);
    }
    SpatialVec calcHDotUInState(const State& s, const Real* u, const Transform& X_FM,
                                const SpatialVec& V_FM) const override {
        const SpatialVec A =
            call("multiplyByHDotMatrix", Stage::Velocity, [&] { return inner()->calcHDotUInState(s, u, X_FM, V_FM); });
        const Real sum = A[0].sum() + A[1].sum();
        requireFinite(self(), "multiplyByHDotMatrix", Stage::Velocity, &sum, 1);
        return A;
    }
    void multiplyByNInState(const State& s, const Real* q, const Real* u, Real* qdot) const override {
        if (qdotIsU_) return copy(u, qdot);
        call("multiplyByN", Stage::Velocity, [&] { inner()->multiplyByNInState(s, q, u, qdot); });
    }
    void multiplyByNInvInState(const State& s, const Real* q, const Real* qdot, Real* u) const override {
        if (qdotIsU_) return copy(qdot, u);
        call("multiplyByNInv", Stage::Velocity, [&] { inner()->multiplyByNInvInState(s, q, qdot, u); });
    }
    void calcQDotDotInState(const State& s, const Real* q, const Real* u, const Real* udot,
                            Real* qdotdot) const override {
        if (qdotIsU_) return copy(udot, qdotdot);
        call("multiplyByNDot", Stage::Acceleration, [&] { inner()->calcQDotDotInState(s, q, u, udot, qdotdot); });
    }
    void setQToFitTransform(const Transform& X_FM, Real* q) const override { inner()->setQToFitTransform(X_FM, q); }
    void setQToFitTransformInState(const State& s, const Transform& X_FM, Real* q) const override {
        call("setQToFitTransform", Stage::Instance, [&] { inner()->setQToFitTransformInState(s, X_FM, q); });
    }
    void setUToFitVelocityInState(const State& s, const Transform& X_FM, const SpatialVec& V_FM,
                                  Real* u) const override {
        call("setUToFitVelocity", Stage::Position, [&] { inner()->setUToFitVelocityInState(s, X_FM, V_FM, u); });
    }
    void appendGlyph(Real size, std::vector<DecorativeGeometry>& out) const override {
        // A class without graphics gets a ball to be picked by.
        if (!hooks().draws()) out.push_back(DecorativeGeometry(decor::Sphere{0.4 * size}));
    }

    void calcInitialCoordinates(const ElementInputs& in, Real* q, Real* u) const override {
        const auto fill = [&](const std::vector<Coordinate>& list, int n, Real* values) {
            for (int i = 0; i < n; ++i) {
                const bool isNamed = i < int(list.size()) && names_.hasProperty(list[std::size_t(i)]);
                values[i] = isNamed ? in.real(list[std::size_t(i)].key) : 0;
            }
        };
        fill(names_.coordinates, getNQ(), q);
        fill(names_.speeds, getNU(), u);
        if (usesQuaternion()) q[0] = 1;
    }
    InitialKeys calcInitialKeys() const override {
        const auto keys = [&](const std::vector<Coordinate>& list) {
            std::vector<std::string> all;
            for (const Coordinate& c : list)
                if (names_.hasProperty(c)) all.push_back(c.key);
            return all;
        };
        return {keys(names_.coordinates), keys(names_.speeds)};
    }

private:
    void copy(const Real* from, Real* to) const { std::copy_n(from, nu_, to); }
    void findPlace(const State&) const override {
        const auto& bodies = matter_.getGuts().bodies;
        for (std::size_t b = 1; b < bodies.size(); ++b)
            if (&bodies[b].definition.mobilizer->forward() == this) setBody_(MobilizedBodyIndex(b));
    }
    static CoordinateName nameOf(const std::vector<Coordinate>& list, int i, CoordinateName otherwise) {
        if (i >= int(list.size())) return otherwise;
        return {list[std::size_t(i)].label, list[std::size_t(i)].quantity};
    }

    const JointStructure structure_;
    const int nq_, nu_;
    /// N is the identity.
    const bool qdotIsU_;
    const JointNames names_;
    const std::function<void(MobilizedBodyIndex)> setBody_;
    const SimTK::SimbodyMatterSubsystem& matter_;
};

class PluginJointType : public MobilizerType {
public:
    PluginJointType(TypeDescriptor type, HookStages hooks, JointStructure structure, JointNames names,
                    detail::MakeJoint make)
        : type_(std::move(type)),
          hooks_(hooks),
          structure_(structure),
          names_(std::move(names)),
          make_(std::move(make)) {}
    std::unique_ptr<Mobilizer> create(const ElementInputs& in) const override {
        const SimTK::BuildScope& scope = requireScope();
        auto table = std::make_shared<ParameterTable>(type_);
        SimTK::CustomJoint joint = constructed([&] {
            auto* const implementation = make_(Site(in, type_, scope, table));
            return SimTK::makeCustomJoint(implementation, in.name);
        });
        if (joint.mobilizer->getNQ() != int(names_.coordinates.size()) ||
            joint.mobilizer->getNU() != int(names_.speeds.size()))
            throw UnusableElement("Its class names more or fewer coordinates or speeds than its constructor sets.",
                                  "Correct its plugin.");
        return std::make_unique<GuardedJoint>(Identity{in.name, in.id}, hooks_, structure_, names_, joint.mobilizer,
                                              std::move(joint.setBody),
                                              scope.matter().getMultibodySystem().getMatterSubsystem());
    }

private:
    const TypeDescriptor type_;
    const HookStages hooks_;
    const JointStructure structure_;
    const JointNames names_;
    const detail::MakeJoint make_;
};

void addInitialValues(TypeDescriptor& type, const std::vector<Coordinate>& list, const char* what) {
    for (const Coordinate& c : list)
        if (!c.key.empty())
            type.properties.push_back(
                PropertyDescriptor::real(c.key, c.label, c.quantity, 0, std::string(what)).at(Stage::Position));
}

}  // namespace

TypeDescriptor detail::jointRow(TypeDescriptor type, HookStages hooks, JointStructure structure,
                                std::vector<Coordinate> coordinates, std::vector<Coordinate> speeds, MakeJoint make) {
    const TypeDescriptor own = type;
    addInitialValues(type, coordinates, "Initial value.");
    addInitialValues(type, speeds, "Initial speed.");
    const JointNames names{std::move(coordinates), std::move(speeds)};
    type = trammel::detail::completeMobilizerDescriptor(
        std::move(type), std::make_shared<PluginJointType>(own, hooks, structure, names, std::move(make)));
    for (const Coordinate& c : names.coordinates) type.coordinates.push_back(c.quantity);
    for (const Coordinate& c : names.speeds) type.speeds.push_back(c.quantity);
    return type;
}

}  // namespace trammel::plugin

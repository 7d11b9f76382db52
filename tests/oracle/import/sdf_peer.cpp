// SPDX-License-Identifier: Apache-2.0
// Models of SDF files: read by libsdformat, which resolves all frames, as trees of DART.
#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/dynamics/PrismaticJoint.hpp>
#include <dart/dynamics/RevoluteJoint.hpp>
#include <dart/dynamics/UniversalJoint.hpp>
#include <dart/dynamics/WeldJoint.hpp>
#include <map>
#include <sdf/sdf.hh>

#include "dart_peer.h"

namespace trammel::testing {

namespace {

namespace dyn = dart::dynamics;
using ignition::math::Pose3d;

Eigen::Isometry3d toEigen(const Pose3d& pose) {
    Eigen::Isometry3d X = Eigen::Isometry3d::Identity();
    X.linear() = Eigen::Quaterniond(pose.Rot().W(), pose.Rot().X(), pose.Rot().Y(), pose.Rot().Z()).toRotationMatrix();
    X.translation() = Eigen::Vector3d(pose.Pos().X(), pose.Pos().Y(), pose.Pos().Z());
    return X;
}

class SdfTree {
public:
    /// All links and joints of a model and of those in it.
    bool collect(const sdf::Model& model, const Eigen::Isometry3d& X_GM, const std::string& prefix) {
        for (std::uint64_t i = 0; i < model.LinkCount(); ++i) {
            const sdf::Link* const link = model.LinkByIndex(i);
            Pose3d pose;
            if (!link->SemanticPose().Resolve(pose).empty()) return false;
            links_[prefix + link->Name()] = {link, X_GM * toEigen(pose)};
        }
        for (std::uint64_t i = 0; i < model.ModelCount(); ++i) {
            const sdf::Model* const nested = model.ModelByIndex(i);
            Pose3d pose;
            if (!nested->SemanticPose().Resolve(pose).empty()) return false;
            if (!collect(*nested, X_GM * toEigen(pose), prefix + nested->Name() + "::")) return false;
        }
        for (std::uint64_t i = 0; i < model.JointCount(); ++i) {
            const sdf::Joint* const joint = model.JointByIndex(i);
            std::string parent, child;
            Pose3d pose;
            if (!joint->ResolveParentLink(parent).empty() || !joint->ResolveChildLink(child).empty()) return false;
            if (!joint->SemanticPose().Resolve(pose, child).empty()) return false;
            const std::string under = parent == "world" ? parent : prefix + parent;
            // A second joint would close a loop.
            if (!joints_.emplace(prefix + child, JointOf{joint, under, toEigen(pose)}).second) return false;
        }
        return true;
    }

    /// Null where joints have axes that cannot be resolved or kinds that DART lacks.
    dyn::SkeletonPtr build() {
        skeleton_ = dyn::Skeleton::create("model");
        for (const auto& [name, link] : links_)
            if (!bodyOf(name, 0)) return nullptr;
        return skeleton_;
    }

private:
    struct LinkOf {
        const sdf::Link* link = nullptr;
        Eigen::Isometry3d X_GB = Eigen::Isometry3d::Identity();
    };
    struct JointOf {
        const sdf::Joint* joint = nullptr;
        std::string parent;
        Eigen::Isometry3d X_BJ = Eigen::Isometry3d::Identity();
    };

    dyn::BodyNode* bodyOf(const std::string& name, std::size_t depth) {
        if (dyn::BodyNode* const known = skeleton_->getBodyNode(name)) return known;
        if (depth > links_.size() || !links_.count(name)) return nullptr;
        const LinkOf& link = links_.at(name);
        const auto inboard = joints_.find(name);
        dyn::BodyNode* parent = nullptr;
        Eigen::Isometry3d X_GP = Eigen::Isometry3d::Identity();
        if (inboard != joints_.end() && inboard->second.parent != "world") {
            parent = bodyOf(inboard->second.parent, depth + 1);
            if (!parent) return nullptr;
            X_GP = links_.at(inboard->second.parent).X_GB;
        }
        dyn::BodyNode* const body = inboard == joints_.end()
                                        ? skeleton_->createJointAndBodyNodePair<dyn::FreeJoint>().second
                                        : connect(inboard->second, parent, X_GP.inverse() * link.X_GB);
        if (!body) return nullptr;
        body->setName(name);
        const auto& inertial = link.link->Inertial();
        const Eigen::Isometry3d X_BC = toEigen(inertial.Pose());
        const auto moments = inertial.MassMatrix().Moi();
        Eigen::Matrix3d I;
        for (int i = 0; i < 3; ++i)
            for (int k = 0; k < 3; ++k) I(i, k) = moments(std::size_t(i), std::size_t(k));
        body->setInertia(dyn::Inertia(inertial.MassMatrix().Mass(), X_BC.translation(),
                                      X_BC.linear() * I * X_BC.linear().transpose()));
        return body;
    }

    /// @param X_PB at the start
    dyn::BodyNode* connect(const JointOf& known, dyn::BodyNode* parent, const Eigen::Isometry3d& X_PB) {
        Eigen::Vector3d axes[2] = {Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()};
        for (unsigned i = 0; i < 2; ++i)
            if (const sdf::JointAxis* const axis = known.joint->Axis(i)) {
                ignition::math::Vector3d xyz;
                if (!axis->ResolveXyz(xyz).empty()) return nullptr;
                axes[i] = Eigen::Vector3d(xyz.X(), xyz.Y(), xyz.Z()).normalized();
            }
        dyn::Joint::Properties frames;
        frames.mT_ParentBodyToJoint = X_PB * known.X_BJ;
        frames.mT_ChildBodyToJoint = known.X_BJ;
        switch (known.joint->Type()) {
            case sdf::JointType::FIXED: return make<dyn::WeldJoint>(parent, {frames});
            case sdf::JointType::BALL: return make<dyn::BallJoint>(parent, {frames});
            case sdf::JointType::REVOLUTE:
            case sdf::JointType::CONTINUOUS: {
                dyn::RevoluteJoint::Properties properties(frames);
                properties.mAxis = axes[0];
                return make<dyn::RevoluteJoint>(parent, properties);
            }
            case sdf::JointType::PRISMATIC: {
                dyn::PrismaticJoint::Properties properties(frames);
                properties.mAxis = axes[0];
                return make<dyn::PrismaticJoint>(parent, properties);
            }
            case sdf::JointType::UNIVERSAL:
            case sdf::JointType::REVOLUTE2: {
                dyn::UniversalJoint::Properties properties(frames);
                properties.mAxis = {axes[0], axes[1]};
                return make<dyn::UniversalJoint>(parent, properties);
            }
            default: return nullptr;
        }
    }

    template <class JointType>
    dyn::BodyNode* make(dyn::BodyNode* parent, const typename JointType::Properties& properties) {
        return skeleton_->createJointAndBodyNodePair<JointType>(parent, properties).second;
    }

    std::map<std::string, LinkOf> links_;
    /// By child.
    std::map<std::string, JointOf> joints_;
    dyn::SkeletonPtr skeleton_;
};

}  // namespace

std::unique_ptr<PeerModel> readSdfByDart(const std::filesystem::path& file, std::string& why) {
    sdf::Root root;
    const sdf::Errors errors = root.Load(file.string());
    if (!errors.empty()) why = errors.front().Message();
    const sdf::World* const world = root.WorldCount() == 1 ? root.WorldByIndex(0) : nullptr;
    const sdf::Model* model = root.Model();
    if (world && world->ModelCount() == 1) model = world->ModelByIndex(0);
    if (!model) {
        if (why.empty()) why = "It holds no single model.";
        return nullptr;
    }
    Pose3d pose = model->RawPose();
    if (world && !model->SemanticPose().Resolve(pose).empty()) return nullptr;
    SdfTree tree;
    dyn::SkeletonPtr skeleton;
    if (tree.collect(*model, toEigen(pose), "")) skeleton = tree.build();
    if (!skeleton) {
        why = "Its joints make no trees of kinds that DART knows.";
        return nullptr;
    }
    if (world) skeleton->setGravity(Eigen::Vector3d(world->Gravity().X(), world->Gravity().Y(), world->Gravity().Z()));
    return makeDartPeer(std::move(skeleton));
}

}  // namespace trammel::testing

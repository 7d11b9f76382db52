// SPDX-License-Identifier: Apache-2.0
#include "dart_peer.h"

#include <dart/dynamics/BallJoint.hpp>
#include <dart/dynamics/BodyNode.hpp>
#include <dart/dynamics/FreeJoint.hpp>
#include <dart/utils/urdf/DartLoader.hpp>
#include <fstream>
#include <iterator>

namespace trammel::testing {

namespace {

namespace dyn = dart::dynamics;

Rotation9 rowsOf(const Eigen::Matrix3d& R) {
    Rotation9 rows{};
    for (int i = 0; i < 9; ++i) rows[std::size_t(i)] = R(i / 3, i % 3);
    return rows;
}

/// DART refuses a robot whose meshes are missing; appearance is not compared.
std::string readWithoutShapes(const std::filesystem::path& file) {
    std::ifstream in(file);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    for (const std::string tag : {"visual", "collision"}) {
        const std::string close = "</" + tag + ">";
        for (std::size_t at = 0; (at = text.find("<" + tag, at)) != std::string::npos;) {
            const std::size_t end = text.find(close, at);
            if (end == std::string::npos) break;
            text.erase(at, end + close.size() - at);
        }
    }
    return text;
}

class DartPeer : public PeerModel {
public:
    explicit DartPeer(dyn::SkeletonPtr skeleton) : skeleton_(std::move(skeleton)) {
        for (std::size_t j = 0; j < skeleton_->getNumJoints(); ++j) {
            dyn::Joint* const joint = skeleton_->getJoint(j);
            if (joint->getNumDofs() == 0) continue;
            PeerJoint known;
            known.kind = dynamic_cast<dyn::BallJoint*>(joint)   ? PeerJoint::Kind::Ball
                         : dynamic_cast<dyn::FreeJoint*>(joint) ? PeerJoint::Kind::Free
                                                                : PeerJoint::Kind::Axes;
            known.child = joint->getChildBodyNode()->getName();
            known.firstSpeed = joint->getIndexInSkeleton(0);
            known.speeds = joint->getNumDofs();
            known.axes = rowsOf(joint->getTransformFromChildBodyNode().linear());
            moving_.push_back(joint);
            joints_.push_back(known);
        }
    }
    double mass() const override { return skeleton_->getMass(); }
    Point3 gravity() const override {
        const Eigen::Vector3d g = skeleton_->getGravity();
        return {g[0], g[1], g[2]};
    }
    std::size_t numSpeeds() const override { return skeleton_->getNumDofs(); }
    std::vector<PeerJoint> joints() const override { return joints_; }
    void setCoordinate(std::size_t speed, double value) override { skeleton_->setPosition(speed, value); }
    void setPose(std::size_t index, const Rotation9& R_GB, const Point3& p_GB) override {
        dyn::Joint* const joint = moving_[index];
        Eigen::Isometry3d X_GB = Eigen::Isometry3d::Identity();
        for (int i = 0; i < 9; ++i) X_GB.linear()(i / 3, i % 3) = R_GB[std::size_t(i)];
        X_GB.translation() = Eigen::Vector3d(p_GB[0], p_GB[1], p_GB[2]);
        const dyn::BodyNode* const parent = joint->getParentBodyNode();
        const Eigen::Isometry3d X_GP = parent ? parent->getWorldTransform() : Eigen::Isometry3d::Identity();
        const Eigen::Isometry3d X_FM =
            (X_GP * joint->getTransformFromParentBodyNode()).inverse() * X_GB * joint->getTransformFromChildBodyNode();
        if (joints_[index].kind == PeerJoint::Kind::Free)
            joint->setPositions(dyn::FreeJoint::convertToPositions(X_FM));
        else
            joint->setPositions(dyn::BallJoint::convertToPositions(Eigen::Matrix3d(X_FM.linear())));
    }
    std::vector<std::string> bodies() const override {
        std::vector<std::string> names;
        for (const dyn::BodyNode* const body : skeleton_->getBodyNodes()) names.push_back(body->getName());
        return names;
    }
    void readPose(const std::string& body, Rotation9& R_GB, Point3& p_GB) const override {
        const Eigen::Isometry3d X_GB = skeleton_->getBodyNode(body)->getWorldTransform();
        R_GB = rowsOf(X_GB.linear());
        p_GB = {X_GB.translation()[0], X_GB.translation()[1], X_GB.translation()[2]};
    }
    std::vector<double> massMatrix() const override {
        const Eigen::MatrixXd M = skeleton_->getMassMatrix();
        std::vector<double> rows;
        for (int i = 0; i < M.rows(); ++i)
            for (int k = 0; k < M.cols(); ++k) rows.push_back(M(i, k));
        return rows;
    }
    std::vector<double> gravityForces() const override {
        const Eigen::VectorXd forces = skeleton_->getGravityForces();
        return {forces.data(), forces.data() + forces.size()};
    }

private:
    dyn::SkeletonPtr skeleton_;
    std::vector<dyn::Joint*> moving_;
    std::vector<PeerJoint> joints_;
};

}  // namespace

std::unique_ptr<PeerModel> makeDartPeer(dyn::SkeletonPtr skeleton) {
    return std::make_unique<DartPeer>(std::move(skeleton));
}

std::unique_ptr<PeerModel> readUrdfByDart(const std::filesystem::path& file, bool isFloating) {
    using Loader = dart::utils::DartLoader;
    Loader loader(
        Loader::Options(nullptr, isFloating ? Loader::RootJointType::FLOATING : Loader::RootJointType::FIXED));
    dyn::SkeletonPtr skeleton = loader.parseSkeletonString(readWithoutShapes(file), "file://" + file.string());
    return skeleton ? makeDartPeer(std::move(skeleton)) : nullptr;
}

}  // namespace trammel::testing

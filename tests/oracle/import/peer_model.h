// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace trammel::testing {

/// Row by row.
using Rotation9 = std::array<double, 9>;
using Point3 = std::array<double, 3>;

/// The joint by which a tree of another library carries a body.
struct PeerJoint {
    enum class Kind { Axes, Ball, Free };
    Kind kind = Kind::Axes;
    /// Name of the body.
    std::string child;
    std::size_t firstSpeed = 0, speeds = 0;
    /// Axes of the joint in the child. The speeds of Ball are the child's angular velocity relative to its parent along
    /// them; those of Free are followed by the velocity of its origin along them.
    Rotation9 axes{1, 0, 0, 0, 1, 0, 0, 0, 1};
};

/// A tree of rigid bodies in another library. Its header knows neither side, since both sides' headers define macros and types
/// for different versions of C++.
class PeerModel {
public:
    virtual ~PeerModel() = default;
    virtual double mass() const = 0;
    /// Acceleration of gravity, m/s².
    virtual Point3 gravity() const = 0;
    virtual std::size_t numSpeeds() const = 0;
    /// All joints with speeds, parents before children.
    virtual std::vector<PeerJoint> joints() const = 0;
    virtual void setCoordinate(std::size_t speed, double value) = 0;
    /// Turns (Ball) or places (Free) the child of joints()[joint] as given in Ground; its parent is already placed.
    virtual void setPose(std::size_t joint, const Rotation9& R_GB, const Point3& p_GB) = 0;
    virtual std::vector<std::string> bodies() const = 0;
    virtual void readPose(const std::string& body, Rotation9& R_GB, Point3& p_GB) const = 0;
    /// Row by row.
    virtual std::vector<double> massMatrix() const = 0;
    /// Forces along the speeds that hold it against gravity.
    virtual std::vector<double> gravityForces() const = 0;
};

/// Null if DART does not read the file; links without inertia have 1 kg and 1 kg·m².
std::unique_ptr<PeerModel> readUrdfByDart(const std::filesystem::path& file, bool isFloating);
/// Read by libsdformat, computed by DART. Null, with @p why, if it is not read or is not a single model whose joints make trees.
std::unique_ptr<PeerModel> readSdfByDart(const std::filesystem::path& file, std::string& why);

}  // namespace trammel::testing

// SPDX-License-Identifier: Apache-2.0
// Imported models against DART, with urdfdom and libsdformat as readers: mass, freedoms, poses, mass matrix and gravity forces at
// random coordinates.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <random>
#include <sstream>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiled_model.h"
#include "import/importer.h"
#include "peer_model.h"

namespace trammel {
namespace {

namespace fs = std::filesystem;
using testing::PeerJoint;
using testing::PeerModel;

/// Absolute for numbers up to one, relative beyond.
constexpr Real tolerance = 1e-9;
constexpr int poses = 5;

struct Case {
    fs::path file;
    bool isFloating = false;
};

void PrintTo(const Case& tested, std::ostream* out) {
    *out << tested.file.filename().string() << (tested.isFloating ? ", floating" : ", fixed");
}

/// Files of this test, and those listed by the user in TRAMMEL_IMPORT_FILES, separated by colons.
std::vector<Case> casesToCompare() {
    const fs::path data = fs::path(TRAMMEL_SOURCE_DIR) / "tests/data/import";
    std::vector<fs::path> files{data / "chain.urdf", data / "tree.sdf"};
    if (const char* more = std::getenv("TRAMMEL_IMPORT_FILES")) {
        std::istringstream list(more);
        for (std::string file; std::getline(list, file, ':');) files.emplace_back(file);
    }
    std::vector<Case> cases;
    for (const fs::path& file : files) {
        if (file.extension() == ".urdf") cases.push_back({file, false});
        cases.push_back({file, true});
    }
    return cases;
}

/// The joint that carries each body.
std::map<ElementId, ElementId> carriersOf(const Document& document) {
    std::map<ElementId, ElementId> carriers;
    for (const ElementId id : document.treeOrder()) {
        const Element& element = document.get(id);
        if (element.family == "joint") carriers.emplace(element.reference("child"), id);
    }
    return carriers;
}

class AgainstDart : public ::testing::TestWithParam<Case> {
protected:
    void SetUp() override {
        const auto& [file, isFloating] = GetParam();
        std::string why = "DART does not read it.";
        peer_ =
            file.extension() == ".urdf" ? testing::readUrdfByDart(file, isFloating) : testing::readSdfByDart(file, why);
        ASSERT_TRUE(peer_) << why;
        ImportOptions options;
        options.choices["root"] = isFloating ? "floating" : "fixed";
        if (file.extension() == ".urdf") options.choices["massless"] = "unit";
        const ImportResult imported = importModel(file, builtinCatalog(), options);
        ASSERT_TRUE(imported.document);
        const Result<CompiledModelPtr> compiled = compileDocument(*imported.document);
        ASSERT_TRUE(compiled);
        model_ = *compiled;
        joints_ = peer_->joints();
        const std::map<ElementId, ElementId> carriers = carriersOf(document());
        for (const PeerJoint& joint : joints_) {
            const Element* const body = bodyOf(joint.child);
            ASSERT_TRUE(body) << joint.child;
            const MobilizedBodyIndex carried = built().joints.at(carriers.at(body->id));
            ASSERT_EQ(matter().getTree()[int(carried)].nu, int(joint.speeds)) << joint.child;
            carried_.push_back(carried);
        }
    }

    const Document& document() const { return model_->getDocument(); }
    const BuiltSystem& built() const { return *model_->getData().built; }
    const MatterSubsystem& matter() const { return *built().matter; }

    /// Nested models are a part of the name on both sides, with a space on ours.
    const Element* bodyOf(const std::string& given) const {
        std::string name = given;
        for (std::size_t at; (at = name.find("::")) != std::string::npos;) name.replace(at, 2, " ");
        // It may have a number appended because a joint has its name.
        for (const std::string& known : {given, name, name + " 2"})
            if (const Element* const body = document().findByName(known); body && body->family == "body") return body;
        return nullptr;
    }

    /// Sets both sides to one random pose.
    void setRandomly(State& state, std::mt19937& random) {
        std::uniform_real_distribution<Real> uniform(-1, 1);
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            const int q = matter().getTree()[int(carried_[j])].qStart;
            if (joints_[j].kind == PeerJoint::Kind::Axes) {
                for (std::size_t i = 0; i < joints_[j].speeds; ++i) {
                    state.updQ()[q + int(i)] = uniform(random);
                    peer_->setCoordinate(joints_[j].firstSpeed + i, state.getQ()[q + int(i)]);
                }
                continue;
            }
            const Rotation R(1 + uniform(random), Vec3(uniform(random), uniform(random), uniform(random)));
            for (int i = 0; i < 4; ++i) state.updQ()[q + i] = R.toQuaternion()[i];
            for (int i = 4; i < 7 && joints_[j].kind == PeerJoint::Kind::Free; ++i)
                state.updQ()[q + i] = uniform(random);
        }
        built().system.realize(state, Stage::Position);
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            if (joints_[j].kind == PeerJoint::Kind::Axes) continue;
            const Transform X_GB = model_->calcBodyPose(bodyOf(joints_[j].child)->id, state);
            testing::Rotation9 R{};
            for (int i = 0; i < 9; ++i) R[std::size_t(i)] = X_GB.R()(i / 3, i % 3);
            peer_->setPose(j, R, {X_GB.p()[0], X_GB.p()[1], X_GB.p()[2]});
        }
    }

    /// T with T u = v, where v are the speeds of the other side.
    Matrix calcSpeedMap(const State& at) {
        State state = at;
        Matrix T(int(peer_->numSpeeds()), state.getNU());
        T.setZero();
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            const PeerJoint& joint = joints_[j];
            const int u = matter().getTree()[int(carried_[j])].uStart, v = int(joint.firstSpeed);
            for (int i = 0; i < int(joint.speeds); ++i) {
                if (joint.kind == PeerJoint::Kind::Axes) {
                    T(v + i, u + i) = 1;
                    continue;
                }
                state.updU().setZero();
                state.updU()[u + i] = 1;
                built().system.realize(state, Stage::Velocity);
                const ElementId body = bodyOf(joint.child)->id;
                const SpatialVec V = matter().getBodyVelocity(state, carried_[j]);
                const Rotation R_GB = model_->calcBodyPose(body, state).R();
                for (int k = 0; k < 3; ++k) {
                    Vec3 axis(joint.axes[std::size_t(k)], joint.axes[std::size_t(3 + k)],
                              joint.axes[std::size_t(6 + k)]);
                    axis = R_GB * axis;
                    T(v + k, u + i) = axis.dot(V[0]);
                    if (joint.kind == PeerJoint::Kind::Free) T(v + 3 + k, u + i) = axis.dot(V[1]);
                }
            }
        }
        return T;
    }

    void compareBodies(const State& state) const {
        for (const std::string& name : peer_->bodies()) {
            const Element* const body = bodyOf(name);
            // Ground is a link of some files.
            if (!body && name == "world") continue;
            ASSERT_TRUE(body) << name;
            testing::Rotation9 R{};
            testing::Point3 p{};
            peer_->readPose(name, R, p);
            const Transform X = model_->calcBodyPose(body->id, state);
            for (int i = 0; i < 3; ++i) {
                EXPECT_NEAR(X.p()[i], p[std::size_t(i)], tolerance) << name;
                for (int k = 0; k < 3; ++k) EXPECT_NEAR(X.R()(i, k), R[std::size_t(3 * i + k)], tolerance) << name;
            }
        }
    }

    void compareMassMatrix(const State& state, const Matrix& T) const {
        const int n = int(peer_->numSpeeds());
        const std::vector<double> rows = peer_->massMatrix();
        Matrix M, theirs(n, n);
        matter().calcM(state, M);
        for (int i = 0; i < n; ++i)
            for (int k = 0; k < n; ++k) theirs(i, k) = rows[std::size_t(i * n + k)];
        const Matrix transformed = Matrix(T.transpose() * theirs * T);
        EXPECT_LT((transformed - M).cwiseAbs().maxCoeff(), tolerance * std::max(1., M.cwiseAbs().maxCoeff()));
    }

    void compareGravityForces(const State& state, const Matrix& T) const {
        const testing::Point3 acceleration = peer_->gravity();
        const Vec3 g(acceleration[0], acceleration[1], acceleration[2]);
        Vector_<SpatialVec> weights(matter().getNumBodies());
        for (int b = 0; b < matter().getNumBodies(); ++b) {
            const MassProperties& mass = matter().getMassProperties(state, MobilizedBodyIndex(b));
            const Vec3 arm = matter().getBodyTransform(state, MobilizedBodyIndex(b)).R() * mass.getMassCenter();
            const Vec3 weight = b > 0 ? Vec3(mass.getMass() * g) : Vec3(0.);
            weights[b] = SpatialVec(Vec3(arm.cross(weight)), weight);
        }
        Vector residual, none;
        matter().calcResidualForceIgnoringConstraints(state, none, weights, none, residual);
        const std::vector<double> forces = peer_->gravityForces();
        Vector theirs(int(forces.size()));
        for (int i = 0; i < theirs.size(); ++i) theirs[i] = forces[std::size_t(i)];
        const Vector expected = Vector(T.transpose() * theirs);
        EXPECT_LT((expected - residual).cwiseAbs().maxCoeff(),
                  tolerance * std::max(1., residual.cwiseAbs().maxCoeff()));
    }

    std::unique_ptr<PeerModel> peer_;
    CompiledModelPtr model_;
    std::vector<PeerJoint> joints_;
    /// Our bodies that joints_ carry, in the same order.
    std::vector<MobilizedBodyIndex> carried_;
};

TEST_P(AgainstDart, MassFreedomsPosesMassMatrixAndGravityForcesAgree) {
    State state = model_->getInitialState();
    ASSERT_EQ(state.getNU(), int(peer_->numSpeeds()));
    Real mass = 0;
    for (int b = 1; b < matter().getNumBodies(); ++b)
        mass += matter().getMassProperties(state, MobilizedBodyIndex(b)).getMass();
    EXPECT_NEAR(mass, peer_->mass(), tolerance * std::max(1., mass));
    std::mt19937 random(7);
    for (int pose = 0; pose < poses; ++pose) {
        setRandomly(state, random);
        state.updU().setZero();
        built().system.realize(state, Stage::Velocity);
        compareBodies(state);
        if (state.getNU() == 0) return;
        const Matrix T = calcSpeedMap(state);
        compareMassMatrix(state, T);
        compareGravityForces(state, T);
    }
}

INSTANTIATE_TEST_SUITE_P(Files, AgainstDart, ::testing::ValuesIn(casesToCompare()), [](const auto& test) {
    std::string name = std::to_string(test.index) + "_" + test.param.file.stem().string() +
                       (test.param.isFloating ? "_floating" : "_fixed");
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
});

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// Imported models against MuJoCo: poses, mass matrix and gravity forces at random coordinates.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <sstream>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiled_model.h"
#include "import/importer.h"

namespace trammel {
namespace {

namespace fs = std::filesystem;

/// Absolute for numbers up to one, relative beyond.
constexpr Real tolerance = 1e-9;
constexpr int poses = 5;

/// Files of this test, and those listed by the user in TRAMMEL_IMPORT_FILES, separated by colons.
std::vector<fs::path> filesToCompare() {
    const fs::path data = fs::path(TRAMMEL_SOURCE_DIR) / "tests/data/import";
    std::vector<fs::path> files{data / "chain.urdf", data / "pendulum.xml", data / "global.xml", data / "armature.xml",
                                data / "ball_forces.xml"};
    if (const char* more = std::getenv("TRAMMEL_IMPORT_FILES")) {
        std::istringstream list(more);
        for (std::string file; std::getline(list, file, ':');) files.emplace_back(file);
    }
    return files;
}

struct MuJoCo {
    explicit MuJoCo(const fs::path& file) {
        char why[1000] = "";
        // Otherwise it writes warnings to a file in the working directory.
        mju_user_warning = [](const char*) {};
        model = mj_loadXML(file.c_str(), nullptr, why, sizeof why);
        error = why;
        if (model) data = mj_makeData(model);
    }
    ~MuJoCo() {
        if (data) mj_deleteData(data);
        if (model) mj_deleteModel(model);
    }
    MuJoCo(const MuJoCo&) = delete;
    MuJoCo& operator=(const MuJoCo&) = delete;
    mjModel* model = nullptr;
    mjData* data = nullptr;
    std::string error;
};

/// The joint of that name, which may have a number appended because a body has it.
const Element* findJoint(const Document& document, const std::string& name) {
    for (const std::string& known : {name, name + " 2", name + " 3"})
        if (const Element* element = document.findByName(known); element && element->family == "joint") return element;
    return nullptr;
}

class AgainstMuJoCo : public testing::TestWithParam<fs::path> {};

TEST_P(AgainstMuJoCo, PosesMassMatrixAndGravityForcesAgree) {
    const MuJoCo home(GetParam());
    ASSERT_TRUE(home.model) << "MuJoCo does not load it: " << home.error;
    ImportOptions options;
    // Without MuJoCo's contacts, whose law differs.
    options.choices["contacts"] = "none";
    const ImportResult imported = importModel(GetParam(), builtinCatalog(), options);
    ASSERT_TRUE(imported.document);
    const Result<CompiledModelPtr> compiled = compileDocument(*imported.document);
    ASSERT_TRUE(compiled);
    const CompiledModel& model = **compiled;
    const BuiltSystem& built = *model.getData().built;
    const MatterSubsystem& matter = *built.matter;
    const Document& document = *imported.document;

    std::mt19937 random(7);
    std::uniform_real_distribution<Real> uniform(-1, 1);
    State state = model.getInitialState();
    for (int pose = 0; pose < poses; ++pose) {
        // Speeds of MuJoCo as columns of ours: T u = v.
        const int nu = state.getNU();
        Matrix T(home.model->nv, nu);
        T.setZero();
        std::vector<bool> covered(std::size_t(nu), false);
        for (int j = 0; j < home.model->njnt; ++j) {
            std::string name = mj_id2name(home.model, mjOBJ_JOINT, j) ? mj_id2name(home.model, mjOBJ_JOINT, j) : "";
            const int bodyId = home.model->jnt_bodyid[j];
            const char* bodyName = mj_id2name(home.model, mjOBJ_BODY, bodyId);
            const Element* joint = name.empty() ? nullptr : findJoint(document, name);
            if (name.empty()) {
                // The importer names them after their body, which gets a number where it has no name.
                const std::string base =
                    (bodyName ? bodyName : "body " + std::to_string(bodyId)) + std::string(" joint");
                const int order = j - home.model->body_jntadr[bodyId];
                joint = document.findByName(order == 0 ? base : base + " " + std::to_string(order + 1));
            }
            ASSERT_TRUE(joint) << "joint " << j << " '" << name << "'";
            const MobilizedBodyIndex body = built.joints.at(joint->id);
            const int q = home.model->jnt_qposadr[j], v = home.model->jnt_dofadr[j];
            const auto turn = Vec3(uniform(random), uniform(random), uniform(random));
            const Rotation R(1 + uniform(random), turn);
            const Vec4 quaternion = R.toQuaternion();
            const int u0 = matter.getTree()[int(body)].uStart, q0 = matter.getTree()[int(body)].qStart;
            switch (home.model->jnt_type[j]) {
                case mjJNT_HINGE:
                case mjJNT_SLIDE: {
                    const Real value = uniform(random);
                    home.data->qpos[q] = value;
                    state.updQ()[q0] = value;
                    T(v, u0) = 1;
                    covered[std::size_t(u0)] = true;
                    break;
                }
                case mjJNT_BALL:
                case mjJNT_FREE: {
                    const bool free = home.model->jnt_type[j] == mjJNT_FREE;
                    for (int i = 0; i < 3 && free; ++i) {
                        home.data->qpos[q + i] = turn[i];
                        state.updQ()[q0 + 4 + i] = turn[i];
                        T(v + i, u0 + 3 + i) = 1;
                    }
                    for (int i = 0; i < 4; ++i) {
                        home.data->qpos[q + (free ? 3 : 0) + i] = quaternion[i];
                        state.updQ()[q0 + i] = quaternion[i];
                    }
                    // Their angular velocity is expressed in the body, ours in the parent frame.
                    for (int i = 0; i < 3; ++i)
                        for (int k = 0; k < 3; ++k) T(v + (free ? 3 : 0) + i, u0 + k) = R(k, i);
                    for (int i = 0; i < (free ? 6 : 3); ++i) covered[std::size_t(u0 + i)] = true;
                    break;
                }
            }
        }
        for (int i = 0; i < nu; ++i) ASSERT_TRUE(covered[std::size_t(i)]) << "speed " << i << " is unknown to MuJoCo";
        mju_zero(home.data->qvel, home.model->nv);
        mj_forward(home.model, home.data);
        built.system.realize(state, Stage::Velocity);

        for (int b = 1; b < home.model->nbody; ++b) {
            const char* name = mj_id2name(home.model, mjOBJ_BODY, b);
            const Element* body = name ? document.findByName(name) : nullptr;
            if (!body || body->family != "body") continue;
            const Transform X = model.calcBodyPose(body->id, state);
            for (int i = 0; i < 3; ++i) {
                EXPECT_NEAR(X.p()[i], home.data->xpos[3 * b + i], tolerance) << name;
                for (int k = 0; k < 3; ++k)
                    EXPECT_NEAR(X.R()(i, k), home.data->xmat[9 * b + 3 * i + k], tolerance) << name;
            }
        }
        std::vector<mjtNum> full(std::size_t(home.model->nv * home.model->nv));
        mj_fullM(home.model, full.data(), home.data->qM);
        Matrix M, theirs(home.model->nv, home.model->nv);
        matter.calcM(state, M);
        for (int i = 0; i < home.model->nv; ++i)
            for (int k = 0; k < home.model->nv; ++k) theirs(i, k) = full[std::size_t(i * home.model->nv + k)];
        const Matrix transformed = Matrix(T.transpose() * theirs * T);
        const Real scale = std::max(1., M.cwiseAbs().maxCoeff());
        EXPECT_LT((transformed - M).cwiseAbs().maxCoeff(), tolerance * scale);

        // At rest the bias force balances gravity.
        const bool weighs = !(home.model->opt.disableflags & mjDSBL_GRAVITY);
        const Vec3 g(home.model->opt.gravity[0], home.model->opt.gravity[1], home.model->opt.gravity[2]);
        Vector_<SpatialVec> gravity(matter.getNumBodies());
        for (int b = 0; b < matter.getNumBodies(); ++b) {
            const MassProperties& mass = matter.getMassProperties(state, MobilizedBodyIndex(b));
            const Vec3 arm = matter.getBodyTransform(state, MobilizedBodyIndex(b)).R() * mass.getMassCenter();
            const Vec3 f = b > 0 && weighs ? Vec3(mass.getMass() * g) : Vec3(0.);
            gravity[b] = SpatialVec(Vec3(arm.cross(f)), f);
        }
        Vector residual, none;
        matter.calcResidualForceIgnoringConstraints(state, none, gravity, none, residual);
        Vector bias(home.model->nv);
        for (int i = 0; i < home.model->nv; ++i) bias[i] = home.data->qfrc_bias[i];
        const Vector expected = Vector(T.transpose() * bias);
        EXPECT_LT((expected - residual).cwiseAbs().maxCoeff(),
                  tolerance * std::max(1., residual.cwiseAbs().maxCoeff()));
    }
}

TEST(MuJoCoJointForces, SpringsAndDampersOfBallJointsAgree) {
    const fs::path file = fs::path(TRAMMEL_SOURCE_DIR) / "tests/data/import/ball_forces.xml";
    const MuJoCo home(file);
    ASSERT_TRUE(home.model) << home.error;
    const ImportResult imported = importModel(file, builtinCatalog(), {});
    ASSERT_TRUE(imported.document);
    const Result<CompiledModelPtr> compiled = compileDocument(*imported.document);
    ASSERT_TRUE(compiled);
    State state = (*compiled)->getInitialState();
    std::mt19937 random(3);
    std::uniform_real_distribution<Real> uniform(-1, 1);
    for (int pose = 0; pose < poses; ++pose) {
        const Rotation R(1.5 * (1 + uniform(random)), Vec3(uniform(random), uniform(random), uniform(random)));
        const Vec3 speed(uniform(random), uniform(random), uniform(random)), inBody(~R * speed);
        const Vec4 e = R.toQuaternion();
        for (int i = 0; i < 4; ++i) home.data->qpos[i] = state.updQ()[i] = e[i];
        for (int i = 0; i < 3; ++i) {
            state.updU()[i] = speed[i];
            home.data->qvel[i] = inBody[i];
        }
        mj_forward(home.model, home.data);
        (*compiled)->getSystem().realize(state, Stage::Acceleration);
        const Vec3 theirs = R * Vec3(home.data->qacc[0], home.data->qacc[1], home.data->qacc[2]);
        for (int i = 0; i < 3; ++i)
            EXPECT_NEAR(state.getUDot()[i], theirs[i], tolerance * std::max<Real>(1, theirs.norm()));
    }
}

INSTANTIATE_TEST_SUITE_P(Files, AgainstMuJoCo, testing::ValuesIn(filesToCompare()), [](const auto& test) {
    std::string name = std::to_string(test.index) + "_" + test.param.stem().string();
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
});

}  // namespace
}  // namespace trammel

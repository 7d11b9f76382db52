// SPDX-License-Identifier: Apache-2.0
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstring>
#include <sstream>

#include "contact_peer.h"

namespace contact_bench {

namespace {

class Mujoco : public Peer {
public:
    explicit Mujoco(const Scene& scene) {
        std::ostringstream xml;
        xml << "<mujoco><option timestep='" << peerStep << "' gravity='0 " << -gravity
            << " 0' solver='CG' cone='elliptic' jacobian='sparse'/><size nconmax='"
            << (scene.shape == Shape::Ball ? 4 : 16) * scene.positions.size() << "' njmax='"
            << (scene.shape == Shape::Ball ? 8 : 48) * scene.positions.size() << "'/><default><geom friction='"
            << scene.friction << " 0 0'/></default><worldbody>";
        const auto plane = [&](double x, double y, double z, const char* axes) {
            xml << "<geom type='plane' size='5 5 1' pos='" << x << " " << y << " " << z << "' xyaxes='" << axes
                << "'/>";
        };
        plane(0, 0, 0, "0 0 1 1 0 0");
        if (const double w = scene.halfWidth; w > 0) {
            plane(-w, 0, 0, "0 1 0 0 0 1");
            plane(w, 0, 0, "0 0 1 0 1 0");
            plane(0, 0, -w, "1 0 0 0 1 0");
            plane(0, 0, w, "0 1 0 1 0 0");
        }
        for (const V3& p : scene.positions) {
            xml << "<body pos='" << p[0] << " " << p[1] << " " << p[2] << "'><freejoint/><geom mass='" << scene.mass;
            if (scene.shape == Shape::Ball)
                xml << "' type='sphere' size='" << scene.size << "'/></body>";
            else
                xml << "' type='box' size='" << scene.size << " " << scene.size << " " << scene.size << "'/></body>";
        }
        xml << "</worldbody></mujoco>";
        const std::string text = xml.str();
        mjVFS* const files = new mjVFS;
        mj_defaultVFS(files);
        mj_makeEmptyFileVFS(files, "scene.xml", int(text.size()));
        std::memcpy(files->filedata[files->nfile - 1], text.data(), text.size());
        char error[500] = "";
        model_ = mj_loadXML("scene.xml", files, error, sizeof error);
        mj_deleteVFS(files);
        delete files;
        if (!model_) throw std::runtime_error(error);
        data_ = mj_makeData(model_);
    }
    ~Mujoco() override {
        mj_deleteData(data_);
        mj_deleteModel(model_);
    }
    void goTo(double time) override {
        while (data_->time < time - 1e-9) mj_step(model_, data_);
        warmStart_.assign(data_->qacc_warmstart, data_->qacc_warmstart + model_->nv);
    }
    void evaluate() override {
        // The solution of the step before, and not that of the same state, as in a run.
        std::copy(warmStart_.begin(), warmStart_.end(), data_->qacc_warmstart);
        mj_forward(model_, data_);
    }
    void evaluatePart() override { mj_collision(model_, data_); }
    V3 position(int body) const override {
        const double* const p = data_->xpos + 3 * (body + 1);
        return {p[0], p[1], p[2]};
    }
    std::string remarks() const override { return std::to_string(data_->ncon) + " contacts"; }

private:
    mjModel* model_ = nullptr;
    mjData* data_ = nullptr;
    std::vector<mjtNum> warmStart_;
};

}  // namespace

std::unique_ptr<Peer> makeMujoco(const Scene& scene) {
    // A state that no step has led to has no solution to start from, and its solver's time means nothing.
    if (scene.duration == 0 || scene.chainSpeed > 0) return nullptr;
    return std::make_unique<Mujoco>(scene);
}

}  // namespace contact_bench

// SPDX-License-Identifier: Apache-2.0
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "contact_peer.h"

namespace contact_bench {

namespace {

std::string xmlOf(const Scene& scene) {
    std::ostringstream xml;
    xml << "<mujoco><option timestep='" << peerStep << "' gravity='0 " << -gravity
        << " 0' solver='CG' cone='elliptic' jacobian='sparse'/><size nconmax='"
        << (scene.shape == Shape::Ball ? 4 : 16) * scene.positions.size() << "' njmax='"
        << (scene.shape == Shape::Ball ? 8 : 48) * scene.positions.size() << "'/><default><geom friction='"
        << scene.friction << " 0 0'/></default><worldbody>";
    const auto plane = [&](double x, double y, double z, const char* axes) {
        xml << "<geom type='plane' size='5 5 1' pos='" << x << " " << y << " " << z << "' xyaxes='" << axes << "'/>";
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
    return xml.str();
}

/// Attributes of a vector.
std::string text(const V3& v) {
    std::ostringstream numbers;
    numbers.precision(12);
    numbers << v[0] << " " << v[1] << " " << v[2];
    return numbers.str();
}

/// The links that a link carries, each within it.
void writeLinks(const Machine& machine, int parent, std::ostringstream& xml) {
    for (int i = 0; i < int(machine.links.size()); ++i) {
        const Link& link = machine.links[std::size_t(i)];
        if (link.parent != parent) continue;
        xml << "<body name='" << link.name << "' pos='" << text(link.place) << "'><inertial pos='"
            << text(link.massCenter) << "' mass='" << link.mass << "' diaginertia='" << text(link.moments) << "'/>";
        if (link.isFreeInPlane) xml << "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 1 0'/>";
        // The damping of a joint is integrated implicitly.
        xml << "<joint name='" << link.name << "' type='hinge' axis='0 0 1' damping='" << link.damping << "'/>";
        for (const V3& ball : link.balls)
            xml << "<geom type='sphere' size='" << link.ballRadius << "' pos='" << text(ball) << "'/>";
        for (std::size_t part = 0; part < link.parts.size(); ++part)
            xml << "<geom type='mesh' mesh='" << link.name << part << "'/>";
        writeLinks(machine, i, xml);
        xml << "</body>";
    }
}

std::string xmlOf(const Machine& machine) {
    std::ostringstream xml;
    xml << "<mujoco><option timestep='" << peerStep << "' gravity='0 " << (machine.hasFloor ? -gravity : 0)
        << " 0' solver='Newton' cone='elliptic'/><size nconmax='500' njmax='2000'/><default><geom friction='"
        << machine.friction << " 0 0'/></default><asset>";
    for (const Link& link : machine.links)
        for (std::size_t part = 0; part < link.parts.size(); ++part) {
            xml << "<mesh name='" << link.name << part << "' vertex='";
            for (const V3& p : link.parts[part].points) xml << text(p) << " ";
            xml << "'/>";
        }
    xml << "</asset><worldbody>";
    if (machine.hasFloor) xml << "<geom type='plane' size='50 50 1' xyaxes='0 0 1 1 0 0'/>";
    writeLinks(machine, -1, xml);
    xml << "</worldbody></mujoco>";
    return xml.str();
}

class Mujoco : public Peer {
public:
    explicit Mujoco(const std::string& text) {
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
        while (data_->time < time - 1e-9) {
            drive();
            mj_step(model_, data_);
        }
        warmStart_.assign(data_->qacc_warmstart, data_->qacc_warmstart + model_->nv);
    }
    void evaluate() override {
        // Starts from the solution of the previous step rather than of the same state, as in a run.
        std::copy(warmStart_.begin(), warmStart_.end(), data_->qacc_warmstart);
        mj_forward(model_, data_);
    }
    void evaluatePart() override { mj_collision(model_, data_); }
    V3 position(int body) const override {
        const double* const p = data_->xpos + 3 * (body + 1);
        return {p[0], p[1], p[2]};
    }
    std::string remarks() const override { return std::to_string(data_->ncon) + " contacts"; }

protected:
    virtual void drive() {}

    mjModel* model_ = nullptr;
    mjData* data_ = nullptr;

private:
    std::vector<mjtNum> warmStart_;
};

class MujocoMachine : public Mujoco {
public:
    explicit MujocoMachine(const Machine& machine) : Mujoco(xmlOf(machine)), machine_(machine) {
        for (const Link& link : machine_.links) {
            const int joint = mj_name2id(model_, mjOBJ_JOINT, link.name.c_str());
            angles_.push_back(model_->jnt_qposadr[joint]);
            rates_.push_back(model_->jnt_dofadr[joint]);
            data_->qpos[angles_.back()] = link.startAngle;
            data_->qvel[rates_.back()] = link.startRate;
        }
        mj_forward(model_, data_);
    }
    double rate(int link) const override { return data_->qvel[rates_[std::size_t(link)]]; }
    /// Bodies are numbered as they are nested.
    V3 position(int link) const override {
        const int body = mj_name2id(model_, mjOBJ_BODY, machine_.links[std::size_t(link)].name.c_str());
        return Mujoco::position(body - 1);
    }

protected:
    void drive() override {
        for (std::size_t i = 0; i < angles_.size(); ++i) {
            const Link& link = machine_.links[i];
            const double goal =
                link.rest + link.amplitude * std::sin(2 * mjPI * machine_.frequency * data_->time + link.phase);
            data_->qfrc_applied[rates_[i]] =
                link.stiffness * (goal - data_->qpos[angles_[i]]) + link.damping * link.speed;
        }
    }

private:
    Machine machine_;
    std::vector<int> angles_, rates_;
};

}  // namespace

std::unique_ptr<Peer> makeMujoco(const Scene& scene) {
    // A state that no step has reached has no solution to start from, so the time of its solver is meaningless.
    if (scene.duration == 0 || scene.chainSpeed > 0) return nullptr;
    return std::make_unique<Mujoco>(xmlOf(scene));
}
std::unique_ptr<Peer> makeMujoco(const Machine& machine) { return std::make_unique<MujocoMachine>(machine); }

}  // namespace contact_bench

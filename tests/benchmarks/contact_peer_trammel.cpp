// SPDX-License-Identifier: Apache-2.0
#include <sstream>
#include <stdexcept>

#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "compile/compiled_model.h"
#include "contact/contact_force.h"
#include "contact_peer.h"
#include "document/edit.h"
#include "integrate/methods/registry.h"
#include "integrate/time_stepper.h"
#include "multibody/multibody_system.h"

namespace contact_bench {

namespace {

using namespace trammel;

class Trammel : public Peer {
public:
    explicit Trammel(const Scene& scene) {
        const bool isChain = scene.chainSpeed > 0;
        if (!isChain) {
            add(Element::draft("force", "gravity", "Gravity").set("magnitude", contact_bench::gravity));
            wall("Floor", Vec3(0.), Vec3(0.));
        }
        if (const Real w = scene.halfWidth; w > 0) {
            wall("Left", Vec3(-w, 0, 0), Vec3(0, 0, -Pi / 2));
            wall("Right", Vec3(w, 0, 0), Vec3(0, 0, Pi / 2));
            wall("Back", Vec3(0, 0, -w), Vec3(Pi / 2, 0, 0));
            wall("Front", Vec3(0, 0, w), Vec3(-Pi / 2, 0, 0));
        }
        for (std::size_t i = 0; i < scene.positions.size(); ++i) {
            const std::string name = "Body " + std::to_string(i + 1);
            Element body = scene.shape == Shape::Ball
                               ? Element::draft("body", "sphere", name).set("radius", scene.size)
                               : Element::draft("body", "box", name).set("size", Vec3(2 * scene.size));
            body.set("mass", scene.mass).set("contactMaterial", "rubber");
            const V3& p = scene.positions[i];
            const ElementId b = add(std::move(body));
            add(Element::draft("joint", "free", "Joint " + std::to_string(i + 1))
                    .set("position", Vec3(p[0], p[1], p[2]))
                    .set("velocity", Vec3(i == 0 ? scene.chainSpeed : 0, 0, 0))
                    .plug("child", b));
        }
        add(Element::draft("force", "contactEverything", "Contacts")
                .set("stiffness", "material")
                .set("frictionFrom", "numbers")
                .set("staticFriction", scene.friction)
                .set("dynamicFriction", scene.friction)
                .set("transitionSpeed", transitionSpeed)
                .set("restitutionFrom", "numbers")
                .set("restitution", isChain ? 1. : 0.3));
        start(scene.integrator, scene.accuracy);
    }
    explicit Trammel(const Machine& machine) {
        if (machine.hasFloor) {
            add(Element::draft("force", "gravity", "Gravity").set("magnitude", contact_bench::gravity));
            wall("Floor", Vec3(0.), Vec3(0.));
        }
        std::vector<ElementId> bodies;
        for (const Link& link : machine.links) {
            const ElementId body = add(Element::draft("body", "rigid", link.name)
                                           .set("mass", link.mass)
                                           .set("massCenter", vec(link.massCenter))
                                           .set("moments", vec(link.moments))
                                           .set("showBox", false));
            bodies.push_back(body);
            for (const V3& ball : link.balls)
                add(Element::draft("shape", "sphere", "Ball")
                        .set("radius", link.ballRadius)
                        .set("position", vec(ball))
                        .set("contactMaterial", "rubber"),
                    body);
            if (!link.whole.points.empty()) {
                const ElementId mesh = add(Element::draft("mesh", "triangles", "Mesh").set("data", textOf(link.whole)));
                add(Element::draft("shape", "mesh", "Teeth").set("contactMaterial", "rubber").plug("mesh", mesh), body);
            }
            Element joint = Element::draft("joint", link.isFreeInPlane ? "planar" : "pin", link.name + " joint");
            joint.set("parentPoint", vec(link.place)).set("angle", link.startAngle).set("rate", link.startRate);
            if (link.parent >= 0) joint.plug("parent", bodies[std::size_t(link.parent)]);
            const ElementId driven = add(std::move(joint.plug("child", body)));
            std::ostringstream torque;
            const char* const first = link.isFreeInPlane ? "1" : "";
            torque << link.stiffness << " N*m/rad * (" << link.rest << " + " << link.amplitude << " * sin("
                   << 2 * Pi * machine.frequency << " rad/s * t + " << link.phase << ") - joint.q" << first << ") + "
                   << link.damping << " N*m*s/rad * (" << link.speed << " rad/s - joint.u" << first << ")";
            add(Element::draft("force", "mobilityFormula", link.name + " drive")
                    .set("force", torque.str())
                    .plug("joint", driven));
        }
        add(Element::draft("force", "contactEverything", "Contacts")
                .set("stiffness", "material")
                .set("frictionFrom", "numbers")
                .set("staticFriction", machine.friction)
                .set("dynamicFriction", machine.friction)
                .set("transitionSpeed", transitionSpeed)
                .set("restitutionFrom", "numbers")
                .set("restitution", 0.3));
        start(machine.integrator, machine.accuracy);
    }
    void start(const std::string& integrator, double accuracy) {
        const auto result = compileDocument(document_);
        if (!result || result.diagnostics.hasErrors())
            throw std::runtime_error("The scene cannot be compiled: " + result.diagnostics.items().front().message);
        model_ = *result;
        const BuiltSystem& built = *model_->getData().built;
        for (const auto& [id, index] : built.forceIndices)
            if (const auto* found = dynamic_cast<const ContactForce*>(&built.forces->getForce(index))) contact_ = found;
        integrator_ = createIntegrator(integrator, model_->getSystem());
        if (!integrator_) throw std::runtime_error("There is no integrator '" + integrator + "'.");
        integrator_->setAccuracy(accuracy);
        stepper_ = std::make_unique<TimeStepper>(model_->getSystem(), *integrator_);
        stepper_->initialize(model_->getInitialState());
        settled_ = model_->getInitialState();
    }
    void goTo(double time) override {
        const auto status = stepper_->stepTo(time);
        if (status != Integrator::ReachedReportTime)
            throw std::runtime_error(integrator_->getFailure() ? integrator_->getFailure()->full() : "It ended early.");
        settled_ = stepper_->getState();
    }
    void evaluate() override {
        settled_.updQ();
        settled_.updU();
        model_->getSystem().realize(settled_, Stage::Acceleration);
    }
    void evaluatePart() override {
        settled_.updU();
        model_->getSystem().realize(settled_, Stage::Acceleration);
    }
    V3 position(int body) const override {
        const State& s = stepper_->getState();
        model_->getSystem().realize(s, Stage::Position);
        const Vec3 p = model_->getSystem().getMatterSubsystem().getBodyTransform(s, MobilizedBodyIndex(body + 1)).p();
        return {p[0], p[1], p[2]};
    }
    double rate(int link) const override {
        const State& s = stepper_->getState();
        model_->getSystem().realize(s, Stage::Velocity);
        return model_->getSystem().getMatterSubsystem().getBodyVelocity(s, MobilizedBodyIndex(link + 1))[0][2];
    }
    std::string remarks() const override {
        model_->getSystem().realize(settled_, Stage::Acceleration);
        return std::to_string(contact_->getCandidates(settled_).pairs.size()) + " pairs, " +
               std::to_string(contact_->getPlaces(settled_).touches.size()) + " places, " +
               std::to_string(integrator_->getNumStepsTaken()) + " steps, " +
               std::to_string(integrator_->getNumRealizations()) + " evaluations";
    }

private:
    static Vec3 vec(const V3& v) { return {v[0], v[1], v[2]}; }
    /// As the data of a mesh in a model file.
    static std::string textOf(const Solid& solid) {
        std::ostringstream text;
        text.precision(12);
        const char* separator = "";
        for (const V3& p : solid.points) {
            text << separator << p[0] << " " << p[1] << " " << p[2];
            separator = ",";
        }
        separator = ";";
        for (const auto& t : solid.triangles) {
            text << separator << t[0] << " " << t[1] << " " << t[2];
            separator = ",";
        }
        return text.str();
    }
    ElementId add(Element draft, ElementId parent = {}) {
        const Result<Edit> edit = addElement(document_, builtinCatalog(), std::move(draft), parent);
        if (!edit) throw std::runtime_error("The scene cannot be built: " + edit.diagnostics.items().front().message);
        document_ = edit->document;
        return edit->element;
    }
    void wall(const std::string& name, const Vec3& position, const Vec3& angles) {
        add(Element::draft("shape", "floor", name)
                .set("position", position)
                .set("orientation", angles)
                .set("contactMaterial", "rubber"));
    }

    Document document_;
    CompiledModelPtr model_;
    const ContactForce* contact_ = nullptr;
    std::unique_ptr<Integrator> integrator_;
    std::unique_ptr<TimeStepper> stepper_;
    State settled_;
};

}  // namespace

std::unique_ptr<Peer> makeTrammel(const Scene& scene) { return std::make_unique<Trammel>(scene); }
std::unique_ptr<Peer> makeTrammel(const Machine& machine) { return std::make_unique<Trammel>(machine); }

}  // namespace contact_bench

// SPDX-License-Identifier: Apache-2.0
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
        const auto result = compileDocument(document_);
        if (!result) throw std::runtime_error("The scene cannot be compiled.");
        model_ = *result;
        const BuiltSystem& built = *model_->getData().built;
        for (const auto& [id, index] : built.forceIndices)
            if (const auto* found = dynamic_cast<const ContactForce*>(&built.forces->getForce(index))) contact_ = found;
        integrator_ = createIntegrator(scene.integrator, model_->getSystem());
        if (!integrator_) throw std::runtime_error("There is no integrator '" + scene.integrator + "'.");
        integrator_->setAccuracy(scene.accuracy);
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
    std::string remarks() const override {
        model_->getSystem().realize(settled_, Stage::Acceleration);
        return std::to_string(contact_->getCandidates(settled_).pairs.size()) + " pairs, " +
               std::to_string(contact_->getPlaces(settled_).touches.size()) + " places, " +
               std::to_string(integrator_->getNumStepsTaken()) + " steps, " +
               std::to_string(integrator_->getNumRealizations()) + " evaluations";
    }

private:
    ElementId add(Element draft) {
        const Result<Edit> edit = addElement(document_, builtinCatalog(), std::move(draft));
        if (!edit) throw std::runtime_error("The scene cannot be built.");
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

}  // namespace contact_bench

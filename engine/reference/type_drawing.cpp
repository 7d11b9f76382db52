// SPDX-License-Identifier: Apache-2.0
#include "reference/type_drawing.h"

#include <algorithm>

#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "compile/joint_frames.h"
#include "compile/mass_properties.h"
#include "multibody/multibody_system.h"
#include "reference/line_art.h"
#include "reference/type_sample.h"

namespace trammel {

namespace {

constexpr Real drawingWidth = 420, drawingHeight = 260;

/// Draws poses of a compiled sample.
class SamplePainter {
public:
    SamplePainter(const TypeDescriptor& type, SampleModel sample)
        : type_(type),
          sample_(std::move(sample)),
          subject_(sample_.document.get(sample_.subject)),
          model_(*compileDocument(sample_.document)) {}

    TypeDrawing paint() {
        TypeDrawing picture;
        State s = model_->getInitialState();
        model_->getSystem().realize(s, Stage::Position);
        const bool isJoint = type_.family == "joint";
        if (isJoint) {
            listCoordinates(s, picture);
            picture.startOfM = (~frameF() * frameM(s)).p();
        }
        if (isJoint || type_.family == "motion")
            paintMotion(s);
        else
            paintPose(s, 1);
        if (isJoint) paintJointFrames(s);
        if (type_.family == "body" || type_.family == "shape") art_.addFrame(bodyPose(s, sample_.subject), 0.25);
        for (const SampleModel::Label& label : sample_.labels) {
            const Vec3 middle = calcBodyMass(sample_.document.get(label.body)).getMassCenter();
            art_.addText(bodyPose(s, label.body) * middle, label.text);
        }
        picture.svg = art_.toSvg(type_.label, drawingWidth, drawingHeight);
        return picture;
    }

private:
    void listCoordinates(const State& s, TypeDrawing& picture) const {
        // Outputs of a joint are its coordinates, then its speeds: this is the only joint.
        int listed = 0;
        for (const CompiledModel::BasicOutput& output : model_->getBasicOutputs()) {
            if (output.element != sample_.subject) continue;
            const std::string name = output.name.substr(output.name.rfind('.') + 1);
            (listed++ < s.getNQ() ? picture.coordinates : picture.speeds).push_back({name, output.quantity});
        }
    }

    /// At a third, two thirds, and the end of the motion.
    void paintMotion(State& s) {
        const Vector start = s.getQ();
        s.updU() = speeds();
        model_->getSystem().realize(s, Stage::Velocity);
        const Vector qdot = s.getQDot();
        for (const Real part : {1. / 3, 2. / 3, 1.}) {
            s.updQ() = start + part * qdot;
            paintPose(s, part < 1 ? 0.5 * part : 1);
        }
    }

    /// Speeds that reach, after one second, a pose with all coordinates visibly nonzero.
    Vector speeds() const {
        static const Real angles[] = {0.6, 0.45, 0.5}, lengths[] = {0.35, 0.25, 0.2};
        Vector u(model_->getInitialState().getNU(), Real(0.5));
        int seen = 0, i = 0;
        const int nq = model_->getInitialState().getNQ();
        for (const CompiledModel::BasicOutput& output : model_->getBasicOutputs()) {
            if (!output.element.isValid() || seen++ < nq || i == u.size()) continue;
            if (output.quantity == Quantity::AngularSpeed) u[i] = angles[i % 3];
            if (output.quantity == Quantity::Speed) u[i] = lengths[i % 3];
            ++i;
        }
        return u;
    }

    /// @param strength 1: everything; less: moving parts, translucent
    void paintPose(const State& s, Real strength) {
        model_->getSystem().realize(s, Stage::Position);
        Scene scene;
        model_->calcScene(s, scene);
        for (const DecorativeGeometry& g : scene.geometry) {
            const bool isSubject = g.getElement() == sample_.subject;
            const bool isBody = g.getRole() == DecorationRole::Body;
            if (strength < 1 && (!isBody || g.getBodyId() == 0)) continue;
            if (type_.family == "body" && !isSubject) continue;
            // Hide joints that only carry the subject's bodies.
            if (!isSubject && !isBody && !isPluggedIn(g.getElement())) continue;
            // The subject stands out from its surroundings, except for joints, which are inside.
            const Real share = isSubject ? 1 : isBody ? 0.55 : 0.4;
            const int layer = isSubject && !isBody && type_.family != "joint" ? 1 : 0;
            art_.add(g, scene.bodyPoses[std::size_t(g.getBodyId())], strength * share, layer);
        }
    }

    bool isPluggedIn(ElementId element) const {
        return std::any_of(subject_.references.begin(), subject_.references.end(),
                           [&](const Element::Reference& r) { return r.target == element; });
    }

    std::pair<Transform, Transform> frames() const { return calcJointFrames(sample_.document, subject_); }
    Transform frameF() const { return frames().first; }
    Transform frameM(const State& s) const { return bodyPose(s, subject_.reference("child")) * frames().second; }

    void paintJointFrames(const State& s) {
        art_.addFrame(frameF(), 0.3, "F", Vec3(0, 1.14, 0));
        art_.addFrame(frameM(s), 0.22, "M", Vec3(0.2, 1.12, 0));
    }

    /// Pose of a body; identity for anything else.
    Transform bodyPose(const State& s, ElementId body) const {
        Scene scene;
        model_->calcScene(s, scene);
        for (const DecorativeGeometry& g : scene.geometry)
            if (g.getElement() == body) return scene.bodyPoses[std::size_t(g.getBodyId())];
        return Transform();
    }

    const TypeDescriptor& type_;
    SampleModel sample_;
    const Element& subject_;
    CompiledModelPtr model_;
    LineArt art_;
};

}  // namespace

TypeDrawing drawType(const TypeDescriptor& type) {
    static const char* const drawn[] = {"body", "joint", "constraint", "force", "motion", "shape"};
    if (std::find(std::begin(drawn), std::end(drawn), type.family) == std::end(drawn)) return {};
    SampleModel sample = makeSampleModel(builtinCatalog(), type);
    if (!sample.subject.isValid()) return {};
    return SamplePainter(type, std::move(sample)).paint();
}

std::string drawingFileName(const TypeDescriptor& type) { return type.family + "." + type.key + ".svg"; }

}  // namespace trammel

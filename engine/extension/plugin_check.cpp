// SPDX-License-Identifier: Apache-2.0
#include "extension/plugin_check.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>

#include "base/failure_text.h"
#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiled_data.h"
#include "document/document_file.h"
#include "document/edit.h"
#include "extension/child_process.h"
#include "inspect/model_audit.h"
#include "multibody/stateful_mobilizer.h"
#include "reference/type_sample.h"

namespace trammel {

namespace {

constexpr Real step = 1e-5;
constexpr Real allowed = 1e-5;

/// One type, in the small model that shows it.
class TypeCheck {
public:
    TypeCheck(const TypeDescriptor& type, Diagnostics& problems) : type_(type), problems_(problems) {}

    void run() {
        const SampleModel sample = makeSampleModel(builtinCatalog(), type_);
        const Document document = withMovingBodies(sample);
        compareFile(document);
        const Result<CompiledModelPtr> compiled = compileDocument(document);
        for (const Diagnostic& d : compiled.diagnostics)
            if (d.severity == Severity::Error) complain(d.message);
        if (!compiled || compiled.diagnostics.hasErrors()) return;
        model_ = *compiled;
        force_ = findForce(sample.subject);
        for (int round = 0; round < 3; ++round) examine(stateOf(round));
        for (const AuditFinding& finding : auditModel(*model_).findings)
            if (finding.isFault()) complain(finding.sentence);
    }

private:
    /// The sample of the reference page, with a free body for each input that the drawing leaves on Ground, and two for
    /// a type without inputs.
    Document withMovingBodies(const SampleModel& sample) const {
        Document document = sample.document;
        const TypeCatalog& catalog = builtinCatalog();
        int count = 0;
        const auto addBody = [&] {
            const ElementId body = add(document, Element::draft("body", catalog.getType(TypeRole::Block).key));
            const Real away = ++count;
            add(document, Element::draft("joint", catalog.getType(TypeRole::FreeMotion).key)
                              .plug("child", body)
                              .set("position", Vec3(-0.4 * away, 0.3, 0.2 * away))
                              .set("orientation", Vec3(0.3, -0.2 * away, 0.1)));
            return body;
        };
        if (type_.family == "joint") return document;
        for (const SocketDescriptor& socket : type_.sockets)
            if (std::ranges::count(socket.families, "body") > 0 &&
                !document.get(sample.subject).reference(socket.key).isValid())
                take(document, setReference(document, catalog, sample.subject, socket.key, addBody()));
        if (type_.sockets.empty() && type_.family == "force") addBody(), addBody();
        return document;
    }
    static ElementId take(Document& document, const Result<Edit>& edit) {
        if (!edit) return {};
        document = edit->document;
        return edit->element;
    }
    static ElementId add(Document& document, Element draft) {
        return take(document, addElement(document, builtinCatalog(), std::move(draft)));
    }

    const BuiltSystem& built() const { return *model_->getData().built; }
    const System& system() const { return model_->getSystem(); }
    /// The force being examined; invalid for another kind of type.
    ForceIndex findForce(ElementId subject) const {
        const GeneralForceSubsystem& forces = *built().forces;
        for (ForceIndex f(0); f < forces.getNumForces(); ++f)
            if (forces.getForce(f).getElementId() == subject && !forces.getForce(f).actsByImpulsesOnly()) return f;
        return {};
    }
    void complain(const std::string& what) {
        const std::string place = type_.label;
        if (!reported_.insert(what).second) return;
        problems_.error(place, what, "Correct its plugin.");
    }

    /// A State near the initial one, different in each round.
    State stateOf(int round) const {
        State s = model_->getInitialState();
        Vector q = s.getQ(), u = s.getU();
        for (int i = 0; i < q.size(); ++i) q[i] += 0.1 * round * std::sin(1. + i);
        for (int i = 0; i < u.size(); ++i) u[i] = 0.5 * std::cos(2. * i + round);
        s.updTime() = s.getTime() + 0.3 * round;
        s.updQ() = q;
        s.updU() = u;
        return s;
    }
    /// The State after @p dt of the motion with constant rates; both realized to Acceleration.
    State moved(const State& s, Real dt) const {
        State other = s;
        other.setTime(s.getTime() + dt);
        other.updQ() = Vector(s.getQ() + dt * s.getQDot() + dt * dt / 2 * s.getQDotDot());
        other.updU() = Vector(s.getU() + dt * s.getUDot());
        system().realize(other, Stage::Acceleration);
        return other;
    }

    void examine(const State& s) {
        try {
            system().realize(s, Stage::Report);
            Scene scene;
            model_->calcScene(s, scene);
            const State before = moved(s, -step), after = moved(s, step);
            compareConstraints(s, before, after);
            compareBodies(s, before, after);
            compareTranspose(s);
            compareJoints(s);
            compareEnergy(s);
            compareAgain(s);
        } catch (const NumericalFailure& failure) {
            complain(failure.what());
        } catch (const std::exception& failure) {
            complain(failureText(failure));
        }
    }

    void require(Real found, Real expected, const std::string& what) {
        if (!(std::abs(found - expected) <= allowed * (1 + std::abs(expected)))) complain(what);
    }
    void compareConstraints(const State& s, const State& before, const State& after) {
        // Errors of quaternions follow those of the constraints, and have no rates.
        const int mp = int(s.getQErr().size()) - built().matter->getNumQuaternionsInUse(s);
        for (int i = 0; i < mp; ++i)
            require((after.getQErr()[i] - before.getQErr()[i]) / (2 * step), s.getUErr()[i],
                    "Its velocity errors are not the time derivatives of its position errors.");
        for (int i = 0; i < s.getUErr().size(); ++i)
            require((after.getUErr()[i] - before.getUErr()[i]) / (2 * step), s.getUDotErr()[i],
                    "Its acceleration errors are not the time derivatives of its velocity errors.");
    }
    void compareBodies(const State& s, const State& before, const State& after) {
        const MatterSubsystem& matter = *built().matter;
        for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
            const Transform X0 = matter.getBodyTransform(before, b), X1 = matter.getBodyTransform(after, b);
            const SpatialVec V = matter.getBodyVelocity(s, b), A = matter.getBodyAcceleration(s, b);
            const SpatialVec V0 = matter.getBodyVelocity(before, b), V1 = matter.getBodyVelocity(after, b);
            // Rdot = [w]x R
            const Mat33 spin = Mat33((X1.R().asMat33() - X0.R().asMat33()) / (2 * step)) *
                               Mat33(matter.getBodyTransform(s, b).R().asMat33().transpose());
            const Vec3 w(spin(2, 1), spin(0, 2), spin(1, 0));
            for (int i = 0; i < 3; ++i) {
                require((X1.p()[i] - X0.p()[i]) / (2 * step), V[1][i],
                        "Velocities of bodies are not the time derivatives of their positions.");
                require(w[i], V[0][i], "Angular velocities of bodies are not those of their orientations.");
                for (int k = 0; k < 2; ++k)
                    require((V1[k][i] - V0[k][i]) / (2 * step), A[k][i],
                            "Accelerations of bodies are not the time derivatives of their velocities.");
            }
        }
    }
    /// lambda . (verr(u1) - verr(u0)) = (~G lambda) . (u1 - u0)
    void compareTranspose(const State& s) {
        const MatterSubsystem& matter = *built().matter;
        const int m = int(s.getUDotErr().size()), n = int(s.getU().size());
        if (m == 0 || s.getUErr().size() != m) return;
        Vector lambda(m), forces(n);
        for (int i = 0; i < m; ++i) lambda[i] = 1 + 0.3 * i;
        matter.multiplyByGTranspose(s, lambda, forces);
        State other = s;
        Real power = 0, expected = 0;
        for (int i = 0; i < n; ++i) {
            const Real du = 0.2 + 0.1 * i;
            other.updU()[i] += du;
            power += forces[i] * du;
        }
        system().realize(other, Stage::Velocity);
        for (int i = 0; i < m; ++i) expected += lambda[i] * (other.getUErr()[i] - s.getUErr()[i]);
        require(power, expected, "Its forces are not the transpose of its velocity errors.");
    }

    /// A model file restores all values.
    void compareFile(const Document& document) {
        const std::string written = writeDocument(document);
        const Result<Document> read = readDocument(written, builtinCatalog());
        if (!read || writeDocument(*read) != written) complain("Its properties are not restored from a file.");
    }

    /// Without motion the force is the negative gradient of its potential energy, if that varies.
    void compareEnergy(const State& given) {
        if (!force_.isValid()) return;
        const GeneralForceSubsystem& forces = *built().forces;
        State s = given;
        s.updU().setToZero();
        system().realize(s, Stage::Velocity);
        Vector_<SpatialVec> onBodies;
        Vector onJoints;
        forces.calcForceContribution(s, force_, onBodies, onJoints);
        for (int i = 0; i < s.getNU(); ++i) {
            State moving = s;
            moving.updU()[i] = 1;
            system().realize(moving, Stage::Velocity);
            Real power = onJoints[i];
            for (MobilizedBodyIndex b(1); b < built().matter->getNumBodies(); ++b)
                power += onBodies[b].dot(built().matter->getBodyVelocity(moving, b));
            const auto energyAt = [&](Real dt) {
                State other = s;
                other.updQ() = Vector(s.getQ() + dt * moving.getQDot());
                system().realize(other, Stage::Position);
                return forces.calcForcePotentialEnergy(other, force_);
            };
            const Real rate = (energyAt(step) - energyAt(-step)) / (2 * step);
            if (rate != 0)
                require(power, -rate,
                        "At rest its force is not the negative gradient of its potential energy: energy is gained or "
                        "lost.");
        }
    }

    /// A State determines all results, regardless of earlier evaluations.
    void compareAgain(const State& s) {
        const Vector& first = s.getUDot();
        State other = stateOf(1);
        system().realize(other, Stage::Acceleration);
        State again = s;
        again.updTime() = s.getTime();
        again.updQ() = Vector(s.getQ());
        again.updU() = Vector(s.getU());
        system().realize(again, Stage::Acceleration);
        if (!std::equal(first.begin(), first.end(), again.getUDot().begin()))
            complain("Its results depend on earlier evaluations: store what changes in the State.");
    }

    /// N, its inverse, and the fits of poses and velocities.
    void compareJoints(const State& given) {
        const std::vector<TreeNode>& nodes = built().matter->getTree(given).nodes;
        // N is one of unit quaternions.
        State s = given;
        Vector q = given.getQ();
        for (const TreeNode& node : nodes)
            if (node.stateful && node.stateful->usesQuaternion())
                Eigen::Map<Eigen::Vector4d>(&q[node.qStart]).normalize();
        s.updQ() = q;
        system().realize(s, Stage::Velocity);
        const Vector& u = s.getU();
        for (const TreeNode& node : nodes) {
            if (!node.stateful || node.nu == 0) continue;
            const StatefulMobilizer& joint = *node.stateful;
            const Real *const jointQ = &q[node.qStart], *const jointU = &u[node.uStart];
            Real qdot[Mobilizer::maxNQ], back[Mobilizer::maxNU];
            joint.multiplyByNInState(s, jointQ, jointU, qdot);
            joint.multiplyByNInvInState(s, jointQ, qdot, back);
            for (int i = 0; i < node.nu; ++i)
                require(back[i], jointU[i], "Its multiplyByNInv() is not the inverse of its multiplyByN().");
            Transform X_FM, reached;
            SpatialVec H_FM[Mobilizer::maxNU];
            joint.calcAcrossInState(s, jointQ, X_FM, H_FM);
            const SpatialVec V_FM = sumOf(H_FM, jointU, node.nu);
            Real fitted[Mobilizer::maxNQ];
            std::copy_n(jointQ, node.nq, fitted);
            joint.setQToFitTransformInState(s, X_FM, fitted);
            joint.setUToFitVelocityInState(s, X_FM, V_FM, back);
            require(Vec3(sumOf(H_FM, back, node.nu)[0] - V_FM[0]).norm() +
                        Vec3(sumOf(H_FM, back, node.nu)[1] - V_FM[1]).norm(),
                    0, "Its setUToFitVelocity() does not reach velocities of the joint.");
            joint.calcAcrossInState(s, fitted, reached, H_FM);
            require((reached.R() - X_FM.R()).norm() + Vec3(reached.p() - X_FM.p()).norm(), 0,
                    "Its setQToFitTransform() does not reach poses of the joint.");
        }
    }
    static SpatialVec sumOf(const SpatialVec* H, const Real* u, int nu) {
        SpatialVec V(0.);
        for (int i = 0; i < nu; ++i) V += u[i] * H[i];
        return V;
    }

    const TypeDescriptor& type_;
    Diagnostics& problems_;
    CompiledModelPtr model_;
    ForceIndex force_;
    std::set<std::string> reported_;
};

}  // namespace

Diagnostics checkPluginTypes(const LoadedPlugin& plugin) {
    Diagnostics problems;
    for (const std::string& name : plugin.types) {
        const std::size_t slash = name.find('/');
        const TypeDescriptor* const type = builtinCatalog().findType(name.substr(0, slash), name.substr(slash + 1));
        if (type) TypeCheck(*type, problems).run();
    }
    return problems;
}

Diagnostics inspectPlugin(const std::filesystem::path& program, const std::filesystem::path& file, double timeLimit,
                          const std::function<bool()>& isCanceled) {
    Diagnostics problems;
    const ChildResult child =
        runChild({program.string(), "plugin", "inspect", file.string()}, {{}, timeLimit, isCanceled});
    const auto complain = [&](std::string what, std::string remedy) {
        problems.error(file.string(), std::move(what), std::move(remedy));
    };
    switch (child.end) {
        case ChildResult::End::Exited: {
            if (child.code == 0) break;
            std::istringstream lines(child.output);
            std::string line;
            const Severity severity = child.code == foundSomething ? Severity::Warning : Severity::Error;
            while (std::getline(lines, line))
                if (!line.empty()) problems.add({severity, file.string(), line, {}, {}});
            if (problems.empty()) complain("It ended the program that examined it.", "Correct it.");
            break;
        }
        case ChildResult::End::TimedOut: {
            std::ostringstream text;
            text << "It did not answer within " << timeLimit << " s: a constructor or another function does not end.";
            complain(text.str(), "Correct it, or allow more time.");
            break;
        }
        case ChildResult::End::Crashed: complain("It crashed the program that examined it.", "Correct it."); break;
        case ChildResult::End::NotStarted:
            complain("The program that examines plugins, " + program.string() + ", cannot be started.",
                     "Reinstall Trammel.");
            break;
        case ChildResult::End::Canceled: break;
    }
    return problems;
}

}  // namespace trammel

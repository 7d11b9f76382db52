// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "compile/compiled_data.h"
#include "compile/element_reader.h"

namespace trammel {

/// Builds a CompiledModel from one document. Used once.
struct Compiler {
    explicit Compiler(const Document& document);

    /// The tree of bodies, constraints, forces and motions.
    void buildSystem();
    /// State parameters, initial pose, assembly and its reports. Needs a built System.
    void prepareInitialState();
    void collectTracesAndSignals();
    std::shared_ptr<const CompiledModel> finish();

    /// The functions that others use. Comes first.
    void makeFunctions();
    /// Whether @p previous has the same System, but for parameters.
    bool differsInParametersOnly(const CompiledModel& previous) const;
    /// Take over the System of a model that differs in parameters only.
    void reuseSystem(const CompiledModel& previous);

    Diagnostics diagnostics;

private:
    struct Joint {
        const Element* element;
        ElementId parent, child;
        std::shared_ptr<const Mobilizer> mobilizer;
        /// Its loop is to be cut here.
        bool cutsLoop = false;
    };
    void collectJoints();
    std::shared_ptr<const Mobilizer> makeMobilizer(const Element& joint, const TypeDescriptor& type);
    void addBodies();
    MobilizedBodyIndex addBody(const Element& body, const Joint* joint, MobilizedBodyIndex parent,
                               const std::string& name);
    void checkMasses();
    void closeLoop(const Joint& joint);
    void addConstraints();
    void addForces();
    void addMotions();
    void chooseGlyphSize();
    /// Close the loops with as many of @p held left alone as possible; report.
    void assemblePose(State& s, const std::vector<MobilizedBodyIndex>& held);
    /// The same for speeds, at an assembled pose.
    void assembleSpeeds(State& s, const std::vector<MobilizedBodyIndex>& held);
    void analyzeMobility(const State& s);
    /// Joints that stand wrong although everything could be computed: beyond their stops, or out of their loop's plane.
    void checkPose(const State& s);
    /// Accelerations that contradict each other, once all else is satisfied.
    void checkAccelerations(const State& s);
    /// Each conflict of more than one constraint or driven joint as a sentence after a space; reported too.
    std::string describeConflicts(const State& s, Stage level, Real tolerance);

    /// The type of an element, or null with a diagnostic when the program does not know it.
    const TypeDescriptor* typeOf(const Element& element);
    /// False, with a diagnostic, if a required socket cannot be used.
    bool checkSockets(const Element& element, const TypeDescriptor& type);
    bool checkSocket(const Element& element, const SocketDescriptor& socket);
    /// False, with a diagnostic, if the element names a coordinate that its joint does not have.
    bool checkCoordinates(const Element& element, const TypeDescriptor& type);
    /// What @p make makes of the element; null, with a diagnostic, if what it is plugged into does not suit it.
    template <class Make>
    auto made(const Element& element, const Make& make) -> decltype(make());
    ElementInputs inputs(const Element& element) const;

    const Document document_;
    std::unique_ptr<CompiledModel> model_;
    CompiledModel::Data& data_;
    std::shared_ptr<BuiltSystem> built_;
    std::vector<Joint> joints_;
};

/// What is drawn of a body or shape itself, in the frame of its body; nothing for other elements.
std::vector<DecorativeGeometry> calcOwnGeometry(const Element& element);
/// The volume of a body as a formula over its own numbers; empty where its type does not know it.
std::string volumeFormula(const Element& element);
/// Adds what the body's type finds wrong with it besides its mass properties.
void checkBody(const Element& body, Diagnostics& problems);
/// Appearance of a body: its own geometry and its child shapes.
std::vector<DecorativeGeometry> calcBodyGeometry(const Document& document, const Element& body);
/// Shapes that hang on Ground.
std::vector<DecorativeGeometry> calcGroundGeometry(const Document& document);
/// Mass properties as the body's type defines them from its properties.
MassProperties calcBodyMass(const Element& body);
/// The part of it that one of the pieces has that a body is cut into.
MassProperties calcPieceMass(const BuiltSystem& built, const Element& body);
/// X_PF and X_BM of a joint element.
std::pair<Transform, Transform> calcJointFrames(const Document& document, const Element& joint);

}  // namespace trammel

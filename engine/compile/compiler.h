// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.h"
#include "compile/appearance.h"
#include "compile/compiled_data.h"
#include "compile/contacts.h"
#include "compile/element_reader.h"
#include "compile/joint_frames.h"
#include "compile/mass_properties.h"

namespace trammel {

/// Builds one CompiledModel from a document.
struct Compiler {
    explicit Compiler(const Document& document);

    /// The tree of bodies, constraints, forces and motions.
    void buildSystem();
    /// State parameters, initial pose, assembly and its reports. Requires a built System.
    void prepareInitialState();
    void collectTracesAndOutputs();
    using AddOutput =
        std::function<void(ElementId, std::string name, Quantity, Stage, std::function<Real(const State&)> value)>;
    std::shared_ptr<const CompiledModel> finish();

    /// Creates the functions used by other elements; called first.
    void makeFunctions();
    /// True if the System of @p previous can be reused with changed parameters.
    bool differsInParametersOnly(const CompiledModel& previous) const;
    /// Reuses the System of a model that differs in parameters only.
    void reuseSystem(const CompiledModel& previous);

    Diagnostics diagnostics;

private:
    struct Joint {
        const Element* element;
        ElementId parent, child;
        std::shared_ptr<const Mobilizer> mobilizer;
        /// The loop is to be cut at this joint.
        bool cutsLoop = false;
    };
    void collectJoints();
    std::shared_ptr<const Mobilizer> makeMobilizer(const Element& joint, const TypeDescriptor& type);
    void addBodies();
    MobilizedBodyIndex addBody(const Element& body, const Joint* joint, MobilizedBodyIndex parent,
                               const std::string& name);
    void checkMasses();
    /// One for each equation of a constraint; 0 while it is disabled.
    void addMultipliers(const AddOutput& add);
    void closeLoop(const Joint& joint);
    void addConstraints();
    void addForces();
    /// Bodies on the two sides of a contact.
    using ContactSides = std::array<std::set<ElementId>, 2>;
    ContactSides sidesOfContact(const Element& element) const;
    /// The surfaces of all bodies or, if @p sides is not null, of its bodies; and their bodies' elements. False, with
    /// diagnostics, if a side has nothing that could touch.
    bool collectContactSurfaces(const Element& element, const ContactSides* sides,
                                std::vector<ContactSurface>& surfaces, std::vector<ElementId>& bodies);
    /// Gives a contact its surfaces. False, with diagnostics, if there is nothing that could touch.
    bool connectContact(const Element& element, ContactForce& contact);
    bool connectRigidContact(const Element& element, RigidContact& contact);
    /// False, with a diagnostic, if another element lets all bodies touch.
    bool checkOnlyContactAmongAll(const Element& element);
    /// @param bodies those of all its surfaces
    bool checkSidesOfContact(const Element& element, const ContactSides& sides, const std::vector<ElementId>& bodies);
    /// Indices of the surfaces of each body that has some.
    using SurfacesByBody = std::map<ElementId, std::vector<int>>;
    /// The bodies that a joint connects with its child: its parent, and those beyond massless ones without surfaces.
    std::vector<ElementId> findBodiesJoinedBy(const Joint& joint, const SurfacesByBody& surfacesOf) const;
    /// Pairs excluded from a contact among all bodies: joined, welded, in one group, static, or with a contact element
    /// of their own. Notes them with their reasons.
    std::vector<std::pair<int, int>> findExcludedPairs(ElementId contact, const std::vector<ContactSurface>& surfaces,
                                                       const std::vector<ElementId>& bodies);
    /// One diagnostic per pair of shape kinds; notes all pairs.
    void reportUnsupportedPairs(const Element& element, const ContactSurfaces& all);
    void addMotions();
    /// Measures, which formulas of later elements read.
    void addMeasures();
    /// Gives measures their values at the start, as a run does.
    void initializeMeasures(State& s) const;
    /// Events with their actions, after everything that they act on.
    void addEvents();
    void addActions(const Element& event, int index);
    /// Lets events sample measures.
    void connectSamples();
    void chooseGlyphSize();
    /// Closes the loops with as many joints of @p held unchanged as possible; reports the result.
    void assemblePose(State& s, const std::vector<MobilizedBodyIndex>& held);
    /// Likewise for speeds, at an assembled pose.
    void assembleSpeeds(State& s, const std::vector<MobilizedBodyIndex>& held);
    void analyzeMobility(const State& s);
    /// Reports joints in a wrong pose: beyond their stops, or tilted out of their loop's plane.
    void checkPose(const State& s);
    /// Reports conflicting accelerations, if everything else is satisfied.
    void checkAccelerations(const State& s);
    /// A sentence, preceded by a space, for each conflict of several constraints or driven joints; also reported.
    std::string describeConflicts(const State& s, Stage level, Real tolerance);

    /// False, with a diagnostic, if a required input is not usable.
    bool checkSockets(const Element& element, const TypeDescriptor& type);
    bool checkSocket(const Element& element, const SocketDescriptor& socket);
    /// Whether an element is available to events: a force, constraint, motion or event that was built, or a parameter.
    bool canBeActedOn(const Element& element) const;
    /// False, with a diagnostic, if the element selects a coordinate that its joint does not have.
    bool checkCoordinates(const Element& element, const TypeDescriptor& type);
    /// Calls @p make for the element; null, with a diagnostic, if its connections are unsuitable.
    template <class Make>
    auto made(const Element& element, const Make& make) -> decltype(make()) {
        try {
            return make();
        } catch (const UnusableElement& problem) {
            diagnostics.error(element.name, problem.what(), problem.getRemedy(), element.id);
            return nullptr;
        }
    }
    ElementInputs inputs(const Element& element) const;

    const Document document_;
    std::unique_ptr<CompiledModel> model_;
    CompiledModel::Data& data_;
    std::shared_ptr<BuiltSystem> built_;
    std::vector<Joint> joints_;
};

}  // namespace trammel

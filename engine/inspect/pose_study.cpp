// SPDX-License-Identifier: Apache-2.0
#include "inspect/pose_study.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/exceptions.h"
#include "compile/compiled_data.h"
#include "compile/coordinate_by_speed.h"
#include "compile/equation_quantities.h"
#include "compile/named_coordinates.h"
#include "contact/contact_force.h"
#include "contact/rigid/rigid_contact.h"
#include "formats/csv.h"
#include "formats/storage.h"
#include "multibody/assembler/assemble.h"
#include "multibody/force_subsystem.h"
#include "multibody/forces/joint_impact_stop.h"

namespace trammel {

namespace {

const BuiltSystem& builtOf(const CompiledModel& model) { return *model.getData().built; }

/// Elements of a kind by name.
template <class Index>
const Index* findNamed(const CompiledModel& model, const std::map<ElementId, Index>& elements, const std::string& what,
                       const std::string& name, Diagnostics& diagnostics) {
    const Element* const named = model.getDocument().findByName(name);
    const auto found = named ? elements.find(named->id) : elements.end();
    if (found != elements.end()) return &found->second;
    std::vector<std::string> names;
    for (const auto& [id, index] : elements) names.push_back(model.getDocument().get(id).name);
    refuseName(diagnostics, what, name, names);
    return nullptr;
}

std::vector<std::string> namesOf(const std::vector<NamedCoordinate>& coordinates) {
    std::vector<std::string> names;
    names.reserve(coordinates.size());
    for (const NamedCoordinate& c : coordinates) names.push_back(c.name);
    return names;
}

}  // namespace

Result<AssemblyResult> assemblePose(const CompiledModel& model, State& s, const PoseRequest& request) {
    const BuiltSystem& built = builtOf(model);
    Result<AssemblyResult> result;
    AssemblyProblem problem;
    const std::vector<NamedCoordinate> coordinates = coordinatesOf(model);
    for (const PoseRequest::Value& value : request.values) {
        const auto found = std::find_if(coordinates.begin(), coordinates.end(),
                                        [&](const NamedCoordinate& c) { return c.name == value.coordinate; });
        if (found == coordinates.end())
            refuseName(result.diagnostics, "coordinate", value.coordinate, namesOf(coordinates));
        else if (!std::isfinite(value.value))
            result.diagnostics.error(value.coordinate, "The value is not finite.", "Enter it in rad or m.");
        else
            problem.coordinates.push_back({value.coordinate, found->q, value.value, Infinity});
    }
    for (const PoseRequest::Marker& marker : request.markers) {
        const MobilizedBodyIndex* body = findNamed(model, built.bodies, "body", marker.body, result.diagnostics);
        if (!body) continue;
        if (!marker.station_B.allFinite() || !marker.target_G.allFinite())
            result.diagnostics.error(marker.body, "The marker's coordinates are not finite.", "Enter points in m.");
        else
            problem.markers.push_back({"marker on " + marker.body, *body, marker.station_B, marker.target_G, Infinity});
    }
    for (const std::string& joint : request.lockedJoints)
        if (const MobilizedBodyIndex* body = findNamed(model, built.joints, "joint", joint, result.diagnostics))
            problem.lockedMobilizers.push_back(*body);
    if (!result.diagnostics.hasErrors()) result.value = assemble(model.getSystem(), s, problem);
    return result;
}

namespace {
/// Calls visit(contact) for each compliant contact that is enabled.
template <class Visit>
void visitContacts(const BuiltSystem& built, const State& s, const Visit& visit) {
    for (const auto& [id, index] : built.forceIndices)
        if (const auto* const contact = dynamic_cast<const ContactForce*>(&built.forces->getForce(index)))
            if (!built.forces->isForceDisabled(s, index)) visit(*contact);
}

/// Why contacts did not hold bodies in a search without a stable result, with the remedy; empty if contacts are not the
/// cause.
std::string explainContacts(const BuiltSystem& built, const State& s, bool found) {
    for (const auto& [id, index] : built.constraints) {
        const auto* const rigid = dynamic_cast<const RigidContact*>(&built.matter->getConstraint(index));
        if (rigid && !built.matter->isConstraintDisabled(s, index) && !rigid->isClosed(s))
            return " The rigid contact '" + rigid->getName() +
                   "' is open and holds nothing in this search. Use a Contact in its place, or run until it rests.";
    }
    std::string text;
    visitContacts(built, s, [&](const ContactForce& contact) {
        if (text.empty() && contact.hasSmoothFriction(s) && (!found || !contact.getPlaces(s).touches.empty()))
            text = " The friction of '" + contact.getName() +
                   "' is smooth and holds nothing at rest. Set its friction model to With stiction.";
    });
    return text;
}
}  // namespace

Equilibrium findEquilibrium(const CompiledModel& model, State& s, const EquilibriumOptions& options) {
    const GeneralForceSubsystem& forces = *builtOf(model).forces;
    EquilibriumOptions all = options;
    for (ForceIndex f(0); f < forces.getNumForces(); ++f)
        if (const auto* const stop = dynamic_cast<const JointImpactStop*>(&forces.getForce(f)))
            if (!forces.isForceDisabled(s, f)) {
                const Real limit =
                    Value<JointImpactStopParameters>::downcast(forces.getForceParameters(s, f)).get().limit;
                all.stops.push_back({stop->getName(), stop->getJoint(), limit, stop->getSide()});
            }
    const BuiltSystem& built = builtOf(model);
    constexpr Real hardlyAny = 1e-4;
    visitContacts(built, s, [&](const ContactForce& contact) {
        if (contact.hasStiction()) all.firstMove = std::min(all.firstMove, hardlyAny);
    });
    bool isCanceled = false;
    if (options.isCanceled) all.isCanceled = [&] { return isCanceled = options.isCanceled(); };
    Equilibrium result = findEquilibrium(model.getSystem(), s, all);
    if (result.outcome != Equilibrium::Outcome::Stable && !isCanceled)
        result.message += explainContacts(built, s, result.found());
    return result;
}

LinearizedModel linearize(const CompiledModel& model, const State& s, bool withForces) {
    return linearize(model.getSystem(), s,
                     withForces ? allMobilityForces(model.getSystem(), s) : std::vector<LinearInput>());
}

Real visibleAmplitude(const CompiledModel& model, const State& at, const VibrationMode& mode) {
    const MatterSubsystem& matter = *builtOf(model).matter;
    // Its own: other threads may read the given one.  NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
    State s = at;
    model.getSystem().realize(s, Stage::Position);
    const Tree& tree = matter.getTree(s);
    Vec3 low(Infinity), high(-Infinity);
    for (int b = 0; b < tree.size(); ++b) {
        const Vec3 p = matter.getBodyTransform(s, MobilizedBodyIndex(b)).p();
        low = Vec3(low.cwiseMin(p));
        high = Vec3(high.cwiseMax(p));
    }
    const Real size = std::max((high - low).norm(), TinyReal);
    constexpr Real swing = 0.3, partOfSize = 0.1;
    Real amplitude = Infinity;
    for (const TreeNode& n : tree.nodes)
        for (int i = 0; i < n.nq; ++i) {
            const bool isLength = n.mobilizer->nameOfQ(i).quantity == Quantity::Length;
            const Real most = std::abs(mode.q[n.qStart + i]);
            if (most > 0) amplitude = std::min(amplitude, (isLength ? partOfSize * size : swing) / most);
        }
    return amplitude < Infinity ? amplitude : 0;
}

void showMode(const CompiledModel& model, const State& at, const VibrationMode& mode, Real amplitude, Real phase,
              State& shown) {
    const SubsystemIndex me = builtOf(model).matter->getMySubsystemIndex();
    Vector& q = shown.updQ(me);
    q = at.getQ(me);
    const std::complex<Real> turn = std::polar(amplitude, phase);
    for (int i = 0; i < q.size(); ++i) q[i] += (turn * mode.q[i]).real();
    model.getSystem().realize(shown, Stage::Position);
    Vector none;
    // A straight displacement along the mode opens loops only slightly; failure to close them is ignored.
    model.getSystem().projectQ(shown, none, ProjectOptions());
}

namespace {
/// An error where joints that the table does not have could move beside the recorded ones.
void checkColumns(const CompiledModel& model, const std::vector<NamedCoordinate>& coordinates,
                  const std::vector<QIndex>& recorded, Diagnostics& diagnostics) {
    const Tree& tree = builtOf(model).matter->getTree(model.getInitialState());
    const auto isRecorded = [&](int q) { return std::ranges::count(recorded, QIndex(q)) > 0; };
    int speeds = 0;
    for (const TreeNode& n : tree.nodes) {
        int of = 0;
        for (int i = 0; i < n.nq; ++i) of += isRecorded(n.qStart + i);
        speeds += std::min(of, n.nu);
    }
    const int freedoms = model.getMobility().degreesOfFreedom;
    if (speeds >= freedoms) return;
    std::string missing;
    constexpr int most = 5;
    int count = 0;
    for (const NamedCoordinate& c : coordinates)
        if (!isRecorded(c.q) && ++count <= most) missing += (count > 1 ? ", '" : "'") + c.name + "'";
    if (count > most) missing += " and " + std::to_string(count - most) + " more";
    diagnostics.error("the table",
                      "It gives " + std::to_string(speeds) + " of " + std::to_string(freedoms) +
                          " degrees of freedom; columns are missing among " + missing + ".",
                      "Add them, or weld the joints that do not move.");
}
}  // namespace

namespace {
constexpr std::string_view ratePrefix = "rate of ";

/// Speeds of coordinates with a name in recorded motions are called by it.
void useRecordedNames(const CompiledModel& model, InverseDynamicsResult& result) {
    const std::vector<NamedCoordinate> coordinates = coordinatesOf(model);
    const CoordinateBySpeed bySpeed(coordinates);
    std::vector<std::string> names(std::size_t(model.getInitialState().getNU()));
    for (const NamedSpeed& speed : speedsOf(model))
        if (const NamedCoordinate* const own = bySpeed.find(speed))
            names[std::size_t(int(speed.u))] = own->recordedName;
    for (std::size_t i = 0; i < result.speeds.size(); ++i)
        if (const std::string& name = names[std::size_t(int(result.speeds[i]))]; !name.empty())
            result.speedNames[i] = std::string(ratePrefix) + name;
}
}  // namespace

Result<InverseDynamicsResult> calcInverseDynamics(const CompiledModel& model, const RecordedCoordinates& recorded,
                                                  Real smoothing, const std::vector<std::string>& drivers,
                                                  const State* at) {
    Result<InverseDynamicsResult> result;
    Diagnostics& diagnostics = result.diagnostics;
    RecordedMotion motion;
    motion.smoothing = smoothing;
    for (const auto& column : recorded.coordinates) motion.coordinates.push_back(column.coordinate.q);
    for (const auto& column : recorded.speeds) motion.speeds.push_back(column.speed.u);
    checkColumns(model, coordinatesOf(model), motion.coordinates, diagnostics);
    InverseDynamicsOptions options;
    for (const std::string& joint : drivers)
        if (const MobilizedBodyIndex* body = findNamed(model, builtOf(model).joints, "joint", joint, diagnostics))
            options.drivers.push_back(*body);
    const int n = int(recorded.times.size());
    constexpr int fewest = 6;
    if (n < fewest)
        diagnostics.error("the table", "The table has " + std::to_string(n) + " rows.", "At least six are required.");
    if (diagnostics.hasErrors()) return result;
    motion.times = Vector(n);
    std::ranges::copy(recorded.times, motion.times.data());
    const auto toMatrix = [n](const auto& columns) {
        Matrix values(n, int(columns.size()));
        for (std::size_t c = 0; c < columns.size(); ++c)
            for (int i = 0; i < n; ++i) values(i, int(c)) = columns[c].values[std::size_t(i)];
        return values;
    };
    motion.values = toMatrix(recorded.coordinates);
    motion.speedValues = toMatrix(recorded.speeds);
    try {
        result.value = calcInverseDynamicsOf(model.getSystem(), at ? *at : model.getInitialState(), motion, options);
        useRecordedNames(model, *result);
    } catch (const Exception&) {
        diagnostics.error(
            "the table", "No smooth curves can be drawn through its numbers.",
            "Correct times that are too close together or too far apart, and values too large to compute with.");
    }
    return result;
}

std::vector<Quantity> quantitiesOfForces(const CompiledModel& model, const std::vector<UIndex>& speeds) {
    std::vector<Quantity> ofAll(std::size_t(model.getInitialState().getNU()), Quantity::None);
    const std::vector<NamedCoordinate> coordinates = coordinatesOf(model);
    const CoordinateBySpeed bySpeed(coordinates);
    for (const NamedSpeed& known : speedsOf(model)) {
        // The type of joint may leave open whether a coordinate turns or shifts.
        const NamedCoordinate* const own = known.quantity == Quantity::None ? bySpeed.find(known) : nullptr;
        const Quantity quantity = own ? own->quantity : known.quantity;
        Quantity& force = ofAll[std::size_t(int(known.u))];
        if (quantity == Quantity::Speed || quantity == Quantity::Length) force = Quantity::Force;
        if (quantity == Quantity::AngularSpeed || quantity == Quantity::Angle) force = Quantity::Torque;
    }
    std::vector<Quantity> out;
    out.reserve(speeds.size());
    for (const UIndex u : speeds) out.push_back(ofAll[std::size_t(int(u))]);
    return out;
}

std::string nameOfForce(Quantity quantity, const std::string& speed) {
    const std::string name = quantity == Quantity::Torque ? "torque" : "force";
    return speed.starts_with(ratePrefix) ? name + " of " + speed.substr(ratePrefix.size()) : name + " for " + speed;
}

namespace {
/// A column's title in a storage file of OpenSim.
std::string storageTitle(Quantity quantity, const std::string& speed) {
    if (!speed.starts_with(ratePrefix)) return nameOfForce(quantity, speed);
    return speed.substr(ratePrefix.size()) + (quantity == Quantity::Torque ? "_moment" : "_force");
}
}  // namespace

void writeForces(const CompiledModel& model, const RecordedCoordinates& recorded, const InverseDynamicsResult& result,
                 std::ostream& out, RecordFormat format) {
    const bool isCsv = format == RecordFormat::Csv;
    CsvWriter csv(out);
    StorageWriter storage(out);
    std::vector<std::string> header{isCsv ? columnTitle("time", "s") : "time"};
    const std::vector<Quantity> forces = quantitiesOfForces(model, result.speeds);
    for (std::size_t i = 0; i < forces.size(); ++i)
        header.push_back(isCsv ? columnTitle(nameOfForce(forces[i], result.speedNames[i]), siUnit(forces[i]))
                               : storageTitle(forces[i], result.speedNames[i]));
    State s = model.getInitialState();
    model.getSystem().realize(s, Stage::Position);
    const std::vector<EquationQuantity> quantities = findQuantitiesByRow(model, s);
    for (std::size_t i = 0; i < result.equationNames.size(); ++i)
        header.push_back(columnTitle("multiplier of " + result.equationNames[i],
                                     i < quantities.size() ? siUnit(quantities[i].multiplier) : ""));
    if (isCsv)
        csv.writeHeader(header);
    else
        storage.writeHeader("Inverse Dynamics Generalized Forces", recorded.times.size(), header, false);
    std::vector<Real> row;
    for (int i = 0; i < int(result.forces.rows()); ++i) {
        row.assign(1, recorded.times[std::size_t(i)]);
        for (int j = 0; j < int(result.forces.cols()); ++j) row.push_back(result.forces(i, j));
        for (int j = 0; j < int(result.multipliers.cols()); ++j) row.push_back(result.multipliers(i, j));
        isCsv ? csv.writeRow(row) : storage.writeRow(row);
    }
}

}  // namespace trammel

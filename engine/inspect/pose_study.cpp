// SPDX-License-Identifier: Apache-2.0
#include "inspect/pose_study.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/exceptions.h"
#include "compile/compiled_data.h"
#include "multibody/assembler/assemble.h"
#include "multibody/force_subsystem.h"
#include "multibody/forces/joint_impact_stop.h"

namespace trammel {

namespace {

const BuiltSystem& builtOf(const CompiledModel& model) { return *model.getData().built; }

/// Edit distance of two texts. Source: Wagner, Fischer (1974).
std::size_t editDistance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row[b.size()];
}

void refuseName(Diagnostics& diagnostics, const std::string& what, const std::string& name,
                const std::vector<std::string>& names) {
    std::string remedy;
    for (const std::string& near : nearestNames(name, names))
        remedy += (remedy.empty() ? "Did you mean '" : ", '") + near + "'";
    diagnostics.error(name, "There is no " + what + " '" + name + "'.",
                      remedy.empty() ? "This model has none." : remedy + "?");
}

/// Elements of a kind by name.
template <class Index>
const Index* findNamed(const CompiledModel& model, const std::map<ElementId, Index>& elements, const std::string& what,
                       const std::string& name, Diagnostics& diagnostics) {
    std::vector<std::string> names;
    for (const auto& [id, index] : elements) {
        names.push_back(model.getDocument().get(id).name);
        if (names.back() == name) return &index;
    }
    refuseName(diagnostics, what, name, names);
    return nullptr;
}

std::vector<std::string> namesOf(const std::vector<NamedCoordinate>& coordinates) {
    std::vector<std::string> names;
    for (const NamedCoordinate& c : coordinates) names.push_back(c.name);
    return names;
}

struct NamedSpeed {
    std::string name;
    Quantity quantity = Quantity::None;
    UIndex u;
};
/// All speeds by their signal names.
std::vector<NamedSpeed> speedsOf(const CompiledModel& model) {
    std::vector<NamedSpeed> speeds;
    const Tree& tree = builtOf(model).matter->getTree(model.getInitialState());
    for (const auto& [id, body] : builtOf(model).joints)
        for (int i = 0; i < tree[body].nu; ++i) {
            const CoordinateName name = tree[body].mobilizer->nameOfU(i);
            speeds.push_back({tree[body].jointName + "." + name.name, name.quantity, UIndex(tree[body].uStart + i)});
        }
    return speeds;
}

}  // namespace

std::vector<NamedCoordinate> coordinatesOf(const CompiledModel& model) {
    const BuiltSystem& built = builtOf(model);
    std::vector<NamedCoordinate> coordinates;
    for (ElementId id : model.getDocument().elementsOf("joint")) {
        const auto joint = built.joints.find(id);
        if (joint == built.joints.end()) continue;
        const TreeNode& n = built.matter->getTree(model.getInitialState())[joint->second];
        for (int i = 0; i < n.nq; ++i) {
            const CoordinateName name = n.mobilizer->nameOfQ(i);
            coordinates.push_back({n.jointName + "." + name.name, name.quantity, id, QIndex(n.qStart + i)});
        }
    }
    return coordinates;
}

std::vector<std::string> nearestNames(const std::string& name, const std::vector<std::string>& names) {
    std::vector<std::pair<std::size_t, std::string>> byDistance;
    for (const std::string& other : names) byDistance.emplace_back(editDistance(name, other), other);
    std::stable_sort(byDistance.begin(), byDistance.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    constexpr std::size_t enough = 3;
    std::vector<std::string> nearest;
    for (std::size_t i = 0; i < byDistance.size() && i < enough; ++i) nearest.push_back(byDistance[i].second);
    return nearest;
}

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
    return findEquilibrium(model.getSystem(), s, all);
}

LinearizedModel linearize(const CompiledModel& model, const State& s, bool withForces) {
    return linearize(model.getSystem(), s,
                     withForces ? allMobilityForces(model.getSystem(), s) : std::vector<LinearInput>());
}

Real visibleAmplitude(const CompiledModel& model, const State& at, const VibrationMode& mode) {
    const MatterSubsystem& matter = *builtOf(model).matter;
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

Result<InverseDynamicsResult> calcInverseDynamics(const CompiledModel& model, const CsvTable& table, Real smoothing,
                                                  const std::vector<std::string>& drivers) {
    Result<InverseDynamicsResult> result;
    Diagnostics& diagnostics = result.diagnostics;
    const std::vector<NamedCoordinate> coordinates = coordinatesOf(model);
    RecordedMotion motion;
    motion.smoothing = smoothing;
    const CsvTable::Column* const time = table.find("time");
    if (!time)
        diagnostics.error("the table", "The table has no column 'time'.",
                          "Name the column of times (s) 'time' or 'time [s]'.");
    std::vector<const CsvTable::Column*> columns, speedColumns;
    const std::vector<NamedSpeed> speeds = speedsOf(model);
    for (const CsvTable::Column& column : table.columns) {
        if (&column == time) {
            if (!column.unit.empty() && column.unit != "s")
                diagnostics.error("column 'time'", "It is in '" + column.unit + "'.", "Convert times to s.");
            continue;
        }
        const auto found = std::find_if(coordinates.begin(), coordinates.end(),
                                        [&](const NamedCoordinate& c) { return c.name == column.name; });
        if (found == coordinates.end()) {
            const auto speed =
                std::find_if(speeds.begin(), speeds.end(), [&](const NamedSpeed& s) { return s.name == column.name; });
            // Speeds in other units are ignored like other columns.
            if (speed != speeds.end() && (column.unit.empty() || column.unit == siUnitAscii(speed->quantity))) {
                motion.speeds.push_back(speed->u);
                speedColumns.push_back(&column);
                continue;
            }
            const auto& signals = model.getSignals();
            const bool known = std::any_of(signals.begin(), signals.end(), [&](const CompiledModel::Signal& signal) {
                return signal.name == column.name;
            });
            if (!known) refuseName(diagnostics, "coordinate", column.name, namesOf(coordinates));
            continue;
        }
        if (!column.unit.empty() && column.unit != siUnitAscii(found->quantity))
            diagnostics.error("column '" + column.name + "'", "It is in '" + column.unit + "'.",
                              "Give it in " + siUnitAscii(found->quantity) + ".");
        motion.coordinates.push_back(found->q);
        columns.push_back(&column);
    }
    if (columns.empty() && !diagnostics.hasErrors())
        diagnostics.error("the table", "No column is a coordinate of this model.",
                          "Name columns like '" + (coordinates.empty() ? "Hinge.angle" : coordinates[0].name) + "'.");
    if (!diagnostics.hasErrors()) checkColumns(model, coordinates, motion.coordinates, diagnostics);
    InverseDynamicsOptions options;
    for (const std::string& joint : drivers)
        if (const MobilizedBodyIndex* body = findNamed(model, builtOf(model).joints, "joint", joint, diagnostics))
            options.drivers.push_back(*body);

    const int n = int(table.numRows());
    constexpr int fewest = 6;
    if (n < fewest)
        diagnostics.error("the table", "The table has " + std::to_string(n) + " rows.", "At least six are required.");
    motion.times = Vector(n);
    motion.values = Matrix(n, int(columns.size()));
    motion.speedValues = Matrix(n, int(speedColumns.size()));
    for (int i = 0; i < n && time; ++i) {
        const std::string place = "row " + std::to_string(i + 1);
        motion.times[i] = time->values[std::size_t(i)];
        if (!std::isfinite(motion.times[i]) || (i > 0 && !(motion.times[i] > motion.times[i - 1]))) {
            diagnostics.error(place, "The time is not later than the previous one.", "Sort the rows by time.");
            break;
        }
        const auto read = [&](const std::vector<const CsvTable::Column*>& from, Matrix& values) {
            for (std::size_t c = 0; c < from.size(); ++c) {
                values(i, int(c)) = from[c]->values[std::size_t(i)];
                if (!std::isfinite(values(i, int(c))))
                    diagnostics.error(place, "'" + from[c]->name + "' is not a number.", "Remove that row.");
            }
        };
        read(columns, motion.values);
        read(speedColumns, motion.speedValues);
    }
    if (diagnostics.hasErrors()) return result;
    try {
        result.value = calcInverseDynamicsOf(model.getSystem(), model.getInitialState(), motion, options);
    } catch (const Exception&) {
        diagnostics.error("the table", "No smooth curves can be drawn through its numbers.",
                          "Look for times that lie absurdly near to or far from each other, and for absurd values.");
    }
    return result;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "inspect/static_optimization.h"

#include <algorithm>
#include <cmath>

#include "compile/compiled_data.h"
#include "formats/csv.h"
#include "formats/storage.h"
#include "inspect/pose_study.h"
#include "math/box_quadratic.h"
#include "math/dense_solvers.h"
#include "multibody/forces/muscle.h"
#include "multibody/multibody_system.h"

namespace trammel {

namespace {

/// Below it the tension is taken as proportional to the activation.
constexpr Real leastActivation = 1e-3;
/// Shorter levers, m or 1, count as zero.
constexpr Real leastLever = 1e-9;

/// One muscle at one time.
class MuscleAt {
public:
    MuscleAt(const State& s, const GeneralForceSubsystem& forces, ForceIndex index)
        : muscle_(static_cast<const MuscleForce&>(forces.getForce(index))),
          parameters_(forces.getForceParameters(s, index)),
          kinematics_(forces.getForceKinematics(s, index)),
          initial_(Value<MuscleParameters>::downcast(parameters_).get().initialActivation) {}

    Real tension(Real activation) {
        setActivation(activation);
        return muscle_.calcTension(kinematics_, &parameters_);
    }
    /// Adds its forces on bodies.
    void addInForce(Real activation, const ForceSum& sum) {
        setActivation(activation);
        muscle_.addInForce(kinematics_, &parameters_, sum);
    }

private:
    void setActivation(Real activation) {
        z_ = activation - initial_;
        kinematics_.z = &z_;
        kinematics_.nz = 1;
    }
    const MuscleForce& muscle_;
    const AbstractValue& parameters_;
    ForceKinematics kinematics_;
    Real initial_, z_ = 0;
};

class MuscleSharing {
public:
    MuscleSharing(const CompiledModel& model, const RecordedCoordinates& recorded)
        : model_(model),
          built_(*model.getData().built),
          matter_(*built_.matter),
          recorded_(recorded),
          s_(model.getInitialState()) {
        for (const auto& [id, index] : built_.forceIndices)
            if (dynamic_cast<const MuscleForce*>(&built_.forces->getForce(index)) &&
                !built_.forces->isForceDisabled(s_, index)) {
                muscles_.push_back(index);
                result_.muscles.push_back(model.getDocument().get(id).name);
            }
    }

    Result<StaticOptimization> run(Real smoothing, const std::function<bool(double)>& progress) {
        Result<StaticOptimization> outcome;
        if (muscles_.empty()) {
            outcome.diagnostics.error("the model", "It has no muscle that is enabled.",
                                      "Add muscles, or use inverse dynamics.");
            return outcome;
        }
        for (const ForceIndex index : muscles_) built_.forces->setForceIsDisabled(s_, index, true);
        Result<InverseDynamicsResult> forces = calcInverseDynamics(model_, recorded_, smoothing, allJoints(), &s_);
        outcome.diagnostics = forces.diagnostics;
        if (!forces) return outcome;
        if (!forces->succeeded) {
            outcome.diagnostics.error("the recording", forces->message);
            return outcome;
        }
        if (!forces->forces.allFinite()) {
            outcome.diagnostics.error("the recording", "The forces of this motion are too large to compute.",
                                      "Check the numbers in its table.");
            return outcome;
        }
        const int n = int(forces->forces.rows()), count = int(muscles_.size());
        result_.times = recorded_.times;
        result_.activations = result_.tensions = Matrix(n, count);
        levers_ = Matrix(int(matter_.getTree(s_).nu), count);
        isActedOn_.assign(std::size_t(levers_.rows()), false);
        activations_ = Vector(count, 0.);
        Matrix reserves(n, int(levers_.rows()));
        for (int i = 0; i < n; ++i) {
            if (progress && !progress(double(i) / n)) return outcome;
            share(i, *forces, reserves);
        }
        summarize(*forces, reserves);
        outcome.value = std::move(result_);
        return outcome;
    }

private:
    std::vector<std::string> allJoints() const {
        std::vector<std::string> names;
        for (const auto& [id, body] : built_.joints) names.push_back(model_.getDocument().get(id).name);
        return names;
    }

    /// Finds the activations at one time, from those of the time before.
    void share(int time, const InverseDynamicsResult& forces, Matrix& reserves) {
        const SubsystemIndex me = matter_.getMySubsystemIndex();
        s_.setTime(recorded_.times[std::size_t(time)]);
        s_.updQ(me) = Vector(forces.q.row(time).transpose());
        s_.updU(me) = Vector(forces.u.row(time).transpose());
        built_.system.realize(s_, Stage::Velocity);
        std::vector<MuscleAt> muscles;
        muscles.reserve(muscles_.size());
        for (const ForceIndex index : muscles_) muscles.emplace_back(s_, *built_.forces, index);
        findLevers(muscles);

        Vector wanted(int(levers_.rows()), 0.);
        for (std::size_t k = 0; k < forces.speeds.size(); ++k) wanted[forces.speeds[k]] = forces.forces(time, int(k));
        for (std::size_t m = 0; m < muscles.size(); ++m) wanted -= muscles[m].tension(0) * Vector(levers_.col(int(m)));
        // Forces of constraints are free, so only those along possible motions have to be produced.
        Matrix G;
        matter_.calcG(s_, G);
        constexpr Real rankTolerance = 1e-9;
        const Matrix motions = G.rows() > 0 ? calcNullSpace(G, rankTolerance)
                                            : Matrix(Matrix::Base::Identity(wanted.size(), wanted.size()));
        const Vector along(motions.transpose() * wanted);
        const Matrix leversAlong(motions.transpose() * levers_);
        findActivations(muscles, leversAlong, along);

        Vector left = along;
        for (std::size_t m = 0; m < muscles.size(); ++m) {
            const Real a = activations_[int(m)];
            result_.activations(time, int(m)) = a;
            result_.tensions(time, int(m)) = muscles[m].tension(a);
            left -= (muscles[m].tension(a) - muscles[m].tension(0)) * Vector(leversAlong.col(int(m)));
        }
        reserves.row(time) = Vector(motions * left).transpose();
    }

    /// The generalized forces of each muscle for 1 N of tension.
    void findLevers(std::vector<MuscleAt>& muscles) {
        Vector_<SpatialVec> onBodies(matter_.getNumBodies(), SpatialVec(Vec3(0.), Vec3(0.)));
        const Vector none(int(levers_.rows()), 0.);
        Vector without, with, mobility = none;
        matter_.calcResidualForceIgnoringConstraints(s_, none, onBodies, none, without);
        for (std::size_t m = 0; m < muscles.size(); ++m) {
            const Real tension = muscles[m].tension(1);
            levers_.col(int(m)).setZero();
            if (!(tension > 0)) continue;
            onBodies = Vector_<SpatialVec>(matter_.getNumBodies(), SpatialVec(Vec3(0.), Vec3(0.)));
            mobility.setZero();
            muscles[m].addInForce(1, {onBodies, mobility});
            matter_.calcResidualForceIgnoringConstraints(s_, mobility, onBodies, none, with);
            levers_.col(int(m)) = (without - with) / tension;
            for (int u = 0; u < int(levers_.rows()); ++u)
                if (std::abs(levers_(u, int(m))) > leastLever) isActedOn_[std::size_t(u)] = true;
        }
    }

    /// The tension of a fiber that moves is not proportional to its activation: secants until they agree.
    void findActivations(std::vector<MuscleAt>& muscles, const Matrix& levers, const Vector& wanted) {
        const int count = int(muscles.size());
        Matrix active(levers.rows(), count);
        constexpr int most = 30;
        constexpr Real enough = 1e-6;
        for (int round = 0; round < most; ++round) {
            for (int m = 0; m < count; ++m) {
                const Real a = std::max(activations_[m], leastActivation);
                MuscleAt& muscle = muscles[std::size_t(m)];
                active.col(m) = (muscle.tension(a) - muscle.tension(0)) / a * levers.col(m);
            }
            const Matrix H(active.transpose() * active + Matrix::Base::Identity(count, count));
            const Vector next = minimizeInBox(H, Vector(active.transpose() * wanted), 0, 1, activations_);
            const Real change = (next - activations_).cwiseAbs().maxCoeff();
            activations_ = next;
            if (change < enough) break;
        }
    }

    void summarize(const InverseDynamicsResult& forces, const Matrix& reserves) {
        for (std::size_t k = 0; k < forces.speeds.size(); ++k)
            if (isActedOn_[std::size_t(int(forces.speeds[k]))]) {
                result_.speeds.push_back(forces.speeds[k]);
                result_.speedNames.push_back(forces.speedNames[k]);
            }
        const std::vector<Quantity> quantities = quantitiesOfForces(model_, result_.speeds);
        result_.reserves = Matrix(reserves.rows(), int(result_.speeds.size()));
        for (std::size_t k = 0; k < result_.speeds.size(); ++k)
            for (int i = 0; i < int(reserves.rows()); ++i) {
                const Real reserve = reserves(i, int(result_.speeds[k]));
                result_.reserves(i, int(k)) = reserve;
                if (std::abs(reserve) <= result_.largestReserve) continue;
                result_.largestReserve = std::abs(reserve);
                result_.nameOfLargest = nameOfForce(quantities[k], result_.speedNames[k]);
                result_.quantityOfLargest = quantities[k];
                result_.timeOfLargest = recorded_.times[std::size_t(i)];
            }
    }

    const CompiledModel& model_;
    const BuiltSystem& built_;
    const MatterSubsystem& matter_;
    const RecordedCoordinates& recorded_;
    State s_;
    std::vector<ForceIndex> muscles_;
    std::vector<bool> isActedOn_;
    Matrix levers_;
    Vector activations_;
    StaticOptimization result_;
};

/// A table of columns of matrices side by side.
void writeColumns(const std::string& name, const std::vector<std::string>& titles, const std::vector<Real>& times,
                  const std::vector<const Matrix*>& parts, std::ostream& out, RecordFormat format) {
    const bool isCsv = format == RecordFormat::Csv;
    CsvWriter csv(out);
    StorageWriter storage(out);
    if (isCsv)
        csv.writeHeader(titles);
    else
        storage.writeHeader(name, times.size(), titles, false);
    std::vector<Real> row;
    for (std::size_t i = 0; i < times.size(); ++i) {
        row.assign(1, times[i]);
        for (const Matrix* const part : parts)
            for (int j = 0; j < int(part->cols()); ++j) row.push_back((*part)(int(i), j));
        isCsv ? csv.writeRow(row) : storage.writeRow(row);
    }
}

}  // namespace

Result<StaticOptimization> optimizeMuscles(const CompiledModel& model, const RecordedCoordinates& recorded,
                                           Real smoothing, const std::function<bool(double)>& progress) {
    return MuscleSharing(model, recorded).run(smoothing, progress);
}

void writeActivations(const StaticOptimization& result, std::ostream& out, RecordFormat format) {
    std::vector<std::string> titles{format == RecordFormat::Csv ? columnTitle("time", "s") : "time"};
    titles.insert(titles.end(), result.muscles.begin(), result.muscles.end());
    writeColumns("Activations", titles, result.times, {&result.activations}, out, format);
}

void writeTensions(const CompiledModel& model, const StaticOptimization& result, std::ostream& out,
                   RecordFormat format) {
    const bool isCsv = format == RecordFormat::Csv;
    const auto titled = [&](const std::string& name, const std::string& unit) {
        return isCsv ? columnTitle(name, unit) : name;
    };
    std::vector<std::string> titles{titled("time", "s")};
    for (const std::string& muscle : result.muscles) titles.push_back(titled(muscle, "N"));
    const std::vector<Quantity> quantities = quantitiesOfForces(model, result.speeds);
    for (std::size_t k = 0; k < result.speeds.size(); ++k)
        titles.push_back(titled("reserve " + nameOfForce(quantities[k], result.speedNames[k]), siUnit(quantities[k])));
    writeColumns("Forces of muscles", titles, result.times, {&result.tensions, &result.reserves}, out, format);
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/exceptions.h"
#include "simbody/assembly_condition.h"
#include "simbody/markers.h"
#include "simbody/orientation_sensors.h"

namespace trammel {
struct AssemblyResult;
}

namespace SimTK {

/// Finds coordinates q that satisfy all constraints and best meet given goals: trammel::assemble() and
/// trammel::PoseTracker under their documented names.
///
/// Errors (weight Infinity) are reduced below the error tolerance: the enabled constraints of the System, and
/// conditions adopted as errors. Then the weighted sum of the goals' calcGoal() (finite weight) is minimized. Locked
/// coordinates keep their values, restricted ones stay in their ranges, and prescribed motion is applied first. Speeds
/// are not changed.
///
/// Coordinates are numbered, and conditions see them, as with Euler angles. The search uses quaternions as long as
/// neither a user-defined condition nor an angle of a ball joint is involved. Works on an internal State; on failure
/// the caller's State is unchanged. One thread at a time.
class Assembler {
public:
    using FreeQIndex = SimTK::FreeQIndex;
    /// Errors remain that no step reduces; the message gives their names and sizes.
    class AssembleFailed : public trammel::Exception {
    public:
        using trammel::Exception::Exception;
    };
    class TrackFailed : public trammel::Exception {
    public:
        using trammel::Exception::Exception;
    };

    /// @param system must outlive the Assembler; its topology must be realized. Starts from its default State.
    explicit Assembler(const MultibodySystem& system);
    ~Assembler();
    Assembler(const Assembler&) = delete;
    Assembler& operator=(const Assembler&) = delete;

    // --- Settings; zero restores the default ---
    /// Maximum error of an assembled State, in the units of each error; default: a tenth of the accuracy.
    Assembler& setErrorTolerance(Real tolerance = 0);
    Real getErrorToleranceInUse() const { return tolerance_ > 0 ? tolerance_ : getAccuracyInUse() / 10; }
    /// Convergence of the goals: final size of steps of q; default 1e-3.
    Assembler& setAccuracy(Real accuracy = 0);
    Real getAccuracyInUse() const { return accuracy_ > 0 ? accuracy_ : 1e-3; }
    /// Infinity (the default): constraints must hold; 0: they are ignored; otherwise half their squared errors are a
    /// goal.
    Assembler& setSystemConstraintsWeight(Real weight);
    Real getSystemConstraintsWeight() const { return systemWeight_; }
    /// Use the root mean square instead of the maximum as error norm.
    Assembler& setUseRMSErrorNorm(bool yes);
    bool isUsingRMSErrorNorm() const { return useRms_; }

    /// Takes ownership of a condition; weight Infinity makes it an error, 0 disables it.
    AssemblyConditionIndex adoptAssemblyGoal(AssemblyCondition* condition, Real weight = 1);
    AssemblyConditionIndex adoptAssemblyError(AssemblyCondition* condition);
    Assembler& setAssemblyConditionWeight(AssemblyConditionIndex, Real weight);
    Real getAssemblyConditionWeight(AssemblyConditionIndex) const;

    // --- Free coordinates; takes effect at the next initialize(), with the values then ---
    void lockMobilizer(MobilizedBodyIndex);
    void unlockMobilizer(MobilizedBodyIndex);
    void lockQ(MobilizedBodyIndex, MobilizerQIndex);
    void unlockQ(MobilizedBodyIndex, MobilizerQIndex);
    /// rad or m
    void restrictQ(MobilizedBodyIndex, MobilizerQIndex, Real lower, Real upper);
    void unrestrictQ(MobilizedBodyIndex, MobilizerQIndex);

    // --- Running ---
    /// Starts from the pose of @p state.
    Assembler& setInternalState(const State& state);
    void initialize() const;
    void initialize(const State& state);
    bool isInitialized() const { return initialized_; }
    void uninitialize() const;
    /// Assembles the internal State from any distance. @return the remaining goal. Throws AssembleFailed.
    Real assemble();
    /// Starts from @p state, assembles, and stores q there.
    Real assemble(State& state);
    /// Like assemble(), from a nearby pose and without leaving the branch: for the next frame, with changed
    /// observations and time.
    /// @param frameTime s; negative: unchanged. Throws TrackFailed.
    Real track(Real frameTime = -1);
    /// Copies q of the internal State, as quaternions if @p state uses them.
    void updateFromInternalState(State& state) const;
    const State& getInternalState() const { return internal_; }

    /// For the internal State, initializing it if necessary.
    Real calcCurrentGoal() const;
    Real calcCurrentErrorNorm() const;

    // --- For conditions ---
    const MultibodySystem& getMultibodySystem() const { return system_; }
    int getNumFreeQs() const { return int(freeQ_.size()); }
    QIndex getQIndexOfFreeQ(FreeQIndex i) const { return QIndex(freeQ_.at(std::size_t(int(i)))); }
    FreeQIndex getFreeQIndexOfQ(QIndex q) const { return FreeQIndex(freeQOfQ_.at(std::size_t(int(q)))); }
    /// The range of a coordinate; infinite if unrestricted.
    Vec2 getFreeQBounds(FreeQIndex) const;
    /// With the coordinates used by the internal State.
    const trammel::Tree& getTree() const;
    const Vector& getQ(const State& state) const;
    const Transform& getBodyTransform(const State& state, MobilizedBodyIndex body) const;
    void requireCoordinate(MobilizedBodyIndex, MobilizerQIndex, const char* where) const;
    /// Number and name of a coordinate in the search.
    QIndex findSearchedCoordinate(MobilizedBodyIndex, MobilizerQIndex) const;
    std::string nameOf(MobilizedBodyIndex, MobilizerQIndex) const;

    // --- Statistics ---
    int getNumAssemblySteps() const { return steps_; }
    int getNumInitializations() const { return initializations_; }
    /// Each step evaluates errors, goals and the derivatives of both once.
    int getNumErrorEvals() const { return steps_; }
    int getNumErrorJacobianEvals() const { return steps_; }
    int getNumGoalEvals() const { return steps_; }
    int getNumGoalGradientEvals() const { return steps_; }
    /// @p reporter, which must outlive the Assembler, is shown the internal State at the start and the end of each search.
    void addReporter(const EventReporter& reporter) { reporters_.push_back(&reporter); }
    void resetStats() { steps_ = initializations_ = 0; }

private:
    class Asked;
    struct Condition {
        std::unique_ptr<AssemblyCondition> condition;
        std::unique_ptr<Asked> asked;
        Real weight;
        bool isError() const { return weight == Infinity; }
    };
    using Coordinate = std::pair<int, int>;

    const SimbodyMatterSubsystem& matter() const { return system_.getMatterSubsystem(); }
    void findFreeCoordinates() const;
    void chooseSearchState() const;
    /// The searched State: internal_, or the same pose with quaternions.
    State& searched() const { return quaternions_ ? *quaternions_ : internal_; }
    void takeFromSearched() const;
    trammel::AssemblyProblem makeProblem() const;
    Vector calcErrors() const;
    /// Throws @p Failure.
    void report() const;
    template <class Failure, class Search>
    Real run(const char* where, Search search);

    const MultibodySystem& system_;
    Real tolerance_ = 0, accuracy_ = 0, systemWeight_ = Infinity;
    bool useRms_ = false;
    std::vector<Condition> conditions_;
    std::vector<const EventReporter*> reporters_;
    std::set<int> lockedBodies_;
    std::set<Coordinate> lockedQs_;
    std::map<Coordinate, std::pair<Real, Real>> ranges_;

    // Set by initialize(), which conditions may request at any time. Indices are those of the matter subsystem.
    mutable State internal_;
    mutable std::optional<State> quaternions_;
    mutable bool initialized_ = false;
    mutable std::vector<int> freeQ_, freeQOfQ_;
    mutable int initializations_ = 0;
    int steps_ = 0;
};

}  // namespace SimTK

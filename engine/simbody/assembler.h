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

/// Finds coordinates q that close all constraints, and among those the ones that meet given goals best: trammel::assemble()
/// and trammel::PoseTracker under their documented names.
///
/// Errors (weight Infinity) are made smaller than the error tolerance: the enabled constraints of the System, and
/// conditions adopted as errors. Goals (finite weight) are then traded off against each other: the weighted sum of
/// their calcGoal() becomes least. Locked coordinates keep their value, restricted ones stay in their range, and
/// prescribed motion is put in place first. Speeds are left alone.
///
/// Coordinates are numbered, and conditions look at them, as with Euler angles. Quaternions are searched all the same as
/// long as neither a condition of one's own nor an angle of a ball is in play. Works on a State of its own; what could not
/// be assembled leaves the caller's State as it was. One thread at a time.
class Assembler {
public:
    using FreeQIndex = SimTK::FreeQIndex;
    /// Errors remain that no step makes smaller; the text names them and says by how much.
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

    // --- What is asked for; zero gives back the default ---
    /// Largest error of an assembled State, in the units of each error; a tenth of the accuracy unless set.
    Assembler& setErrorTolerance(Real tolerance = 0);
    Real getErrorToleranceInUse() const { return tolerance_ > 0 ? tolerance_ : getAccuracyInUse() / 10; }
    /// How near to their best the goals are brought: steps of q are that small in the end. 1e-3 unless set.
    Assembler& setAccuracy(Real accuracy = 0);
    Real getAccuracyInUse() const { return accuracy_ > 0 ? accuracy_ : 1e-3; }
    /// Infinity (the default): constraints must hold; 0: they are ignored; else half their squared errors are a goal.
    Assembler& setSystemConstraintsWeight(Real weight);
    Real getSystemConstraintsWeight() const { return systemWeight_; }
    /// Judge the errors by their root mean square rather than by the largest.
    Assembler& setUseRMSErrorNorm(bool yes);
    bool isUsingRMSErrorNorm() const { return useRms_; }

    /// Take over a condition; weight Infinity makes it an error, 0 switches it off.
    AssemblyConditionIndex adoptAssemblyGoal(AssemblyCondition* condition, Real weight = 1);
    AssemblyConditionIndex adoptAssemblyError(AssemblyCondition* condition);
    Assembler& setAssemblyConditionWeight(AssemblyConditionIndex, Real weight);
    Real getAssemblyConditionWeight(AssemblyConditionIndex) const;

    // --- Which coordinates may change; takes effect with the values at the next initialize() ---
    void lockMobilizer(MobilizedBodyIndex);
    void unlockMobilizer(MobilizedBodyIndex);
    void lockQ(MobilizedBodyIndex, MobilizerQIndex);
    void unlockQ(MobilizedBodyIndex, MobilizerQIndex);
    /// rad or m
    void restrictQ(MobilizedBodyIndex, MobilizerQIndex, Real lower, Real upper);
    void unrestrictQ(MobilizedBodyIndex, MobilizerQIndex);

    // --- Running ---
    /// Start from the pose of @p state.
    Assembler& setInternalState(const State& state);
    void initialize() const;
    void initialize(const State& state);
    bool isInitialized() const { return initialized_; }
    void uninitialize() const;
    /// Assemble the internal State, from however far. @return what is left of the goals. Throws AssembleFailed.
    Real assemble();
    /// Start from @p state, assemble, and put q there.
    Real assemble(State& state);
    /// As assemble(), from nearby and without leaving the branch: for the next frame, with changed observations and time.
    /// @param frameTime s; negative: the time stays. Throws TrackFailed.
    Real track(Real frameTime = -1);
    /// Copy q of the internal State, as quaternions where @p state has them.
    void updateFromInternalState(State& state) const;
    const State& getInternalState() const { return internal_; }

    /// Of the internal State, which they initialize.
    Real calcCurrentGoal() const;
    Real calcCurrentErrorNorm() const;

    // --- For conditions ---
    const MultibodySystem& getMultibodySystem() const { return system_; }
    int getNumFreeQs() const { return int(freeQ_.size()); }
    QIndex getQIndexOfFreeQ(FreeQIndex i) const { return QIndex(freeQ_.at(std::size_t(int(i)))); }
    FreeQIndex getFreeQIndexOfQ(QIndex q) const { return FreeQIndex(freeQOfQ_.at(std::size_t(int(q)))); }
    /// The range of a coordinate; infinite where there is none.
    Vec2 getFreeQBounds(FreeQIndex) const;
    /// With the coordinates that the internal State uses.
    const trammel::Tree& getTree() const;
    const Vector& getQ(const State& state) const;
    const Transform& getBodyTransform(const State& state, MobilizedBodyIndex body) const;
    void requireCoordinate(MobilizedBodyIndex, MobilizerQIndex, const char* where) const;
    /// A coordinate as the search numbers it, and as it is called.
    QIndex findSearchedCoordinate(MobilizedBodyIndex, MobilizerQIndex) const;
    std::string nameOf(MobilizedBodyIndex, MobilizerQIndex) const;

    // --- How it went ---
    int getNumAssemblySteps() const { return steps_; }
    int getNumInitializations() const { return initializations_; }
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
    /// The State that is searched: internal_, or the same pose with quaternions.
    State& searched() const { return quaternions_ ? *quaternions_ : internal_; }
    void takeFromSearched() const;
    trammel::AssemblyProblem makeProblem() const;
    Vector calcErrors() const;
    /// Throws @p Failure.
    template <class Failure, class Search>
    Real run(const char* where, Search search);

    const MultibodySystem& system_;
    Real tolerance_ = 0, accuracy_ = 0, systemWeight_ = Infinity;
    bool useRms_ = false;
    std::vector<Condition> conditions_;
    std::set<int> lockedBodies_;
    std::set<Coordinate> lockedQs_;
    std::map<Coordinate, std::pair<Real, Real>> ranges_;

    // Settled by initialize(), which conditions may ask for at any time. Numbers are those of the matter subsystem.
    mutable State internal_;
    mutable std::optional<State> quaternions_;
    mutable bool initialized_ = false;
    mutable std::vector<int> freeQ_, freeQOfQ_;
    mutable int initializations_ = 0;
    int steps_ = 0;
};

}  // namespace SimTK

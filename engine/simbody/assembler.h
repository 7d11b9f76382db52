// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/exceptions.h"
#include "simbody/assembly_condition.h"
#include "simbody/markers.h"

namespace SimTK {

/// Finds coordinates q that close all constraints, and among those the ones that meet given goals best.
///
/// Errors (weight Infinity) are made smaller than the error tolerance: the enabled constraints of the System, and
/// conditions adopted as errors. Goals (finite weight) are then traded off against each other: the weighted sum of
/// their calcGoal() becomes least. Locked coordinates keep their value, restricted ones stay in their range, and
/// prescribed motion is put in place first. Speeds are left alone.
///
/// Works on a State of its own; what could not be assembled leaves the caller's State as it was. One thread at a time.
///
/// **Source:** damped Gauss-Newton in the tangent space of q; goals by sequential quadratic programming with the null
/// space of the errors: Nocedal, Wright, Numerical Optimization, chapters 10 and 18.
class Assembler {
public:
    /// Errors remain that no step makes smaller; the text names the worst and says by how much.
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
    /// Infinity (the default): constraints must hold; 0: they are ignored; else their squared errors are a goal.
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
    void initialize();
    void initialize(const State& state);
    bool isInitialized() const { return initialized_; }
    /// Assemble the internal State, from however far. @return what is left of the goals. Throws AssembleFailed.
    Real assemble();
    /// Start from @p state, assemble, and put q there.
    Real assemble(State& state);
    /// As assemble(), from nearby: for the next frame, with changed observations and time.
    /// @param frameTime s; negative: the time stays. Throws TrackFailed.
    Real track(Real frameTime = -1);
    /// Copy q of the internal State.
    void updateFromInternalState(State& state) const;
    const State& getInternalState() const { return internal_; }

    /// Of the internal State. Need initialize().
    Real calcCurrentGoal() const;
    Real calcCurrentErrorNorm() const;

    // --- For conditions ---
    const MultibodySystem& getMultibodySystem() const { return system_; }
    int getNumFreeQs() const { return int(freeQ_.size()); }
    QIndex getQIndexOfFreeQ(FreeQIndex i) const { return QIndex(freeQ_.at(std::size_t(int(i)))); }
    FreeQIndex getFreeQIndexOfQ(QIndex q) const { return FreeQIndex(freeQOfQ_.at(std::size_t(int(q)))); }
    /// With the coordinates that the internal State uses.
    const trammel::Tree& getTree() const;
    const Vector& getQ(const State& state) const;
    const Transform& getBodyTransform(const State& state, MobilizedBodyIndex body) const;

    // --- How it went ---
    int getNumAssemblySteps() const { return steps_; }
    int getNumInitializations() const { return initializations_; }
    void resetStats() { steps_ = initializations_ = 0; }

private:
    struct Condition {
        std::unique_ptr<AssemblyCondition> condition;
        Real weight;
        bool isError() const { return weight == Infinity; }
    };
    /// A condition and its derivatives by the free speeds, at the present q.
    struct Linearized {
        bool hasErrors = false;
        Vector errors;
        Matrix errorSlope;
        Real goal = 0;
        Vector goalSlope;
    };
    /// Quadratic model of all goals.
    struct GoalModel {
        Vector slope;
        /// Of goals with errors: Gauss-Newton.
        Matrix curvature;
        /// Slope of the goals without errors: their curvature must be learned.
        Vector bareSlope;
    };
    /// Put a step together that meets rows · d = rhs.
    using Propose = std::function<Vector(const Matrix& rows, const Vector& rhs)>;
    using Coordinate = std::pair<int, int>;

    void uninitialize();
    void findFreeCoordinates();
    void requireCoordinate(MobilizedBodyIndex, MobilizerQIndex, const char* where) const;
    const trammel::MatterSubsystem& matter() const;
    bool hasHardConstraints() const { return systemWeight_ == Infinity; }

    // Moving about; d is a change of the free speeds times a unit of time.
    int numFree() const { return int(freeU_.size()); }
    Vector currentQ() const;
    Vector toQ(const Vector& d) const;
    bool moveTo(Vector q);
    Vector stepWithinLimits(const Propose& propose) const;

    // At the present q.
    int numSystemErrors() const;
    Vector calcSystemErrors() const;
    Matrix calcSystemSlope() const;
    Vector calcErrors() const;
    Real calcNorm(const Vector& errors) const;
    Real calcGoalOf(const Condition&) const;
    std::vector<Linearized> linearize();
    void differenceNumerically(std::vector<Linearized>&, const std::vector<char>& errors,
                               const std::vector<char>& goals);
    void linearizeErrors(Vector& errors, Matrix& slope);
    GoalModel modelGoals();

    bool close(int mostIterations);
    bool closeFromAfar();
    Real improveGoals();
    std::string describeFailure(const char* where) const;

    const MultibodySystem& system_;
    State internal_;
    bool initialized_ = false;
    Real tolerance_ = 0, accuracy_ = 0, systemWeight_ = Infinity;
    bool useRms_ = false;
    std::vector<Condition> conditions_;
    std::set<int> lockedBodies_;
    std::set<Coordinate> lockedQs_;
    std::map<Coordinate, std::pair<Real, Real>> ranges_;

    // Settled by initialize(). Numbers are those of the matter subsystem.
    std::vector<int> freeU_, freeQ_, freeQOfQ_;
    /// Locked coordinates of bodies that are not locked as a whole, with the values they keep.
    std::vector<std::pair<int, Real>> heldQ_;
    struct Range {
        int q;
        Real lower, upper;
    };
    std::vector<Range> limits_;
    int steps_ = 0, initializations_ = 0;
};

}  // namespace SimTK

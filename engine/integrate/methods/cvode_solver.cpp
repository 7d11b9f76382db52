// SPDX-License-Identifier: Apache-2.0
// The only file that uses SUNDIALS.
#include "integrate/methods/cvode_solver.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <new>
#include <utility>

namespace trammel {

namespace {
/// Attempts at one step: in effect only the minimum step size ends them.
constexpr int MostAttempts = 1000;
/// Iteration tolerance relative to the step's error: a tenth of CVODE's default, which halves the number of steps for
/// stiff systems (the flyball governor, 1556 for 3641).
constexpr Real IterationCoefficient = 0.01;

/// Iterations before a smaller step is attempted, and before a step that cannot be smaller fails.
constexpr int UsualIterations = 3, PatientIterations = 100;

MultistepProblem::In in(N_Vector v) { return {N_VGetArrayPointer(v), N_VGetLength(v)}; }
MultistepProblem::Out out(N_Vector v) { return {N_VGetArrayPointer(v), N_VGetLength(v)}; }

void ignoreMessage(int, const char*, const char*, char*, void*) {}
}  // namespace

struct CvodeSolver::Memory {
    Memory(Method method, MultistepProblem& p, int size, Vector& values);
    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    /// Wraps a callback for CVODE: returns 0 for success, 1 for a recoverable failure, -1 with a pending exception.
    template <class Call>
    int answer(Call call) noexcept {
        try {
            return call() ? 0 : 1;
        } catch (...) {
            exception = std::current_exception();
            return -1;
        }
    }
    static Memory& of(void* data) { return *static_cast<Memory*>(data); }
    static int rates(realtype t, N_Vector y, N_Vector ydot, void* data) {
        return of(data).answer([&] {
            auto result = out(ydot);
            return of(data).problem.calcRates(t, in(y), result);
        });
    }
    static int jacobian(realtype t, N_Vector y, N_Vector ydot, SUNMatrix j, void* data, N_Vector, N_Vector, N_Vector) {
        return of(data).answer([&] {
            MultistepProblem::OutMatrix result(SUNDenseMatrix_Data(j), SUNDenseMatrix_Rows(j),
                                               SUNDenseMatrix_Columns(j));
            return of(data).problem.calcJacobian(t, in(y), in(ydot), result);
        });
    }
    static int weights(N_Vector y, N_Vector w, void* data) {
        return of(data).answer([&] {
            auto result = out(w);
            of(data).problem.calcErrorWeights(in(y), result);
            result /= of(data).slack;
            return true;
        });
    }
    static int project(realtype t, N_Vector y, N_Vector correction, realtype, N_Vector error, void* data) {
        return of(data).answer([&] {
            auto moved = out(correction), estimate = out(error);
            return of(data).problem.calcProjection(t, in(y), moved, estimate);
        });
    }

    MultistepProblem& problem;
    Real slack = 1;
    std::exception_ptr exception;
    SUNContext context = nullptr;
    void* cvode = nullptr;
    N_Vector y = nullptr;
    /// Buffers for reading results between steps.
    N_Vector work = nullptr, workWeights = nullptr;
    SUNMatrix matrix = nullptr;
    SUNLinearSolver linear = nullptr;
    SUNNonlinearSolver nonlinear = nullptr;
};

CvodeSolver::Memory::Memory(Method method, MultistepProblem& p, int size, Vector& values) : problem(p) {
    SUNContext_Create(nullptr, &context);
    const bool bdf = method == Method::Bdf;
    cvode = CVodeCreate(bdf ? CV_BDF : CV_ADAMS, context);
    y = N_VMake_Serial(size, values.data(), context);
    // Only memory allocation can fail here.
    if (!cvode || !y || CVodeInit(cvode, rates, 0, y) != CV_SUCCESS) throw std::bad_alloc();
    work = N_VClone(y);
    workWeights = N_VClone(y);
    CVodeSetErrHandlerFn(cvode, ignoreMessage, nullptr);
    CVodeSetUserData(cvode, this);
    CVodeWFtolerances(cvode, weights);
    CVodeSetMaxErrTestFails(cvode, MostAttempts);
    CVodeSetMaxConvFails(cvode, MostAttempts);
    if (bdf) {
        matrix = SUNDenseMatrix(size, size, context);
        linear = SUNLinSol_Dense(y, matrix, context);
        CVodeSetLinearSolver(cvode, linear, matrix);
        CVodeSetJacFn(cvode, jacobian);
        CVodeSetProjFn(cvode, project);
        CVodeSetMaxNumProjFails(cvode, MostAttempts);
    } else {
        nonlinear = SUNNonlinSol_FixedPoint(y, 0, context);
        CVodeSetNonlinearSolver(cvode, nonlinear);
    }
}

CvodeSolver::Memory::~Memory() {
    CVodeFree(&cvode);
    if (nonlinear) SUNNonlinSolFree(nonlinear);
    if (linear) SUNLinSolFree(linear);
    if (matrix) SUNMatDestroy(matrix);
    for (N_Vector v : {y, work, workWeights})
        if (v) N_VDestroy(v);
    SUNContext_Free(&context);
}

CvodeSolver::CvodeSolver(Method method, MultistepProblem& problem, int size) : y_(size) {
    memory_ = std::make_unique<Memory>(method, problem, size, y_);
}
CvodeSolver::~CvodeSolver() = default;

void CvodeSolver::restart(Real t, const Vector& y, Real firstStep, Real timeScale) {
    y_.head(y.size()) = y;
    t_ = t;
    timeScale_ = timeScale;
    CVodeReInit(memory_->cvode, t, memory_->y);
    CVodeSetInitStep(memory_->cvode, firstStep);
}

void CvodeSolver::setStepLimits(Real shortest, Real longest) {
    CVodeSetMaxStep(memory_->cvode, 0);
    CVodeSetMinStep(memory_->cvode, shortest);
    if (longest > 0) CVodeSetMaxStep(memory_->cvode, std::max(longest, shortest));
}

void CvodeSolver::setHighestOrder(int order) { CVodeSetMaxOrd(memory_->cvode, order); }
void CvodeSolver::setErrorSlack(Real slack) {
    memory_->slack = slack;
    CVodeSetNonlinConvCoef(memory_->cvode, IterationCoefficient / slack);
    CVodeSetMaxNonlinIters(memory_->cvode, slack > 1 ? PatientIterations : UsualIterations);
}

CvodeSolver::Outcome CvodeSolver::step(Real tMax) {
    void* cvode = memory_->cvode;
    CVodeSetStopTime(cvode, std::min(tMax, std::numeric_limits<Real>::max()));
    // With CV_ONE_STEP this time determines the direction and the scale of a first step only.
    const Real direction = t_ + std::max(timeScale_, 1e3 * Eps * std::abs(t_));
    const int flag = CVode(cvode, direction, memory_->y, &t_, CV_ONE_STEP);
    if (memory_->exception) std::rethrow_exception(std::exchange(memory_->exception, nullptr));
    if (flag >= 0) return Outcome::Advanced;
    switch (flag) {
        case CV_ERR_FAILURE:
        case CV_TOO_MUCH_ACC: return Outcome::TooInaccurate;
        case CV_PROJFUNC_FAIL:
        case CV_REPTD_PROJFUNC_ERR: return Outcome::OffConstraints;
        case CV_FIRST_RHSFUNC_ERR:
        case CV_REPTD_RHSFUNC_ERR:
        case CV_UNREC_RHSFUNC_ERR:
        case CV_LSETUP_FAIL: return Outcome::NotEvaluable;
        default: return Outcome::NotSolvable;
    }
}

void CvodeSolver::moveTo(const Vector& y) {
    // CVODE's own vector of y; the higher terms of its history stay unchanged, as in its own projections.
    Real time, gamma, rl1;
    N_Vector end, current, rates, first;
    void* data;
    CVodeGetNonlinearSystemData(memory_->cvode, &time, &end, &current, &rates, &gamma, &rl1, &first, &data);
    out(end).head(y.size()) += y - y_.head(y.size());
    y_.head(y.size()) = y;
}

void CvodeSolver::interpolate(Real t, Vector& y) const {
    CVodeGetDky(memory_->cvode, t, 0, memory_->work);
    y = in(memory_->work).head(y.size());
}

CvodeSolver::Counts CvodeSolver::getCounts() const {
    Counts counts;
    long steps = 0;
    CVodeGetNumSteps(memory_->cvode, &steps);
    CVodeGetNumErrTestFails(memory_->cvode, &counts.errorFailures);
    CVodeGetNumStepSolveFails(memory_->cvode, &counts.solverFailures);
    CVodeGetNumNonlinSolvIters(memory_->cvode, &counts.iterations);
    if (memory_->linear) {
        CVodeGetNumProjFails(memory_->cvode, &counts.projectionFailures);
        CVodeGetNumLinSolvSetups(memory_->cvode, &counts.factorizations);
    }
    counts.attempted = steps + counts.errorFailures + counts.solverFailures + counts.projectionFailures;
    return counts;
}

Real CvodeSolver::getNextStepSize() const {
    Real h = 0;
    CVodeGetCurrentStep(memory_->cvode, &h);
    return h;
}

int CvodeSolver::findWorst() const {
    CVodeGetEstLocalErrors(memory_->cvode, memory_->work);
    CVodeGetErrWeights(memory_->cvode, memory_->workWeights);
    const auto errors = in(memory_->work), weights = in(memory_->workWeights);
    int worst = 0;
    for (int i = 1; i < int(errors.size()); ++i)
        if (!(std::abs(errors[i] * weights[i]) <= std::abs(errors[worst] * weights[worst]))) worst = i;
    return worst;
}

}  // namespace trammel

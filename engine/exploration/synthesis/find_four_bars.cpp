// SPDX-License-Identifier: Apache-2.0
#include <Eigen/Cholesky>
#include <algorithm>
#include <array>
#include <numeric>

#include "exploration/random_numbers.h"
#include "exploration/synthesis/four_bar.h"
#include "math/dense_solvers.h"

namespace trammel {

namespace {

constexpr int shapeCount = 3;
/// Place, size with turn, and coupler point: each a complex number.
constexpr int linearCount = 6;

/// Ratios of a four-bar whose crank turns fully, as three numbers without bounds: crank : ground in (0, 1), then the sum and
/// the difference of coupler and rocker within the limits of Grashof's condition.
struct Ratios {
    Real crank, coupler, rocker;
    explicit Ratios(const Real* x) {
        crank = 1 / (1 + std::exp(-x[0]));
        const Real sum = 1 + crank + std::exp(x[1]), difference = (1 - crank) * std::tanh(x[2]);
        coupler = (sum + difference) / 2;
        rocker = (sum - difference) / 2;
    }
    /// Direction of the coupler relative to the ground link.
    Real couplerDirection(Real crankAngle, int branch) const {
        const Complex way = Complex(1) - std::polar(crank, crankAngle);
        const Real d = std::abs(way);
        const Real cosine = (coupler * coupler + d * d - rocker * rocker) / (2 * coupler * d);
        return std::arg(way) + branch * std::acos(std::clamp(cosine, -1., 1.));
    }
};

/// A design: p = a + b crank e^(iφ) + c e^(iψ), with φ and ψ the directions of crank and coupler relative to the ground link.
struct Design {
    std::array<Real, shapeCount> shape{};
    int branch = 1;
    Complex a, b, c;
    /// Crank angles relative to the ground link, one a point.
    std::vector<Real> phi;
    /// Sum of the squared distances, and that with the penalty of a small transmission angle; in units of the problem.
    Real sum = Infinity, cost = Infinity;
};

class Problem {
public:
    explicit Problem(const PathProblem& given) : given_(given) {
        const Complex all = std::accumulate(given.points.begin(), given.points.end(), Complex());
        // Sums of squares lose fewer digits about the middle; a fixed frame cannot be moved.
        middle_ = given.isFrameFixed ? Complex() : all / Real(given.points.size());
        for (const Complex& p : given.points) points_.push_back(p - middle_);
        Real size = 0;
        for (const Complex& p : points_) size = std::max(size, std::abs(p));
        size_ = size > 0 ? size : 1;
        for (Complex& p : points_) p /= size_;
    }

    bool isTimed() const { return !given_.crankAngles.empty(); }
    std::size_t count() const { return points_.size(); }
    /// Coordinates of a start besides the shape: first angle, and span of an open curve.
    static constexpr std::size_t startDimensions() { return shapeCount + 2; }

    Design start(const Real* u, int branch, int direction) const {
        Design design;
        design.branch = branch;
        // Ratios of crank to ground from about 1 : 20 to 20 : 21, others alike.
        design.shape = {6 * u[0] - 3, 6 * u[1] - 4, 5 * u[2] - 2.5};
        const Real first = given_.isFrameFixed ? 0 : 2 * Pi * u[3];
        const Real span = given_.isClosed ? 2 * Pi : (0.1 + 0.9 * u[4]) * 2 * Pi;
        const auto n = Real(given_.isClosed ? count() : count() - 1);
        for (std::size_t i = 0; i < count(); ++i)
            design.phi.push_back(first + (isTimed() ? given_.crankAngles[i] : direction * span * Real(i) / n));
        solveLinear(design);
        return design;
    }

    /// Amount by which a design exceeds the limits, as distances that outweigh those of the points; 0 if it satisfies
    /// them: the cosine of the transmission angle at the two extreme poses, and the largest length.
    std::array<Real, 3> excesses(const Design& design) const {
        const Ratios ratios(design.shape.data());
        const Real weight = 4 * std::sqrt(Real(count()));
        std::array<Real, 3> all{};
        // A little stricter than the limit, which a penalty only approaches.
        constexpr Real margin = Pi / 180;
        const Real most = std::cos(std::min(given_.leastTransmission + margin, Pi / 2));
        for (int i = 0; i < 2; ++i) {
            const Real d = i == 0 ? 1 - ratios.crank : 1 + ratios.crank;
            const Real cosine = (ratios.coupler * ratios.coupler + ratios.rocker * ratios.rocker - d * d) /
                                (2 * ratios.coupler * ratios.rocker);
            if (given_.leastTransmission > 0) all[std::size_t(i)] = weight * std::max(0., std::abs(cosine) - most);
        }
        const Real longest =
            std::max(std::abs(design.b) * std::max({1., ratios.coupler, ratios.rocker}), std::abs(design.c));
        constexpr Real within = 0.98;
        all[2] = weight * std::max(0., longest * size_ / given_.largest - within);
        return all;
    }

    /// The best-fitting place, size, turn and coupler point, and the sum of squares.
    void solveLinear(Design& design) const {
        const Ratios ratios(design.shape.data());
        const auto n = Eigen::Index(count());
        const std::array<int, linearCount> columns = linearColumns();
        const Eigen::Index m = std::ranges::count_if(columns, [](int c) { return c >= 0; });
        Matrix A(int(2 * n), int(m), 0);
        Vector y(int(2 * n));
        for (Eigen::Index i = 0; i < n; ++i) {
            const Real phi = design.phi[std::size_t(i)];
            const std::array<Complex, 3> basis{Complex(1), std::polar(ratios.crank, phi),
                                               std::polar(1., ratios.couplerDirection(phi, design.branch))};
            for (std::size_t k = 0; k < linearCount; ++k) {
                if (columns[k] < 0) continue;
                const Complex value = basis[k / 2] * (k % 2 == 0 ? Complex(1) : Complex(0, 1));
                A(2 * i, columns[k]) = value.real();
                A(2 * i + 1, columns[k]) = value.imag();
            }
            y[2 * i] = points_[std::size_t(i)].real();
            y[2 * i + 1] = points_[std::size_t(i)].imag();
        }
        const Vector x = solveLeastSquares(A, y);
        design.sum = (A * x - y).squaredNorm();
        std::array<Real, linearCount> all{};
        for (std::size_t k = 0; k < linearCount; ++k)
            if (columns[k] >= 0) all[k] = x[columns[k]];
        design.a = {all[0], all[1]};
        design.b = {all[2], all[3]};
        design.c = {all[4], all[5]};
        if (!std::isfinite(design.sum)) design.sum = Infinity;
        design.cost = design.sum;
        for (const Real excess : excesses(design)) design.cost += excess * excess;
    }

    /// Moves each point's crank angle to the nearest point of the current curve; for curves without timing.
    void moveToNearest(Design& design) const {
        constexpr int samples = 72;
        const Ratios ratios(design.shape.data());
        std::array<Complex, samples> curve;
        for (int k = 0; k < samples; ++k) curve[std::size_t(k)] = at(design, ratios, 2 * Pi * k / samples);
        for (std::size_t i = 0; i < count(); ++i) {
            const auto nearest =
                std::ranges::min_element(curve, {}, [&](const Complex& p) { return std::norm(p - points_[i]); });
            const Real angle = 2 * Pi * Real(nearest - curve.begin()) / samples;
            // In the turn of the current angle: turns determine the order of the points.
            design.phi[i] = angle + 2 * Pi * std::round((design.phi[i] - angle) / (2 * Pi));
        }
        solveLinear(design);
    }

    /// Levenberg-Marquardt steps in all unknowns; those of single points are eliminated.
    void improve(Design& design, int steps) const {
        Real damping = 1e-3;
        constexpr Real enough = 1e-28, most = 1e8;
        for (int step = 0; step < steps && design.cost > enough && damping < most; ++step) {
            const Real before = design.cost;
            const Equations equations = linearize(design);
            bool better = false;
            while (!better && damping < most) {
                Design next = design;
                equations.move(next, damping);
                solveLinear(next);
                better = next.cost < design.cost;
                if (better) design = std::move(next);
                damping *= better ? 0.3 : 4;
            }
            constexpr Real progress = 1e-13;
            if (before - design.cost < progress * before) break;
        }
    }

    PathSolution solution(const Design& design) const {
        const Ratios ratios(design.shape.data());
        const Real scale = std::abs(design.b), turn = std::arg(design.b);
        PathSolution found;
        FourBar& bar = found.linkage;
        bar.crankPivot = design.a * size_ + middle_;
        bar.rockerPivot = bar.crankPivot + design.b * size_;
        bar.crank = scale * ratios.crank * size_;
        bar.coupler = scale * ratios.coupler * size_;
        bar.rocker = scale * ratios.rocker * size_;
        const Complex arm = design.c / (design.b / scale) * size_;
        bar.along = arm.real();
        bar.across = arm.imag();
        bar.branch = design.branch;
        for (std::size_t i = 0; i < count(); ++i) {
            found.crankDirections.push_back(design.phi[i] + turn);
            found.sum += std::norm(bar.pointAt(found.crankDirections.back()) - given_.points[i]);
        }
        return found;
    }

    /// True if the crank passes the points in their order, and within one turn; of a closed curve, if the path has no more
    /// loops than it.
    bool isInOrder(const Design& design) const {
        if (isTimed()) return true;
        if (given_.isClosed) return pathLength(design) < 4. / 3 * curveLength();
        const Real way = design.phi.back() - design.phi.front();
        for (std::size_t i = 1; i < count(); ++i)
            if ((design.phi[i] - design.phi[i - 1]) * way <= 0) return false;
        return std::abs(way) < 2 * Pi;
    }

    bool isAllowed(const PathSolution& found) const {
        const FourBar& bar = found.linkage;
        const Real pivot = std::max(std::abs(bar.crankPivot.real()), std::abs(bar.crankPivot.imag()));
        // A positive size, where only that is free; the rest are limits of the problem.
        return std::isfinite(found.sum) && bar.turnsFully() && std::max(bar.largestLength(), pivot) <= given_.largest &&
               bar.leastTransmissionAngle() >= given_.leastTransmission &&
               (!given_.isFrameFixed || bar.rockerPivot.real() > 0);
    }

private:
    /// The normal equations of a design: shape and first angle, with the angles of single points eliminated where they
    /// are free. They include linear unknowns, so that the reaction of these to the others is known.
    struct Equations {
        Eigen::MatrixXd A;
        Eigen::VectorXd g;
        /// Rows of free angles: their own square, coupling with the others, and gradient.
        std::vector<Real> square, gradient;
        std::vector<Eigen::VectorXd> coupling;
        bool hasFirst = false;
        Eigen::Index linear = 0;

        void move(Design& design, Real damping) const {
            Eigen::MatrixXd reduced = A;
            reduced.diagonal() *= 1 + damping;
            reduced.diagonal().array() += 1e-14;
            Eigen::VectorXd right = -g;
            for (std::size_t i = 0; i < square.size(); ++i) {
                const Real s = square[i] * (1 + damping) + 1e-14;
                reduced.noalias() -= coupling[i] * coupling[i].transpose() / s;
                right += coupling[i] * (gradient[i] / s);
            }
            const Eigen::VectorXd step = reduced.ldlt().solve(right);
            const Real longest = 1;
            const auto bounded = [longest](Real x) { return std::clamp(x, -longest, longest); };
            for (std::size_t k = 0; k < shapeCount; ++k) design.shape[k] += bounded(step[linear + Eigen::Index(k)]);
            for (std::size_t i = 0; i < design.phi.size(); ++i) {
                if (hasFirst) design.phi[i] += bounded(step[linear + shapeCount]);
                if (!square.empty())
                    design.phi[i] +=
                        bounded((-gradient[i] - coupling[i].dot(step)) / (square[i] * (1 + damping) + 1e-14));
            }
        }
    };

    Real curveLength() const {
        Real length = 0;
        for (std::size_t i = 0; i < count(); ++i) length += std::abs(points_[(i + 1) % count()] - points_[i]);
        return length;
    }

    static Real pathLength(const Design& design) {
        constexpr int samples = 72;
        const Ratios ratios(design.shape.data());
        Real length = 0;
        for (int k = 0; k < samples; ++k)
            length +=
                std::abs(at(design, ratios, 2 * Pi * (k + 1) / samples) - at(design, ratios, 2 * Pi * k / samples));
        return length;
    }

    static Complex at(const Design& design, const Ratios& ratios, Real phi) {
        return design.a + design.b * std::polar(ratios.crank, phi) +
               design.c * std::polar(1., ratios.couplerDirection(phi, design.branch));
    }

    std::array<int, linearCount> linearColumns() const {
        if (given_.isFrameFixed) return {-1, -1, 0, -1, 1, 2};
        return {0, 1, 2, 3, 4, 5};
    }

    Equations linearize(const Design& design) const {
        Equations e;
        const std::array<int, linearCount> columns = linearColumns();
        e.linear = std::ranges::count_if(columns, [](int c) { return c >= 0; });
        e.hasFirst = isTimed() && !given_.isFrameFixed;
        const Eigen::Index n = e.linear + shapeCount + (e.hasFirst ? 1 : 0);
        e.A = Eigen::MatrixXd::Zero(n, n);
        e.g = Eigen::VectorXd::Zero(n);
        constexpr Real h = 1e-6;
        const Ratios ratios(design.shape.data());
        std::array<Ratios, 2 * shapeCount> moved{ratios, ratios, ratios, ratios, ratios, ratios};
        for (std::size_t k = 0; k < 2 * shapeCount; ++k) {
            std::array<Real, shapeCount> shape = design.shape;
            shape[k / 2] += k % 2 == 0 ? -h : h;
            moved[k] = Ratios(shape.data());
        }
        Eigen::MatrixXd J(2, n);
        for (std::size_t i = 0; i < count(); ++i) {
            const Real phi = design.phi[i];
            const std::array<Complex, 3> basis{Complex(1), std::polar(ratios.crank, phi),
                                               std::polar(1., ratios.couplerDirection(phi, design.branch))};
            const auto set = [&J](Eigen::Index column, const Complex& value) {
                J(0, column) = value.real();
                J(1, column) = value.imag();
            };
            for (std::size_t k = 0; k < linearCount; ++k)
                if (columns[k] >= 0) set(columns[k], basis[k / 2] * (k % 2 == 0 ? Complex(1) : Complex(0, 1)));
            for (std::size_t k = 0; k < shapeCount; ++k)
                set(e.linear + Eigen::Index(k),
                    (at(design, moved[2 * k + 1], phi) - at(design, moved[2 * k], phi)) / (2 * h));
            const Complex turning = (at(design, ratios, phi + h) - at(design, ratios, phi - h)) / (2 * h);
            const Complex error = at(design, ratios, phi) - points_[i];
            const Eigen::Vector2d r(error.real(), error.imag()), t(turning.real(), turning.imag());
            if (e.hasFirst) set(n - 1, turning);
            e.A.noalias() += J.transpose() * J;
            e.g.noalias() += J.transpose() * r;
            if (isTimed()) continue;
            e.square.push_back(t.squaredNorm());
            e.gradient.push_back(t.dot(r));
            e.coupling.emplace_back(J.transpose() * t);
        }
        addLimits(design, e);
        return e;
    }

    /// Exceeded limits, whose linear unknowns follow the shape.
    void addLimits(const Design& design, Equations& e) const {
        constexpr Real h = 1e-6;
        const std::array<Real, 3> excess = excesses(design);
        std::array<Eigen::VectorXd, 3> slopes;
        slopes.fill(Eigen::VectorXd::Zero(e.A.rows()));
        for (std::size_t k = 0; k < shapeCount; ++k) {
            Design low = design, high = design;
            low.shape[k] -= h;
            high.shape[k] += h;
            solveLinear(low);
            solveLinear(high);
            const std::array<Real, 3> before = excesses(low), after = excesses(high);
            for (std::size_t j = 0; j < slopes.size(); ++j)
                slopes[j][e.linear + Eigen::Index(k)] = (after[j] - before[j]) / (2 * h);
        }
        for (std::size_t j = 0; j < slopes.size(); ++j) {
            if (excess[j] == 0) continue;
            e.A.noalias() += slopes[j] * slopes[j].transpose();
            e.g.noalias() += slopes[j] * excess[j];
        }
    }

    const PathProblem& given_;
    Complex middle_;
    Real size_ = 1;
    /// About the middle, in units of the size.
    std::vector<Complex> points_;
};

/// True if two linkages hardly differ.
bool areAlike(const PathSolution& a, const PathSolution& b) {
    const Real size = a.linkage.largestLength();
    constexpr Real close = 0.05;
    const FourBar &p = a.linkage, &q = b.linkage;
    return std::abs(p.crank - q.crank) + std::abs(p.coupler - q.coupler) + std::abs(p.rocker - q.rocker) +
               std::abs(p.crankPivot - q.crankPivot) + std::abs(p.rockerPivot - q.rockerPivot) <
           close * size;
}

}  // namespace

std::vector<PathSolution> findFourBars(const PathProblem& given, const PathSearch& search) {
    if (given.points.size() < 3) return {};
    const Problem problem(given);
    const auto proceed = [&](double part) { return !search.proceed || search.proceed(part); };
    // Rank the starts by a few cheap steps.
    std::vector<Design> designs;
    const std::vector<Real> u = sobolPoints(Problem::startDimensions(), std::size_t(search.starts));
    constexpr double ranking = 0.5;
    for (int start = 0; start < search.starts; ++start) {
        if (start % 16 == 0 && !proceed(ranking * start / search.starts)) return {};
        const int branch = start % 2 == 0 ? 1 : -1, direction = start / 2 % 2 == 0 ? 1 : -1;
        Design design = problem.start(&u[std::size_t(start) * Problem::startDimensions()], branch, direction);
        constexpr int cheapSteps = 3;
        if (!problem.isTimed()) problem.moveToNearest(design);
        problem.improve(design, cheapSteps);
        designs.push_back(std::move(design));
    }
    const auto kept = std::min(designs.size(), std::size_t(search.improved));
    std::ranges::stable_sort(designs, {}, &Design::cost);
    designs.resize(kept);
    std::vector<PathSolution> found;
    for (std::size_t i = 0; i < designs.size(); ++i) {
        if (!proceed(ranking + (1 - ranking) * double(i) / double(designs.size()))) return {};
        constexpr int steps = 200;
        problem.improve(designs[i], steps);
        if (!problem.isInOrder(designs[i])) continue;
        PathSolution solution = problem.solution(designs[i]);
        if (problem.isAllowed(solution)) found.push_back(std::move(solution));
    }
    std::ranges::stable_sort(found, {}, &PathSolution::sum);
    std::vector<PathSolution> different;
    for (PathSolution& each : found)
        if (different.size() < search.solutions &&
            std::ranges::none_of(different, [&](const PathSolution& d) { return areAlike(d, each); }))
            different.push_back(std::move(each));
    return different;
}

}  // namespace trammel

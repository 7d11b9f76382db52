// SPDX-License-Identifier: Apache-2.0
#include "bicycle.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"
#include "multibody/studies/linearization.h"
#include "multibody/studies/vibration_modes.h"
#include "reference_run.h"

namespace trammel::test {

namespace {
BicycleEigenvalues sorted(BicycleEigenvalues values) {
    // The member of a conjugate pair with positive imaginary part comes first.
    std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) {
        return a.real() != b.real() ? a.real() < b.real() : a.imag() > b.imag();
    });
    return values;
}
}  // namespace

BicycleEigenvalues publishedBicycleEigenvalues(Real speed) {
    // Meijaard et al. (2007), equations (5.1) to (5.4), of the benchmark bicycle; K0 is multiplied by g.
    constexpr Real g = 9.81;
    Eigen::Matrix2d M, C1, K0, K2;
    M << 80.81722, 2.31941332208709, 2.31941332208709, 0.29784188199686;
    K0 << -80.95, -2.59951685249872, -2.59951685249872, -0.80329488458618;
    K2 << 0, 76.59734589573222, 0, 2.65431523794604;
    C1 << 0, 33.86641391492494, -0.85035641456978, 1.68540397397560;
    Matrix A(4, 4);
    A << Eigen::Matrix2d::Zero(), Eigen::Matrix2d::Identity(), -M.inverse() * (g * K0 + speed * speed * K2),
        -M.inverse() * speed * C1;
    const std::vector<std::complex<Real>> values = calcEigenvalues(A);
    return sorted({values[0], values[1], values[2], values[3]});
}

BicycleEigenvalues calcBicycleEigenvalues(Real speed) {
    const CompiledModelPtr model = openReferenceModel("bicycle");
    const MultibodySystem& system = model->getSystem();
    const MatterSubsystem& matter = system.getMatterSubsystem();
    // Straight ahead: omit the file's lateral push.
    State s = model->getInitialState();
    s.updU() = 0.;
    for (MobilizedBodyIndex b(1); b < matter.getNumBodies(); ++b) {
        const TreeNode& node = matter.getTree()[int(b)];
        if (node.name == "Rear frame") s.updU()[node.uStart + 3] = speed;
        if (node.name == "Rear wheel") s.updU()[node.uStart] = -speed / 0.3;
        if (node.name == "Front wheel") s.updU()[node.uStart] = -speed / 0.35;
    }
    const LinearizedModel linear = linearize(system, s);
    if (!linear.succeeded) throw std::runtime_error("The bicycle cannot be linearized: " + linear.message);
    // Position, heading, wheel angles and forward speed are free: zero eigenvalues.
    std::vector<std::complex<Real>> values;
    for (const std::complex<Real>& v : calcEigenvalues(linear.A)) values.push_back(v);
    std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return std::abs(a) > std::abs(b); });
    return sorted({values.at(0), values.at(1), values.at(2), values.at(3)});
}

Real difference(const BicycleEigenvalues& a, const BicycleEigenvalues& b) {
    Real worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
    return worst;
}

std::string toText(const BicycleEigenvalues& values) {
    std::string text;
    for (const std::complex<Real>& v : values) {
        // The other member of the pair has been reported.
        constexpr Real real = 1e-9;
        if (v.imag() < -real) continue;
        char number[80];
        if (v.imag() > real)
            std::snprintf(number, sizeof number, "%.5f ± %.5f i", v.real(), v.imag());
        else
            std::snprintf(number, sizeof number, "%.5f", v.real());
        text += (text.empty() ? "" : ", ") + std::string(number);
    }
    return text;
}

}  // namespace trammel::test

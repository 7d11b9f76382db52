// SPDX-License-Identifier: Apache-2.0
#include "multibody/forces/thermostat.h"

#include <algorithm>

#include "multibody/matter_subsystem.h"

namespace trammel {

namespace {
/// z of one thermostat, for the number of chains at realization of Model.
struct Chain {
    int m;
    const Real *c, *s;
    explicit Chain(const ForceKinematics& k) : m((k.nz - 1) / 2), c(k.z), s(k.z + m) {}
};

Real calcKineticEnergy(const ForceKinematics& k) {
    Real twice = 0;
    for (int b = 1; b < k.tree.size(); ++b) {
        const SpatialVec& V = k.V_GB(MobilizedBodyIndex(b));
        twice += V.dot(k.inertias.M_G[std::size_t(b)] * V);
    }
    for (int i = 0; i < k.tree.nu; ++i) twice += k.inertias.rotors[std::size_t(i)] * square(k.u[i]);
    return twice / 2;
}
}  // namespace

int Thermostat::calcNumThermalDofs(const ForceKinematics& k, const Parameters& p) {
    const int independent = k.state.getNMultipliers() > 0 ? k.matter->getNumIndependentEquations(k.state) : 0;
    return std::max(1, k.tree.nu - independent - p.numExcludedDofs);
}
Real Thermostat::calcTemperature(const ForceKinematics& k, const Parameters& p) {
    return 2 * calcKineticEnergy(k) / (calcNumThermalDofs(k, p) * p.boltzmannsConstant);
}
Real Thermostat::calcBathEnergy(const ForceKinematics& k, const Parameters& p) {
    const Chain z(k);
    const Real t2 = square(p.relaxationTime);
    Real sum = 0;
    for (int i = 0; i < z.m; ++i) {
        const Real weight = i == 0 ? calcNumThermalDofs(k, p) : 1;
        sum += weight * (t2 * square(z.c[i]) / 2 + z.s[i]);
    }
    return p.boltzmannsConstant * p.bathTemperature * sum;
}
Real Thermostat::calcExternalPower(const ForceKinematics& k) { return -2 * Chain(k).c[0] * calcKineticEnergy(k); }

// M u = J^T of the bodies' momenta, so the friction acts on momenta.
void Thermostat::addInForce(const ForceKinematics& k, const AbstractValue*, const ForceSum& sum) const {
    const Real c0 = Chain(k).c[0];
    if (c0 == 0) return;
    for (int b = 1; b < k.tree.size(); ++b)
        sum.body[b] -= c0 * (k.inertias.M_G[std::size_t(b)] * k.V_GB(MobilizedBodyIndex(b)));
    for (int i = 0; i < k.tree.nu; ++i) sum.mobility[i] -= c0 * k.inertias.rotors[std::size_t(i)] * k.u[i];
}

void Thermostat::calcZDot(const ForceKinematics& k, const AbstractValue* value, Real* zdot) const {
    const Parameters& p = get(value);
    const Chain z(k);
    const int n = calcNumThermalDofs(k, p);
    const Real rate = 1 / square(p.relaxationTime), energy = calcKineticEnergy(k);
    const Real temperature = 2 * energy / (n * p.boltzmannsConstant);
    for (int i = 0; i < z.m; ++i) {
        const Real next = i + 1 < z.m ? z.c[i + 1] : 0;
        Real drive = 0;
        if (i == 0)
            drive = temperature / p.bathTemperature * rate;
        else
            drive = (i == 1 ? n : 1) * square(z.c[i - 1]);
        zdot[i] = drive - rate - z.c[i] * next;
        zdot[z.m + i] = z.c[i];
    }
    zdot[2 * z.m] = -2 * z.c[0] * energy;
}

void Thermostat::appendGeometry(const ForceKinematics& k, const AbstractValue*, Real size,
                                std::vector<DecorativeGeometry>& out) const {
    // Symbol of a thermometer at the system's center of mass.
    Real mass = 0;
    Vec3 moment(0.);
    for (int b = 1; b < k.tree.size(); ++b) {
        const SpatialInertia& M = k.inertias.M_G[std::size_t(b)];
        mass += M.mass;
        moment += M.mass * (k.X_GB(MobilizedBodyIndex(b)).p() + M.com);
    }
    const Vec3 bulb = (mass > 0 ? Vec3(moment / mass) : Vec3(0.)) + Vec3(3 * size, 0, 0);
    out.push_back(DecorativeGeometry(decor::Sphere{size * 0.6}).setTransform(bulb));
    out.push_back(DecorativeGeometry(decor::Cylinder{size * 0.25, size * 1.5})
                      .setTransform(Vec3(bulb + Vec3(0, 1.5 * size, 0)))
                      .setOpacity(0.6));
}

}  // namespace trammel

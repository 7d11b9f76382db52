// SPDX-License-Identifier: Apache-2.0
// The geometry of each stage is requested once; default geometry of joints, constraints and forces can be turned off.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

class Counting : public Force::Custom::Implementation {
public:
    explicit Counting(std::vector<int>& asked) : asked_(asked) {}
    void calcForce(const State&, Vector_<SpatialVec>&, Vector_<Vec3>&, Vector&) const override {}
    Real calcPotentialEnergy(const State&) const override { return 0; }
    void calcDecorativeGeometryAndAppend(const State&, Stage stage, Array_<DecorativeGeometry>&) const override {
        ++asked_[std::size_t(int(stage))];
    }

private:
    std::vector<int>& asked_;
};

static void run() {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    MobilizedBody::Pin pin(matter.Ground(), Body::Rigid(MassProperties(1, Vec3(0), UnitInertia(1))));
    Force::TwoPointLinearSpring spring(forces, matter.Ground(), Vec3(1, 0, 0), pin, Vec3(0, 1, 0), 1, 1);
    std::vector<int> asked(11, 0);
    Force::Custom custom(forces, new Counting(asked));
    const State state = system.realizeTopology();
    system.realize(state, Stage::Report);

    const auto countGeometry = [&] {
        int total = 0;
        for (Stage g = Stage::Topology; g <= Stage::Report; ++g) {
            Array_<DecorativeGeometry> geometry;
            system.calcDecorativeGeometryAndAppend(state, g, geometry);
            total += int(geometry.size());
        }
        return total;
    };
    CHECK(countGeometry() > 0);
    for (Stage g = Stage::Topology; g <= Stage::Report; ++g) CHECK(asked[std::size_t(int(g))] == 1);
    matter.setShowDefaultGeometry(false);
    CHECK(!matter.getShowDefaultGeometry() && countGeometry() == 0);
}

CHECK_MAIN(run)

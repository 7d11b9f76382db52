// SPDX-License-Identifier: Apache-2.0
#include "simbody/decoration_subsystem.h"

#include "simbody/mobilized_body.h"

namespace SimTK {

class DecorationSubsystem::Guts : public Subsystem::Guts {
public:
    Guts() : Subsystem::Guts("decorations") {}

    Guts* cloneImpl() const override { return new Guts(*this); }

    bool hasWorkAt(Stage) const override { return false; }

    int calcDecorativeGeometryAndAppendImpl(const State& s, Stage stage,
                                            Array_<DecorativeGeometry>& out) const override {
        if (stage == Stage::Topology) out.insert(out.end(), fixed.begin(), fixed.end());
        if (stage == Stage::Position) {
            const SimbodyMatterSubsystem& matter = MultibodySystem::downcast(getSystem()).getMatterSubsystem();
            const auto place = [&](const End& end) {
                return matter.getMobilizedBody(end.body).findStationLocationInGround(s, end.station);
            };
            for (const Band& band : bands) {
                DecorativeLine line = band.line;
                line.setEndpoints(place(band.ends[0]), place(band.ends[1]));
                out.push_back(line.setBodyId(0));
            }
        }
        for (const auto& [at, generate] : generators)
            if (at == stage) generate(s, out);
        return 0;
    }

    struct End {
        MobilizedBodyIndex body;
        Vec3 station;
    };
    struct Band {
        End ends[2];
        DecorativeLine line;
    };
    std::vector<DecorativeGeometry> fixed;
    std::vector<Band> bands;
    std::vector<std::pair<Stage, Generate>> generators;
};

DecorationSubsystem::DecorationSubsystem(MultibodySystem& system) {
    adoptSubsystemGuts(new Guts);
    system.adoptSubsystem(*this);
}
DecorationSubsystem::Guts& DecorationSubsystem::updGuts() {
    invalidateSubsystemTopologyCache();
    return static_cast<Guts&>(updSubsystemGuts());
}
void DecorationSubsystem::addBodyFixedDecoration(MobilizedBodyIndex body, const Transform& X_BD,
                                                 const DecorativeGeometry& geometry) {
    DecorativeGeometry placed = geometry;
    placed.setBodyId(int(body)).setTransform(X_BD * geometry.getTransform());
    updGuts().fixed.push_back(placed);
}
void DecorationSubsystem::addRubberBandLine(MobilizedBodyIndex body1, const Vec3& station1, MobilizedBodyIndex body2,
                                            const Vec3& station2, const DecorativeLine& line) {
    updGuts().bands.push_back({{{body1, station1}, {body2, station2}}, line});
}
void DecorationSubsystem::addGenerator(Stage stage, Generate generate) {
    updGuts().generators.emplace_back(stage, std::move(generate));
}

}  // namespace SimTK

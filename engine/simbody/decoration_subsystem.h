// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "simbody/decorations.h"
#include "simbody/multibody_system.h"

namespace SimTK {

/// Geometry beyond that of bodies, joints, constraints and forces.
class DecorationSubsystem : public Subsystem {
public:
    DecorationSubsystem() = default;
    explicit DecorationSubsystem(MultibodySystem& system);

    void addBodyFixedDecoration(MobilizedBodyIndex body, const Transform& X_BD, const DecorativeGeometry& geometry);
    /// A line between points of two bodies.
    void addRubberBandLine(MobilizedBodyIndex body1, const Vec3& station1, MobilizedBodyIndex body2,
                           const Vec3& station2, const DecorativeLine& line);
    /// Takes ownership of a DecorationGenerator, which is asked for geometry at @p stage.
    template <class Generator>
    void addDecorationGenerator(Stage stage, Generator* generator) {
        addGenerator(stage, [owned = std::shared_ptr<Generator>(generator)](const State& state,
                                                                            Array_<DecorativeGeometry>& geometry) {
            owned->generateDecorations(state, geometry);
        });
    }

private:
    using Generate = std::function<void(const State&, Array_<DecorativeGeometry>&)>;
    class Guts;
    Guts& updGuts();
    void addGenerator(Stage stage, Generate generate);
};

}  // namespace SimTK

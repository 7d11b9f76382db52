// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/forces/body_force_arrow.h"

namespace trammel {

struct ConstantForceParameters {
    /// Point in the body frame, force in G.
    Vec3 point, force;
    friend bool operator==(const ConstantForceParameters&, const ConstantForceParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.point, self.force); }
};

/// A force at a point of a body, constant in Ground. Its potential energy is defined as zero.
class ConstantForce : public ParameterizedForce<ConstantForceParameters> {
public:
    static constexpr const char* key = "constantForce";
    static constexpr const char* label = "Constant force";
    static constexpr const char* doc = "A force at a point of a body, constant in Ground.";
    static constexpr const char* reference =
        "`f = force` in Ground, at the point. It does not rotate with the body. It has no potential energy: its work "
        "counts as supplied.";
    static constexpr const char* choose =
        "For a known load with a fixed direction in Ground: a weight, a pull, a thrust. It does not rotate with the "
        "body.";

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        appendPointProperties(list, "point", "Point", "Point of application on the body.", stage);
        list.push_back(
            PropertyDescriptor::vec3("force", "Force", Quantity::Force, Vec3(0, 1, 0), "The force in Ground.")
                .at(stage));
        return list;
    }
    static std::vector<SocketDescriptor> sockets() { return loadedBodySocket(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.station("body", "point"), in.vec3("force")};
    }

    explicit ConstantForce(const ElementInputs& in)
        : ParameterizedForce(in, readParameters(in)), body_(in.body("body")) {}

    bool dependsOnlyOnPositions() const override { return true; }
    void addInForce(const ForceKinematics& k, const AbstractValue* value, const ForceSum& sum) const override {
        const Parameters& p = get(value);
        const Transform& X_GB = k.X_GB(body_);
        sum.addAt(body_, X_GB, X_GB * p.point, p.force);
    }
    Real calcPotentialEnergy(const ForceKinematics&, const AbstractValue*) const override { return 0; }
    void appendGeometry(const ForceKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        appendLoadArrow(k.X_GB(body_) * get(value).point, get(value).force, size, out);
    }

private:
    MobilizedBodyIndex body_;
};

}  // namespace trammel

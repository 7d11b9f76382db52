// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/point_pair.h"

namespace trammel {

struct BallParameters {
    Vec3 point1, point2;
    friend bool operator==(const BallParameters&, const BallParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.point1, self.point2); }
};

/// Two points coincide; the bodies may turn freely.
///
///   perr = p2 - p1, verr = v2 - v1, aerr = a2 - a1, all in G: exact derivatives, assembled or not.
class BallConstraint : public ParameterizedConstraint<BallParameters, Stage::Position> {
public:
    static constexpr const char* key = "ball";
    static constexpr const char* label = "Ball";
    static constexpr const char* doc =
        "Makes a point of one body coincide with a point of another; they may turn freely.";
    static constexpr const char* reference =
        "`perr = p2 - p1` in Ground; three equations. The multipliers are the force (N) on the second point, negated.";
    static constexpr const char* choose =
        "To close a spatial loop at a point, or to hang a body on a second point. In a planar mechanism it is "
        "redundant by one equation: point on line does it without.";

    static std::vector<PropertyDescriptor> properties() {
        std::vector<PropertyDescriptor> list;
        appendPointProperties(list, "point1", "First point", "The point on the first body.", stage);
        appendPointProperties(list, "point2", "Second point", "The point on the second body.", stage);
        return list;
    }
    static std::vector<SocketDescriptor> sockets() { return twoBodySockets(); }
    static Parameters readParameters(const ElementInputs& in) {
        return {in.station("body1", "point1"), in.station("body2", "point2")};
    }

    explicit BallConstraint(const ElementInputs& in)
        : ParameterizedConstraint(in, readParameters(in), 3, 0, 0), body1_(in.body("body1")), body2_(in.body("body2")) {
        addConstrainedBody(body1_);
        addConstrainedBody(body2_);
    }

    void calcPositionErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* perr) const override {
        const PointPair pair = points(k, value);
        Vec3::updAs(perr) = pair.p2 - pair.p1;
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        const PointPair pair = points(k, value);
        Vec3::updAs(pverr) = pair.v2 - pair.v1;
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        const PointPair pair = points(k, value);
        Vec3::updAs(paerr) = pair.a2 - pair.a1;
    }
    void addInPositionConstraintForces(const ConstraintKinematics&, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        const Parameters& p = get(value);
        const Vec3 f = Vec3::getAs(lambda);
        forces.addInStationForce(body2_, p.point2, f);
        forces.addInStationForce(body1_, p.point1, Vec3(-f));
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const PointPair pair = points(k, value);
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.6}).setTransform(pair.p1));
        out.push_back(DecorativeGeometry(decor::Line{pair.p1, pair.p2}));
    }

private:
    PointPair points(const ConstraintKinematics& k, const AbstractValue* value) const {
        const Parameters& p = get(value);
        return {k, body1_, p.point1, body2_, p.point2};
    }
    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel

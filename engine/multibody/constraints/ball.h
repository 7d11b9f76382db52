// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "multibody/constraints/point_pair.h"

namespace trammel {

struct BallParameters {
    Vec3 point1, point2;
    friend bool operator==(const BallParameters&, const BallParameters&) = default;
    static auto valueFields(auto& self) { return std::tie(self.point1, self.point2); }
};

/// Two points coincide; the bodies rotate freely.
///
///   perr = p2 - p1 expressed in the common ancestor body (see PointDifference): exact derivatives, assembled or not.
class BallConstraint : public ParameterizedConstraint<BallParameters, Stage::Position> {
public:
    static constexpr const char* key = "ball";
    static constexpr const char* label = "Ball";
    static constexpr const char* doc =
        "Makes a point of one body coincide with a point of another; the bodies rotate freely.";
    static constexpr const char* reference =
        "`perr = p2 - p1`, expressed in the nearest common ancestor body, which is Ground for most loops; three "
        "equations. The multipliers are the negated force (N) on the second point, expressed in that body.";
    static constexpr const char* choose =
        "To close a spatial loop at a point, or to attach a body at a second point. In a planar mechanism one equation "
        "is redundant; use point on line there.";

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
        Vec3::updAs(perr) = difference(k, value).error();
    }
    void calcPositionDotErrors(const ConstraintKinematics& k, const AbstractValue* value, Real* pverr) const override {
        Vec3::updAs(pverr) = difference(k, value).errorDot();
    }
    void calcPositionDotDotErrors(const ConstraintKinematics& k, const AbstractValue* value,
                                  Real* paerr) const override {
        Vec3::updAs(paerr) = difference(k, value).errorDotDot();
    }
    void addInPositionConstraintForces(const ConstraintKinematics& k, const AbstractValue* value, const Real* lambda,
                                       const ConstraintForces& forces) const override {
        difference(k, value).addInForces(lambda, forces);
    }
    void appendGeometry(const ConstraintKinematics& k, const AbstractValue* value, Real size,
                        std::vector<DecorativeGeometry>& out) const override {
        const Parameters& p = get(value);
        const PointPair pair(k, body1_, p.point1, body2_, p.point2);
        out.push_back(DecorativeGeometry(decor::Sphere{size * 0.6}).setTransform(pair.p1));
        out.push_back(DecorativeGeometry(decor::Line{pair.p1, pair.p2}));
    }

private:
    PointDifference difference(const ConstraintKinematics& k, const AbstractValue* value) const {
        const Parameters& p = get(value);
        return {k, body1_, p.point1, body2_, p.point2};
    }
    MobilizedBodyIndex body1_, body2_;
};

}  // namespace trammel

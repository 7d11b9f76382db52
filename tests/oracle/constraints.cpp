// SPDX-License-Identifier: Apache-2.0
#include "model.h"

namespace oracle {

namespace {

/// Two branches that a constraint can connect, with degrees of freedom left.
void addBranches(Model& model, Dice& dice) {
    addJoint("Pin", model, 0, dice);
    addJoint("Free", model, 1, dice);
    addJoint("Universal", model, 2, dice);
    addJoint("Planar", model, 0, dice);
    addJoint("Gimbal", model, 4, dice);
    addJoint("Slider", model, 1, dice);
    Force::Gravity(model.forces, model.matter, dice.direction(), 9.81);
}

Vector coefficients(Real a, Real b, Real c) {
    Vector v(3);
    v[0] = a;
    v[1] = b;
    v[2] = c;
    return v;
}

Array_<MobilizedBodyIndex> bodies(std::initializer_list<int> numbers) {
    Array_<MobilizedBodyIndex> list;
    for (int b : numbers) list.push_back(MobilizedBodyIndex(b));
    return list;
}
template <class Index>
Array_<Index> indices(std::initializer_list<int> numbers) {
    Array_<Index> list;
    for (int i : numbers) list.push_back(Index(i));
    return list;
}

}  // namespace

void appendConstraintCases(std::vector<Case>& cases) {
    const auto add = [&](const std::string& name, std::function<void(Model&, Dice&)> constraint) {
        cases.push_back({"constraint/" + name,
                         [constraint](Model& model, Dice& dice) {
                             addBranches(model, dice);
                             constraint(model, dice);
                         },
                         false, 0.6});
    };
    add("Rod", [](Model& m, Dice& d) {
        const Vec3 p = d.vec3(), q = d.vec3();
        m.add(Constraint::Rod(m.body(3), p, m.body(5), q, 1.4));
    });
    add("Ball", [](Model& m, Dice& d) {
        const Vec3 p = d.vec3(), q = d.vec3();
        m.add(Constraint::Ball(m.body(3), p, m.body(5), q));
    });
    add("BallToGround", [](Model& m, Dice& d) {
        const Vec3 p = d.vec3(), q = d.vec3();
        m.add(Constraint::Ball(m.body(0), p, m.body(3), q));
    });
    add("Weld", [](Model& m, Dice& d) {
        const Transform p = d.transform(), q = d.transform();
        m.add(Constraint::Weld(m.body(3), p, m.body(5), q));
    });
    // Loops that a moving body carries: errors and multipliers are in its axes.
    add("BallOffGround", [](Model& m, Dice& d) {
        const Vec3 p = d.vec3(), q = d.vec3();
        m.add(Constraint::Ball(m.body(3), p, m.body(6), q));
    });
    add("WeldOffGround", [](Model& m, Dice& d) {
        const Transform p = d.transform(), q = d.transform();
        m.add(Constraint::Weld(m.body(3), p, m.body(6), q));
    });
    add("PointInPlane", [](Model& m, Dice& d) {
        const UnitVec3 n = d.direction();
        const Vec3 p = d.vec3();
        m.add(Constraint::PointInPlane(m.body(3), n, 0.3, m.body(5), p));
    });
    add("PointOnLine", [](Model& m, Dice& d) {
        const UnitVec3 n = d.direction();
        const Vec3 p = d.vec3(), q = d.vec3();
        m.add(Constraint::PointOnLine(m.body(3), n, p, m.body(5), q));
    });
    add("ConstantAngle", [](Model& m, Dice& d) {
        const UnitVec3 a = d.direction(), b = d.direction();
        m.add(Constraint::ConstantAngle(m.body(3), a, m.body(5), b, 1.2));
    });
    add("ConstantOrientation", [](Model& m, Dice& d) {
        const Rotation a = d.rotation(), b = d.rotation();
        m.add(Constraint::ConstantOrientation(m.body(3), a, m.body(5), b));
    });
    add("ConstantCoordinate",
        [](Model& m, Dice&) { m.add(Constraint::ConstantCoordinate(m.body(4), MobilizerQIndex(1), 0.3)); });
    add("ConstantSpeed", [](Model& m, Dice&) { m.add(Constraint::ConstantSpeed(m.body(4), MobilizerUIndex(1), 0.3)); });
    add("ConstantAcceleration",
        [](Model& m, Dice&) { m.add(Constraint::ConstantAcceleration(m.body(2), MobilizerUIndex(4), 0.3)); });
    add("NoSlip1D", [](Model& m, Dice& d) {
        const Vec3 p = d.vec3();
        const UnitVec3 n = d.direction();
        m.add(Constraint::NoSlip1D(m.body(1), p, n, m.body(3), m.body(5)));
    });
    add("CoordinateCoupler", [](Model& m, Dice&) {
        m.add(Constraint::CoordinateCoupler(m.matter, new Function::Linear(coefficients(1, -0.6, 0.1)), bodies({1, 4}),
                                            indices<MobilizerQIndex>({0, 2})));
    });
    add("SpeedCoupler", [](Model& m, Dice&) {
        m.add(Constraint::SpeedCoupler(m.matter, new Function::Linear(coefficients(1, -0.6, 0.1)), bodies({3, 5}),
                                       indices<MobilizerUIndex>({1, 2})));
    });
    add("PrescribedMotion", [](Model& m, Dice&) {
        m.add(Constraint::PrescribedMotion(m.matter, new Function::Sinusoid(0.4, 2, 0.3), MobilizedBodyIndex(4),
                                           MobilizerQIndex(1)));
    });
    add("PointOnPlaneContact", [](Model& m, Dice& d) {
        const Transform frame = d.transform();
        const Vec3 p = d.vec3();
        m.add(Constraint::PointOnPlaneContact(m.body(3), frame, m.body(5), p));
    });
    for (const bool rolling : {false, true}) {
        const std::string how = rolling ? "Rolling" : "Sliding";
        add("SphereOnPlaneContact" + how, [rolling](Model& m, Dice& d) {
            const Transform frame = d.transform();
            const Vec3 p = d.vec3();
            m.add(Constraint::SphereOnPlaneContact(m.body(3), frame, m.body(5), p, 0.4, rolling));
        });
        add("SphereOnSphereContact" + how, [rolling](Model& m, Dice& d) {
            const Vec3 p = d.vec3(), q = d.vec3();
            m.add(Constraint::SphereOnSphereContact(m.body(3), p, 0.5, m.body(5), q, 0.4, rolling));
        });
        add("LineOnLineContact" + how, [rolling](Model& m, Dice& d) {
            const Transform a = d.transform(), b = d.transform();
            m.add(Constraint::LineOnLineContact(m.body(3), a, 5, m.body(5), b, 5, rolling));
        });
    }
    add("Several", [](Model& m, Dice& d) {
        const Vec3 p = d.vec3(), q = d.vec3(), r = d.vec3();
        m.add(Constraint::Rod(m.body(3), p, m.body(5), q, 1.4));
        m.add(Constraint::ConstantSpeed(m.body(4), MobilizerUIndex(1), 0.3));
        m.add(Constraint::PointInPlane(m.body(6), UnitVec3(1, 2, 3), 0.2, m.body(2), r));
        m.add(Constraint::ConstantAcceleration(m.body(1), 0.4));
    });
}

}  // namespace oracle

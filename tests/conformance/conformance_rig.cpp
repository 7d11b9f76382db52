// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/conformance_rig.h"

#include <algorithm>
#include <map>

#include "multibody/mobilizers/euler_angles.h"
#include "multibody/state_formula.h"
#include "multibody/stateful_mobilizer.h"

namespace trammel::testing {

MassProperties Random::mass() {
    // Three random point masses make any inertia physical.
    Real mass = 0;
    Vec3 moment(0.);
    Inertia inertia = Mat33::Zero();
    for (int i = 0; i < 4; ++i) {
        const Real m = 0.3 + 0.2 * real();
        const Vec3 p = vec3();
        mass += m;
        moment += m * p;
        inertia += Inertia(p, m);
    }
    return {mass, Vec3(moment / mass), inertia};
}

namespace {
PropertyValue randomValue(const PropertyDescriptor& p, Random& random) {
    switch (p.kind) {
        case ValueKind::Real: {
            const Real low = p.minimum.value_or(-1), high = p.maximum.value_or(low + 2);
            return low + (0.05 + 0.45 * (1 + random.real())) * (high - low);
        }
        case ValueKind::Vec3: {
            Vec3 v = random.vec3();
            if (p.minimum)
                for (int i = 0; i < 3; ++i) v[i] = *p.minimum + 1.1 + v[i];
            return v;
        }
        default: return p.defaultValue;
    }
}
}  // namespace

namespace {
/// A formula of the coordinates of connected joints ("joint1.q", "joint1.u") and of the element's points.
BoundFormula bindFormula(const std::string& text, const std::map<std::string, PropertyValue>& values,
                         const std::function<MobilizedBodyIndex(const std::string&)>& body,
                         const std::function<MobilizedBodyIndex(const std::string&)>& joint) {
    std::vector<FormulaSource> sources;
    FormulaNumbers numbers;
    const auto resolve = [&](const ExpressionName& name) -> std::variant<FormulaName, std::string> {
        FormulaName meaning;
        meaning.inputs[0] = int(sources.size());
        if (name.element.starts_with("joint")) {
            const auto kind = name.key == "q"      ? FormulaSource::Kind::Coordinate
                              : name.key == "udot" ? FormulaSource::Kind::SpeedRate
                                                   : FormulaSource::Kind::Speed;
            sources.push_back({kind, joint(name.element), 0, 0});
            return meaning;
        }
        if (name.element.starts_with('q')) {
            // A joint's own coordinates.
            sources.push_back({FormulaSource::Kind::Coordinate, {}, std::stoi(name.element.substr(1)) - 1, 0});
            return meaning;
        }
        if (name.element == "t") {
            sources.push_back({FormulaSource::Kind::Time, {}, 0, 0});
            return meaning;
        }
        numbers.stations.push_back(std::get<Vec3>(values.at(name.element)));
        const int station = int(numbers.stations.size()) - 1;
        meaning.isPoint = name.key.empty();
        for (int axis = 0; axis < 3; ++axis) {
            if (!meaning.isPoint && name.key.back() != "xyz"[axis]) continue;
            meaning.inputs[meaning.isPoint ? std::size_t(axis) : 0] = int(sources.size());
            const auto kind = name.key.size() < 2 ? FormulaSource::Kind::Point : FormulaSource::Kind::PointVelocity;
            sources.push_back({kind, body("body" + name.element.substr(5)), axis, station});
        }
        return meaning;
    };
    auto compiled = FormulaProgram::compile(text, resolve, FormulaProgram::Units::Ignored);
    if (const auto* const error = std::get_if<FormulaError>(&compiled)) throw Exception(error->toString());
    return {StateFormula(std::get<FormulaProgram>(std::move(compiled)), std::move(sources), "the formula"),
            std::move(numbers)};
}
}  // namespace

FunctionValue makeCurve() {
    // Curved, with nonzero slope on [-1, 1].
    return *FunctionValue::make("curve", "polynomial", {std::string("0.1 0.8 -0.05")});
}

ElementInputs makeInputs(const TypeDescriptor& type, Random& random, MobilizedBodyIndex first,
                         MobilizedBodyIndex second) {
    auto values = std::make_shared<std::map<std::string, PropertyValue>>();
    for (const PropertyDescriptor& p : type.properties) (*values)[p.key] = randomValue(p, random);
    // Formulas that act, the number of coordinates that they have, and records that act.
    for (const auto& [key, value] : type.sample.properties)
        if (type.findProperty(key)->isFormula || key == "coordinates" || key == "samples") (*values)[key] = value;
    ElementInputs in;
    in.name = "the " + type.label;
    in.id = {7};
    in.property = [values](const std::string& key) { return values->at(key); };
    in.body = [first, second](const std::string& socket) { return socket == "body1" ? first : second; };
    // Any joint besides the first two, such as that of a carrier, is optional and left open.
    in.mobilizer = [first, second](const std::string& socket) {
        return socket == "joint1" ? first : socket == "jointCarrier" ? MobilizedBodyIndex(0) : second;
    };
    in.function = [](const std::string&) { return makeCurve(); };
    in.station = [values](const std::string&, const std::string& point) { return std::get<Vec3>(values->at(point)); };
    in.formula = [values, body = in.body, joint = in.mobilizer](const std::string& key) {
        return bindFormula(std::get<std::string>(values->at(key)), *values, body, joint);
    };
    return in;
}

std::shared_ptr<const Mobilizer> makeMobilizer(const TypeDescriptor& type, Random& random) {
    return dynamic_cast<const MobilizerType&>(*type.implementation).create(makeInputs(type, random));
}

const TypeDescriptor& typeNamed(const std::vector<TypeDescriptor>& types, const std::string& key) {
    return *std::find_if(types.begin(), types.end(), [&](const TypeDescriptor& t) { return t.key == key; });
}

void randomize(const MatterSubsystem& matter, State& s, Random& random) {
    for (Real& x : s.updQ()) x = random.real();
    for (Real& x : s.updU()) x = random.real();
    for (const TreeNode& n : matter.getTree().nodes)
        if (n.quaternion >= 0) Eigen::Map<Eigen::Vector4d>(s.updQ().data() + n.qStart).normalize();
}

TreeRig::TreeRig(const TypeDescriptor& joint, unsigned seed) {
    Random random(seed);
    // 1 - 2 - 3, and 4 on 1.
    for (int parent : {0, 1, 2, 1}) {
        BodyDefinition body;
        body.name = "body " + std::to_string(matter.getNumBodies());
        body.jointName = "joint of " + body.name;
        body.parent = MobilizedBodyIndex(parent);
        body.mobilizer = makeMobilizer(joint, random);
        body.mass = random.mass();
        body.X_PF = random.transform();
        body.X_BM = random.transform();
        matter.addBody(std::move(body));
    }
    parts->takeBodies();
}

std::vector<Row> rows(const std::vector<TypeDescriptor>& types) {
    std::vector<Row> list;
    for (const TypeDescriptor& t : types) list.push_back({t});
    return list;
}
namespace {
/// A quaternion type described by Euler angles.
class EulerType : public MobilizerType {
public:
    explicit EulerType(std::shared_ptr<const TypeImplementation> quaternionType) : type_(std::move(quaternionType)) {}
    std::unique_ptr<Mobilizer> create(const ElementInputs& in) const override {
        return std::make_unique<EulerAngleMobilizer>(dynamic_cast<const MobilizerType&>(*type_).create(in));
    }

private:
    std::shared_ptr<const TypeImplementation> type_;
};
}  // namespace

std::vector<Row> jointRows() {
    std::vector<Row> list;
    const std::unique_ptr<RigParts> parts = makeRigParts();
    for (const TypeDescriptor& type : typesOf("joint")) {
        list.push_back({type});
        const auto add = [&](const PropertyDescriptor& p, const std::string& suffix, PropertyValue value) {
            TypeDescriptor other = type;
            other.key += "_" + p.key + suffix;
            std::find_if(other.properties.begin(), other.properties.end(), [&](auto& q) {
                return q.key == p.key;
            })->defaultValue = std::move(value);
            list.push_back({std::move(other)});
        };
        for (const PropertyDescriptor& p : type.properties) {
            if (p.invalidates > Stage::Model) continue;
            if (const bool* present = std::get_if<bool>(&p.defaultValue)) add(p, "", !*present);
            for (const PropertyDescriptor::Option& option : p.options)
                if (!equal(option.key, p.defaultValue)) add(p, "_" + option.key, option.key);
        }
    }
    const std::size_t nSwitched = list.size();
    for (std::size_t i = 0; i < nSwitched; ++i) {
        TypeDescriptor type = list[i].type;
        Random random(1);
        const std::shared_ptr<const Mobilizer> mobilizer = makeMobilizer(type, random);
        // The angles of one with a State are its own.
        if (!mobilizer->usesQuaternion() || dynamic_cast<const StatefulMobilizer*>(mobilizer.get())) continue;
        type.key += "_eulerAngles";
        type.implementation = std::make_shared<EulerType>(type.implementation);
        list.push_back({std::move(type)});
    }
    return list;
}
std::string rowName(const ::testing::TestParamInfo<Row>& info) { return info.param.type.key; }

void expectForcesAreTheTransposeOfVelocityErrors(const TreeRig& rig, const State& state, Real tolerance) {
    Matrix G;
    rig.matter.calcG(state, G);
    for (int j = 0; j < state.getNU(); ++j) {
        // Velocity errors are linear in u, or quadratic where a function of speeds is: a central difference is exact.
        State before = state, after = state;
        rig.system.realize(before, Stage::Position);
        rig.system.realize(after, Stage::Position);
        before.updU()[j] -= 0.5;
        after.updU()[j] += 0.5;
        rig.system.realize(before, Stage::Velocity);
        rig.system.realize(after, Stage::Velocity);
        for (int i = 0; i < state.getNUErr(); ++i)
            EXPECT_NEAR(after.getUErr()[i] - before.getUErr()[i], G(i, j), tolerance);
    }
}

}  // namespace trammel::testing

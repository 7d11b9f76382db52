// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/conformance_rig.h"

#include <algorithm>
#include <map>

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

ElementInputs makeInputs(const TypeDescriptor& type, Random& random, MobilizedBodyIndex first,
                         MobilizedBodyIndex second) {
    auto values = std::make_shared<std::map<std::string, PropertyValue>>();
    for (const PropertyDescriptor& p : type.properties) (*values)[p.key] = randomValue(p, random);
    ElementInputs in;
    in.name = "the " + type.label;
    in.id = {7};
    in.property = [values](const std::string& key) { return values->at(key); };
    in.body = [first, second](const std::string& socket) { return socket == "body1" ? first : second; };
    in.mobilizer = [second](const std::string&) { return second; };
    in.station = [values](const std::string&, const std::string& point) { return std::get<Vec3>(values->at(point)); };
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

TreeRig::TreeRig(const TypeDescriptor& joint, unsigned seed) : matter(system), forces(system) {
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
}

std::vector<Row> rows(const std::vector<TypeDescriptor>& types) {
    std::vector<Row> list;
    for (const TypeDescriptor& t : types) list.push_back({t});
    return list;
}
std::string rowName(const ::testing::TestParamInfo<Row>& info) { return info.param.type.key; }

}  // namespace trammel::testing

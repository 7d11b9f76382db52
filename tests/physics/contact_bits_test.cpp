// SPDX-License-Identifier: Apache-2.0
// Contact as a function of the pose alone: equal bits whatever the order of elements and the history of a State. For other
// models: --gtest_shuffle --gtest_repeat=10.
#include <bit>
#include <random>
#include <sstream>

#include "compile/catalog.h"
#include "contact/contact_force.h"
#include "contact_models.h"
#include "system/state_file.h"

namespace trammel::test {
namespace {

class Dice {
public:
    explicit Dice(unsigned seed) : engine_(seed) {}
    Real real(Real low, Real high) { return low + (high - low) * (Real(engine_()) / 4294967296.0); }
    Vec3 vec(Real most) { return {real(-most, most), real(-most, most), real(-most, most)}; }

private:
    std::mt19937 engine_;
};

/// Types of shapes. In contact a plate is a mesh, and a mesh without a file, a cube, is a polyhedron.
const char* const kinds[] = {"sphere", "box", "cylinder", "cone", "capsule", "ellipsoid", "plate", "mesh"};

/// Shapes on free bodies that overlap each other and a floor.
Document randomHeap(unsigned seed) {
    Dice dice(seed);
    ModelBuilder model;
    const int bodies = 3 + int(dice.real(0, 6));
    std::vector<ElementId> all;
    for (int i = 0; i < bodies; ++i) {
        all.push_back(model.add(
            rigidBody("Body " + std::to_string(i), dice.real(0.5, 2), Vec3(0.), Vec3(0.1)).set("showBox", false)));
        model.add(
            freeJoint(all.back(), Vec3(0, 0.05, 0) + dice.vec(0.12), dice.vec(1)).set("orientation", dice.vec(3)));
    }
    model.add(Element::draft("shape", "floor", "Floor").set("orientation", dice.vec(0.1)));
    for (const ElementId body : all) {
        const char* const kind = kinds[int(dice.real(0, Real(std::size(kinds))))];
        Element shape = Element::draft("shape", kind);
        shape.set("position", dice.vec(0.03)).set("orientation", dice.vec(3));
        if (std::string(kind) == "mesh") shape.set("scale", Vec3(0.1) + dice.vec(0.05));
        model.add(std::move(shape), body);
    }
    Element contact = dice.real(0, 1) < 0.5 ? everythingTouches() : Element::draft("force", "impactContactEverything");
    if (dice.real(0, 1) < 0.5) contact.set("frictionModel", "stiction");
    model.add(std::move(contact));
    return model.document();
}

/// A document with its elements in another order.
Document shuffled(Document document, unsigned seed) {
    std::mt19937 random(seed);
    for (int i = 0; i < 3 * int(document.roots().size()); ++i) {
        const std::size_t count = document.roots().size();
        document =
            moveElement(document, builtinCatalog(), document.roots()[random() % count], {}, int(random() % count))
                ->document;
    }
    return document;
}

/// Without a failure for warnings of overlaps.
CompiledModelPtr compiledHeap(const Document& document) {
    const Result<CompiledModelPtr> result = compileDocument(document);
    if (!result) throw std::runtime_error(result.diagnostics.items().front().message);
    return *result;
}

struct Bits : std::vector<std::uint64_t> {
    void add(Real x) { push_back(std::bit_cast<std::uint64_t>(x)); }
    void add(const Vec3& v) {
        for (int i = 0; i < 3; ++i) add(v[i]);
    }
};

/// Everything that contact computes, with the elements that touch.
Bits bitsOf(const CompiledModel& model, const State& s) {
    const ContactForce& contact = contactIn(model);
    model.getSystem().realize(s, Stage::Velocity);
    const ContactPlaces& places = contact.getPlaces(s);
    const TouchForces& forces = contact.getForces(s);
    Bits bits;
    for (std::size_t i = 0; i < places.touches.size(); ++i) {
        const Touch& touch = places.touches[i];
        const TouchForce& f = forces.touches[i];
        bits.push_back(contact.getSurfaces()[touch.pair.a].element.value);
        bits.push_back(contact.getSurfaces()[touch.pair.b].element.value);
        bits.push_back(std::uint64_t(touch.feature));
        for (const Vec3& v : {touch.point, touch.normal, f.friction, f.moment, f.slip, f.stretch}) bits.add(v);
        for (const Real x : {touch.depth, touch.hertzFactor, touch.area, f.normal, f.frictionLimit, f.energy})
            bits.add(x);
        for (int k = touch.firstSample; k < touch.firstSample + touch.samples; ++k) {
            const ContactSample& sample = places.samples[std::size_t(k)];
            bits.add(sample.point);
            bits.add(sample.depth);
            bits.add(sample.area);
        }
    }
    return bits;
}

/// Returns whether anything touches in that model.
bool expectSameBits(unsigned seed) {
    SCOPED_TRACE(seed);
    const Document document = randomHeap(seed);
    const CompiledModelPtr model = compiledHeap(document);
    const System& system = model->getSystem();
    State s = model->getInitialState();
    const Bits bits = bitsOf(*model, s);
    if (bits.empty()) return false;

    EXPECT_EQ(bitsOf(*model, State(s)), bits) << "copied";
    std::stringstream file;
    EXPECT_FALSE(saveState(file, system, s).hasErrors());
    EXPECT_EQ(bitsOf(*model, *loadState(file, system)), bits) << "restored";
    // By way of other poses, near and far.
    const Vector q = s.getQ();
    Dice dice(seed + 1);
    for (const Real way : {1e-9, 1e-3, 0.1, 100.}) {
        for (int i = 0; i < q.size(); ++i) s.updQ()[i] += way * dice.real(-1, 1);
        bitsOf(*model, s);
        const State there = s;
        s.updQ() = q;
        EXPECT_EQ(bitsOf(*model, s), bits) << "back from " << way;
        State back = there;
        back.updQ() = q;
        EXPECT_EQ(bitsOf(*model, back), bits) << "copied there, back from " << way;
    }
    for (unsigned order = 0; order < 3; ++order) {
        const CompiledModelPtr other = compiledHeap(shuffled(document, seed + order));
        EXPECT_EQ(bitsOf(*other, other->getInitialState()), bits) << "in order " << order;
    }
    return true;
}

TEST(ContactOfRandomHeaps, HasTheSameBitsInAnyOrderOfElementsAndAfterAnyHistory) {
    const bool varies = ::testing::GTEST_FLAG(shuffle);
    const auto first = varies ? unsigned(::testing::UnitTest::GetInstance()->random_seed()) * 100 : 2000u;
    int touching = 0;
    for (unsigned seed = first; seed < first + 20; ++seed) touching += expectSameBits(seed);
    EXPECT_GT(touching, 15);
}

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
#include "system/state_file.h"

#include <gtest/gtest.h>

#include <bit>
#include <sstream>

#include "tests/unit/system/rig.h"
#include "tests/unit/system/spring_model.h"

namespace trammel::testing {
namespace {

std::string saved(const System& system, const State& state) {
    std::ostringstream out;
    const Diagnostics diagnostics = saveState(out, system, state);
    EXPECT_FALSE(diagnostics.hasErrors());
    return out.str();
}
Result<State> loaded(const System& system, const std::string& text) {
    std::istringstream in(text);
    return loadState(in, system);
}
std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from << " is not in\n" << text;
    return text.replace(at, from.size(), to);
}
/// Without the checksum, like a file edited by hand.
std::string unsealed(const std::string& text) { return text.substr(0, text.find(" checksum")) + "\n"; }

void expectSameBits(Real a, Real b) { EXPECT_EQ(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b)); }

/// A State without default values.
State unusualState(const SpringModel& model) {
    const SpringGuts& g = *model.spring;
    State s = model.state();
    s.setDiscreteVariable(model.me, g.extra, Value<int>(2));
    model.system.realizeModel(s);
    s.setTime(0.1 + 0.2);
    s.updQ()[0] = -0.0;
    s.updQ()[1] = 5e-324;
    s.updQ()[2] = -Infinity;
    s.updU()[0] = -2. / 3;
    s.updZ()[0] = std::bit_cast<Real>(0xfff8000000000123u);
    s.updUWeights()[0] = 1e300;
    s.updZWeights()[0] = 1. / 7;
    s.setDiscreteVariable(model.me, g.anchor, Value<Vec3>(Vec3(0.3, -0.1, 1e-17)));
    s.setDiscreteVariable(model.me, g.label, Value<std::string>("a \"long\" coil\nwith = signs \\ and \x01"));
    s.setDiscreteVariable(model.me, g.enabled, Value<bool>(false));
    model.system.realize(s, Stage::Instance);
    s.updQErrWeights()[0] = 1. / 3;
    return s;
}

TEST(StateFile, RestoresEveryVariableBitwise) {
    const SpringModel model;
    const SpringGuts& g = *model.spring;
    State s = unusualState(model);
    const std::string text = saved(model.system, s);
    const Result<State> result = loaded(model.system, text);
    ASSERT_TRUE(result) << result.diagnostics.items().front().toString();
    EXPECT_TRUE(result.diagnostics.empty());
    const State& back = *result;
    expectSameBits(back.getTime(), s.getTime());
    ASSERT_EQ(back.getNY(), s.getNY());
    for (int i = 0; i < s.getNY(); ++i) expectSameBits(back.getY()[i], s.getY()[i]);
    expectSameBits(back.getUWeights()[0], 1e300);
    expectSameBits(back.getZWeights()[0], 1. / 7);
    expectSameBits(back.getQErrWeights()[0], 1. / 3);
    for (const auto v : {g.extra, g.anchor, g.stiffness, g.enabled, g.label, g.peak}) {
        const DiscreteVarKey key(model.me, v);
        EXPECT_TRUE(back.getDiscreteVariable(model.me, v).equals(s.getDiscreteVariable(model.me, v)))
            << back.getDiscreteVarInfo(key).getName();
        expectSameBits(back.getDiscreteVarLastUpdateTime(model.me, v), s.getDiscreteVarLastUpdateTime(model.me, v));
    }
    EXPECT_EQ(saved(model.system, back), text) << "and it is saved as the same text again";
}

TEST(StateFile, NamesEveryVariableOnALineOfItsOwn) {
    const SpringModel model;
    const std::string text = saved(model.system, model.state());
    EXPECT_TRUE(contains(text, "system \"spring scale\"\n")) << text;
    EXPECT_TRUE(contains(text, "subsystem \"spring\" version \"2.0\"\n")) << text;
    EXPECT_TRUE(contains(text, "discrete \"stiffness\" type \"double\" invalidates Dynamics updated nan = 100\n"))
        << text;
    EXPECT_TRUE(contains(text, "q \"q0 of spring\" = 0.25\n")) << text;
    EXPECT_TRUE(contains(text, "u \"u0 of spring\" = 0.5 weight 1\n")) << text;
}

TEST(StateFile, KeepsTheNextValueOfAnAutoUpdateVariable) {
    const SpringModel model;
    const SpringGuts& g = *model.spring;
    State s = model.state();
    s.updU()[0] = -3;
    model.system.realize(s, Stage::Velocity);
    s.autoUpdateDiscreteVariables();
    s.updU()[0] = 4;
    model.system.realize(s, Stage::Velocity);
    const Result<State> result = loaded(model.system, saved(model.system, s));
    ASSERT_TRUE(result);
    State back = *result;  // a copy has variables only
    EXPECT_FALSE(back.isDiscreteVarUpdateValueRealized(model.me, g.peak));
    back = std::move(const_cast<State&>(*result));
    for (Stage next : {Stage::Instance, Stage::Time, Stage::Position, Stage::Velocity}) {
        if (back.getSystemStage() >= next) continue;
        for (int i = 0; i < back.getNumSubsystems(); ++i) back.advanceSubsystemToStage(SubsystemIndex(i), next);
        back.advanceSystemToStage(next);
    }
    back.autoUpdateDiscreteVariables();
    EXPECT_EQ(Value<Real>::downcast(back.getDiscreteVariable(model.me, g.peak)).get(), 4);
}

TEST(StateFile, ARestoredNextValueDoesNotOutliveAWrite) {
    const SpringModel model;
    State s = model.state();
    s.restoreDiscreteVarUpdateValue(model.me, model.spring->peak, Value<Real>(99));
    s.updU()[0] = 1;
    const SubsystemIndex me = model.me;
    for (Stage next : {Stage::Instance, Stage::Time, Stage::Position, Stage::Velocity}) {
        for (int i = 0; i < s.getNumSubsystems(); ++i) s.advanceSubsystemToStage(SubsystemIndex(i), next);
        s.advanceSystemToStage(next);
    }
    EXPECT_FALSE(s.isDiscreteVarUpdateValueRealized(me, model.spring->peak));
}

TEST(StateFile, RestoredStateContinuesIdentically) {
    const SpringModel model;
    const auto run = [&](State s, int steps) {
        for (int i = 0; i < steps; ++i) {
            model.system.realize(s, Stage::Acceleration);
            const Vector ydot = s.getYDot();
            s.setTime(s.getTime() + 1e-3);
            s.updY() += 1e-3 * ydot;
        }
        return s;
    };
    const State half = run(model.state(), 500);
    const Result<State> result = loaded(model.system, saved(model.system, half));
    ASSERT_TRUE(result);
    const State whole = run(half, 500), resumed = run(*result, 500);
    for (int i = 0; i < whole.getNY(); ++i) expectSameBits(resumed.getY()[i], whole.getY()[i]);
}

TEST(StateFile, OtherModelIsRejectedWithTheReason) {
    const SpringModel model, renamed({}, "damper");
    const std::string text = saved(model.system, model.state());
    const auto reason = [](const Result<State>& result) {
        EXPECT_FALSE(result);
        return result.diagnostics.empty() ? std::string() : result.diagnostics.items().back().toString();
    };
    EXPECT_TRUE(contains(reason(loaded(renamed.system, text)), "'spring' where the model has 'damper'"));
    System empty("empty");
    empty.realizeTopology();
    EXPECT_TRUE(contains(reason(loaded(empty, text)), "subsystems, the model has"));
    const std::string open = unsealed(text);
    const auto edited = [&](const std::string& from, const std::string& to) {
        return reason(loaded(model.system, replaced(open, from, to)));
    };
    EXPECT_TRUE(contains(edited("version \"2.0\"", "version \"1.9\""), "version 1.9"));
    EXPECT_TRUE(contains(edited("\"stiffness\"", "\"hardness\""), "'hardness'"));
    EXPECT_TRUE(contains(edited("type \"double\"", "type \"int\""), "different value types"));
    EXPECT_TRUE(contains(edited("invalidates Dynamics", "invalidates Position"), "belongs to stage Position"));
    EXPECT_TRUE(contains(edited("q0 of spring", "angle of crank"), "'angle of crank'"));
    EXPECT_TRUE(contains(edited("q \"q0 of spring\" = 0.25\n", ""), "0 coordinates q"));
    EXPECT_TRUE(contains(edited("= 100\n", "= [ 100 ]\n"), "'stiffness' of subsystem 'spring' cannot be parsed"));
    EXPECT_TRUE(contains(edited("= [ 1 0 0 ]", "= [ 1 0 ]"), "'anchor'"));
}

TEST(StateFile, RenamedModelGivesAWarning) {
    SpringModel model;
    const std::string text = saved(model.system, model.state());
    model.system.setName("kitchen scale");
    const Result<State> result = loaded(model.system, text);
    ASSERT_TRUE(result);
    EXPECT_EQ(result.diagnostics.count(Severity::Warning), 1u);
}

TEST(StateFile, DamagedAnywhereIsRefusedWithItsLine) {
    const SpringModel model;
    const std::string text = saved(model.system, unusualState(model));
    const std::size_t seal = text.find(" checksum");
    for (std::size_t cut = 0; cut < text.size() - 1; ++cut) {
        if (cut == seal || cut == seal + 1) continue;  // complete, only unsealed
        EXPECT_FALSE(loaded(model.system, text.substr(0, cut))) << "cut after " << cut << " bytes";
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string damaged = text;
        damaged[i] = damaged[i] == '7' ? '8' : '7';
        EXPECT_FALSE(loaded(model.system, damaged)) << "byte " << i << " of\n" << text;
    }
    const Result<State> result = loaded(model.system, replaced(unsealed(text), "weight 1e+300", "weigth 1e+300"));
    ASSERT_FALSE(result);
    EXPECT_TRUE(result.diagnostics.items().front().place.starts_with("line "))
        << result.diagnostics.items().front().toString();
    EXPECT_TRUE(contains(result.diagnostics.items().front().message, "weigth"));
}

TEST(StateFile, MayBeEditedByHandOnceItsChecksumIsLeftOut) {
    const SpringModel model;
    const std::string text = replaced(saved(model.system, model.state()), "= 100", "= 250");
    EXPECT_FALSE(loaded(model.system, text));
    const Result<State> result = loaded(model.system, "# softer\n\n" + unsealed(text));
    ASSERT_TRUE(result);
    EXPECT_EQ(Value<Real>::downcast(result->getDiscreteVariable(model.me, model.spring->stiffness)).get(), 250);
}

TEST(StateFile, IsNotWrittenWhenAVariableWouldBeLost) {
    class Guts : public Subsystem::Guts {
    public:
        Guts() : Subsystem::Guts("vault") {}
        Subsystem::Guts* cloneImpl() const override { return new Guts(*this); }
        int realizeSubsystemTopologyImpl(State& s) const override {
            allocateDiscreteVariable(s, Stage::Report, new Value<SpringGuts::Sealed>(), "treasure");
            return 0;
        }
    };
    System system;
    Subsystem handle;
    handle.adoptSubsystemGuts(new Guts());
    system.adoptSubsystem(handle);
    std::ostringstream out;
    const Diagnostics diagnostics = saveState(out, system, system.realizeTopology());
    ASSERT_TRUE(diagnostics.hasErrors());
    EXPECT_TRUE(contains(diagnostics.items().front().place, "'treasure' of subsystem 'vault'"));
    EXPECT_TRUE(out.str().empty());
}

TEST(StateFile, RefusesAStaleStateAndOneThatHasNoVariablesYet) {
    const SpringModel model;
    std::ostringstream out;
    State s = model.state();
    s.invalidateAll(Stage::Model);
    EXPECT_THROW(saveState(out, model.system, s), StageTooLow);
    EXPECT_THROW(saveState(out, model.system, State()), StaleState);
}

/// Values of every kind known, and what they must look like.
template <class T>
void expectText(const T& x, const std::string& text) {
    const Value<T> value(x);
    EXPECT_EQ(value.writeText(), text);
    Value<T> back;
    ASSERT_TRUE(back.readText(text)) << text;
    EXPECT_TRUE(back.isIdentical(value)) << text;
    for (std::size_t cut = 0; cut < text.size(); ++cut) {
        Value<T> other;
        const bool understood = other.readText(text.substr(0, cut));
        if (text.starts_with('[') || text.starts_with('"')) {
            EXPECT_FALSE(understood) << text.substr(0, cut);
        }
    }
    EXPECT_FALSE(back.readText(text + " 1"));
}

struct Parameters {
    Vec3 direction;
    Real magnitude = 0;
    bool on = false;
    static auto valueFields(auto& self) { return std::tie(self.direction, self.magnitude, self.on); }
};

TEST(ValueText, RoundTripsValuesOfEveryKnownKind) {
    expectText(0.1, "0.1");
    expectText(-3, "-3");
    expectText(std::uint64_t(0xffffffffffffffffu), "-1");
    expectText(true, "true");
    expectText(std::string("a b"), "\"a b\"");
    expectText(Vec3(1, 2, 3), "[ 1 2 3 ]");
    expectText(Vector(2, 0.5), "[ 2 1 0.5 0.5 ]");
    expectText(Matrix(Matrix::Zero(1, 2)), "[ 1 2 0 0 ]");
    expectText(std::vector<Vec3>{Vec3(1.)}, "[ 1 [ 1 1 1 ] ]");
    expectText(Array_<bool>{true, false}, "[ 2 true false ]");
    expectText(std::array<int, 2>{4, 5}, "[ 4 5 ]");
    expectText(std::optional<Real>(), "[ none ]");
    expectText(std::variant<int, std::string>("x"), "[ 1 \"x\" ]");
    expectText(SpatialVec(Vec3(1.), Vec3(2.)), "[ [ 1 1 1 ] [ 2 2 2 ] ]");
    expectText(Parameters{Vec3(0.), 9.81, true}, "[ [ 0 0 0 ] 9.81 true ]");
}

TEST(ValueText, RejectsNumbersOutOfRange) {
    Value<std::int8_t> small;
    EXPECT_FALSE(small.readText("300"));
    Value<Vector> vector;
    EXPECT_FALSE(vector.readText("[ 999999999999 1 0 ]"));
    EXPECT_FALSE(vector.readText("[ -1 1 ]"));
    Value<std::variant<int, bool>> choice;
    EXPECT_FALSE(choice.readText("[ 2 true ]"));
    Value<Real> real(5);
    EXPECT_FALSE(real.readText("1.5x"));
    EXPECT_EQ(real.get(), 5) << "nothing is changed";
}

}  // namespace
}  // namespace trammel::testing

// SPDX-License-Identifier: Apache-2.0
#include "inspect/condition.h"

#include "inspect/realization.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {
namespace {

using namespace testing;

class Conditions : public ::testing::Test {
protected:
    bool holds(const std::string& text) {
        const auto parsed = Condition::parse(outputs, text);
        if (const auto* const wrong = std::get_if<std::string>(&parsed)) {
            ADD_FAILURE() << text << ": " << *wrong;
            return false;
        }
        return std::get<Condition>(parsed).holds(state);
    }
    std::string wrong(const std::string& text) const { return explainCondition(text, model); }
    Real value(const std::string& name) const {
        const std::size_t index = *outputs.find(name);
        Real x = 0;
        outputs.calc({&index, 1}, state, {&x, 1});
        return x;
    }

    CompiledModelPtr model = *compileDocument(fourBar());
    Outputs outputs{model};
    State state = model->getInitialState();
};

TEST_F(Conditions, ReadCoordinatesOfJointsAndOfTheBodiesThatTheyMove) {
    const Real angle = value("A.angle");
    for (const std::string name : {"A.angle", "A.q", "Crank.q", "A.q1"}) {
        EXPECT_TRUE(holds(name + " > " + std::to_string(angle - 1e-3))) << name;
        EXPECT_FALSE(holds(name + " > " + std::to_string(angle + 1e-3))) << name;
    }
    EXPECT_TRUE(holds("Crank.u == 3 rad/s && A.q > 1 deg"));
}

TEST_F(Conditions, ReadTheWholeModelAndCompareWithUnitsOrInSI) {
    const Real energy = value("kinetic energy");
    ASSERT_GT(energy, 0);
    EXPECT_TRUE(holds("KE > 0 && KE < " + std::to_string(2 * energy)));
    EXPECT_TRUE(holds("KE > 0 J && t < 1 s || t > 5 s"));
    EXPECT_TRUE(holds("KE + PE == E"));
    EXPECT_FALSE(holds("!(t == 0)"));
    EXPECT_TRUE(holds("'B.reaction force' > 0 N"));
}

TEST_F(Conditions, NeedNoQuotesAroundNamesWithSpaces) {
    EXPECT_TRUE(holds("B.reaction force > 0 N"));
    EXPECT_TRUE(holds("B.reaction force x == 'B.reaction force x' && B.reaction force == 'B.reaction force'"));
    EXPECT_TRUE(holds("B.reaction force^2 > B.reaction force x*B.reaction force x"));
    EXPECT_TRUE(holds("kinetic energy == KE"));
    EXPECT_FALSE(wrong("B.reaction forces > 0 N").empty());
}

TEST_F(Conditions, MayHaveNoValueAtSomeValues) {
    EXPECT_EQ(wrong("sqrt(-1 + A.q / 1 rad) > 0"), "");
    EXPECT_EQ(wrong("sqrt(0 - A.q / 1 rad) > 0"), "");
    EXPECT_EQ(wrong("asin(3 * A.q / 1 rad) > 0 rad"), "");
}

TEST_F(Conditions, ErrorsDescribeTheText) {
    EXPECT_NE(wrong("Crnk.q > 1").find("Unknown output 'Crnk.q'"), std::string::npos) << wrong("Crnk.q > 1");
    EXPECT_NE(wrong("A.height > 1").find("A has no output 'height'"), std::string::npos) << wrong("A.height > 1");
    EXPECT_NE(wrong("A.q2 > 1").find("1 of these"), std::string::npos) << wrong("A.q2 > 1");
    EXPECT_NE(wrong("A.q > 1 kg").find("Dimensions"), std::string::npos) << wrong("A.q > 1 kg");
    EXPECT_FALSE(wrong("A.q >").empty());
    EXPECT_FALSE(wrong("").empty());
    EXPECT_TRUE(wrong("A.q > 1").empty());
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// Inputs of an output, found by observing reads.
#include "inspect/provenance.h"

#include <algorithm>
#include <set>

#include "inspect/inspection.h"
#include "inspect/realization.h"
#include "tests/unit/compile/four_bar.h"

namespace trammel {
namespace {

using namespace testing;

struct Asked {
    CompiledModelPtr model;
    Provenance found;

    const ProvenanceNode* node(const std::string& name) const {
        const auto at = std::find_if(found.nodes.begin(), found.nodes.end(), [&](const auto& n) {
            return n.name == name || n.name.rfind("'" + name + "' of subsystem", 0) == 0;
        });
        return at == found.nodes.end() ? nullptr : &*at;
    }
    bool isMadeFrom(const std::string& what, const std::string& input) const {
        const ProvenanceNode *a = node(what), *b = node(input);
        if (!a || !b) return false;
        return std::count(a->inputs.begin(), a->inputs.end(), std::size_t(b - found.nodes.data())) == 1;
    }
};

Asked ask(const std::string& reading, Stage realized = Stage::Position) {
    Asked asked;
    asked.model = *compileDocument(fourBar());
    const Outputs outputs(asked.model);
    const auto index = outputs.find(reading);
    EXPECT_TRUE(index) << reading;
    State state = asked.model->getInitialState();
    realize(*asked.model, state, realized);
    asked.found = findProvenance(outputs, *index, state, inspectState(*asked.model, state));
    return asked;
}

TEST(Provenance, CoordinateDependsOnCoordinatesOnly) {
    const Asked asked = ask("A.angle");
    ASSERT_EQ(asked.found.nodes.size(), 2u);
    EXPECT_EQ(asked.found.nodes[0].name, "A.angle");
    EXPECT_EQ(asked.found.nodes[1].name, "q");
    EXPECT_EQ(asked.found.nodes[1].kind, ProvenanceNode::Kind::Variable);
    EXPECT_EQ(asked.found.nodes[0].inputs, std::vector<std::size_t>{1});
}

TEST(Provenance, ReactionDependsOnVariablesAndParametersThroughTheTree) {
    const Asked asked = ask("B.reaction force");
    EXPECT_TRUE(asked.isMadeFrom("B.reaction force", "body accelerations"));
    EXPECT_TRUE(asked.isMadeFrom("constraint matrices", "articulated body inertias"));
    EXPECT_TRUE(asked.isMadeFrom("body inertias in Ground", "body masses"));
    EXPECT_TRUE(asked.isMadeFrom("body inertias in Ground", "position kinematics"));
    EXPECT_TRUE(asked.isMadeFrom("position kinematics", "q"));
    EXPECT_TRUE(asked.isMadeFrom("velocity kinematics", "u"));
    // Forces are accumulated by another subsystem than the owner of the sum.
    EXPECT_TRUE(asked.isMadeFrom("applied body forces", "position-dependent forces"));
    EXPECT_TRUE(asked.isMadeFrom("position-dependent forces", "parameters of Gravity"));
    ASSERT_TRUE(asked.node("parameters of Gravity"));
    EXPECT_EQ(asked.node("parameters of Gravity")->kind, ProvenanceNode::Kind::Parameter);
}

TEST(Provenance, ContainsEveryDeclaredPrerequisite) {
    const Asked asked = ask("B.reaction force");
    const State& s = asked.model->getInitialState();
    int compared = 0;
    for (const ProvenanceNode& node : asked.found.nodes) {
        if (node.kind != ProvenanceNode::Kind::Entry) continue;
        for (const CacheEntryKey key : s.getCacheEntryInfo(node.entry).getCachePrerequisites()) {
            EXPECT_TRUE(asked.isMadeFrom(node.name, nameOf(s, key))) << node.name;
            ++compared;
        }
    }
    EXPECT_GT(compared, 5);
}

TEST(Provenance, NodesMatchTheReport) {
    for (const Stage stage : {Stage::Position, Stage::Report}) {
        const Asked asked = ask("B.reaction force", stage);
        State state = asked.model->getInitialState();
        realize(*asked.model, state, stage);
        for (const ProvenanceNode& node : asked.found.nodes) {
            if (node.kind == ProvenanceNode::Kind::Entry) {
                EXPECT_EQ(node.valid, state.getCacheValidity(node.entry) == CacheValidity::Valid) << node.name;
                EXPECT_EQ(node.reason, state.explainCacheValidity(node.entry));
            }
            EXPECT_FALSE(node.reason.empty()) << node.name;
        }
        EXPECT_EQ(asked.found.nodes[0].valid, stage == Stage::Report);
    }
}

TEST(Provenance, HasTheOutputsValueAndNoCycles) {
    const Asked asked = ask("B.reaction force");
    const Outputs outputs(asked.model);
    const std::size_t index = *outputs.find("B.reaction force");
    Real value = 0;
    outputs.calc({&index, 1}, asked.model->getInitialState(), {&value, 1});
    EXPECT_NEAR(std::stod(asked.found.nodes[0].value), value, 1e-4 * value);
    EXPECT_NE(asked.found.nodes[0].value.find(" N"), std::string::npos);
    const std::vector<int> depths = asked.found.findDepths();
    EXPECT_EQ(depths[0], 0);
    for (std::size_t i = 0; i < depths.size(); ++i)
        for (const std::size_t input : asked.found.nodes[i].inputs) EXPECT_GT(depths[input], depths[i]);
}

TEST(Provenance, KeepsTheStateAndPoseHasNoSpeeds) {
    const Asked asked = ask("Gravity.potential energy");
    EXPECT_TRUE(asked.node("position kinematics"));
    EXPECT_TRUE(asked.node("body masses"));
    EXPECT_FALSE(asked.node("velocity kinematics"));
    EXPECT_FALSE(asked.node("u"));
    EXPECT_EQ(asked.model->getInitialState().getObserver(), nullptr);
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// Outputs that types declare, in a sample model of each type.
#include "inspect/outputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "base/numerical_failure.h"
#include "compile/catalog.h"
#include "compile/compiled_model.h"
#include "inspect/inspection.h"
#include "inspect/provenance.h"
#include "multibody/multibody_system.h"
#include "reference/type_sample.h"

namespace trammel {
namespace {

/// Calls visit(type, model, outputs, element) for a sample model of each type.
template <class Visit>
void visitSamples(const Visit& visit) {
    for (const TypeDescriptor& type : builtinCatalog().types()) {
        const SampleModel sample = makeSampleModel(builtinCatalog(), type);
        const Result<CompiledModelPtr> model = compileDocument(sample.document);
        if (model && sample.subject.isValid()) visit(type, *model, Outputs(*model), sample.subject);
    }
}

TEST(DeclaredOutputs, HaveUniqueKeysAndLabelsAndADescription) {
    for (const TypeDescriptor& type : builtinCatalog().types()) {
        std::set<std::string> keys, labels;
        for (const OutputDescriptor& o : type.outputs) {
            const std::string name = type.family + "/" + type.key + ": " + o.key;
            EXPECT_TRUE(keys.insert(o.key).second) << name;
            EXPECT_TRUE(labels.insert(o.label).second || o.scope != OutputScope::Element) << name;
            EXPECT_FALSE(o.key.empty() || o.doc.empty()) << name;
            EXPECT_TRUE(o.calc) << name;
            EXPECT_TRUE(o.components == 1 || o.components == 3) << name;
            EXPECT_EQ(o.scope == OutputScope::Speed, o.role.has_value()) << name;
        }
    }
}

TEST(DeclaredOutputs, AreListedForAnElementOfTheType) {
    visitSamples([](const TypeDescriptor& type, const CompiledModelPtr&, const Outputs& all, ElementId subject) {
        const auto isListed = [&](const OutputDescriptor& declared) {
            return std::ranges::any_of(all.getAll(), [&](const Output& o) {
                return o.element == subject && o.label.str().starts_with(declared.label) && o.stage == declared.stage;
            });
        };
        for (const OutputDescriptor& declared : type.outputs)
            if (declared.scope == OutputScope::Element && !declared.exists) {
                EXPECT_TRUE(isListed(declared)) << type.key << ": " << declared.key;
            }
    });
}

TEST(DeclaredOutputs, AreFiniteAndReadTheDeclaredEntry) {
    int compared = 0;
    visitSamples([&](const TypeDescriptor& type, const CompiledModelPtr& model, const Outputs& all, ElementId subject) {
        // Its joint is not at rest at the stop.
        if (type.key == "jointImpactStop") return;
        const State& state = model->getInitialState();
        const StateReport report = inspectState(*model, state);
        for (std::size_t i = 0; i < all.getAll().size(); ++i) {
            const Output& o = all.getAll()[i];
            if (o.element != subject || o.reads.empty()) continue;
            Provenance found;
            try {
                found = findProvenance(all, i, state, report);
            } catch (const NumericalFailure&) {
                continue;  // A sample that cannot move, such as a body without inertia about its only axis.
            }
            EXPECT_EQ(found.nodes[0].value.find("nan"), std::string::npos) << type.key << ": " << o.name;
            const auto isRead = [&](const ProvenanceNode& n) {
                return n.name.find(o.reads.str()) != std::string::npos;
            };
            EXPECT_TRUE(std::ranges::any_of(found.nodes, isRead))
                << type.key << ": " << o.name << " reads " << o.reads.str();
            ++compared;
        }
    });
    EXPECT_GT(compared, 500);
}

TEST(DeclaredOutputs, AreFiniteWhileTheConstraintIsDisabled) {
    int examined = 0;
    visitSamples([&](const TypeDescriptor& type, const CompiledModelPtr& model, const Outputs& all, ElementId subject) {
        const MatterSubsystem& matter = model->getSystem().getMatterSubsystem();
        if (type.family != "constraint") return;
        State state = model->getInitialState();
        for (ConstraintIndex c(0); c < matter.getNumConstraints(); ++c) matter.setConstraintIsDisabled(state, c, true);
        for (std::size_t i = 0; i < all.getAll().size(); ++i) {
            const Output& o = all.getAll()[i];
            if (o.element != subject || o.origin != Output::Origin::State) continue;
            Real value = NaN;
            all.calc({&i, 1}, state, {&value, 1});
            EXPECT_TRUE(std::isfinite(value)) << type.key << ": " << o.name;
            if (o.label.str().find("orce") != std::string::npos) {
                EXPECT_EQ(value, 0) << type.key << ": " << o.name;
            }
            ++examined;
        }
    });
    EXPECT_GT(examined, 50);
}

/// A large model has tens of thousands of outputs.
TEST(Outputs, ShareTheirTexts) {
    int compared = 0;
    visitSamples([&](const TypeDescriptor&, const CompiledModelPtr&, const Outputs& all, ElementId) {
        std::map<std::string, const std::string*> first;
        for (const Output& o : all.getAll())
            for (const SharedText& text : {o.group, o.owner, o.label, o.unit, o.reads})
                EXPECT_EQ(&text.str(), first.try_emplace(text, &text.str()).first->second) << o.name;
        compared += int(first.size());
    });
    EXPECT_GT(compared, 500);
}

}  // namespace
}  // namespace trammel

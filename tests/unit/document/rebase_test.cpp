// SPDX-License-Identifier: Apache-2.0
#include "document/rebase.h"

#include <gtest/gtest.h>

#include "document/fragment.h"
#include "sample_models.h"

namespace trammel::test {
namespace {

/// The sample again, with other ids, and a part "Newcomer".
Document nextVersion() {
    const Document base = sampleDocument();
    Scene scene;
    scene.add(Element::draft("part", "brick", "Newcomer"));
    const auto all = base.treeOrder();
    std::set<ElementId> added;
    return pasteElements(scene.document, sampleCatalog(), copyElements(base, {all.begin(), all.end()}), added)
        ->document;
}

TEST(RebasedEdits, AreMadeAgainOnTheNewVersion) {
    const Document base = sampleDocument();
    Scene edited(base);
    edited.set(edited.id("Frame"), "mass", 2.0);
    edited.set(edited.id("Leaf"), "name", std::string("Blade"));
    edited.set(edited.id("Hinge"), "damping", 3.0);
    const ElementId extra = edited.add(Element::draft("part", "brick", "Extra"));
    edited.document = setReference(edited.document, sampleCatalog(), edited.id("Hinge"), "from", extra)->document;
    const Result<Edit> again = rebaseEdits(sampleCatalog(), base, edited.document, nextVersion());
    ASSERT_TRUE(again);
    EXPECT_TRUE(again.diagnostics.empty());
    const Document& result = again->document;
    const auto get = [&](const char* name) -> const Element& { return *result.findByName(name); };
    ASSERT_TRUE(result.findByName("Newcomer") && result.findByName("Extra") && result.findByName("Blade"));
    EXPECT_FALSE(result.findByName("Leaf"));
    EXPECT_EQ(std::get<Real>(*get("Frame").findExplicit("mass")), 2);
    EXPECT_EQ(std::get<Real>(*get("Hinge").findExplicit("damping")), 3);
    EXPECT_EQ(get("Hinge").reference("from"), get("Extra").id);
    EXPECT_NE(get("Hinge").id, base.findByName("Hinge")->id);
    expectSound(result);
}

TEST(RebasedEdits, WinOverChangesOfTheFileAndNameThem) {
    const Document base = sampleDocument();
    Scene edited(base), other(nextVersion());
    edited.set(edited.id("Hinge"), "damping", 3.0);
    edited.set(edited.id("Frame"), "mass", 2.0);
    other.set(other.id("Hinge"), "damping", 5.0);
    other.document = removeElement(other.document, sampleCatalog(), other.id("Frame"))->document;
    edited.document = removeElement(edited.document, sampleCatalog(), edited.id("Motor"))->document;
    const Result<Edit> again = rebaseEdits(sampleCatalog(), base, edited.document, other.document);
    ASSERT_TRUE(again);
    const auto named = [&](const std::string& place, Severity severity) {
        return std::ranges::any_of(again.diagnostics,
                                   [&](const Diagnostic& d) { return d.place == place && d.severity == severity; });
    };
    EXPECT_TRUE(named("Frame", Severity::Warning));
    EXPECT_FALSE(again->document.findByName("Motor"));
    if (const Element* const hinge = again->document.findByName("Hinge")) {
        EXPECT_EQ(std::get<Real>(*hinge->findExplicit("damping")), 3);
        EXPECT_TRUE(named("Hinge", Severity::Note));
    }
    expectSound(again->document);
}

TEST(RebasedEdits, KeepTheNewVersionWithoutChanges) {
    const Document base = sampleDocument(), other = nextVersion();
    const Result<Edit> again = rebaseEdits(sampleCatalog(), base, base, other);
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->document.sharesContentWith(other));
}

}  // namespace
}  // namespace trammel::test

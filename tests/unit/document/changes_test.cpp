// SPDX-License-Identifier: Apache-2.0
#include "document/changes.h"

#include <gtest/gtest.h>

#include "document/document_file.h"
#include "sample_models.h"

namespace trammel::test {
namespace {

TEST(Changes, IndependentEqualDocumentsHaveNoChanges) {
    EXPECT_TRUE(diff(sampleDocument(), sampleDocument()).empty());
    EXPECT_TRUE(identical(sampleDocument(), sampleDocument()));
    EXPECT_EQ(lowestInvalidated(Changes{}, sampleCatalog()), Stage::Infinity);
}

TEST(Changes, PropertyChangeInvalidatesItsDescriptorsStage) {
    const Document before = sampleDocument();
    const ElementId frame = before.findByName("Frame")->id, hinge = before.findByName("Hinge")->id;
    const Document heavier = setProperty(before, sampleCatalog(), frame, "mass", 2.0)->document;
    const Changes changes = diff(before, heavier);
    ASSERT_EQ(changes.changed.size(), 1u);
    EXPECT_EQ(changes.changed[0].id, frame);
    EXPECT_EQ(changes.changed[0].properties, std::vector<std::string>{"mass"});
    EXPECT_EQ(lowestInvalidated(changes, sampleCatalog()), Stage::Instance);

    const Document slower = setProperty(before, sampleCatalog(), hinge, "damping", 2.0)->document;
    EXPECT_EQ(lowestInvalidated(diff(before, slower), sampleCatalog()), Stage::Dynamics);
    const Document both = setProperty(heavier, sampleCatalog(), hinge, "damping", 2.0)->document;
    EXPECT_EQ(lowestInvalidated(diff(before, both), sampleCatalog()), Stage::Instance);
    const Document reset = setProperty(before, sampleCatalog(), frame, "mass", std::nullopt)->document;
    EXPECT_EQ(lowestInvalidated(diff(before, reset), sampleCatalog()), Stage::Instance);
}

TEST(Changes, NamesAndNotesInvalidateNothing) {
    const Document before = sampleDocument();
    Document after = setProperty(before, sampleCatalog(), before.findByName("Frame")->id, "name", "Post")->document;
    after = setProperty(after, sampleCatalog(), {}, "notes", "Other notes")->document;
    const Changes changes = diff(before, after);
    EXPECT_FALSE(identical(before, after));
    EXPECT_TRUE(changes.textsChanged);
    ASSERT_EQ(changes.changed.size(), 1u);
    EXPECT_TRUE(changes.changed[0].renamed);
    EXPECT_EQ(lowestInvalidated(changes, sampleCatalog()), Stage::Infinity);
}

TEST(Changes, TreeAndReferenceChangesInvalidateTopology) {
    const Document before = sampleDocument();
    const auto id = [&](const char* name) { return before.findByName(name)->id; };
    const auto stageOf = [&](const Document& after) { return lowestInvalidated(diff(before, after), sampleCatalog()); };

    const Document more = addElement(before, sampleCatalog(), Element::draft("part", "brick"))->document;
    EXPECT_EQ(diff(before, more).added.size(), 1u);
    EXPECT_EQ(stageOf(more), Stage::Topology);
    const Document less = removeElement(before, sampleCatalog(), id("Motor"))->document;
    EXPECT_EQ(diff(before, less).removed, std::vector<ElementId>{id("Motor")});
    EXPECT_EQ(stageOf(less), Stage::Topology);
    const Document replugged = setReference(before, sampleCatalog(), id("Hinge"), "from", id("Leaf"))->document;
    EXPECT_EQ(diff(before, replugged).changed.at(0).references, std::vector<std::string>{"from"});
    EXPECT_EQ(stageOf(replugged), Stage::Topology);
    const Document reordered = moveElement(before, sampleCatalog(), id("Motor"), {}, 0)->document;
    EXPECT_TRUE(diff(before, reordered).rootsChanged);
    EXPECT_EQ(stageOf(reordered), Stage::Topology);
    const Document moved = moveElement(before, sampleCatalog(), id("Knob"), id("Frame"))->document;
    EXPECT_EQ(stageOf(moved), Stage::Topology);
}

TEST(Changes, AreSymmetric) {
    std::mt19937 random(3);
    for (unsigned seed = 0; seed < 20; ++seed) {
        const Document before = randomDocument(seed, 100);
        Document after = before;
        for (int i = 0; i < 10; ++i) after = randomEdit(after, random);
        const Changes there = diff(before, after), back = diff(after, before);
        EXPECT_EQ(there.added, back.removed);
        EXPECT_EQ(there.removed, back.added);
        EXPECT_EQ(there.changed.size(), back.changed.size());
        EXPECT_EQ(there.empty(), contentHash(before) == contentHash(after));
    }
}

}  // namespace
}  // namespace trammel::test

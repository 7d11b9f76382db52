// SPDX-License-Identifier: Apache-2.0
#include "document/history.h"

#include <gtest/gtest.h>

#include "base/exceptions.h"
#include "document/changes.h"
#include "document/document_file.h"
#include "sample_models.h"

namespace trammel::test {
namespace {

Document withMass(const Document& d, Real mass) {
    return setProperty(d, sampleCatalog(), d.findByName("Frame")->id, "mass", mass)->document;
}

Real massOf(const Document& d) { return std::get<Real>(*d.findByName("Frame")->findExplicit("mass")); }

TEST(History, UndoRestoresTheExactEarlierDocument) {
    std::mt19937 random(7);
    History history(sampleDocument());
    std::vector<Document> documents{history.current()};
    std::vector<std::string> hashes{contentHash(history.current())};
    while (history.size() <= 200) {
        history.push(randomEdit(history.current(), random), "Edit " + std::to_string(history.size()));
        if (history.size() == documents.size()) continue;
        documents.push_back(history.current());
        hashes.push_back(contentHash(history.current()));
    }

    for (std::size_t i = 200; i-- > 0;) {
        ASSERT_TRUE(history.undo());
        ASSERT_TRUE(identical(history.current(), documents[i]));
        ASSERT_EQ(contentHash(history.current()), hashes[i]);
    }
    EXPECT_FALSE(history.undo());
    for (std::size_t i = 1; i <= 200; ++i) {
        ASSERT_TRUE(history.redo());
        ASSERT_TRUE(identical(history.current(), documents[i]));
        ASSERT_EQ(contentHash(history.current()), hashes[i]);
    }
    EXPECT_FALSE(history.redo());
    for (int i = 0; i < 10; ++i) {
        const std::size_t at = random() % documents.size();
        history.jumpTo(at);
        EXPECT_TRUE(identical(history.current(), documents[at]));
    }
}

TEST(History, GestureIsOneStep) {
    History history(sampleDocument());
    for (int i = 1; i <= 50; ++i) history.push(withMass(history.current(), i), "Drag mass", "drag");
    EXPECT_EQ(history.size(), 2u);
    history.endGesture();
    history.push(withMass(history.current(), 99), "Drag mass", "drag");
    EXPECT_EQ(history.size(), 3u);
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(massOf(history.current()), 50);
    EXPECT_TRUE(history.undo());
    EXPECT_EQ(massOf(history.current()), 20);
}

TEST(History, DoesNotMergeAcrossAnotherEditNorAfterUndoOrSaving) {
    History history(sampleDocument());
    history.push(withMass(history.current(), 1), "a", "drag");
    history.push(withMass(history.current(), 2), "b");
    history.push(withMass(history.current(), 3), "c", "drag");
    EXPECT_EQ(history.size(), 4u);
    history.markSaved();
    history.push(withMass(history.current(), 4), "d", "drag");
    EXPECT_EQ(history.size(), 5u);
    history.undo();
    EXPECT_FALSE(history.isDirty());
    history.push(withMass(history.current(), 5), "e", "drag");
    EXPECT_EQ(history.size(), 5u);
    EXPECT_EQ(history.labels(), (std::vector<std::string>{"Open", "a", "b", "c", "e"}));
}

TEST(History, NewEditDiscardsRedo) {
    History history(sampleDocument());
    history.push(withMass(history.current(), 1), "one");
    history.push(withMass(history.current(), 2), "two");
    EXPECT_EQ(history.undoLabel(), "two");
    history.undo();
    EXPECT_EQ(history.redoLabel(), "two");
    history.push(withMass(history.current(), 3), "three");
    EXPECT_FALSE(history.canRedo());
    EXPECT_EQ(history.undoLabel(), "three");
    history.undo();
    EXPECT_EQ(massOf(history.current()), 1);
}

TEST(History, IsDirtyUntilSavedAndCleanAgainWhenUndoneToTheSavedDocument) {
    History history(sampleDocument());
    EXPECT_FALSE(history.isDirty());
    history.push(withMass(history.current(), 1), "one");
    EXPECT_TRUE(history.isDirty());
    history.markSaved();
    EXPECT_FALSE(history.isDirty());
    history.undo();
    EXPECT_TRUE(history.isDirty());
    history.redo();
    EXPECT_FALSE(history.isDirty());
}

TEST(History, IgnoresAnEditThatChangedNothing) {
    History history(sampleDocument());
    history.push(history.current(), "nothing");
    EXPECT_EQ(history.size(), 1u);
    EXPECT_FALSE(history.isDirty());
}

TEST(History, NeverGivesAnUndoneIdToAnotherElement) {
    History history(sampleDocument());
    const auto added = addElement(history.current(), sampleCatalog(), Element::draft("part", "brick"));
    history.push(added->document, "Add");
    history.undo();
    const auto other = addElement(history.current(), sampleCatalog(), Element::draft("link", "motor"));
    EXPECT_NE(other->element, added->element);
    EXPECT_FALSE(history.isDirty());
}

TEST(History, JumpToAnInvalidEntryThrows) {
    History history;
    EXPECT_THROW(history.jumpTo(1), IndexOutOfRange);
}

}  // namespace
}  // namespace trammel::test

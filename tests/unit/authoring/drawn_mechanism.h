// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "authoring/link_edit.h"
#include "compile/catalog.h"

namespace trammel::testing {

/// A document drawn link by link, as with the mouse.
struct DrawnMechanism {
    Document document;
    CompiledModelPtr model = *compileDocument(Document()).value;

    LinkEdit draw(const LinkDraft& draft) {
        Result<LinkEdit> made = addLink(document, model, draft);
        EXPECT_TRUE(made) << (made.diagnostics.hasErrors() ? made.diagnostics.begin()->message : "");
        if (!made) return {};
        document = made->edit.document;
        model = made->model;
        return *made;
    }
    /// Adds an element without compiling; see take().
    ElementId add(Element draft) {
        const Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
        EXPECT_TRUE(edit) << edit.diagnostics.begin()->message;
        if (!edit) return {};
        document = edit->document;
        return edit->element;
    }
    Vec3 at(const Place& place) const { return calcPosition(*model, model->getInitialState(), place); }
    void take(const Document& edited) {
        document = edited;
        const auto compiled = compileDocument(document);
        ASSERT_TRUE(compiled);
        model = *compiled.value;
    }
};

/// The element of that name, which must exist.
inline ElementId namedIn(const Document& document, const std::string& name) { return document.findByName(name)->id; }

/// A crank-rocker: crank 100 mm straight up, coupler 350 mm, rocker 250 mm on Ground at 400 mm.
struct FourBar : DrawnMechanism {
    LinkEdit crank = draw({.start = {}, .end_G = Vec3(0, 0.1, 0)});
    LinkEdit coupler = draw({.start = crank.tip, .end_G = Vec3(0.33, 0.25, 0), .length = 0.35});
    LinkEdit rocker = draw({.start = coupler.tip, .end = Place{{}, "origin", Vec3(0.4, 0, 0)}, .length = 0.25});
};

/// Loops are assembled to 1e-10.
inline constexpr Real unmovedWithin = 1e-7;

/// Expects all bodies of the second model where they are in the first.
inline void expectSamePoses(const CompiledModel& before, const CompiledModel& after) {
    for (const ElementId id : after.getDocument().elementsOf("body")) {
        const Transform a = before.calcBodyPose(id, before.getInitialState());
        const Transform b = after.calcBodyPose(id, after.getInitialState());
        const std::string& name = after.getDocument().get(id).name;
        EXPECT_LT((a.p() - b.p()).norm(), unmovedWithin) << name;
        EXPECT_LT((a.R().asMat33() - b.R().asMat33()).norm(), unmovedWithin) << name;
    }
}

}  // namespace trammel::testing

// SPDX-License-Identifier: Apache-2.0
#include "document/deferred_formulas.h"

#include <gtest/gtest.h>

#include "compile/catalog.h"
#include "document/formulas.h"

namespace trammel {

namespace {
Document addTo(const Document& document, Element draft) {
    Result<Edit> edit = addElement(document, builtinCatalog(), std::move(draft));
    EXPECT_TRUE(edit);
    return edit->document;
}
}  // namespace

TEST(DeferredFormulas, NumbersFollowAtTheEnd) {
    Document d = addTo({}, Element::draft("parameter", "length", "L").set("value", 0.1));
    d = addTo(d, Element::draft("body", "bar", "Bar").setFormula("length", "2*L"));
    const ElementId parameter = d.findByName("L")->id, bar = d.findByName("Bar")->id;
    const auto lengthIn = [&](const Document& document) {
        return std::get<Real>(*document.get(bar).findExplicit("length"));
    };
    EXPECT_EQ(lengthIn(d), 0.2);
    {
        DeferredFormulas outer;
        DeferredFormulas deferred;
        Result<Edit> edit = setProperty(d, builtinCatalog(), parameter, "value", 0.3);
        ASSERT_TRUE(edit);
        EXPECT_EQ(lengthIn(edit->document), 0.2);
        EXPECT_EQ(lengthIn(DeferredFormulas::bringUpToDate(edit->document, builtinCatalog(), bar)), 0.6);
        // A nested one defers to the outer one.
        edit = deferred.finish(std::move(edit), builtinCatalog());
        EXPECT_EQ(lengthIn(edit->document), 0.2);
        edit = outer.finish(std::move(edit), builtinCatalog());
        EXPECT_EQ(lengthIn(edit->document), 0.6);
        EXPECT_FALSE(DeferredFormulas::isActive());
    }
    EXPECT_FALSE(DeferredFormulas::isActive());
    EXPECT_EQ(lengthIn(setProperty(d, builtinCatalog(), parameter, "value", 0.4)->document), 0.8);
}

TEST(DeferredFormulas, AFaultIsReportedAtTheEnd) {
    Document d = addTo({}, Element::draft("parameter", "length", "L").set("value", 0.1));
    d = addTo(d, Element::draft("body", "bar", "Bar").setFormula("length", "L-0.05 m"));
    DeferredFormulas deferred;
    Result<Edit> edit = setProperty(d, builtinCatalog(), d.findByName("L")->id, "value", 0.01);
    EXPECT_TRUE(edit);
    EXPECT_FALSE(deferred.finish(std::move(edit), builtinCatalog()));
}

}  // namespace trammel

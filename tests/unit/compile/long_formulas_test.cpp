// SPDX-License-Identifier: Apache-2.0
// Formulas by the hundred thousand: chains, circles and stars of any length are followed in time proportional to their
// number, with a stack of constant depth.
#include <gtest/gtest.h>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "document/edit.h"

namespace trammel {
namespace {

/// Parameters P1 ... Pn of value 1, the k-th with the formula that @p formula gives; none where it is empty.
template <class Formula>
std::string parameters(int n, const Formula& formula) {
    std::string text = R"({"trammel": 1, "elements": [)";
    for (int k = 1; k <= n; ++k) {
        const std::string number = std::to_string(k), given = formula(k);
        text += (k > 1 ? "," : "") + (R"({"id": )" + number) +
                R"(, "family": "parameter", "type": "number", "name": "P)" + number +
                R"(", "properties": {"value": 1})";
        if (!given.empty()) text += R"(, "formulas": {"value": ")" + given + "\"}";
        text += "}";
    }
    return text + "]}";
}

std::string name(int k) { return "P" + std::to_string(k); }

Real valueOf(const Document& document, int k) {
    const Element& element = *document.findByName(name(k));
    return element.valueAs<Real>(typeOf(element), "value");
}

TEST(LongFormulas, EvaluateChainsInEitherDirection) {
    constexpr int n = 100000;
    const auto backward =
        readDocument(parameters(n, [](int k) { return k < n ? name(k + 1) + " + 1" : ""; }), builtinCatalog());
    ASSERT_TRUE(backward);
    EXPECT_TRUE(backward.diagnostics.empty());
    EXPECT_EQ(valueOf(*backward, 1), n);
    const auto forward =
        readDocument(parameters(n, [](int k) { return k > 1 ? name(k - 1) + " + 1" : ""; }), builtinCatalog());
    ASSERT_TRUE(forward);
    EXPECT_EQ(valueOf(*forward, n), n);
}

TEST(LongFormulas, FollowAnEditAtTheEndOfAChain) {
    constexpr int n = 20000;
    const auto read =
        readDocument(parameters(n, [](int k) { return k < n ? name(k + 1) + " + 1" : ""; }), builtinCatalog());
    ASSERT_TRUE(read);
    const auto edit = setProperty(*read, builtinCatalog(), ElementId{n}, "value", 11.);
    ASSERT_TRUE(edit);
    EXPECT_EQ(valueOf(edit->document, 1), n + 10);
    const auto refused = setFormula(*read, builtinCatalog(), ElementId{n}, "value", "P1");
    EXPECT_FALSE(refused);
    ASSERT_EQ(refused.diagnostics.count(Severity::Error), 1u) << "a circle is reported once";
    EXPECT_NE(refused.diagnostics.items()[0].message.find("depends on itself"), std::string::npos);
}

TEST(LongFormulas, DropOneFormulaOfACycle) {
    constexpr int n = 100000;
    const auto read = readDocument(parameters(n, [](int k) { return name(k % n + 1) + " + 1"; }), builtinCatalog());
    ASSERT_TRUE(read);
    ASSERT_EQ(read.diagnostics.size(), 1u);
    EXPECT_EQ(read.diagnostics.items()[0].severity, Severity::Error);
    EXPECT_NE(read.diagnostics.items()[0].message.find("'P1' depends on itself"), std::string::npos)
        << read.diagnostics.items()[0].message;
    EXPECT_EQ(read->findByName("P1")->formula("value"), nullptr);
    EXPECT_EQ(valueOf(*read, 1), 1);
    EXPECT_EQ(valueOf(*read, 2), n);
}

TEST(LongFormulas, DropOneFormulaOfEachCycle) {
    constexpr int n = 50000;
    const auto read =
        readDocument(parameters(n, [](int k) { return name(k % 2 == 1 ? k + 1 : k - 1); }), builtinCatalog());
    ASSERT_TRUE(read);
    int left = 0;
    for (int k = 1; k <= n; ++k) left += read->findByName(name(k))->formula("value") != nullptr;
    EXPECT_EQ(left, n / 2);
    EXPECT_TRUE(read.diagnostics.hasErrors());
}

TEST(LongFormulas, DropACascadeOfErrorsInOnePass) {
    // Each number that stays makes the next formula fail.
    constexpr int n = 50000;
    const auto read =
        readDocument(parameters(n, [](int k) { return k == 1 ? std::string("1/0") : "1/(" + name(k - 1) + " - 1)"; }),
                     builtinCatalog());
    ASSERT_TRUE(read);
    EXPECT_FALSE(read->hasFormulas());
    EXPECT_EQ(valueOf(*read, n), 1);
}

TEST(LongFormulas, AreRefusedBeyondTenThousandCharacters) {
    std::string sum = "1";
    while (sum.size() < 20000) sum += "+1";
    const auto parsed = Expression::parse(sum);
    ASSERT_TRUE(std::holds_alternative<std::string>(parsed));
    EXPECT_EQ(std::get<std::string>(parsed), "The expression is longer than 10000 characters.");
}

}  // namespace
}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// Linkages for a curve as models, and studies that make an existing mechanism follow one.
#include "authoring/path_edit.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "exploration/factor_type.h"
#include "exploration/plan.h"

namespace trammel {

namespace {

CompiledModelPtr compiled(const Document& document) { return compileDocument(document).value.value_or(nullptr); }

Document pattern() {
    const auto read = readDocumentFile(
        std::filesystem::path(TRAMMEL_SOURCE_DIR) / "models/templates/follow_a_curve.trammel", builtinCatalog());
    EXPECT_TRUE(read && read.diagnostics.empty());
    return *read;
}

/// Both branches, also rotated.
const FourBar linkages[] = {{{0.2, -0.1}, {0.6, 0.1}, 0.1, 0.4, 0.3, 0.15, 0.1, 1},
                            {{-0.2, 0.3}, {-0.5, 0.1}, 0.08, 0.3, 0.25, -0.1, 0.2, -1}};

}  // namespace

TEST(FourBarModel, HasTheLinkageInItsPose) {
    for (const FourBar& linkage : linkages)
        for (const Real direction : {0.3, 2.5, -2.}) {
            ASSERT_TRUE(linkage.turnsFully());
            const auto made = fourBarModel(pattern(), linkage, direction);
            ASSERT_TRUE(made);
            const CompiledModelPtr model = compiled(*made);
            EXPECT_TRUE(model->getAssembly().assembled);
            EXPECT_EQ(model->getAssembly().iterations, 0);
            const Vec3 point = model->calcTracePoint(0, model->getInitialState());
            EXPECT_NEAR(point[0], linkage.pointAt(direction).real(), 1e-9);
            EXPECT_NEAR(point[1], linkage.pointAt(direction).imag(), 1e-9);
        }
}

TEST(FourBarModel, RefusesInvalidLengths) {
    FourBar none = linkages[0];
    none.crank = -1;
    const auto made = fourBarModel(pattern(), none, 0);
    EXPECT_FALSE(made);
    EXPECT_TRUE(made.diagnostics.hasErrors());
}

TEST(PathStudy, VariesLengthsPivotsAndThePointButNoFormulas) {
    Document document = *fourBarModel(pattern(), linkages[0], 0.3);
    const ElementId trace = document.findByName("Coupler point")->id;
    const ElementId coupler = document.findByName("Coupler")->id, rocker = document.findByName("Rocker")->id;
    document = setFormula(document, builtinCatalog(), rocker, "length", "2 * Coupler.length")->document;
    const auto added = addPathStudy(document, trace, {{0, 0}, {0.1, 0}, {0.1, 0.1}}, 0.25);
    ASSERT_TRUE(added) << added.diagnostics.begin()->toString();
    const Element& study = added->document.get(added->element);
    EXPECT_EQ(study.family, studyFamily);
    std::set<std::pair<ElementId, std::string>> varied;
    for (const ElementId id : study.children) {
        const Element& child = added->document.get(id);
        if (child.family != factorFamily) continue;
        const auto key = std::get<std::string>(*child.findExplicit(factorNumberKey));
        varied.emplace(child.reference(factorElementSocket), key);
        if (key == "length" && child.reference(factorElementSocket) == coupler) {
            EXPECT_NEAR(std::get<Real>(*child.findExplicit("from")), 0.3, 1e-12);
        }
    }
    EXPECT_TRUE(varied.contains({coupler, "length"}));
    EXPECT_FALSE(varied.contains({rocker, "length"}));
    EXPECT_TRUE(varied.contains({trace, "point.x"}));
    EXPECT_TRUE(varied.contains({document.findByName("Rocker pin")->id, "parentPoint.x"}));
    EXPECT_FALSE(addPathStudy(document, trace, {{0, 0}}, 0.25));
}

}  // namespace trammel

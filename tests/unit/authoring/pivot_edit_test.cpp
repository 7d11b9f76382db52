// SPDX-License-Identifier: Apache-2.0
// Pivots are moved, and the links that meet there stretch.
#include "authoring/pivot_edit.h"

#include "authoring/plate_edit.h"
#include "meta/number_rows.h"
#include "tests/unit/authoring/drawn_mechanism.h"

namespace trammel {

using namespace testing;

namespace {

constexpr Real exactPivot = 1e-8;

Real barLength(const Document& document, ElementId body) {
    const Element& element = document.get(body);
    return element.valueAs<Real>(typeOf(element), "length");
}

struct MovedFourBar : FourBar {
    Vec3 a = at(Place{{}, "origin", Vec3(0.)}), b = at(crank.tip), c = at(coupler.tip), d = Vec3(0.4, 0, 0);

    /// Moves a pivot by @p way, and takes the result.
    std::vector<WantedNumbers::Change> move(const Place& pivot, const Vec3& way) {
        const auto moved = movePivot(document, model, pivot, at(pivot) + way);
        EXPECT_TRUE(moved) << moved.diagnostics.begin()->message;
        if (!moved) return {};
        take(moved->edit.document);
        return moved->changes;
    }
    std::string refusalOf(const Place& pivot, const Vec3& way) {
        const auto moved = movePivot(document, model, pivot, at(pivot) + way);
        EXPECT_FALSE(moved);
        return moved || moved.diagnostics.empty() ? "" : moved.diagnostics.begin()->message;
    }
    void expectPivots() {
        // In the plane: links are in layers.
        const auto inPlane = [](Vec3 p) { return p[2] = 0, p; };
        EXPECT_LT(inPlane(at(crank.tip) - b).norm(), exactPivot);
        EXPECT_LT(inPlane(at(coupler.tip) - c).norm(), exactPivot);
        EXPECT_LT(inPlane(at({rocker.link, "tip", Vec3(0.)}) - c).norm(), exactPivot);
        EXPECT_LT(inPlane(at({rocker.link, "origin", Vec3(0.)}) - d).norm(), exactPivot);
        EXPECT_LT(inPlane(at({crank.link, "origin", Vec3(0.)}) - a).norm(), exactPivot);
        EXPECT_LT(model->calcConstraintError(model->getInitialState()), exactPivot);
        EXPECT_EQ(model->getMobility().degreesOfFreedom, 1);
        EXPECT_NEAR(barLength(document, crank.link), inPlane(b - a).norm(), exactPivot);
        EXPECT_NEAR(barLength(document, coupler.link), inPlane(c - b).norm(), exactPivot);
        EXPECT_NEAR(barLength(document, rocker.link), inPlane(d - c).norm(), exactPivot);
    }
    void setFormula(ElementId id, const std::string& key, const std::string& formula) {
        const auto edit = trammel::setFormula(document, builtinCatalog(), id, key, formula);
        ASSERT_TRUE(edit) << edit.diagnostics.begin()->message;
        take(edit->document);
    }
    ElementId addParameter(const std::string& name, Real value) {
        const auto edit =
            addElement(document, builtinCatalog(), Element::draft("parameter", "length", name).set("value", value));
        EXPECT_TRUE(edit);
        take(edit->document);
        return edit->element;
    }
};

}  // namespace

TEST(MovePivot, OnlyThatPivotMovesAndLengthsFollow) {
    MovedFourBar bar;
    const Vec3 way(0.05, 0.02, 0);
    // Out of the plane it does not move.
    const auto changes = bar.move(bar.crank.tip, way + Vec3(0, 0, 0.3));
    bar.b += way;
    bar.expectPivots();
    ASSERT_EQ(changes.size(), 2u);
    EXPECT_EQ(changes[0].element, bar.crank.link);
    EXPECT_EQ(changes[0].key, "length");

    bar.move(bar.coupler.tip, Vec3(-0.03, 0.04, 0));
    bar.c += Vec3(-0.03, 0.04, 0);
    bar.expectPivots();
}

TEST(MovePivot, GroundPivotsMoveOnGround) {
    MovedFourBar bar;
    bar.move(Place{{}, "origin", Vec3(0.)}, Vec3(-0.02, 0.03, 0));
    bar.a += Vec3(-0.02, 0.03, 0);
    bar.expectPivots();
    bar.move(Place{bar.rocker.link, "origin", Vec3(0.)}, Vec3(0.1, -0.05, 0));
    bar.d += Vec3(0.1, -0.05, 0);
    bar.expectPivots();
}

TEST(MovePivot, AFormulaIsReachedByItsParameter) {
    MovedFourBar bar;
    const ElementId l = bar.addParameter("L", 0.05);
    bar.setFormula(bar.crank.link, "length", "2*L");
    const auto changes = bar.move(bar.crank.tip, Vec3(0.06, -0.02, 0));
    bar.b += Vec3(0.06, -0.02, 0);
    bar.expectPivots();
    EXPECT_EQ(*bar.document.get(bar.crank.link).formula("length"), "2*L");
    EXPECT_NEAR(bar.document.get(l).valueAs<Real>(typeOf(bar.document.get(l)), "value"), 0.05, exactPivot);
    bar.move(bar.crank.tip, Vec3(0, 0.1, 0));
    bar.b += Vec3(0, 0.1, 0);
    bar.expectPivots();
    EXPECT_NEAR(bar.document.get(l).valueAs<Real>(typeOf(bar.document.get(l)), "value"), Vec3(bar.b - bar.a).norm() / 2,
                exactPivot);
    EXPECT_FALSE(changes.empty());
}

TEST(MovePivot, AFormulaThatCannotBeMetRefuses) {
    MovedFourBar bar;
    bar.setFormula(bar.coupler.link, "length", "3.5*Link.length");
    EXPECT_EQ(bar.refusalOf(bar.coupler.tip, Vec3(0.1, 0, 0)),
              "'Link 2.length' is given by the formula 3.5*Link.length.");
    bar.addParameter("L", 0.1);
    bar.setFormula(bar.crank.link, "length", "L");
    bar.setFormula(bar.coupler.link, "length", "3.5*L");
    EXPECT_EQ(bar.refusalOf(bar.crank.tip, Vec3(0.05, 0, 0)),
              "'Link 2.length' and another number follow 'L', but would need different values.");
    // Both lengths stay, so the parameter need not change.
    bar.setFormula(bar.coupler.link, "length", "L + 0.25 m");
    EXPECT_EQ(bar.refusalOf(bar.crank.tip, Vec3(0, -0.1, 0)), "It would have no length.");
}

TEST(MovePivot, APivotHalfwayByFormulaStaysHalfway) {
    MovedFourBar bar;
    const auto half =
        bar.draw({.start = Place{bar.coupler.link, "origin", Vec3(0.175, 0, 0)},
                  .end_G = bar.at(Place{bar.coupler.link, "origin", Vec3(0.175, 0, 0)}) + Vec3(0, 0.1, 0)});
    bar.setFormula(half.pin, "parentPoint.x", "'Link 2'.length/2");
    bar.move(bar.coupler.tip, Vec3(0.05, 0.05, 0));
    const Vec3 middle = (bar.at(Place{bar.coupler.link, "origin", Vec3(0.)}) + bar.at(bar.coupler.tip)) / 2;
    EXPECT_LT(Vec2((bar.at(Place{half.link, "origin", Vec3(0.)}) - middle)[0],
                   (bar.at(Place{half.link, "origin", Vec3(0.)}) - middle)[1])
                  .norm(),
              exactPivot);
}

TEST(MovePivot, ARodWithEyesStretchesLikeABar) {
    MovedFourBar bar;
    // Its mass is a formula of the sizes of a bar.
    const auto weighed = setProperty(bar.document, builtinCatalog(), bar.coupler.link, "mass", 0.3);
    ASSERT_TRUE(weighed);
    const auto rod = setType(weighed->document, builtinCatalog(), bar.coupler.link, "eyeRod");
    ASSERT_TRUE(rod) << rod.diagnostics.begin()->message;
    bar.take(rod->document);
    bar.move(bar.crank.tip, Vec3(0.05, 0.02, 0));
    bar.b += Vec3(0.05, 0.02, 0);
    bar.expectPivots();
}

TEST(MovePivot, ACornerOfAPlateMoves) {
    DrawnMechanism drawn;
    PlateDraft draft;
    draft.corners = {{Vec3(0.), Place{}, true}, {Vec3(0.3, 0, 0), {}, true}, {Vec3(0.1, 0.2, 0), {}, true}};
    const auto plate = addPlate(drawn.document, drawn.model, draft);
    ASSERT_TRUE(plate);
    drawn.take(plate->edit.document);
    const auto bar =
        drawn.draw({.start = Place{plate->plate, "origin", Vec3(0.1, 0.2, 0)}, .end_G = Vec3(0.1, 0.5, 0)});
    const Vec3 tip = drawn.at(bar.tip);
    const auto moved =
        movePivot(drawn.document, drawn.model, Place{plate->plate, "origin", Vec3(0.1, 0.2, 0)}, Vec3(0.15, 0.3, 0));
    ASSERT_TRUE(moved) << moved.diagnostics.begin()->message;
    drawn.take(moved->edit.document);
    const Element& now = drawn.document.get(plate->plate);
    const auto rows = readRows(now.valueAs<std::string>(typeOf(now), "outline"));
    EXPECT_LT((Vec2((*rows)[2][0], (*rows)[2][1]) - Vec2(0.15, 0.3)).norm(), exactPivot);
    EXPECT_EQ((*rows)[1][0], 0.3);
    const auto holes = readRows(now.valueAs<std::string>(typeOf(now), "holes"));
    EXPECT_LT((Vec2((*holes)[2][0], (*holes)[2][1]) - Vec2(0.15, 0.3)).norm(), exactPivot);
    EXPECT_LT((drawn.at(bar.tip) - tip).norm(), exactPivot);
    EXPECT_LT(Vec3(drawn.at({bar.link, "origin", Vec3(0.)}) - Vec3(0.15, 0.3, tip[2])).norm(), exactPivot);
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// Outlines of DXF and SVG drawings become plates; hostile files are refused with a message.
#include <cmath>

#include "import/drawing/svg_path.h"
#include "import_rig.h"
#include "meta/number_rows.h"

namespace trammel {
namespace {

using namespace import_test;

std::string dxf(const std::string& entities, const std::string& units = "4") {
    return "0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n" + units + "\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n" + entities +
           "0\nENDSEC\n0\nEOF\n";
}
std::string line(int x1, int y1, int x2, int y2) {
    return "0\nLINE\n8\n0\n10\n" + std::to_string(x1) + "\n20\n" + std::to_string(y1) + "\n11\n" + std::to_string(x2) +
           "\n21\n" + std::to_string(y2) + "\n";
}
const std::string rectangle =
    "0\nLWPOLYLINE\n90\n4\n70\n1\n10\n0\n20\n0\n10\n100\n20\n0\n10\n100\n20\n60\n10\n0\n20\n60\n";
const std::string circle = "0\nCIRCLE\n10\n20\n20\n30\n40\n5\n";

class Drawing : public testing::Test {
protected:
    ImportResult read(const std::string& name, const std::string& text, ImportOptions options = {}) {
        return import(folder_.write(name, text), options);
    }
    static std::vector<std::vector<Real>> rows(const Element& plate, const char* key) {
        return *readRows(plate.valueAs<std::string>(*builtinCatalog().findType("body", "plate"), key));
    }
    static std::vector<ElementId> bodies(const ImportResult& result) {
        if (!result.document) return {};
        const auto range = result.document->elementsOf("body");
        return {range.begin(), range.end()};
    }
    /// Area of the face of the only plate, m².
    static Real areaOf(const ImportResult& result) {
        const CompiledModelPtr model = compiled(result);
        if (!model) return 0;
        const Element& plate = result.document->get(bodies(result).front());
        const TypeDescriptor& type = *builtinCatalog().findType("body", "plate");
        const Element& built = model->getDocument().get(plate.id);
        return built.valueAs<Real>(type, "mass") / (7850 * built.valueAs<Real>(type, "thickness"));
    }
    Folder folder_;
};

TEST_F(Drawing, ADxfOutlineWithAHoleIsAPlate) {
    const ImportResult result = read("a.dxf", dxf(rectangle + circle));
    ASSERT_EQ(bodies(result).size(), 1u);
    const Element& plate = result.document->get(bodies(result).front());
    const auto holes = rows(plate, "holes"), outline = rows(plate, "outline");
    ASSERT_EQ(holes.size(), 1u);
    EXPECT_EQ(holes[0], (std::vector<Real>{0, 0, 0.01}));
    ASSERT_EQ(outline.size(), 4u);
    EXPECT_NEAR(areaOf(result), 0.1 * 0.06 - Pi * square(0.005), 1e-12);
    EXPECT_FALSE(findRow(result.report, ImportOutcome::Approximated, "Plate")) << "it has its own mass";
    EXPECT_FALSE(findRow(result.report, ImportOutcome::LeftOut, "Plate"));
    // The frame at the hole is where the drawing has it.
    const CompiledModelPtr model = compiled(result);
    EXPECT_LT((model->calcBodyPose(plate.id, model->getInitialState()).p() - Vec3(0.02, 0.03, 0)).norm(), 1e-12);
}

TEST_F(Drawing, LinesAndArcsThatMeetAreJoinedInAnyOrder) {
    // A slot-shaped plate of two lines and two arcs, one drawn backward, with a slot in it.
    const auto arc = [](int x, int radius, int from, int to) {
        return "0\nARC\n10\n" + std::to_string(x) + "\n20\n0\n40\n" + std::to_string(radius) + "\n50\n" +
               std::to_string(from) + "\n51\n" + std::to_string(to) + "\n";
    };
    const std::string entities = line(0, -20, 80, -20) + arc(0, 20, 90, 270) + line(0, 20, 80, 20) +
                                 arc(80, 20, 270, 90) + line(80, 5, 0, 5) + arc(80, 5, 270, 90) + line(80, -5, 0, -5) +
                                 arc(0, 5, 90, 270);
    const ImportResult result = read("slot.dxf", dxf(entities));
    ASSERT_EQ(bodies(result).size(), 1u);
    const auto holes = rows(result.document->get(bodies(result).front()), "holes");
    ASSERT_EQ(holes.size(), 1u);
    ASSERT_EQ(holes[0].size(), 5u);
    EXPECT_NEAR(std::abs(holes[0][3] - holes[0][0]), 0.08, 1e-9);
    EXPECT_NEAR(areaOf(result), 0.08 * 0.03 + Pi * (square(0.02) - square(0.005)), 1e-9);
}

TEST_F(Drawing, UnitsOldPolylinesEllipsesAndSplines) {
    // An inch square by an old polyline.
    std::string vertices;
    for (const auto& [x, y] : {std::pair(0, 0), std::pair(1, 0), std::pair(1, 1), std::pair(0, 1)})
        vertices += "0\nVERTEX\n10\n" + std::to_string(x) + "\n20\n" + std::to_string(y) + "\n";
    const ImportResult inch =
        read("inch.dxf", dxf("0\nPOLYLINE\n70\n1\n10\n9\n20\n9\n" + vertices + "0\nSEQEND\n", "1"));
    EXPECT_NEAR(areaOf(inch), square(0.0254), 1e-12);
    const ImportResult ellipse =
        read("ellipse.dxf", dxf("0\nELLIPSE\n10\n0\n20\n0\n11\n50\n21\n0\n40\n0.5\n41\n0\n42\n6.283185307179586\n"));
    EXPECT_NEAR(areaOf(ellipse), Pi * 0.05 * 0.025, 0.01 * Pi * 0.05 * 0.025);
    EXPECT_TRUE(findRow(ellipse.report, ImportOutcome::Approximated, "ELLIPSE"));
    // A quadratic spline and its chord: two thirds of the box.
    const std::string spline =
        "0\nSPLINE\n71\n2\n40\n0\n40\n0\n40\n0\n40\n1\n40\n1\n40\n1\n10\n0\n20\n0\n10\n50\n20\n100\n10\n100\n20\n0\n";
    EXPECT_NEAR(areaOf(read("spline.dxf", dxf(spline + line(0, 0, 100, 0)))), 2. / 3 * 0.1 * 0.05, 1e-5);
    // A chosen unit takes precedence over that of the file.
    ImportOptions options;
    options.choices = {{"unit", "0.01"}, {"thickness", "0.01"}};
    const ImportResult chosen = read("cm.dxf", dxf(rectangle), options);
    EXPECT_NEAR(areaOf(chosen), 0.6, 1e-9);
}

TEST_F(Drawing, SlotsMayHaveQuarterArcsAndCurves) {
    // A rectangle with round ends, turned, and a path whose ends are Bézier curves, as drawing programs write them.
    const ImportResult result = read("slots.svg", R"svg(<svg width="100mm" height="100mm" viewBox="0 0 100 100">
        <rect width="100" height="100"/>
        <rect x="20" y="20" width="40" height="10" rx="5" transform="rotate(20)"/>
        <path d="M20,70 H50 C52.7614,70 55,72.2386 55,75 S52.7614,80 50,80 H20 C17.2386,80 15,77.7614 15,75 S17.2386,70 20,70 Z"/>
        </svg>)svg");
    ASSERT_EQ(bodies(result).size(), 1u);
    const auto holes = rows(result.document->get(bodies(result).front()), "holes");
    ASSERT_EQ(holes.size(), 2u);
    constexpr Real tenthOfAMillimeter = 1e-4;
    for (const auto& hole : holes) {
        ASSERT_EQ(hole.size(), 5u);
        EXPECT_NEAR(hole[2], 0.01, tenthOfAMillimeter);
        EXPECT_NEAR(Vec2(hole[3] - hole[0], hole[4] - hole[1]).norm(), 0.03, tenthOfAMillimeter);
    }
}

TEST_F(Drawing, PartsThatCannotBePlatesAreReported) {
    const ImportResult result =
        read("odd.dxf",
             dxf(rectangle + line(200, 0, 300, 50) + "0\nTEXT\n1\nHello\n" + "0\nINSERT\n2\nBlock\n" +
                 "0\nTEXT\n1\nAgain\n" + "0\nLWPOLYLINE\n70\n1\n10\n10\n20\n10\n10\n30\n20\n10\n10\n30\n20\n40\n"));
    EXPECT_EQ(bodies(result).size(), 1u);
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "LINE", "open"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "2 TEXT"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "1 INSERT"));
    EXPECT_TRUE(findRow(result.report, ImportOutcome::LeftOut, "LWPOLYLINE", "neither round nor a slot"));
    EXPECT_TRUE(findRow(read("inf.dxf", dxf(rectangle + "0\nARC\n10\ninf\n40\n1\n")).report, ImportOutcome::LeftOut,
                        "ARC", "cannot be read"));
    const ImportResult faces =
        read("faces.dxf", dxf(rectangle + "0\nPOLYLINE\n70\n64\n0\nVERTEX\n10\n1\n20\n1\n0\nSEQEND\n"));
    EXPECT_TRUE(findRow(faces.report, ImportOutcome::LeftOut, "1 POLYLINE with faces"));
    const ImportResult crossed = read(
        "crossed.dxf", dxf("0\nLWPOLYLINE\n70\n1\n10\n0\n20\n0\n10\n100\n20\n0\n10\n0\n20\n80\n10\n100\n20\n90\n"));
    EXPECT_TRUE(findRow(crossed.report, ImportOutcome::LeftOut, "LWPOLYLINE", "cannot be a plate"));
}

TEST_F(Drawing, SvgShapesPathsAndTransforms) {
    const auto svg = [](const std::string& content,
                        const std::string& page = R"svg(width="100mm" viewBox="0 0 100 100")svg") {
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" " + page + ">" + content + "</svg>";
    };
    const ImportResult rect =
        read("rect.svg", svg(R"svg(<g transform="translate(5,5)"><rect width="40" height="30" rx="5"/></g>
                                <circle cx="25" cy="20" r="4"/><text>no</text><defs><rect width="9" height="9"/></defs>)svg"));
    EXPECT_NEAR(areaOf(rect), 1e-6 * (40 * 30 - (4 - Pi) * 25 - Pi * 16), 1e-10);
    EXPECT_TRUE(findRow(rect.report, ImportOutcome::LeftOut, "text"));
    EXPECT_TRUE(findRow(rect.report, ImportOutcome::Imported, "rect", "1 hole"));
    // Every kind of command, relative and absolute, flags run together.
    const ImportResult path =
        read("path.svg", svg(R"svg(<path d="m10 10h20v10H10zM40,10 l20 0 a10 10 0 0120 0 L80 40 40 40Z"/>)svg"));
    EXPECT_EQ(bodies(path).size(), 2u);
    // A half turn of an arc bulging upward in the drawing, which is outward.
    const ImportResult arc = read("arc.svg", svg(R"svg(<path d="M0 20 A10 10 0 0 1 20 20 V40 H0 Z"/>)svg"));
    EXPECT_NEAR(areaOf(arc), 1e-6 * (400 + Pi * 50), 1e-10);
    const ImportResult mirrored =
        read("m.svg", svg(R"svg(<path transform="scale(-1,1) rotate(30)" d="M0 20 A10 10 0 0 1 20 20 V40 H0 Z"/>)svg"));
    EXPECT_NEAR(areaOf(mirrored), 1e-6 * (400 + Pi * 50), 1e-10);
    const ImportResult squeezed =
        read("s.svg", svg(R"svg(<path transform="scale(1,0.5)" d="M0 20 A10 10 0 0 1 20 20 V40 H0 Z"/>)svg"));
    EXPECT_NEAR(areaOf(squeezed), 0.5e-6 * (400 + Pi * 50), 1e-6);
    const ImportResult curve = read("c.svg", svg(R"svg(<path d="M0 0 Q50 100 100 0 Z"/>)svg"));
    EXPECT_NEAR(areaOf(curve), 1e-6 * 2. / 3 * 100 * 50, 1e-5);
    // A drawing in it has units of its own: here half a millimeter, in the middle of 40 mm by 20 mm.
    const ImportResult inner = read("in.svg", svg(R"svg(<rect width="100" height="100"/>
        <svg x="10" y="10" width="40" height="20" viewBox="5 5 40 40"><circle cx="25" cy="25" r="20"/></svg>)svg"));
    EXPECT_NEAR(areaOf(inner), 1e-6 * (100 * 100 - Pi * 100), 1e-9);
    // Without a page: 96 units an inch.
    EXPECT_NEAR(areaOf(read("px.svg", svg(R"svg(<rect width="96" height="96"/>)svg", ""))), square(0.0254), 1e-12);
}

TEST_F(Drawing, HostileFilesAreRefusedWithAReason) {
    const auto refusal = [&](const std::string& name, const std::string& text) {
        const ImportResult result = read(name, text);
        EXPECT_FALSE(result.document) << name;
        return result.diagnostics.empty() ? std::string() : result.diagnostics.begin()->message;
    };
    EXPECT_NE(refusal("binary.dxf", "AutoCAD Binary DXF\r\n\x1a"), "");
    EXPECT_NE(refusal("random.dxf", "\x01\x02 what\nis\nthis"), "");
    EXPECT_NE(refusal("empty.dxf", ""), "");
    EXPECT_NE(refusal("none.dxf", dxf("")).find("no closed outline"), std::string::npos);
    EXPECT_NE(refusal("broken.svg", "<svg><path d=\"M0"), "");
    EXPECT_NE(refusal("none.svg", "<svg></svg>").find("no closed outline"), std::string::npos);
    // Meaningless numbers, degenerate arcs, and truncated data.
    for (const char* const data : {"M0 0L1e999 0 0 1Z", "M0 0A0 0 0 1 1 1 1Z", "M nan nan", "ZZZZ",
                                   "M0 0 10 0 10 10z L", "m1 1 A1e300 1e-300 9 0 0 5 5z", "M0,0c", "\x01"}) {
        const ImportResult result = read("odd.svg", std::string("<svg><path d=\"") + data + "\"/></svg>");
        if (result.document) {
            EXPECT_TRUE(compileDocument(*result.document)) << data;
        }
    }
    for (const char* const group : {"0\nSPLINE\n71\n99\n40\n0\n10\n0\n", "0\nARC\n10\ninf\n40\n-1\n50\nx\n",
                                    "0\nCIRCLE\n40\n0\n", "0\nVERTEX\n10\n1\n", "0\nLWPOLYLINE\n42\n9\n10\n1\n"})
        EXPECT_NE(refusal("odd.dxf", dxf(group)), "") << group;
    EXPECT_FALSE(parseTransform("rotate("));
    EXPECT_FALSE(parseTransform("spin(3)"));
    EXPECT_TRUE(parseTransform(""));
}

}  // namespace
}  // namespace trammel

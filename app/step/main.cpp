// SPDX-License-Identifier: Apache-2.0
// trammel-step FILE.step MESH.obj: writes the solids and surfaces of a STEP file as one mesh, in millimeters. Writes the
// percentage done to standard error, a line each.
#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <Message_ProgressIndicator.hxx>
#include <Message_ProgressScope.hxx>
#include <Poly_Triangulation.hxx>
#include <STEPControl_Reader.hxx>
#include <Standard_Failure.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Face.hxx>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>

namespace {

/// Largest distance of facets from the surface, relative to the diagonal, and largest angle between neighbors, rad.
constexpr double deflection = 5e-4, angle = 0.2;

enum ExitCode { Done = 0, WrongUse = 1, Unreadable = 2, NoShape = 3, NotWritten = 4 };

class PercentLines : public Message_ProgressIndicator {
    DEFINE_STANDARD_RTTI_INLINE(PercentLines, Message_ProgressIndicator)

protected:
    void Show(const Message_ProgressScope& /*scope*/, Standard_Boolean /*isForced*/) override {
        const int percent = static_cast<int>(100 * GetPosition());
        if (percent <= shown_) return;
        shown_ = percent;
        std::cerr << percent << std::endl;
    }

private:
    int shown_ = 0;
};

bool mesh(const TopoDS_Shape& shape, const Message_ProgressRange& progress) {
    Bnd_Box box;
    BRepBndLib::Add(shape, box);
    if (box.IsVoid()) return false;
    const double diagonal = std::sqrt(box.SquareExtent());
    if (!std::isfinite(diagonal) || !(diagonal > 0)) return false;
    IMeshTools_Parameters fineness;
    fineness.Deflection = deflection * diagonal;
    fineness.Angle = angle;
    return BRepMesh_IncrementalMesh(shape, fineness, progress).IsDone();
}

/// Writes all triangles, their corners in the order that shows the outside. Returns their number.
int write(const TopoDS_Shape& shape, std::ostream& out) {
    out.precision(9);
    int first = 1, count = 0;
    for (TopExp_Explorer each(shape, TopAbs_FACE); each.More(); each.Next()) {
        const TopoDS_Face& face = TopoDS::Face(each.Current());
        TopLoc_Location place;
        const Handle(Poly_Triangulation) facets = BRep_Tool::Triangulation(face, place);
        if (facets.IsNull()) continue;
        for (int i = 1; i <= facets->NbNodes(); ++i) {
            const gp_Pnt p = facets->Node(i).Transformed(place.Transformation());
            out << "v " << p.X() << ' ' << p.Y() << ' ' << p.Z() << '\n';
        }
        for (int i = 1; i <= facets->NbTriangles(); ++i) {
            int a = 0, b = 0, c = 0;
            facets->Triangle(i).Get(a, b, c);
            if (face.Orientation() == TopAbs_REVERSED) std::swap(b, c);
            out << "f " << first + a - 1 << ' ' << first + b - 1 << ' ' << first + c - 1 << '\n';
        }
        first += facets->NbNodes();
        count += facets->NbTriangles();
    }
    return count;
}

int convert(const char* from, const char* to) {
    // The reader converts all lengths to millimeters.
    STEPControl_Reader reader;
    if (reader.ReadFile(from) != IFSelect_RetDone) return Unreadable;
    const Handle(PercentLines) lines = new PercentLines;
    Message_ProgressScope both(lines->Start(), "", 2);
    reader.TransferRoots(both.Next());
    const TopoDS_Shape shape = reader.OneShape();
    if (shape.IsNull() || !mesh(shape, both.Next())) return NoShape;
    std::ofstream out(to);
    const int count = write(shape, out);
    out.close();
    if (!out) return NotWritten;
    return count > 0 ? Done : NoShape;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "Usage: trammel-step FILE.step MESH.obj\n";
        return WrongUse;
    }
    try {
        return convert(argv[1], argv[2]);
    } catch (const Standard_Failure&) {
        return Unreadable;
    } catch (const std::exception&) {
        return Unreadable;
    }
}

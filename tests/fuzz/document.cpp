// SPDX-License-Identifier: Apache-2.0
// Model files: any text is read without harm; a document that was read is written and read back identical.
#include "document/changes.h"
#include "document/document_file.h"
#include "tests/fuzz/promise.h"

namespace trammel {
namespace {

/// A few types with properties of every kind and sockets, so that values, references and formulas are exercised.
const TypeCatalog& catalog() {
    static const TypeCatalog made = [] {
        TypeCatalog catalog;
        catalog.addFamily({"body", "Body", "Bodies", "A body.", {}, "Ground"});
        catalog.addFamily({"shape", "Shape", "Shapes", "A shape.", {"body"}});
        catalog.addFamily({"parameter", "Parameter", "Parameters", "A number.", {}});
        TypeDescriptor bar;
        bar.family = "body";
        bar.key = "bar";
        bar.label = "Bar";
        bar.properties = {PropertyDescriptor::real("mass", "Mass", Quantity::Mass, 1, "Mass.").above(0),
                          PropertyDescriptor::vec3("point", "Point", Quantity::Length, Vec3(0.), "A point."),
                          PropertyDescriptor::boolean("shown", "Shown", true, "Whether it is shown."),
                          PropertyDescriptor::choice("kind", "Kind", {{"a", "A"}, {"b", "B"}}, "a", "Its kind.")};
        bar.sockets = {{"on", "On", "Body below.", {"body"}, true}};
        catalog.addType(bar);
        TypeDescriptor box;
        box.family = "shape";
        box.key = "box";
        box.label = "Box";
        catalog.addType(box);
        TypeDescriptor number;
        number.family = "parameter";
        number.key = "number";
        number.label = "Number";
        number.properties = {PropertyDescriptor::real("value", "Value", Quantity::None, 0, "Its value.")};
        catalog.addType(number);
        return catalog;
    }();
    return made;
}

}  // namespace
}  // namespace trammel

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    using namespace trammel;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const Result<Document> read = readDocument(text, catalog());
    if (!read) {
        promise(read.diagnostics.hasErrors(), "a text without a model has an error");
        return 0;
    }
    const std::string written = writeDocument(*read);
    const Result<Document> again = readDocument(written, catalog());
    promise(again && identical(*read, *again), "a document is read back identical");
    promise(!again.diagnostics.hasErrors(), "a written document has no error");
    promise(writeDocument(*again) == written, "a document is written the same again");
    return 0;
}

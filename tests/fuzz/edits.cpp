// SPDX-License-Identifier: Apache-2.0
// Edits: the bytes choose a model of the gallery and edits of it: elements added, changed, connected, moved, copied and
// removed, undone and redone, saved and read, compiled with and without the previous model, run for some steps.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <set>
#include <vector>

#include "compile/catalog.h"
#include "document/changes.h"
#include "document/document_file.h"
#include "document/edit.h"
#include "document/fragment.h"
#include "document/history.h"
#include "tests/fuzz/short_run.h"

namespace {
using namespace trammel;

/// Choices from bytes; zeros after their end.
class Choices {
public:
    Choices(const unsigned char* data, std::size_t size) : data_(data), left_(size) {}
    bool isEmpty() const { return left_ == 0; }
    std::size_t upTo(std::size_t count) { return count == 0 ? 0 : (take() * std::size_t(256) + take()) % count; }
    unsigned take() {
        if (left_ == 0) return 0;
        --left_;
        return *data_++;
    }
    Real real() {
        static constexpr std::array odd{0.,   1.,    -1.,  0.5,   1e-9, -1e-9, 1e9,      1e20, 1e300,
                                        -0.1, 1e-30, 3.14, 1e-17, 100., 7.,    Infinity, NaN,  -1e300};
        const unsigned kind = take();
        if (kind < 128) return odd[kind % odd.size()];
        return (Real(take()) - 128) / 64;
    }

private:
    const unsigned char* data_;
    std::size_t left_;
};

std::vector<Document> readGallery() {
    std::vector<Document> models{Document()};
    for (const char* name : {"four_bar", "slider_crank", "pendulum_clock", "spring_mass_damper", "cam_follower",
                             "universal_joint", "newtons_cradle", "four_bar_study", "rolling_ball"}) {
        const auto read =
            readDocumentFile(std::string(TRAMMEL_SOURCE_DIR "/models/") + name + ".trammel", builtinCatalog());
        promise(read.value.has_value(), "the gallery is read");
        models.push_back(*read);
    }
    return models;
}

class Editor {
public:
    Editor(Document start, Choices choices) : history_(std::move(start)), choices_(choices) {}

    void work() {
        // Long enough for dependent edits, short enough to read.
        constexpr int mostEdits = 40;
        for (int i = 0; i < mostEdits && !choices_.isEmpty(); ++i) act();
        saveAndRead();
        compile();
        const std::size_t end = history_.index();
        while (history_.undo()) {
        }
        while (history_.redo()) {
        }
        history_.jumpTo(end);
        saveAndRead();
    }

private:
    const Document& document() const { return history_.current(); }
    ElementId any() {
        const std::vector<ElementId> all = document().treeOrder();
        return all.empty() ? ElementId() : all[choices_.upTo(all.size())];
    }
    ElementId anyOf(const std::vector<std::string>& families) {
        if (families.empty()) return {};
        const std::vector<ElementId> all = document().elementsOf(families[choices_.upTo(families.size())]);
        return all.empty() ? ElementId() : all[choices_.upTo(all.size())];
    }
    PropertyValue valueFor(const PropertyDescriptor& property) {
        switch (property.kind) {
            case ValueKind::Boolean: return choices_.take() % 2 == 0;
            case ValueKind::Integer: {
                constexpr Real most = 9e18;
                const Real x = choices_.real();
                return std::isnan(x) ? std::int64_t(0) : std::int64_t(std::clamp(x, -most, most));
            }
            case ValueKind::Real: return choices_.real();
            case ValueKind::Vec3:
            case ValueKind::Color: {
                const Real x = choices_.real(), y = choices_.real(), z = choices_.real();
                return Vec3(x, y, z);
            }
            case ValueKind::Choice:
                if (!property.options.empty()) return property.options[choices_.upTo(property.options.size())].key;
                [[fallthrough]];
            case ValueKind::Text: {
                static const std::array<const char*, 8> texts{
                    "", "0 0 0; 1 0 0; 1 1 0", "time", "0 0; 1 1", "sin(time)/0", "Crank.angle*2", "1 2 3", "\xff"};
                return std::string(texts[choices_.upTo(texts.size())]);
            }
        }
        return 0.;
    }

    void take(const Result<Edit>& edit, const char* label) {
        promise(edit || edit.diagnostics.hasErrors(), "a refused edit has words");
        promiseWords(edit.diagnostics);
        if (edit) history_.push(edit->document, label);
    }

    void act() {
        const TypeCatalog& catalog = builtinCatalog();
        const ElementId id = any();
        const Element* const element = document().find(id);
        const TypeDescriptor* const type = element ? findTypeOf(*element) : nullptr;
        switch (choices_.take() % 16) {
            case 0:
            case 1: return add();
            case 2: return take(removeElement(document(), catalog, id), "Remove");
            case 3: return take(moveElement(document(), catalog, id, any(), int(choices_.take()) - 1), "Move");
            case 4:
            case 5:
            case 6: {
                if (!type || type->properties.empty()) return;
                const PropertyDescriptor& property = type->properties[choices_.upTo(type->properties.size())];
                return take(setProperty(document(), catalog, id, property.key, valueFor(property)), "Change");
            }
            case 7: {
                if (!type) return;
                const std::vector<const TypeDescriptor*> others = catalog.typesOf(type->family);
                return take(setType(document(), catalog, id, others[choices_.upTo(others.size())]->key), "Change type");
            }
            case 8: {
                if (!type || type->properties.empty()) return;
                static const std::array<const char*, 7> formulas{"1",        "this.length",        "2*this.mass", "1/0",
                                                                 "sqrt(-1)", "Crank.length + 0.1", "((("};
                const PropertyDescriptor& property = type->properties[choices_.upTo(type->properties.size())];
                const std::string key = property.kind == ValueKind::Vec3 ? property.key + ".x" : property.key;
                return take(setFormula(document(), catalog, id, key, formulas[choices_.upTo(formulas.size())]),
                            "Formula");
            }
            case 9:
            case 10: {
                if (!type || type->sockets.empty()) return;
                const SocketDescriptor& socket = type->sockets[choices_.upTo(type->sockets.size())];
                return take(setReference(document(), catalog, id, socket.key, anyOf(socket.families)), "Connect");
            }
            case 11: return copy(id);
            case 12: {
                const Document before = document();
                if (history_.undo() && choices_.take() % 2) {
                    history_.redo();
                    promise(document().sharesContentWith(before), "undo and redo give the same document");
                }
                return;
            }
            case 13: history_.redo(); return;
            case 14: return saveAndRead();
            default: return compile();
        }
    }

    void add() {
        const auto& types = builtinCatalog().types();
        const TypeDescriptor& type = types[choices_.upTo(types.size())];
        Element draft = Element::draft(type.family, type.key);
        for (const SocketDescriptor& socket : type.sockets)
            if (const ElementId target = anyOf(socket.families); target.isValid()) draft.plug(socket.key, target);
        const FamilyDescriptor* const family = builtinCatalog().findFamily(type.family);
        take(addElement(document(), builtinCatalog(), draft, anyOf(family->parentFamilies)), "Add");
    }

    void copy(ElementId id) {
        if (!id.isValid()) return;
        const std::string text = writeFragment(copyElements(document(), {id}));
        const Result<Fragment> fragment = readFragment(text, builtinCatalog());
        promise(fragment.value.has_value(), "a copied element can be pasted");
        std::set<ElementId> added;
        take(pasteElements(document(), builtinCatalog(), *fragment, added), "Paste");
    }

    void saveAndRead() {
        const std::string text = writeDocument(document());
        const Result<Document> read = readDocument(text, builtinCatalog());
        promise(read && identical(*read, document()), "a saved document is read back identical");
        promise(!read.diagnostics.hasErrors(), "a saved document has no error");
        history_.markSaved();
        promise(!history_.isDirty(), "a saved document has no unsaved edits");
    }

    void compile() {
        constexpr std::size_t mostElements = 60;
        constexpr int steps = 3;
        if (document().size() > mostElements) return;
        model_ = compileAndRun(document(), model_, steps);
    }

    History history_;
    CompiledModelPtr model_;
    Choices choices_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
    static const std::vector<Document> gallery = readGallery();
    Choices choices(data, size);
    const std::size_t first = choices.take() % gallery.size();
    Editor(gallery[first], choices).work();
    return 0;
}

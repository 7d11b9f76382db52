// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "document/document_content.h"
#include "document/document_file.h"
#include "document/edit_rules.h"
#include "document/element_name.h"
#include "document/formulas.h"
#include "document/json_text.h"
#include "document/json_value.h"
#include "document/value_text.h"

namespace trammel {

namespace {
using Json = nlohmann::ordered_json;

const char* const DroppedOnSave = "Correct the value; the invalid one is lost on the next save.";

std::uint64_t idFrom(const Json* json) {
    const std::uint64_t id = json && json->is_number_unsigned() ? json->get<std::uint64_t>() : 0;
    return id <= Document::LargestId ? id : 0;
}

bool meansNothing(const Json* json) { return !json || json->is_null() || (json->is_number_integer() && *json == 0); }

std::string keptText(const Json& unknown) { return unknown.empty() ? std::string() : printCompactJson(unknown); }

/// The text in the file, without quotes; limited to the length of a button.
std::string givenText(const Json& json) {
    constexpr std::size_t most = 200;
    return (json.is_string() ? json.get<std::string>() : printCompactJson(json)).substr(0, most);
}

template <class Rows>
std::string knownKeys(const Rows& rows) {
    std::string text;
    for (const auto& row : rows) text += (text.empty() ? "Known keys: " : ", ") + row.key;
    return text.empty() ? "No keys are allowed here. Remove it." : text + ".";
}

/// Builds a document from JSON; see readDocument() for the treatment of problems.
class DocumentReader {
public:
    DocumentReader(const TypeCatalog& catalog, FormulaCheck check, ProblemList& problems,
                   std::vector<ReadError>& errors)
        : catalog_(catalog), check_(check), problems_(problems), errors_(errors) {}

    Document read(const Json& root) {
        readTopLevel(root);
        giveIds();
        giveNames();
        for (Entry& entry : entries_) readParent(entry);
        breakParentCycles();
        for (Entry& entry : entries_) {
            readProperties(entry);
            readReferences(entry);
            readFormulas(entry);
        }
        return check_ == FormulaCheck::Always ? withoutFaultyFormulas(build()) : build();
    }

private:
    /// An element being read.
    struct Entry {
        Element element;
        /// Null if unknown to the catalog.
        const TypeDescriptor* type = nullptr;
        /// "elements[3]", later "elements[3] 'Crank'".
        std::string place;
        const Json* parent = nullptr;
        const Json* properties = nullptr;
        const Json* references = nullptr;
        const Json* formulas = nullptr;
    };

    void readTopLevel(const Json& root) {
        Json unknown = Json::object();
        for (const auto& [key, json] : root.items()) {
            if (key == "trammel") continue;
            if (key == "name" || key == "notes") {
                readText(key, json, key == "name" ? texts_.name : texts_.notes);
            } else if (key == "nextId") {
                nextId_ = idFrom(&json);
                if (nextId_ == 0)
                    problems_.warning("nextId", "Invalid id; a valid one is used.", "Remove it from the file.");
            } else if (key == "elements") {
                readElements(json);
            } else {
                appendEntry(unknown, key, json);
                problems_.warning(key, "Unknown key; it is kept but has no effect.",
                                  "Known keys: name, notes, nextId, elements.");
            }
        }
        texts_.unknownKeys = keptText(unknown);
        if (!root.contains("elements"))
            problems_.error("File", "The key \"elements\" is missing; the model is empty.",
                            "Choose another file, or write the elements as \"elements\": [ {...}, {...} ].");
    }

    void readText(const std::string& place, const Json& json, std::string& target) {
        if (json.is_string())
            target = json.get<std::string>();
        else
            problems_.error(place, "Text is expected; it is left empty.", DroppedOnSave);
    }

    void readElements(const Json& json) {
        if (!json.is_array()) {
            problems_.error("elements", "A list of elements is expected; the model is empty.",
                            "Write the elements as [ {...}, {...} ].");
            return;
        }
        entries_.reserve(json.size());
        for (std::size_t i = 0; i < json.size(); ++i) readElement("elements[" + std::to_string(i) + "]", json[i]);
    }

    void readElement(std::string place, const Json& json) {
        if (!json.is_object()) {
            problems_.error(place, "This is not an element; it is ignored.",
                            "Write an element as { \"id\": ..., \"family\": ..., \"type\": ..., \"name\": ... }.");
            return;
        }
        Entry entry;
        entry.place = std::move(place);
        const Json* id = nullptr;
        Json unknown = Json::object();
        for (const auto& [key, value] : json.items()) {
            if (key == "id")
                id = &value;
            else if (key == "family" && value.is_string())
                entry.element.family = value.get<std::string>();
            else if (key == "type" && value.is_string())
                entry.element.type = value.get<std::string>();
            else if (key == "name")
                readText(entry.place + " › name", value, entry.element.name);
            else if (key == "parent")
                entry.parent = &value;
            else if (key == "properties")
                entry.properties = &value;
            else if (key == "references")
                entry.references = &value;
            else if (key == "formulas")
                entry.formulas = &value;
            else
                appendEntry(unknown, key, value);
        }
        if (!entry.element.name.empty()) entry.place += " '" + cleanName(entry.element.name) + "'";
        entry.type = catalog_.findType(entry.element.family, entry.element.type);

        // An unusable id stays 0 until giveIds(), when all ids of the file are known.
        const std::uint64_t wanted = idFrom(id);
        if (wanted != 0 && entryOfId_.try_emplace(wanted, entries_.size()).second)
            entry.element.id = ElementId{wanted};
        else if (wanted != 0)
            problems_.error(entry.place,
                            "Id " + std::to_string(wanted) +
                                " is already used by an earlier element; this one gets a new id, and references to the "
                                "id mean the earlier element.",
                            "Give each element a unique id.");
        else
            problems_.warning(entry.place, "The element has no valid id; it gets a new one.",
                              "Give it a unique positive integer.");
        largestId_ = std::max(largestId_, wanted);

        reportUnknown(entry, unknown);
        entry.element.unknown.element = keptText(unknown);
        entries_.push_back(std::move(entry));
    }

    void reportUnknown(const Entry& entry, const Json& unknown) {
        if (!entry.type) {
            const Element& e = entry.element;
            // Compilation reports which plugin is missing.
            if (!e.family.empty() && e.type.find('.') != std::string::npos) return;
            problems_.warning(entry.place,
                              e.family.empty() || e.type.empty()
                                  ? "Family or type is missing; the element is kept but has no effect."
                                  : "Type '" + e.type + "' of family '" + e.family +
                                        "' is unknown; the element is kept but has no effect.",
                              "Correct family and type, or open the file with the version that wrote it.", e.id);
            return;
        }
        for (const auto& [key, value] : unknown.items())
            problems_.warning(entry.place + " › " + key, "Unknown key; it is kept but has no effect.",
                              "Known keys: id, family, type, name, parent, properties, formulas, references.",
                              entry.element.id);
    }

    void giveIds() {
        nextId_ = std::max(nextId_, largestId_ + 1);
        std::uint64_t unused = 1;
        for (Entry& entry : entries_) {
            if (entry.element.id.isValid()) continue;
            // Larger than all others if possible, so that ids are never reused.
            if (nextId_ <= Document::LargestId) {
                entry.element.id = ElementId{nextId_++};
            } else {
                while (entryOfId_.contains(unused)) ++unused;
                entry.element.id = ElementId{unused++};
            }
        }
    }

    void giveNames() {
        std::unordered_set<std::string> inFile, used;
        for (const Entry& entry : entries_) inFile.insert(cleanName(entry.element.name));
        const auto isTaken = [&](const std::string& name) { return inFile.contains(name) || used.contains(name); };

        for (Entry& entry : entries_) {
            const std::string given = cleanName(entry.element.name);
            std::string name = given;
            if (given.empty()) {
                name = freeName(nameFromType(entry.type), isTaken);
                problems_.warning(entry.place, "The element has no name; it is renamed to '" + name + "'.",
                                  "Enter a name.", entry.element.id);
            } else if (given == OwnName) {
                name = freeName(given + " 2", isTaken);
                problems_.warning(entry.place,
                                  "'this' is reserved for formulas; the element is renamed to '" + name + "'.",
                                  "Give it another name.", entry.element.id);
            } else if (used.contains(given)) {
                name = freeName(given, isTaken);
                problems_.warning(entry.place,
                                  "Another element has the same name; this one is renamed to '" + name + "'.",
                                  "Give each element a unique name.", entry.element.id);
                errors_.push_back({ReadError::Kind::Name, entry.element.id, {}, given, entry.place});
            }
            used.insert(name);
            entry.element.name = std::move(name);
        }
    }

    Entry* entryOf(const Json* id) {
        const auto it = entryOfId_.find(idFrom(id));
        return it == entryOfId_.end() ? nullptr : &entries_[it->second];
    }

    void readParent(Entry& entry) {
        if (meansNothing(entry.parent)) return;
        const Entry* parent = entryOf(entry.parent);
        if (!parent) {
            problems_.error(
                entry.place + " › parent",
                "There is no element " + printCompactJson(*entry.parent) + "; it is moved to the top level.",
                "Write the id of an element of this file, or remove the key.", entry.element.id);
        } else if (!mayStandBelow(catalog_, entry.element.family, &parent->element)) {
            problems_.error(
                entry.place + " › parent",
                "It cannot be a child of " + titleOf(catalog_, parent->element) + "; it is moved to the top level.",
                "Change its parent, or remove the key.", entry.element.id);
        } else {
            entry.element.parent = parent->element.id;
        }
    }

    /// Walks up from each element and marks the path; reaching a marked element of the same path is a cycle.
    void breakParentCycles() {
        std::unordered_map<ElementId, std::size_t> entryOfElement;
        for (std::size_t i = 0; i < entries_.size(); ++i) entryOfElement[entries_[i].element.id] = i;
        std::vector<std::size_t> walk(entries_.size(), 0);
        for (std::size_t start = 0; start < entries_.size(); ++start) {
            std::size_t at = start;
            while (walk[at] == 0) {
                walk[at] = start + 1;
                const ElementId up = entries_[at].element.parent;
                if (!up.isValid()) break;
                at = entryOfElement[up];
                if (walk[at] != start + 1) continue;
                Entry& entry = entries_[at];
                problems_.error(entry.place + " › parent", "Its parents form a cycle; it is moved to the top level.",
                                "Write the id of another element, or remove the key.", entry.element.id);
                entry.element.parent = {};
            }
        }
    }

    /// True if the entry has this part and it is an object; reports other kinds.
    bool hasPart(const Entry& entry, const Json* part, const char* key) {
        if (part && !part->is_object())
            problems_.error(entry.place + " › " + key, "An object with keys and values is expected; it is ignored.",
                            std::string("Write \"") + key + "\": { \"key\": value, ... }.", entry.element.id);
        return part && part->is_object();
    }

    void readProperties(Entry& entry) {
        if (!hasPart(entry, entry.properties, "properties")) return;
        if (!entry.type) {
            entry.element.unknown.properties = keptText(*entry.properties);
            return;
        }
        Json unknown = Json::object();
        for (const auto& [key, json] : entry.properties->items()) {
            const std::string place = entry.place + " › properties." + key;
            const PropertyDescriptor* descriptor = entry.type->findProperty(key);
            if (!descriptor) {
                appendEntry(unknown, key, json);
                problems_.warning(place, entry.type->label + " has no such property; it is kept but has no effect.",
                                  knownKeys(entry.type->properties), entry.element.id);
                continue;
            }
            const PropertyValue value = valueFromJson(*descriptor, json);
            const std::string fault = describeInvalidValue(*descriptor, value);
            if (fault.empty()) {
                entry.element.set(key, value);
                continue;
            }
            problems_.error(place,
                            descriptor->label + " " + fault + "; the default " +
                                valueText(*descriptor, descriptor->defaultValue) + " is used.",
                            DroppedOnSave, entry.element.id);
            errors_.push_back({ReadError::Kind::Value, entry.element.id, key, givenText(json), place});
        }
        entry.element.unknown.properties = keptText(unknown);
    }

    void readReferences(Entry& entry) {
        if (!hasPart(entry, entry.references, "references")) return;
        if (!entry.type) {
            entry.element.unknown.references = keptText(*entry.references);
            return;
        }
        Json unknown = Json::object();
        for (const auto& [key, json] : entry.references->items()) {
            const std::string place = entry.place + " › references." + key;
            const SocketDescriptor* socket = entry.type->findSocket(key);
            if (!socket) {
                appendEntry(unknown, key, json);
                problems_.warning(place, entry.type->label + " has no such input; it is kept but has no effect.",
                                  knownKeys(entry.type->sockets), entry.element.id);
                continue;
            }
            if (meansNothing(&json)) continue;
            const Entry* target = entryOf(&json);
            const std::string fault =
                target ? describeInvalidTarget(catalog_, *socket, entry.element.id, target->element)
                       : "There is no element " + printCompactJson(json).substr(0, 40) + " in this file.";
            if (fault.empty()) {
                entry.element.plug(key, target->element.id);
                continue;
            }
            problems_.error(place, fault + " The input is left empty.",
                            "Choose an element for '" + socket->label + "'.", entry.element.id);
            errors_.push_back({ReadError::Kind::Reference, entry.element.id, key, givenText(json), place});
        }
        entry.element.unknown.references = keptText(unknown);
    }

    void readFormulas(Entry& entry) {
        if (!hasPart(entry, entry.formulas, "formulas")) return;
        for (const auto& [key, json] : entry.formulas->items()) {
            const std::string place = entry.place + " › formulas." + key;
            if (!json.is_string())
                problems_.error(place, "A formula must be text; it is ignored and the number is kept.",
                                "Write \"" + key + "\": \"3*L1\".", entry.element.id);
            else if (!entry.type || !(findFormulaTarget(*entry.type, key) || canFollow(*entry.type, key)))
                problems_.error(place, "A formula is not allowed here; it is ignored.", "Remove it from the file.",
                                entry.element.id);
            else
                entry.element.setFormula(key, json.get<std::string>());
        }
    }

    Document withoutFaultyFormulas(const Document& document) {
        std::vector<FormulaFault> found;
        Document repaired = trammel::withoutFaultyFormulas(document, catalog_, found);
        for (const FormulaFault& fault : found) {
            const std::string place = titleOf(catalog_, document.get(fault.element)) + " › " + fault.key;
            problems_.error(place, fault.why + " The formula is removed and the number is kept.", remedyOf(fault),
                            fault.element);
            errors_.push_back({ReadError::Kind::Formula, fault.element, fault.key, fault.text, place});
        }
        return repaired;
    }

    Document build() {
        std::unordered_map<ElementId, std::vector<ElementId>> children;
        for (const Entry& entry : entries_) children[entry.element.parent].push_back(entry.element.id);
        DocumentBuilder builder{Document()};
        builder.setTexts(std::move(texts_));
        builder.setNextId(nextId_);
        builder.setChildren({}, std::move(children[ElementId{}]));
        std::vector<Element> elements;
        elements.reserve(entries_.size());
        for (Entry& entry : entries_) {
            if (entry.type) sortByDescriptor(entry.element, *entry.type);
            entry.element.children = std::move(children[entry.element.id]);
            elements.push_back(std::move(entry.element));
        }
        builder.setElements(std::move(elements));
        return std::move(builder).build();
    }

    const TypeCatalog& catalog_;
    const FormulaCheck check_;
    ProblemList& problems_;
    std::vector<ReadError>& errors_;
    DocumentTexts texts_;
    std::uint64_t nextId_ = 0, largestId_ = 0;
    std::vector<Entry> entries_;
    /// Entry by id in the file.
    std::unordered_map<std::uint64_t, std::size_t> entryOfId_;
};

/// True if this version can read the model; otherwise reports why not.
bool checkVersion(const Json& root, ProblemList& problems) {
    const auto version = root.find("trammel");
    if (version == root.end()) {
        if (!root.contains("elements")) {
            problems.error("File", "This is not a Trammel model.", "Choose a file saved by Trammel.");
            return false;
        }
        problems.error("File", "The key \"trammel\" with the version is missing; version 1 is assumed.",
                       "Start the file with \"trammel\": 1.");
        return true;
    }
    if (!version->is_number_unsigned() || *version == 0) {
        problems.error("trammel", "This is not a version number; version 1 is assumed.", "Write \"trammel\": 1.");
        return true;
    }
    if (*version > FileVersion) {
        problems.error("trammel",
                       "The file was written by a newer version of Trammel (file version " + version->dump() +
                           ", this version reads " + std::to_string(FileVersion) + ").",
                       "Open it with the newer version.");
        return false;
    }
    return true;
}

std::optional<Document> readText(std::string_view text, const TypeCatalog& catalog, FormulaCheck check,
                                 ProblemList& problems, std::vector<ReadError>& errors) {
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(byteOrderMark)) text.remove_prefix(byteOrderMark.size());
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        problems.error("File", "The file is empty.", "Choose another file, or open a backup.");
        return {};
    }
    // Text has no zero bytes: one error in place of one for each stray word.
    if (text.substr(0, 64).find('\0') != std::string_view::npos) {
        problems.error("File", "This is not a Trammel model: it holds binary data.",
                       "Choose a model; a saved run is opened beside its model.");
        return {};
    }
    if (text.size() > LargestFileSize) {
        problems.error("File", "The file is larger than " + std::to_string(LargestFileSize >> 20) + " MB.",
                       "Split the model into smaller ones.");
        return {};
    }

    const std::string repaired = repairJson(text, problems);
    Json root;
    if (!parseJson(repaired, root, problems)) {
        problems.error("File", "This is not a Trammel model.", "Choose a file saved by Trammel.");
        return {};
    }
    if (!checkVersion(root, problems)) return {};
    return DocumentReader(catalog, check, problems, errors).read(root);
}
}  // namespace

Result<Document> readDocument(std::string_view text, const TypeCatalog& catalog, FormulaCheck check,
                              std::vector<ReadError>* errors) {
    ProblemList problems(MostProblems);
    std::vector<ReadError> found;
    Result<Document> result;
    const auto reportTooLarge = [&] {
        result.value.reset();
        problems.error("File", "Not enough memory to load the model.",
                       "Close other programs, or split the model into smaller ones.");
    };
    try {
        result.value = readText(text, catalog, check, problems, found);
    } catch (const std::bad_alloc&) {
        reportTooLarge();
    } catch (const std::length_error&) {
        reportTooLarge();
    }
    result.diagnostics = std::move(problems).take();
    if (errors) *errors = std::move(found);
    return result;
}

}  // namespace trammel

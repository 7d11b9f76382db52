// SPDX-License-Identifier: Apache-2.0
#include "document/read_error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "document/edit.h"
#include "document/edit_rules.h"
#include "document/element_name.h"
#include "document/formulas.h"
#include "document/property_quantity.h"
#include "document/spelling.h"
#include "document/value_text.h"

namespace trammel {

namespace {

/// Splits "3 s" into number and unit; none if the text is more than a number with a unit.
std::optional<std::pair<std::string, std::string>> asPlainNumber(const std::string& text) {
    Real number = 0;
    const char* const begin = text.data() + std::min(text.find_first_not_of(' '), text.size());
    const char* const end = text.data() + text.size();
    const auto [after, error] = std::from_chars(begin, end, number);
    if (error != std::errc()) return std::nullopt;
    const std::string unit = normalizedUnit(std::string(after, end));
    const bool known = unit.empty() || std::ranges::any_of(allQuantities, [&](Quantity quantity) {
                           return findUnit(quantity, unit) != nullptr;
                       });
    if (!known) return std::nullopt;
    return std::pair(std::string(begin, after), unit);
}

/// Replaces a comma between digits by a point: "0,3 m" becomes 0.3 m.
std::string withDecimalPoints(std::string text) {
    const auto isDigit = [&](std::size_t i) { return std::isdigit(static_cast<unsigned char>(text[i])) != 0; };
    for (std::size_t i = 1; i + 1 < text.size(); ++i)
        if (text[i] == ',' && isDigit(i - 1) && isDigit(i + 1)) text[i] = '.';
    return text;
}

/// Finds fixes for one problem.
class FixFinder {
public:
    FixFinder(const Document& document, const TypeCatalog& catalog, const ReadError& error)
        : document_(document),
          catalog_(catalog),
          error_(error),
          element_(document.get(error.element)),
          type_(catalog.findType(element_.family, element_.type)) {}

    std::vector<Fix> find() && {
        switch (error_.kind) {
            case ReadError::Kind::Name: exchangeNames(); break;
            case ReadError::Kind::Formula: readText(); break;
            case ReadError::Kind::Value: readValue(); break;
            case ReadError::Kind::Reference: add("Delete '" + element_.name + "'", removed()); break;
        }
        return std::move(fixes_);
    }

private:
    void add(const std::string& label, const Result<Edit>& edit) {
        const bool isThere = std::ranges::any_of(fixes_, [&](const Fix& fix) { return fix.label == label; });
        if (edit && !isThere && !edit->document.sharesContentWith(document_)) fixes_.push_back({label, edit->document});
    }
    Result<Edit> removed() const { return removeElement(document_, catalog_, element_.id); }

    void exchangeNames() {
        const Element* const other = document_.findByName(error_.given);
        if (!other || other->id == element_.id) return;
        const auto isTaken = [&](const std::string& name) { return document_.findByName(name) != nullptr; };
        Result<Edit> edit{Edit{document_, {}, {}, {}, {}}, {}};
        for (const auto& [id, name] : {std::pair(other->id, freeName(error_.given, isTaken)),
                                       std::pair(element_.id, error_.given), std::pair(other->id, element_.name)})
            if (edit) edit = setProperty(edit->document, catalog_, id, "name", name);
        add("Keep '" + error_.given + "' here, rename the other to '" + element_.name + "'", edit);
        add("Delete '" + element_.name + "'", removed());
    }

    /// The number in @p text: as a number if it uses no names, otherwise as a formula.
    Result<Edit> withText(const Document& document, const std::string& text) const {
        Result<Edit> asFormula = setFormula(document, catalog_, element_.id, error_.key, text);
        const auto parsed = Expression::parse(text);
        const auto* const expression = std::get_if<Expression>(&parsed);
        if (!asFormula || !expression || !expression->getNames().empty()) return asFormula;
        return setFormula(asFormula->document, catalog_, element_.id, error_.key, std::nullopt);
    }
    void tryText(const std::string& label, const std::string& text) { add(label, withText(document_, text)); }

    void readText() {
        const FormulaTarget target = type_ ? findFormulaTarget(*type_, error_.key) : FormulaTarget{};
        if (!target) return;
        if (const std::string text = withDecimalPoints(error_.given); text != error_.given)
            tryText("Read as " + text, text);
        else
            tryText("Read as " + error_.given, error_.given);
        const auto parsed = Expression::parse(error_.given);
        const auto* const expression = std::get_if<Expression>(&parsed);
        if (!expression) return;
        const auto wanted = quantityOf(document_, catalog_, element_, *target.property);
        readNamesOtherwise(*expression, wanted.value_or(Quantity::None));
        const NamedValue value = evaluateFormula(document_, catalog_, error_.given);
        if (const auto* const measured = std::get_if<Measured>(&value); measured && wanted)
            readUnitOtherwise(measured->dimension, *wanted);
    }

    void readNamesOtherwise(const Expression& expression, Quantity wanted) {
        std::vector<std::string> known;
        for (const ElementId id : document_.treeOrder())
            if (id != element_.id) known.push_back(document_.get(id).name);
        for (const ExpressionName& name : expression.getNames()) {
            if (name.element == OwnName || document_.findByName(name.element)) continue;
            if (const std::string* const nearest = nearestOf(known, name.element))
                tryText("Read '" + name.element + "' as '" + *nearest + "'",
                        expression.renamed(name.element, *nearest));
            if (name.key.empty()) addParameter(name.element, wanted);
        }
    }

    /// Adds a parameter of that name; its value is the current number if the formula consists of the name only.
    void addParameter(const std::string& name, Quantity wanted) {
        const auto isOne = [&](const TypeDescriptor& type) {
            const PropertyDescriptor* const value = type.family == "parameter" ? type.findProperty("value") : nullptr;
            return value && value->quantity == wanted;
        };
        if (error_.given != quotedName(name) || !findFormulaTarget(*type_, error_.key)) return;
        const auto found = std::ranges::find_if(catalog_.types(), isOne);
        if (found == catalog_.types().end()) return;
        Element parameter = Element::draft(found->family, found->key, name);
        parameter.set("value", findFormulaTarget(*type_, error_.key).get(element_, *type_));
        const Result<Edit> added = addElement(document_, catalog_, parameter);
        if (added) add("Add the parameter '" + name + "'", withText(added->document, error_.given));
    }

    void readUnitOtherwise(const Dimension& has, Quantity wanted) {
        const auto plain = asPlainNumber(error_.given);
        const Dimension needed = dimensionOf(wanted);
        if (has == needed) return;
        // Keep the current quantity; without a writable unit there is no change.
        const auto own = std::ranges::find_if(allQuantities, [&](Quantity q) { return dimensionOf(q) == has; });
        if (own == allQuantities.end()) return;
        const std::string number =
            plain ? plain->first : "(" + error_.given + ")" + (has.isNumber() ? "" : " / (1 " + siUnit(*own) + ")");
        if (needed.isNumber()) return tryText("Remove the unit", number);
        const std::vector<Unit>& units = knownUnits(wanted);
        for (const std::size_t i : {std::size_t(1), std::size_t(0), std::size_t(2)}) {
            if (i >= units.size()) continue;
            const std::string& unit = units[i].symbol;
            tryText("Read as " + (plain ? plain->first + " " : std::string()) + unit,
                    plain ? number + " " + unit : number + " * 1 " + unit);
        }
    }

    void readValue() {
        const PropertyDescriptor* const own = type_ ? type_->findProperty(error_.key) : nullptr;
        if (!own) return;
        const PropertyDescriptor property = propertyOf(document_, catalog_, element_, *own);
        const auto use = [&](const PropertyValue& value, const std::string& shown) {
            if (describeInvalidValue(property, value).empty())
                add("Use " + shown, setProperty(document_, catalog_, element_.id, error_.key, value));
        };
        if (property.kind == ValueKind::Boolean) {
            for (const char* const yes : {"true", "yes", "on", "1"})
                if (distanceBetween(error_.given, yes) == 0) use(true, "yes");
            for (const char* const no : {"false", "no", "off", "0"})
                if (distanceBetween(error_.given, no) == 0) use(false, "no");
        } else if (property.kind == ValueKind::Choice) {
            std::vector<std::string> keys;
            for (const PropertyDescriptor::Option& option : property.options) keys.push_back(option.key);
            if (const std::string* const nearest = nearestOf(keys, error_.given)) use(*nearest, "'" + *nearest + "'");
        } else if (property.kind == ValueKind::Real) {
            Real number = 0;
            const char* const end = error_.given.data() + error_.given.size();
            const auto [after, error] = std::from_chars(error_.given.data(), end, number);
            if (error != std::errc() || after != end) return readText();
            // A JSON number here is out of range; a string lacks its unit.
            if (describeInvalidValue(property, number).empty()) return readText();
            use(-number, valueText(property, -number));
            for (const std::optional<Real>& bound : {property.minimum, property.maximum})
                if (bound) use(*bound, valueText(property, *bound));
        }
    }

    const Document& document_;
    const TypeCatalog& catalog_;
    const ReadError& error_;
    const Element& element_;
    const TypeDescriptor* const type_;
    std::vector<Fix> fixes_;
};

}  // namespace

std::vector<Fix> findReadFixes(const Document& document, const TypeCatalog& catalog, const ReadError& error) {
    return document.find(error.element) ? FixFinder(document, catalog, error).find() : std::vector<Fix>{};
}

std::string describeAsRead(const Document& document, const TypeCatalog& catalog, const ReadError& error) {
    const Element* const element = document.find(error.element);
    const TypeDescriptor* const type = element ? catalog.findType(element->family, element->type) : nullptr;
    if (!type) return "Leave as read";
    if (error.kind == ReadError::Kind::Name) return "Rename to '" + element->name + "'";
    if (error.kind == ReadError::Kind::Reference) {
        const SocketDescriptor* const socket = type->findSocket(error.key);
        const FamilyDescriptor* const family =
            socket && !socket->families.empty() ? catalog.findFamily(socket->families.front()) : nullptr;
        return family && !family->unpluggedLabel.empty() ? "Leave at " + family->unpluggedLabel : "Leave empty";
    }
    const FormulaTarget target = findFormulaTarget(*type, error.key);
    const PropertyDescriptor* const property = target ? target.property : type->findProperty(error.key);
    if (!property) return "Leave as read";
    const PropertyValue value = target ? PropertyValue(target.get(*element, *type)) : element->value(*type, error.key);
    return "Keep " + valueText(propertyOf(document, catalog, *element, *property), value) +
           (error.kind == ReadError::Kind::Formula ? ", without the formula" : ", its default");
}

}  // namespace trammel

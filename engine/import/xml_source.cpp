// SPDX-License-Identifier: Apache-2.0
#include "import/xml_source.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "import/import_limits.h"

namespace trammel {

namespace {
constexpr std::size_t headLength = 65'536;
constexpr std::string_view blanks = " \t\r\n";

bool isBlank(char c) { return blanks.find(c) != std::string_view::npos; }
}  // namespace

std::string rootElementOf(std::string_view bytes) {
    bytes = bytes.substr(0, headLength);
    for (std::size_t at = bytes.find('<'); at != std::string_view::npos; at = bytes.find('<', at + 1)) {
        const std::string_view rest = bytes.substr(at + 1);
        if (rest.starts_with("!--")) {
            const std::size_t end = rest.find("-->");
            if (end == std::string_view::npos) return {};
            at += end;
            continue;
        }
        if (rest.empty() || rest[0] == '?' || rest[0] == '!') continue;
        const std::size_t end = rest.find_first_of(" \t\r\n/>");
        return std::string(rest.substr(0, end));
    }
    return {};
}

XmlSource::XmlSource(std::string name, std::string_view bytes, ImportReport& report)
    : name_(std::move(name)), document_(std::make_unique<pugi::xml_document>()) {
    for (std::size_t at = bytes.find('\n'); at != std::string_view::npos; at = bytes.find('\n', at + 1))
        lineEnds_.push_back(static_cast<std::ptrdiff_t>(at));
    // Each element has a "<" of its own: files far beyond the limit are not parsed at all.
    const auto brackets = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '<'));
    if (brackets > 4 * importLimits.elements) {
        refuse(report, "It has more than " + std::to_string(importLimits.elements) + " elements.", 0);
        return;
    }
    const pugi::xml_parse_result parsed = document_->load_buffer(bytes.data(), bytes.size());
    root_ = document_->document_element();
    if (!parsed) {
        const int line = lineAt(parsed.offset);
        report.addDamage(
            {ImportOutcome::LeftOut,
             "file",
             root_ ? "It is not valid XML from line " + std::to_string(line) + " on. The part before it was read."
                   : "It is not XML.",
             name_,
             line,
             {}});
    }
    if (!root_) refusal_ = "It cannot be read as XML.";
    if (!isWithinLimits(report)) root_ = {};
}

bool XmlSource::isWithinLimits(ImportReport& report) {
    int depth = 0;
    pugi::xml_node node = root_;
    while (node) {
        ++size_;
        if (depth > importLimits.depth || size_ > importLimits.elements) {
            const bool deep = depth > importLimits.depth;
            refuse(report,
                   deep ? "Its elements are nested more than " + std::to_string(importLimits.depth) + " levels deep."
                        : "It has more than " + std::to_string(importLimits.elements) + " elements.",
                   lineOf(node));
            return false;
        }
        if (node.first_child()) {
            node = node.first_child();
            ++depth;
            continue;
        }
        while (node && node != root_ && !node.next_sibling()) {
            node = node.parent();
            --depth;
        }
        node = node == root_ ? pugi::xml_node() : node.next_sibling();
    }
    return true;
}

void XmlSource::refuse(ImportReport& report, const std::string& why, int line) {
    refusal_ = why;
    report.add({ImportOutcome::LeftOut, "file", why, name_, line, {}});
}

int XmlSource::lineAt(std::ptrdiff_t offset) const {
    return static_cast<int>(std::lower_bound(lineEnds_.begin(), lineEnds_.end(), offset) - lineEnds_.begin()) + 1;
}

int XmlSource::lineOf(const pugi::xml_node& node) const {
    if (!node || node.root() != document_->root()) return 0;
    const std::ptrdiff_t offset = node.offset_debug();
    return offset < 0 ? 0 : lineAt(offset);
}

std::string wordOf(const pugi::xml_node& node) {
    const std::string_view whole(node.child_value());
    const std::size_t first = whole.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return std::string(whole.substr(first, whole.find_last_not_of(blanks) - first + 1));
}

std::string describeNode(const pugi::xml_node& node) {
    const auto own = [](const pugi::xml_node& one) {
        const char* name = one.attribute("name").value();
        return std::string(one.name()) + (*name ? " '" + std::string(name) + "'" : "");
    };
    std::string text = own(node);
    if (node.attribute("name")) return text;
    for (pugi::xml_node around = node.parent(); around && around.parent().type() == pugi::node_element;
         around = around.parent())
        if (around.attribute("name")) return text + " of " + own(around);
    return text;
}

std::optional<std::vector<Real>> parseReals(std::string_view text, bool commaIsPoint) {
    std::vector<Real> numbers;
    std::string copy(text);
    if (commaIsPoint) std::replace(copy.begin(), copy.end(), ',', '.');
    const char *at = copy.data(), *const end = copy.data() + copy.size();
    const auto isBetween = [](char c) { return isBlank(c) || c == ',' || c == ';'; };
    while (true) {
        while (at != end && isBetween(*at)) ++at;
        if (at == end) return numbers;
        if (*at == '+') ++at;
        Real x = 0;
        const auto [next, problem] = std::from_chars(at, end, x);
        if (problem != std::errc() || !std::isfinite(x)) return std::nullopt;
        if (next != end && !isBetween(*next)) return std::nullopt;
        at = next;
        numbers.push_back(x);
    }
}

namespace {

/// The text with the default in place of each macro "$(optenv VARIABLE default ...)" of ROS, also inside each other; none
/// without macros, or if one lacks its default or end. Variables of the environment are not read: a file gives the same model
/// everywhere.
std::optional<std::string> withDefaults(std::string_view text) {
    constexpr std::string_view start = "$(optenv ";
    if (text.find(start) == text.npos) return std::nullopt;
    std::string expanded;
    int open = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at).starts_with(start)) {
            const std::size_t name = text.find_first_not_of(blanks, at + start.size());
            const std::size_t end = text.find_first_of(" \t\r\n)", name);
            if (end == text.npos || text[end] == ')') return std::nullopt;
            ++open;
            at = end;
            continue;
        }
        const char c = text[at++];
        if (c == ')' && open > 0)
            --open;
        else
            expanded += c;
    }
    return open == 0 ? std::optional(std::move(expanded)) : std::nullopt;
}

}  // namespace

std::optional<std::vector<Real>> XmlValues::readReals(const pugi::xml_node& node, const std::string& what,
                                                      const char* text, std::size_t count) const {
    const std::optional<std::string> expanded = withDefaults(text);
    const std::string_view whole = expanded ? std::string_view(*expanded) : std::string_view(text);
    if (expanded)
        approximated(node,
                     what + " was read with the default of its macro \"" + std::string(text).substr(0, 80) + "\".");
    auto numbers = parseReals(whole);
    if (whole.find(',') != std::string_view::npos) {
        // If there are exactly as many words as expected numbers, commas are decimal points.
        const auto words = parseReals(whole, true);
        const bool decimal = words && count > 0 && words->size() == count && (!numbers || numbers->size() != count);
        if (decimal) numbers = words;
        if (numbers)
            approximated(node, "The commas in " + what + " \"" + std::string(whole.substr(0, 80)) + "\" were read as " +
                                   (decimal ? "decimal points." : "blanks."));
    }
    if (numbers && (count == 0 || numbers->size() == count)) return numbers;
    const bool isUnexpanded = whole.find('$') != std::string_view::npos;
    damaged(node,
            what + " \"" + std::string(whole.substr(0, 80)) + "\" is not " +
                (count == 1   ? "a finite number"
                 : count == 0 ? "a list of finite numbers"
                              : std::to_string(count) + " finite numbers") +
                (isUnexpanded ? ", but an unexpanded macro; expand the file first, with xacro for instance" : "") +
                ". The default is used.");
    return std::nullopt;
}

std::optional<std::vector<Real>> XmlValues::reals(const pugi::xml_node& node, const char* attribute,
                                                  std::size_t count) const {
    const pugi::xml_attribute held = node.attribute(attribute);
    if (!held) return std::nullopt;
    return readReals(node, attribute, held.value(), count);
}

std::optional<std::vector<Real>> XmlValues::content(const pugi::xml_node& node, std::size_t count) const {
    if (!node) return std::nullopt;
    // SDFormat has it so; an attribute that is empty is damage.
    if (count > 0 && wordOf(node).empty()) {
        leftOut(node, "It is empty. The default is used.");
        return std::nullopt;
    }
    return readReals(node, node.name(), node.child_value(), count);
}

std::optional<Real> XmlValues::real(const pugi::xml_node& node, const char* attribute) const {
    const auto numbers = reals(node, attribute, 1);
    return numbers ? std::optional(numbers->front()) : std::nullopt;
}

std::optional<Vec3> XmlValues::vec3(const pugi::xml_node& node, const char* attribute) const {
    const auto numbers = reals(node, attribute, 3);
    return numbers ? std::optional(Vec3((*numbers)[0], (*numbers)[1], (*numbers)[2])) : std::nullopt;
}

void XmlValues::addRow(ImportOutcome outcome, const pugi::xml_node& node, std::string message,
                       ElementId element) const {
    report_.add({outcome, describeNode(node), std::move(message), source_.name(), source_.lineOf(node), element});
}

void XmlValues::damaged(const pugi::xml_node& node, std::string message, ElementId element) const {
    report_.addDamage({ImportOutcome::LeftOut, describeNode(node), std::move(message), source_.name(),
                       source_.lineOf(node), element});
}

Real XmlValues::massOf(const pugi::xml_node& node, Real mass, ElementId element, const char* quantity) const {
    if (!(mass < 0)) return mass;
    damaged(node, std::string("Its ") + quantity + " is negative: it has none.", element);
    return 0;
}

}  // namespace trammel

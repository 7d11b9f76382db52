// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "import/import_report.h"
#include "math/vec.h"

namespace trammel {

/// The name of the outermost element of an XML text; empty if it is not XML or the element is beyond the first 64 kB.
std::string rootElementOf(std::string_view bytes);

/// An XML file with the lines of its elements. Element names need not be well formed ("Force::Parameters").
class XmlSource {
public:
    /// Parses @p bytes. If they are not XML from some place on, the part before it is kept and a row says so; beyond
    /// the limits of ImportLimits there is no root.
    /// @param name the file's name in rows
    XmlSource(std::string name, std::string_view bytes, ImportReport& report);

    const std::string& name() const { return name_; }
    /// The outermost element; empty if nothing could be read.
    pugi::xml_node root() const { return root_; }
    /// Why there is no root, a sentence for people; empty if there is one.
    const std::string& refusal() const { return refusal_; }
    /// Number of elements.
    std::size_t size() const { return size_; }
    /// Line of an element from 1; 0 if it is not of this file.
    int lineOf(const pugi::xml_node& node) const;

private:
    void refuse(ImportReport& report, const std::string& why, int line);
    int lineAt(std::ptrdiff_t offset) const;
    bool isWithinLimits(ImportReport& report);

    std::string name_;
    std::unique_ptr<pugi::xml_document> document_;
    pugi::xml_node root_;
    std::string refusal_;
    /// Offsets of line ends.
    std::vector<std::ptrdiff_t> lineEnds_;
    std::size_t size_ = 0;
};

/// The text directly inside an element, without blanks around it.
std::string wordOf(const pugi::xml_node& node);

/// "joint 'elbow'"; for an element without a name the nearest one around it is added: "limit of joint 'elbow'".
std::string describeNode(const pugi::xml_node& node);

/// The numbers of a text, with blanks, commas or semicolons between them; none if part of it is not a finite number.
/// @param commaIsPoint a comma between digits is a decimal point: "0,5"
std::optional<std::vector<Real>> parseReals(std::string_view text, bool commaIsPoint = false);

/// Reads values of XML elements; one that cannot be read adds a row of damage that names it, and the default is used.
class XmlValues {
public:
    XmlValues(const XmlSource& source, ImportReport& report) : source_(source), report_(report) {}

    /// No value if the attribute is missing or cannot be read.
    std::optional<Real> real(const pugi::xml_node& node, const char* attribute) const;
    std::optional<Vec3> vec3(const pugi::xml_node& node, const char* attribute) const;
    /// @param count how many there must be; 0: any number
    std::optional<std::vector<Real>> reals(const pugi::xml_node& node, const char* attribute,
                                           std::size_t count = 0) const;
    Real real(const pugi::xml_node& node, const char* attribute, Real otherwise) const {
        return real(node, attribute).value_or(otherwise);
    }
    Vec3 vec3(const pugi::xml_node& node, const char* attribute, const Vec3& otherwise) const {
        return vec3(node, attribute).value_or(otherwise);
    }
    /// The numbers that the text inside an element holds; an empty one has its default, without damage.
    std::optional<std::vector<Real>> content(const pugi::xml_node& node, std::size_t count = 0) const;

    void addRow(ImportOutcome outcome, const pugi::xml_node& node, std::string message, ElementId element = {}) const;
    void imported(const pugi::xml_node& node, std::string message, ElementId element = {}) const {
        addRow(ImportOutcome::Imported, node, std::move(message), element);
    }
    void approximated(const pugi::xml_node& node, std::string message, ElementId element = {}) const {
        addRow(ImportOutcome::Approximated, node, std::move(message), element);
    }
    void leftOut(const pugi::xml_node& node, std::string message, ElementId element = {}) const {
        addRow(ImportOutcome::LeftOut, node, std::move(message), element);
    }
    /// Like leftOut(), for a number that cannot be used.
    void damaged(const pugi::xml_node& node, std::string message, ElementId element = {}) const;
    /// @p mass, kg, or density, kg/m^3, as @p quantity says; 0 with a row of damage if it is negative.
    Real massOf(const pugi::xml_node& node, Real mass, ElementId element = {}, const char* quantity = "mass") const;

private:
    std::optional<std::vector<Real>> readReals(const pugi::xml_node& node, const std::string& what, const char* text,
                                               std::size_t count) const;

    const XmlSource& source_;
    ImportReport& report_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "import/drawing/svg_reader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "import/drawing/svg_path.h"
#include "import/xml_source.h"

namespace trammel {

namespace {

/// "svg:path" without its prefix.
std::string kindOf(const pugi::xml_node& node) {
    const std::string name = node.name();
    const std::size_t colon = name.find(':');
    return colon == std::string::npos ? name : name.substr(colon + 1);
}

/// A length such as "120mm"; m for absolute units, with @p perUser for none and px.
std::optional<Real> parseLength(std::string_view text, Real perUser) {
    Real x = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), x);
    if (error != std::errc() || !std::isfinite(x)) return std::nullopt;
    std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    while (!unit.empty() && unit.back() == ' ') unit.remove_suffix(1);
    static const std::map<std::string_view, Real> units{{"mm", 1e-3},   {"cm", 1e-2},        {"m", 1.},
                                                        {"in", 0.0254}, {"pt", 0.0254 / 72}, {"pc", 0.0254 / 6}};
    if (unit.empty() || unit == "px") return x * perUser;
    const auto found = units.find(unit);
    return found == units.end() ? std::nullopt : std::optional(x * found->second);
}

class SvgReader {
public:
    explicit SvgReader(ImportJob& job) : job_(job), source_(job.fileName(), job.bytes(), job.report) {}

    SvgDrawing run() {
        if (!source_.root() || kindOf(source_.root()) != "svg") {
            job_.failures.error(job_.fileName(), source_.root() ? "It is not an SVG drawing." : source_.refusal(),
                                "Choose another file.");
            return {};
        }
        readUnit();
        PlaneMap upward;
        upward.d = -1;
        walk(source_.root(), upward);
        return std::move(drawing_);
    }

private:
    void readUnit() {
        const pugi::xml_node root = source_.root();
        const auto box = parseReals(root.attribute("viewBox").value());
        const auto width = parseLength(root.attribute("width").value(), drawing_.unit);
        if (box && box->size() == 4 && (*box)[2] > 0 && width && *width > 0) drawing_.unit = *width / (*box)[2];
    }

    Real number(const pugi::xml_node& node, const char* key) const {
        // Lengths of shapes are in user units, or in units that are brought to them.
        const auto length = parseLength(node.attribute(key).value(), drawing_.unit);
        return length ? *length / drawing_.unit : 0;
    }

    void addRow(ImportOutcome outcome, const pugi::xml_node& node, std::string message) {
        job_.report.add({outcome, describe(node), std::move(message), source_.name(), source_.lineOf(node)});
    }
    std::string describe(const pugi::xml_node& node) const {
        // Every subpath holds its name.
        constexpr std::size_t longest = 100;
        const std::string id = std::string(node.attribute("id").value()).substr(0, longest);
        return id.empty() ? kindOf(node) : kindOf(node) + " '" + id + "'";
    }

    static bool isHidden(const pugi::xml_node& node) {
        std::string style = node.attribute("style").value();
        std::erase(style, ' ');
        return style.find("display:none") != std::string::npos ||
               std::string_view(node.attribute("display").value()) == "none";
    }

    void walk(const pugi::xml_node& parent, const PlaneMap& map) {
        static const std::set<std::string> invisible{
            "defs", "clipPath", "mask",   "symbol",    "pattern", "marker",         "metadata",      "title",
            "desc", "style",    "script", "namedview", "filter",  "linearGradient", "radialGradient"};
        for (const pugi::xml_node& node : parent.children()) {
            if (job_.isCanceled() || !job_.failures.empty()) return;
            if (node.type() != pugi::node_element || isHidden(node)) continue;
            const std::string kind = kindOf(node);
            if (invisible.contains(kind)) continue;
            PlaneMap own = map;
            if (const pugi::xml_attribute transform = node.attribute("transform")) {
                const auto read = parseTransform(transform.value());
                if (!read) {
                    addRow(ImportOutcome::LeftOut, node, "Its transform cannot be read.");
                    continue;
                }
                own = map * *read;
            }
            if (kind == "svg") own = own * innerMap(node);
            if (kind == "g" || kind == "svg" || kind == "a" || kind == "switch")
                walk(node, own);
            else
                readShape(node, kind, own);
        }
    }

    /// From the user units of an inner drawing to those around it: its view box is centered in its page, as large as fits.
    PlaneMap innerMap(const pugi::xml_node& node) const {
        PlaneMap map;
        map.e = number(node, "x");
        map.f = number(node, "y");
        const auto box = parseReals(node.attribute("viewBox").value());
        if (!box || box->size() != 4 || !((*box)[2] > 0) || !((*box)[3] > 0)) return map;
        const Real width = number(node, "width"), height = number(node, "height");
        const Real across = width / (*box)[2], up = height / (*box)[3];
        // A size that is not given or relative is that of the view box.
        const Real scale = across > 0 && up > 0 ? std::min(across, up) : std::max({across, up, 0.});
        map.a = map.d = scale > 0 ? scale : 1;
        map.e += (width > 0 ? (width - map.a * (*box)[2]) / 2 : 0) - map.a * (*box)[0];
        map.f += (height > 0 ? (height - map.d * (*box)[3]) / 2 : 0) - map.d * (*box)[1];
        return map;
    }

    /// The shape as path data: one way to read all.
    std::optional<std::string> dataOf(const pugi::xml_node& node, const std::string& kind) const {
        const auto text = [](Real x) {
            std::string digits(32, ' ');
            const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), x);
            digits.resize(static_cast<std::size_t>(end - digits.data()));
            return digits + " ";
        };
        if (kind == "path") return node.attribute("d").value();
        if (kind == "polygon") return std::string("M") + node.attribute("points").value() + "Z";
        if (kind == "polyline") return std::string("M") + node.attribute("points").value();
        if (kind == "line")
            return "M" + text(number(node, "x1")) + text(number(node, "y1")) + "L" + text(number(node, "x2")) +
                   text(number(node, "y2"));
        if (kind == "circle" || kind == "ellipse") {
            const Real rx = number(node, kind == "circle" ? "r" : "rx"),
                       ry = kind == "circle" ? rx : number(node, "ry");
            const std::string radii = text(rx) + text(ry) + "0 1 1 ", cy = text(number(node, "cy"));
            const Real cx = number(node, "cx");
            if (!(rx > 0) || !(ry > 0)) return "";
            return "M" + text(cx - rx) + cy + "A" + radii + text(cx + rx) + cy + "A" + radii + text(cx - rx) + cy + "Z";
        }
        if (kind == "rect") {
            const Real x = number(node, "x"), y = number(node, "y"), w = number(node, "width"),
                       h = number(node, "height");
            Real rx = number(node, "rx"), ry = number(node, "ry");
            if (!(w > 0) || !(h > 0)) return "";
            if (rx <= 0) rx = ry;
            if (ry <= 0) ry = rx;
            rx = std::min(rx, w / 2);
            ry = std::min(ry, h / 2);
            if (rx <= 0) return "M" + text(x) + text(y) + "h" + text(w) + "v" + text(h) + "h" + text(-w) + "Z";
            const std::string corner = "a" + text(rx) + text(ry) + "0 0 1 ";
            return "M" + text(x + rx) + text(y) + "h" + text(w - 2 * rx) + corner + text(rx) + text(ry) + "v" +
                   text(h - 2 * ry) + corner + text(-rx) + text(ry) + "h" + text(2 * rx - w) + corner + text(-rx) +
                   text(-ry) + "v" + text(2 * ry - h) + corner + text(rx) + text(-ry) + "Z";
        }
        return std::nullopt;
    }

    void readShape(const pugi::xml_node& node, const std::string& kind, const PlaneMap& map) {
        const auto data = dataOf(node, kind);
        if (!data) return addRow(ImportOutcome::LeftOut, node, "Outlines are read from paths and basic shapes.");
        const PlanePath like{.subject = describe(node), .line = source_.lineOf(node)};
        const std::size_t before = drawing_.paths.size();
        if (!parsePathData(*data, map, like, drawing_.paths))
            addRow(ImportOutcome::Approximated, node, "Its data cannot be read to the end; it is drawn up to there.");
        for (std::size_t i = before; i < drawing_.paths.size(); ++i)
            vertices_ += drawing_.paths[i].contour.vertices.size();
        if (vertices_ > mostDrawingVertices)
            job_.failures.error(job_.fileName(), "The drawing has too many points.", "Export fewer parts.");
    }

    ImportJob& job_;
    XmlSource source_;
    SvgDrawing drawing_;
    std::size_t vertices_ = 0;
};

}  // namespace

SvgDrawing readSvg(ImportJob& job) { return SvgReader(job).run(); }

}  // namespace trammel

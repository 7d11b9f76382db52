// SPDX-License-Identifier: Apache-2.0
#include "line_plot.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace trammel::test {

namespace {
constexpr Real width = 680, height = 360, left = 64, right = 470, top = 34, bottom = 310;
const char* const ink = "#7d8590";
const char* const colors[] = {"#d9822b", "#3f87d1", "#4f9d5a", "#8d6cc4", "#c8504b", "#2f9e9e",
                              "#b0902a", "#7a7f87", "#c467a5", "#5b74c9", "#7fa32f", "#a86a3d"};

std::string number(const char* format, Real value) {
    char text[48];
    std::snprintf(text, sizeof text, format, value);
    return text;
}
std::string pixel(Real value) { return number("%.1f", value); }
std::string escaped(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '&')
            out += "&amp;";
        else if (c == '<')
            out += "&lt;";
        else
            out += c;
    }
    return out;
}
std::string line(Real x1, Real y1, Real x2, Real y2, Real opacity) {
    return "<path d=\"M" + pixel(x1) + " " + pixel(y1) + "L" + pixel(x2) + " " + pixel(y2) + "\" stroke=\"" + ink +
           "\" stroke-opacity=\"" + number("%.2f", opacity) + "\"/>\n";
}
std::string words(Real x, Real y, const std::string& anchor, const std::string& text, int size = 11) {
    return "<text x=\"" + pixel(x) + "\" y=\"" + pixel(y) + "\" text-anchor=\"" + anchor + "\" font-size=\"" +
           std::to_string(size) + "\" fill=\"" + ink + "\">" + escaped(text) + "</text>\n";
}
/// Tick marks of an axis: decades, or steps of 1, 2 or 5.
std::vector<Real> ticks(bool logarithmic, Real low, Real high) {
    std::vector<Real> list;
    if (logarithmic) {
        const int first = int(std::ceil(std::log10(low) - 1e-9)), last = int(std::floor(std::log10(high) + 1e-9));
        const int every = (last - first) / 8 + 1;
        for (int i = first; i <= last; i += every) list.push_back(std::pow(10., i));
        return list;
    }
    const Real rough = (high - low) / 5, decade = std::pow(10, std::floor(std::log10(rough)));
    const Real step = decade * (rough > 5 * decade ? 10 : rough > 2 * decade ? 5 : rough > decade ? 2 : 1);
    for (Real t = std::ceil(low / step) * step; t <= high + 1e-9 * step; t += step) list.push_back(t);
    return list;
}
}  // namespace

void LinePlot::addCurve(std::string name, std::vector<Point> points, bool dots) {
    std::erase_if(points, [this](const Point& p) { return !isShown(p); });
    if (!points.empty()) curves_.push_back({std::move(name), std::move(points), dots});
}

bool LinePlot::isShown(const Point& p) const {
    return std::isfinite(p.x) && std::isfinite(p.y) && (p.x > 0 || !x_.logarithmic) && (p.y > 0 || !y_.logarithmic);
}

Real LinePlot::Scale::operator()(Real value) const {
    const Real share = logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return pixelLow + share * (pixelHigh - pixelLow);
}

LinePlot::Scale LinePlot::makeScale(const Axis& axis, Real Point::*coordinate, Real pixelLow, Real pixelHigh) const {
    Real low = Infinity, high = -Infinity;
    for (const Curve& curve : curves_)
        for (const Point& p : curve.points) {
            low = std::min(low, p.*coordinate);
            high = std::max(high, p.*coordinate);
        }
    if (axis.logarithmic) {
        low = std::pow(10, std::floor(std::log10(low)));
        high = std::pow(10, std::ceil(std::log10(high)));
        if (low == high) high *= 10;
    } else if (low == high) {
        high += 1;
    }
    return {axis.logarithmic, low, high, pixelLow, pixelHigh};
}

std::string LinePlot::toSvg() const {
    const Scale x = makeScale(x_, &Point::x, left, right), y = makeScale(y_, &Point::y, bottom, top);
    std::string svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + number("%.0f", width) + "\" height=\"" +
                      number("%.0f", height) + "\" viewBox=\"0 0 " + number("%.0f", width) + " " +
                      number("%.0f", height) + "\" font-family=\"sans-serif\" fill=\"none\">\n<title>" +
                      escaped(title_) + "</title>\n";
    svg += words(left, 20, "start", title_, 13);
    for (const Real t : ticks(x.logarithmic, x.low, x.high)) {
        svg += line(x(t), top, x(t), bottom, 0.25);
        svg += words(x(t), bottom + 16, "middle", number("%g", t));
    }
    for (const Real t : ticks(y.logarithmic, y.low, y.high)) {
        svg += line(left, y(t), right, y(t), 0.25);
        svg += words(left - 6, y(t) + 4, "end", number("%g", t));
    }
    svg += line(left, bottom, right, bottom, 1) + line(left, top, left, bottom, 1);
    svg += words((left + right) / 2, bottom + 36, "middle", x_.title);
    svg += "<g transform=\"rotate(-90 14 172)\">" + words(14, 172, "middle", y_.title) + "</g>\n";
    for (std::size_t i = 0; i < curves_.size(); ++i) {
        const std::string color = colors[i % std::size(colors)];
        std::string path, dots;
        for (const Point& p : curves_[i].points) {
            path += (path.empty() ? "M" : "L") + pixel(x(p.x)) + " " + pixel(y(p.y));
            if (curves_[i].dots)
                dots += "<circle cx=\"" + pixel(x(p.x)) + "\" cy=\"" + pixel(y(p.y)) + "\" r=\"2.6\" fill=\"" + color +
                        "\"/>\n";
        }
        svg += "<path d=\"" + path + "\" stroke=\"" + color + "\" stroke-width=\"1.6\"/>\n" + dots;
        const Real row = top + 8 + 18 * Real(i);
        svg += "<path d=\"M" + pixel(right + 14) + " " + pixel(row) + "h18\" stroke=\"" + color +
               "\" stroke-width=\"2.4\"/>\n" + words(right + 38, row + 4, "start", curves_[i].name);
    }
    return svg + "</svg>\n";
}

}  // namespace trammel::test

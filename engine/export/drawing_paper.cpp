// SPDX-License-Identifier: Apache-2.0
#include "export/drawing_paper.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <ostream>
#include <string_view>

#include "document/utf8.h"

namespace trammel {

namespace {

std::string paperNumber(Real x) { return decimalText(x, 2); }
std::string paperPlace(const Vec2& p) { return paperNumber(p[0]) + " " + paperNumber(p[1]); }

class SvgPaper : public DrawingPaper {
public:
    SvgPaper(std::ostream& out, Real border) : out_(out), border_(border) {}

    void begin(const Vec2& size, const std::string& title) override {
        const std::string width = paperNumber(size[0]), height = paperNumber(size[1]);
        out_ << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << width << "mm\" height=\"" << height
             << "mm\" viewBox=\"0 0 " << width << " " << height << "\">\n<title>" << escaped(title)
             << "</title>\n<g fill=\"none\" stroke=\"black\" stroke-linecap=\"round\" stroke-linejoin=\"round\" "
                "stroke-width=\""
             << paperNumber(border_) << "\">\n";
    }
    void fill(const std::vector<Line>& areas) override {
        out_ << "<path fill=\"white\" stroke=\"none\" d=\"";
        for (const Line& area : areas) out_ << path(area) << "Z";
        out_ << "\"/>\n";
    }
    void draw(const std::vector<Line>& lines, Real width) override {
        out_ << "<path ";
        if (width != border_) out_ << "stroke-width=\"" << paperNumber(width) << "\" ";
        out_ << "d=\"";
        for (const Line& line : lines) out_ << path(line);
        out_ << "\"/>\n";
    }
    void drawArea(const Line& outline) override { out_ << "<path fill=\"white\" d=\"" << path(outline) << "Z\"/>\n"; }
    void drawCircle(const Vec2& center, Real radius) override {
        out_ << "<circle fill=\"white\" cx=\"" << paperNumber(center[0]) << "\" cy=\"" << paperNumber(center[1])
             << "\" r=\"" << paperNumber(radius) << "\"/>\n";
    }
    void end() override { out_ << "</g>\n</svg>\n"; }

private:
    static std::string escaped(const std::string& text) {
        std::string out;
        for (const char c : text) out += c == '<' ? "&lt;" : c == '&' ? "&amp;" : std::string(1, c);
        return out;
    }
    static std::string path(const Line& points) {
        std::string d;
        for (const Vec2& p : points) d += (d.empty() ? "M" : "L") + paperPlace(p);
        return d;
    }

    std::ostream& out_;
    Real border_;
};

/// One page whose contents are not compressed.
class PdfPaper : public DrawingPaper {
public:
    PdfPaper(std::ostream& out, Real border) : out_(out), border_(border) {}

    void begin(const Vec2& size, const std::string& title) override {
        constexpr Real textSize = 3.5, textMargin = 3;
        size_ = size;
        title_ = pdfText(title);
        // Millimeters with y down.
        content_ = pdfNumber(pointsPerMillimeter) + " 0 0 -" + pdfNumber(pointsPerMillimeter) + " 0 " +
                   pdfNumber(pointsPerMillimeter * size[1]) + " cm\n1 J 1 j 0 G 1 g " + paperNumber(border_) +
                   " w\nBT 0 g /F1 " + paperNumber(textSize) + " Tf 1 0 0 -1 " +
                   paperPlace(Vec2(textMargin, size[1] - textMargin)) + " Tm (" + title_ + ") Tj ET 1 g\n";
    }
    void fill(const std::vector<Line>& areas) override {
        for (const Line& area : areas) content_ += path(area) + "h\n";
        content_ += "f\n";
    }
    void draw(const std::vector<Line>& lines, Real width) override {
        content_ += paperNumber(width) + " w\n";
        for (const Line& line : lines) content_ += path(line);
        content_ += "S " + paperNumber(border_) + " w\n";
    }
    void drawArea(const Line& outline) override { content_ += path(outline) + "b\n"; }
    void drawCircle(const Vec2& center, Real radius) override {
        // The control points of a quarter circle.
        const Real k = 0.5522847498 * radius;
        const auto at = [&](Real x, Real y) { return paperPlace(Vec2(center[0] + x, center[1] + y)) + " "; };
        content_ += at(radius, 0) + "m " + at(radius, k) + at(k, radius) + at(0, radius) + "c " + at(-k, radius) +
                    at(-radius, k) + at(-radius, 0) + "c " + at(-radius, -k) + at(-k, -radius) + at(0, -radius) + "c " +
                    at(k, -radius) + at(radius, -k) + at(radius, 0) + "c b\n";
    }
    void end() override {
        const std::string objects[] = {
            "<</Type/Catalog/Pages 2 0 R>>",
            "<</Type/Pages/Kids[3 0 R]/Count 1>>",
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 " + pdfNumber(pointsPerMillimeter * size_[0]) + " " +
                pdfNumber(pointsPerMillimeter * size_[1]) + "]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
            "<</Length " + std::to_string(content_.size()) + ">>\nstream\n" + content_ + "\nendstream",
            "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
            "<</Title(" + title_ + ")>>"};
        std::string file = "%PDF-1.4\n", table;
        int id = 0;
        for (const std::string& object : objects) {
            const std::string offset = std::to_string(file.size());
            constexpr std::size_t digits = 10;
            table += std::string(digits - std::min(digits, offset.size()), '0') + offset + " 00000 n \n";
            file += std::to_string(++id) + " 0 obj\n" + object + "\nendobj\n";
        }
        const std::string count = std::to_string(id + 1);
        out_ << file << "xref\n0 " << count << "\n0000000000 65535 f \n"
             << table << "trailer\n<</Size " << count << "/Root 1 0 R/Info 6 0 R>>\nstartxref\n"
             << file.size() << "\n%%EOF\n";
    }

private:
    static constexpr Real pointsPerMillimeter = 72 / 25.4;

    static std::string pdfNumber(Real x) { return decimalText(x, 5); }
    /// The contents of a string; letters that the standard fonts lack become '?'.
    static std::string pdfText(std::string_view text) {
        std::string contents;
        while (!text.empty()) {
            const std::size_t length = std::max<std::size_t>(utf8SequenceLength(text), 1);
            unsigned code = static_cast<unsigned char>(text[0]);
            // Two bytes hold 5 and 6 bits.
            if (length == 2) code = (code & 0x1F) << 6 | (static_cast<unsigned char>(text[1]) & 0x3F);
            const bool isAscii = length == 1 && code >= 32 && code < 127;
            if (code == '(' || code == ')' || code == '\\') contents += '\\';
            if (length == 2 && code >= 0xA0 && code <= 0xFF)
                contents += {'\\', char('0' + (code >> 6)), char('0' + (code >> 3 & 7)), char('0' + (code & 7))};
            else
                contents += isAscii ? char(code) : '?';
            text.remove_prefix(length);
        }
        return contents;
    }
    static std::string path(const Line& points) {
        std::string d;
        for (const Vec2& p : points) d += paperPlace(p) + (d.empty() ? " m\n" : " l\n");
        return d;
    }

    std::ostream& out_;
    Real border_;
    Vec2 size_{0, 0};
    std::string title_, content_;
};

}  // namespace

std::string decimalText(Real x, int decimals) {
    // Holds all digits of the largest number: PDF has no exponents.
    char buffer[400];
    const Real steps = std::pow(10., decimals), rounded = std::round(steps * x) / steps;
    const auto end =
        std::to_chars(buffer, buffer + sizeof buffer, rounded == 0 ? 0 : rounded, std::chars_format::fixed).ptr;
    return {buffer, end};
}

std::unique_ptr<DrawingPaper> makeSvgPaper(std::ostream& out, Real border) {
    return std::make_unique<SvgPaper>(out, border);
}
std::unique_ptr<DrawingPaper> makePdfPaper(std::ostream& out, Real border) {
    return std::make_unique<PdfPaper>(out, border);
}

}  // namespace trammel

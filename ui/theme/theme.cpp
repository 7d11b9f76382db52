// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QApplication>
#include <QFile>
#include <QPainter>
#include <QPalette>
#include <QProxyStyle>
#include <QStyleOption>
#include <algorithm>

#include "ui/theme/icons.h"

// Q_INIT_RESOURCE must be outside any namespace. Without it the linker drops the static library's resources.
static void initializeResources() { Q_INIT_RESOURCE(trammel_resources); }

namespace trammel::ui {

namespace {

struct Shades {
    QColor window, base, alternate, button, text, faint, disabled, line, accent, accentText, tip;
};

Shades lightShades() {
    return {"#f2f3f5", "#ffffff", "#f7f8fa", "#e8eaee", "#1d222b", "#69717f",
            "#a3a9b3", "#cfd3da", "#2467d6", "#ffffff", "#fffdf0"};
}

Shades darkShades() {
    return {"#25282e", "#1b1e23", "#20242a", "#32363e", "#dfe3e9", "#949dab",
            "#646c78", "#3d424b", "#4a8af0", "#ffffff", "#343942"};
}

QPalette paletteOf(const Shades& s, bool dark) {
    QPalette p;
    p.setColor(QPalette::Window, s.window);
    p.setColor(QPalette::WindowText, s.text);
    p.setColor(QPalette::Base, s.base);
    p.setColor(QPalette::AlternateBase, s.alternate);
    p.setColor(QPalette::Text, s.text);
    p.setColor(QPalette::Button, s.button);
    p.setColor(QPalette::ButtonText, s.text);
    p.setColor(QPalette::BrightText, QColor("#ffffff"));
    p.setColor(QPalette::Highlight, s.accent);
    p.setColor(QPalette::HighlightedText, s.accentText);
    p.setColor(QPalette::ToolTipBase, s.tip);
    p.setColor(QPalette::ToolTipText, s.text);
    p.setColor(QPalette::PlaceholderText, s.faint);
    p.setColor(QPalette::Link, s.accent);
    p.setColor(QPalette::LinkVisited, s.accent);
    // Fusion derives bevels and frames from these.
    p.setColor(QPalette::Light, dark ? s.button.lighter(125) : QColor("#ffffff"));
    p.setColor(QPalette::Midlight, dark ? s.button.lighter(110) : s.button.lighter(104));
    p.setColor(QPalette::Mid, s.line);
    p.setColor(QPalette::Dark, dark ? QColor("#15171b") : QColor("#b3b8c1"));
    p.setColor(QPalette::Shadow, dark ? QColor("#0c0d10") : QColor("#8b919c"));
    for (auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        p.setColor(QPalette::Disabled, role, s.disabled);
    p.setColor(QPalette::Disabled, QPalette::Highlight, s.line);
    return p;
}

ThemeColors colorsOf(const Shades& s, bool dark) {
    ThemeColors c;
    c.accent = s.accent;
    c.good = dark ? "#4cc38a" : "#178a50";
    c.caution = dark ? "#e8b04a" : "#b06a00";
    c.bad = dark ? "#f0716b" : "#c9302c";
    c.line = s.line;
    c.faintText = s.faint;
    c.viewTop = dark ? "#343a44" : "#dfe6ee";
    c.viewBottom = dark ? "#17191d" : "#fafbfc";
    c.lowStage = dark ? "#3f6fd8" : "#2e62cf";
    c.highStage = dark ? "#35b58a" : "#17a277";
    return c;
}

QString styleSheetOf(const Shades& s) {
    QFile file(":/themes/trammel.qss");
    if (!file.open(QIODevice::ReadOnly)) return {};
    QString sheet = QString::fromUtf8(file.readAll());
    const std::pair<const char*, QColor> places[] = {
        {"@window", s.window}, {"@base", s.base}, {"@button", s.button}, {"@text", s.text},
        {"@faint", s.faint},   {"@line", s.line}, {"@accent", s.accent}, {"@disabled", s.disabled}};
    for (const auto& [place, color] : places) sheet.replace(place, color.name());
    return sheet;
}

QColor blend(const QColor& a, const QColor& b, float t) {
    const auto mix = [t](float x, float y) { return x + (y - x) * t; };
    return QColor::fromRgbF(mix(a.redF(), b.redF()), mix(a.greenF(), b.greenF()), mix(a.blueF(), b.blueF()));
}

/// Fusion, with panel buttons drawn like all others and check boxes with a visible outline on dark backgrounds.
class PanelStyle : public QProxyStyle {
public:
    PanelStyle() : QProxyStyle(QStringLiteral("Fusion")) {}
    QIcon standardIcon(StandardPixmap which, const QStyleOption* option, const QWidget* widget) const override {
        if (which == SP_TitleBarCloseButton) return icon(QStringLiteral("close"));
        if (which == SP_TitleBarNormalButton) return icon(QStringLiteral("undock"));
        return QProxyStyle::standardIcon(which, option, widget);
    }
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override {
        QProxyStyle::drawPrimitive(element, option, painter, widget);
        const bool box = element == PE_IndicatorCheckBox || element == PE_IndicatorItemViewItemCheck;
        if (!box || !Theme::instance().isDark()) return;
        painter->setPen(Theme::instance().colors().faintText);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option->rect.adjusted(0, 0, -1, -1));
    }
};

}  // namespace

Theme& Theme::instance() {
    static Theme theme;
    return theme;
}

Theme::Theme() {
    initializeResources();
    systemIsDark_ = QApplication::palette().color(QPalette::Window).lightness() < 128;
    colors_ = colorsOf(lightShades(), false);
}

void Theme::apply(ThemeChoice choice) {
    choice_ = choice;
    dark_ = choice == ThemeChoice::Dark || (choice == ThemeChoice::System && systemIsDark_);
    const Shades shades = dark_ ? darkShades() : lightShades();
    colors_ = colorsOf(shades, dark_);
    QApplication::setStyle(new PanelStyle);
    QApplication::setPalette(paletteOf(shades, dark_));
    qApp->setStyleSheet(styleSheetOf(shades));
    Q_EMIT changed();
}

QColor Theme::stageColor(Stage stage) const {
    const float t = float(int(stage) - Stage::Topology) / float(Stage::Report - Stage::Topology);
    return blend(colors_.lowStage, colors_.highStage, std::clamp(t, 0.f, 1.f));
}

QColor Theme::severityColor(Severity severity) const {
    switch (severity) {
        case Severity::Error: return colors_.bad;
        case Severity::Warning: return colors_.caution;
        case Severity::Note: return colors_.accent;
    }
    return colors_.accent;
}

}  // namespace trammel::ui

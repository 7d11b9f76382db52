// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/icons.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QPixmapCache>
#include <QSvgRenderer>

#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

// Placeholder colors in the icon files for text and accent.
constexpr const char* InkPlaceholder = "#101010";
constexpr const char* AccentPlaceholder = "#1010f0";

/// Renders an SVG at any size and pixel density in the current colors.
class ThemedIconEngine : public QIconEngine {
public:
    ThemedIconEngine(QString name, QByteArray svg, QColor fixed)
        : name_(std::move(name)), svg_(std::move(svg)), fixed_(fixed) {}

    QIconEngine* clone() const override { return new ThemedIconEngine(*this); }

    // Cached: trees paint many icons, and parsing the SVG dominates.
    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const qreal ratio = painter->device() ? painter->device()->devicePixelRatioF() : 1;
        painter->drawPixmap(rect, pixmap((QSizeF(rect.size()) * ratio).toSize(), mode, state));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        const QString key = QStringLiteral("trammel-icon/%1/%2x%3/%4/%5")
                                .arg(name_, QString::number(size.width()), QString::number(size.height()),
                                     ink(mode).name(), accent(mode).name());
        QPixmap result;
        if (QPixmapCache::find(key, &result)) return result;
        result = QPixmap(size);
        result.fill(Qt::transparent);
        QPainter painter(&result);
        draw(painter, QRect(QPoint(0, 0), size), mode);
        painter.end();
        QPixmapCache::insert(key, result);
        return result;
    }

private:
    void draw(QPainter& painter, const QRect& rect, QIcon::Mode mode) const {
        QByteArray svg = svg_;
        svg.replace(InkPlaceholder, ink(mode).name().toLatin1());
        svg.replace(AccentPlaceholder, accent(mode).name().toLatin1());
        QSvgRenderer renderer(svg);
        painter.setRenderHint(QPainter::Antialiasing);
        renderer.render(&painter, QRectF(rect));
    }

    QColor ink(QIcon::Mode mode) const {
        if (mode == QIcon::Disabled) return QApplication::palette().color(QPalette::Disabled, QPalette::ButtonText);
        if (fixed_.isValid()) return fixed_;
        const auto role = mode == QIcon::Selected ? QPalette::HighlightedText : QPalette::ButtonText;
        return QApplication::palette().color(QPalette::Active, role);
    }

    QColor accent(QIcon::Mode mode) const {
        if (mode == QIcon::Normal || mode == QIcon::Active)
            return fixed_.isValid() ? fixed_ : Theme::instance().colors().accent;
        return ink(mode);
    }

    QString name_;
    QByteArray svg_;
    QColor fixed_;
};

}  // namespace

QIcon icon(const QString& name) { return icon(name, QColor()); }

QIcon icon(const QString& name, const QColor& color) {
    Theme::instance();  // initializes the resources
    QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
    if (name.isEmpty() || !file.open(QIODevice::ReadOnly)) return {};
    return QIcon(new ThemedIconEngine(name, file.readAll(), color));
}

QIcon iconOr(const QString& name, const QString& otherwise) {
    const QIcon first = icon(name);
    return first.isNull() ? icon(otherwise) : first;
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/background_data.h"

#include <QBuffer>
#include <QFile>
#include <QFileInfo>
#include <QImageReader>
#include <algorithm>
#include <limits>

#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {

/// Size of a file that is stored unchanged, and the maximum that is read, bytes.
constexpr qint64 SmallFile = 400'000, MostBytes = 64'000'000;
constexpr qsizetype MostCharacters = 64'000'000;
constexpr int MostPixels = 2048, Quality = 85;
/// Memory that decoding may take, MB.
constexpr int MostMegabytes = 512;

/// Empty for an image with more than @p mostPixels a side, which is not decoded.
QImage readImage(const QByteArray& bytes, int mostPixels, QByteArray& format) {
    QBuffer buffer;
    buffer.setData(bytes);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer);
    reader.setDecideFormatFromContent(true);
    reader.setAutoTransform(true);
    QImageReader::setAllocationLimit(MostMegabytes);
    format = reader.format();
    // Checked before its size: readers of other formats, such as SVG, interpret the whole file for it.
    if (format != "png" && format != "jpeg" && format != "jpg") return {};
    const QSize size = reader.size();
    if (std::max(size.width(), size.height()) > mostPixels) return {};
    return reader.read();
}

bool isLarge(const QImage& image) { return image.width() > MostPixels || image.height() > MostPixels; }

/// The image at no more than MostPixels a side: a small file may decode to hundreds of megabytes.
QImage reduced(const QImage& image) {
    return isLarge(image) ? image.scaled(MostPixels, MostPixels, Qt::KeepAspectRatio, Qt::SmoothTransformation) : image;
}

}  // namespace

QImage decodeBackground(const std::string& data) {
    if (data.empty() || qsizetype(data.size()) > MostCharacters) return {};
    const auto bytes = QByteArray::fromBase64Encoding(QByteArray::fromStdString(data));
    QByteArray format;
    // encodeBackground() writes none larger; decoding must not block the window.
    return bytes ? readImage(*bytes, MostPixels, format) : QImage();
}

std::string encodeBackground(const QString& path, QString& why) {
    QFile file(path);
    const QString name = QFileInfo(path).fileName();
    if (!file.open(QIODevice::ReadOnly)) {
        why = tr("Cannot read %1: %2.").arg(name, file.errorString());
        return {};
    }
    if (file.size() > MostBytes) {
        why = tr("%1 is larger than 64 MB. Reduce it, then choose it again.").arg(name);
        return {};
    }
    QByteArray bytes = file.readAll(), format;
    const QImage image = readImage(bytes, std::numeric_limits<int>::max(), format);
    if (image.isNull()) {
        why = tr("%1 is not a readable PNG or JPEG image. Choose another file.").arg(name);
        return {};
    }
    if (isLarge(image) || bytes.size() > SmallFile) {
        const QImage kept = reduced(image);
        bytes.clear();
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        if (image.hasAlphaChannel())
            kept.save(&buffer, "PNG");
        else
            kept.save(&buffer, "JPG", Quality);
    }
    return bytes.toBase64().toStdString();
}

BackgroundPlace placeOfBackground(const Element& background, const TypeDescriptor& type, const QSize& pixels) {
    BackgroundPlace place;
    place.X_GI = Transform(Rotation::fromBodyXYZ(background.valueAs<Vec3>(type, "orientation")),
                           background.valueAs<Vec3>(type, "position"));
    place.width = background.valueAs<Real>(type, "width");
    place.height = pixels.width() > 0 ? place.width * pixels.height() / pixels.width() : place.width;
    return place;
}

}  // namespace trammel::ui

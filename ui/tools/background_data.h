// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QString>
#include <optional>
#include <string>

#include "document/element.h"
#include "math/rotation.h"
#include "meta/type_catalog.h"

namespace trammel::ui {

/// The image in the data of a background: base64 of a PNG or JPEG file. Null if it cannot be read.
QImage decodeBackground(const std::string& data);

/// The data for a file; the image is reduced to at most 2048 pixels a side, as JPEG, unless the file is small. Empty, with the
/// reason in @p why, if it cannot be read.
std::string encodeBackground(const QString& path, QString& why);

/// Place and size of a background, m.
struct BackgroundPlace {
    /// Lower left corner; x along the width, y along the height.
    Transform X_GI;
    Real width = 0, height = 0;
    Vec3 corner(int x, int y) const { return X_GI * Vec3(x * width, y * height, 0); }
};
BackgroundPlace placeOfBackground(const Element& background, const TypeDescriptor& type, const QSize& pixels);

}  // namespace trammel::ui

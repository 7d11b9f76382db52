// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QObject>
#include <map>
#include <string>

#include "ui/session/session.h"

namespace trammel::ui {

class Viewport;

/// Shows the background images of the document in the view.
class BackgroundView : public QObject {
    Q_OBJECT

public:
    BackgroundView(Session& session, Viewport& viewport, QObject* parent);

private:
    void show();

    Session& session_;
    Viewport& viewport_;
    /// Decoded images by element, with the text that they were decoded from.
    struct Decoded {
        std::string data;
        QImage image;
    };
    std::map<ElementId, Decoded> decoded_;
};

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The exports that need the view, in the order of the dialog. A new one: one row here.
#include "ui/dialogs/image_exports.h"

#include <QCoreApplication>

namespace trammel::ui {

const std::vector<ImageExport>& imageExports() {
    static const std::vector<ImageExport> exports{
        {"image", QT_TRANSLATE_NOOP("ExportDialog", "Image of the current frame (PNG)"), "png", false, 3840, 2160, {}},
        {"images", QT_TRANSLATE_NOOP("ExportDialog", "Image sequence of the run (PNG)"), "png", true, 3840, 2160, {}},
        {"mp4", QT_TRANSLATE_NOOP("ExportDialog", "Video of the run (MP4)"), "mp4", true, 1920, 1080,
         VideoWriter::Format::Mp4},
        {"webm", QT_TRANSLATE_NOOP("ExportDialog", "Video of the run (WebM)"), "webm", true, 1920, 1080,
         VideoWriter::Format::WebM},
        {"gif", QT_TRANSLATE_NOOP("ExportDialog", "Animation of the run (GIF)"), "gif", true, 640, 360,
         VideoWriter::Format::Gif}};
    return exports;
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
// The exports that need the view, in the order of the dialog. A new one: one row here.
#include "ui/dialogs/image_exports.h"

#include <QCoreApplication>

namespace trammel::ui {

const std::vector<ImageExport>& imageExports() {
    static const std::vector<ImageExport> exports{
        {"image", QT_TRANSLATE_NOOP("ExportDialog", "Image of the current frame (PNG)"), "png", false, {}},
        {"images", QT_TRANSLATE_NOOP("ExportDialog", "Image sequence of the run (PNG)"), "png", true, {}},
        {"mp4", QT_TRANSLATE_NOOP("ExportDialog", "Video of the run (MP4)"), "mp4", true, VideoWriter::Format::Mp4},
        {"webm", QT_TRANSLATE_NOOP("ExportDialog", "Video of the run (WebM)"), "webm", true, VideoWriter::Format::WebM},
        {"gif", QT_TRANSLATE_NOOP("ExportDialog", "Animation of the run (GIF)"), "gif", true,
         VideoWriter::Format::Gif}};
    return exports;
}

}  // namespace trammel::ui

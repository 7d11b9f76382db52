// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/osg_messages.h"

#include <QLoggingCategory>
#include <mutex>
#include <osg/Notify>

namespace trammel::ui {

namespace {

Q_LOGGING_CATEGORY(viewportLog, "trammel.viewport")

class QtNotifyHandler : public osg::NotifyHandler {
public:
    void notify(osg::NotifySeverity severity, const char* message) override {
        const QString text = QString::fromUtf8(message).trimmed();
        if (text.isEmpty()) return;
        if (severity <= osg::WARN) {
            qCWarning(viewportLog).noquote() << text;
        } else {
            qCDebug(viewportLog).noquote() << text;
        }
    }
};

}  // namespace

void routeOsgMessages() {
    static std::once_flag once;
    std::call_once(once, [] {
        osg::setNotifyHandler(new QtNotifyHandler);
        osg::setNotifyLevel(osg::WARN);
    });
}

}  // namespace trammel::ui

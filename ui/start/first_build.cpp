// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/first_build.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

namespace {
constexpr int GuideDistance = 12;
constexpr int WordsWidth = 236;
}  // namespace

FirstBuild::FirstBuild(Session& session, const ToolHost& host, QWidget* view) : QFrame(view), list_(new QLabel(this)) {
    setObjectName(QStringLiteral("firstBuild"));
    setAccessibleName(tr("Your first four-bar"));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    const auto links = [&session](std::size_t count) {
        return [&session, count] { return session.document().elementsOf("body").size() >= count; };
    };
    const auto closed = [&session] { return session.lastModel() && session.lastModel()->getMobility().loops > 0; };
    steps_ = {
        {tr("With the Link tool (<b>L</b>) click where the red and green axes meet: the start of the crank."),
         [&session, &host] {
             return !session.document().elementsOf("body").empty() || (host.tool() && host.tool()->typedQuantity());
         }},
        {tr("Move up, type <b>100 mm</b> and press <b>Enter</b>: the crank."), links(1)},
        {tr("Move up and right, type <b>350 mm</b>, <b>Enter</b>: the coupler."), links(2)},
        {tr("Move down and right to about 400 mm right of the start, type <b>250 mm</b>, and <b>click</b>: the rocker "
            "closes the loop."),
         closed},
        {tr("Press <b>Esc</b>. Right-click the lower pin of the crank, choose <b>Add motor</b>, <b>Enter</b>."),
         [&session] { return !session.document().elementsOf("motion").empty(); }},
        {tr("Press <b>F5</b> to run. <b>Space</b> pauses; drag the timeline to any frame."),
         [&session, closed] { return closed() && session.player().run() != nullptr; }},
    };

    auto* const heading = new QLabel(tr("<b>Your first four-bar</b>"), this);
    auto* const close = new QToolButton(this);
    close->setIcon(icon("close"));
    close->setAutoRaise(true);
    close->setToolTip(tr("Close this list"));
    close->setAccessibleName(tr("Close this list"));
    list_->setWordWrap(true);
    list_->setFixedWidth(WordsWidth);
    list_->setTextFormat(Qt::RichText);
    auto* const top = new QHBoxLayout;
    top->addWidget(heading, 1);
    top->addWidget(close);
    auto* const layout = new QVBoxLayout(this);
    layout->addLayout(top);
    layout->addWidget(list_);
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    connect(&session, &Session::changed, this, &FirstBuild::showSteps);
    connect(&host, &ToolHost::previewChanged, this, &FirstBuild::showSteps);
    connect(&host, &ToolHost::toolChanged, this, &FirstBuild::showSteps);
    connect(&Theme::instance(), &Theme::changed, this, &FirstBuild::showSteps);
    view->installEventFilter(this);
    hide();
}

void FirstBuild::start() {
    show();
    raise();
    showSteps();
}

int FirstBuild::step() const {
    const auto next = std::find_if(steps_.begin(), steps_.end(), [](const Step& step) { return !step.isDone(); });
    return int(next - steps_.begin());
}

void FirstBuild::showSteps() {
    if (isHidden()) return;
    const ThemeColors& colors = Theme::instance().colors();
    const int next = step();
    QString html = QStringLiteral("<table cellpadding=3>");
    for (int i = 0; i < stepCount(); ++i) {
        const QString sign = i < next ? QStringLiteral("✓") : QString::number(i + 1);
        const QColor color = i < next    ? colors.good
                             : i == next ? palette().color(QPalette::WindowText)
                                         : colors.faintText;
        html += QStringLiteral("<tr style='color:%1'><td>%2</td><td>%3</td></tr>")
                    .arg(color.name(), sign, steps_[std::size_t(i)].words);
    }
    html += QStringLiteral("</table>");
    if (next == stepCount())
        html +=
            tr("<p>Done: one degree of freedom, one loop, no redundant equations. Drag the mechanism with <b>Q</b>, or "
               "click a link and change its length.</p>");
    if (html == list_->text()) return;
    list_->setText(html);
    place();
}

void FirstBuild::place() {
    adjustSize();
    // The mechanism grows to the right.
    move(GuideDistance, GuideDistance);
}

bool FirstBuild::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && isVisible()) place();
    return QFrame::eventFilter(watched, event);
}

}  // namespace trammel::ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/timeline_bar.h"
#include "ui/panels/timeline_panel.h"
#include "ui/session/bookmarks.h"
#include "ui/window/commands/command_groups.h"
#include "ui/window/main_window.h"
#include "ui/window/panel_docks.h"

namespace trammel::ui {

void addTimeCommands(MainWindow& window) {
    CommandTable& table = window.commands();
    Session& session = window.session();
    Player& player = session.player();
    Bookmarks& bookmarks = window.workspace().bookmarks();
    const auto show = [&window] { window.panels().get<TimelinePanel>().bar()->update(); };
    table.add({"time.backward",
               tr("Reverse pla&yback"),
               tr("Reverse the playback direction"),
               "backward",
               {QKeySequence(Qt::CTRL | Qt::Key_Space)},
               KeyScope::View,
               [&player] { player.setSpeed(-player.speed()); },
               {},
               [&player] { return player.speed() < 0; }});
    table.add({"time.loop",
               tr("L&oop"),
               tr("Repeat a range; drag its ends, or Shift-drag a new one in the timeline"),
               "loop",
               {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_L)},
               KeyScope::Window,
               [&player, show] {
                   if (player.loop())
                       player.setLoop(std::nullopt);
                   else
                       player.setLoop(Player::Loop{player.startTime(), player.plannedEnd()});
                   show();
               },
               {},
               [&player] { return player.loop().has_value(); }});
    table.add({"time.bookmark",
               tr("Book&mark…"),
               tr("Add a named bookmark at the current frame"),
               "bookmark",
               {QKeySequence(Qt::CTRL | Qt::Key_B)},
               KeyScope::Window,
               [&player, &window, &bookmarks] {
                   window.panels().get<TimelinePanel>().bar()->editName(bookmarks.add(player.time()));
               }});
    const auto unlessBookmarks = [&bookmarks] {
        return bookmarks.all().empty() && bookmarks.ofRun().empty() ? MainWindow::tr("There are no bookmarks.")
                                                                    : QString();
    };
    const auto go = [&player](const std::optional<Real>& time) {
        if (!time) return;
        player.pause();
        player.seekExactly(*time);
    };
    table.add({"time.nextBookmark",
               tr("Ne&xt bookmark"),
               tr("Go to the next bookmark"),
               "",
               {QKeySequence(Qt::Key_BracketRight)},
               KeyScope::View,
               [&player, &bookmarks, go] { go(bookmarks.next(player.time())); },
               unlessBookmarks});
    table.add({"time.previousBookmark",
               tr("&Previous bookmark"),
               tr("Go to the previous bookmark"),
               "",
               {QKeySequence(Qt::Key_BracketLeft)},
               KeyScope::View,
               [&player, &bookmarks, go] { go(bookmarks.previous(player.time())); },
               unlessBookmarks});
}

}  // namespace trammel::ui

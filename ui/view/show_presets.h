// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace trammel::ui {

class ViewOverlays;
class Viewport;

/// What the Show menu has on and off, kept under a number in the settings and brought back from there.
class ShowPresets {
public:
    static constexpr int Count = 5;

    /// Both must outlive this.
    ShowPresets(Viewport& view, ViewOverlays& drawings) : view_(view), drawings_(drawings) {}

    /// @param number 1 to Count
    bool isKept(int number) const;
    void keep(int number) const;
    void recall(int number) const;

private:
    Viewport& view_;
    ViewOverlays& drawings_;
};

}  // namespace trammel::ui

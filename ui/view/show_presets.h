// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace trammel::ui {

class ViewOverlays;
class Viewport;

/// Numbered presets of the Show menu in the settings.
class ShowPresets {
public:
    static constexpr int Count = 5;

    /// Neither is owned; both must outlive this.
    ShowPresets(Viewport& view, ViewOverlays& overlays) : view_(view), overlays_(overlays) {}

    /// @param number 1 to Count
    bool isKept(int number) const;
    void keep(int number) const;
    void recall(int number) const;

private:
    Viewport& view_;
    ViewOverlays& overlays_;
};

}  // namespace trammel::ui

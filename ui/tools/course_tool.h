// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "authoring/placed_element.h"
#include "ui/properties/units.h"
#include "ui/tools/tool_host.h"

namespace trammel::ui {

/// Adds an element that runs through any number of points, such as a cable: from the first click through via points on any
/// bodies to the last.
///
/// Enter, or a second click on the last point, ends it. Empty space is Ground.
class CourseTool : public Tool {
public:
    /// @param type with via sockets, see findViaSockets()
    CourseTool(Session& session, const DisplayUnits& units, const TypeDescriptor& type);

    QString name() const override;
    QString prompt() const override;
    void hover(const Pointer& pointer) override;
    void click(const Pointer& pointer) override;
    bool takesPlace() const override { return true; }
    void accept() override;
    bool back() override;

private:
    Place placeAt(const Pointer& pointer) const;
    bool isLastPoint(const Pointer& pointer) const;
    void show();
    void add();

    Session& session_;
    const DisplayUnits& units_;
    const TypeDescriptor& type_;
    std::size_t mostPoints_;
    std::vector<Place> places_;
    std::vector<Vec3> points_G_;
    Pointer pointer_;
};

}  // namespace trammel::ui

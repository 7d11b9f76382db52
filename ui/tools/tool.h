// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QString>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "compile/place.h"
#include "meta/property.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// What a tool knows of the view: where things appear, and what lies under a pixel.
class ViewGeometry {
public:
    struct Ray {
        Vec3 origin, direction;
    };
    virtual ~ViewGeometry() = default;
    /// Where a point appears, logical pixels; NaNs when behind the eye.
    virtual QPointF project(const Vec3& p_G) const = 0;
    virtual Ray rayThrough(const QPointF& position) const = 0;
    /// The middle of the view: near its edges lines of sight are slanted.
    virtual QPointF middle() const = 0;
    virtual ElementId elementAt(const QPointF& position) const = 0;
    /// The point of the nearest surface under a pixel.
    virtual std::optional<Vec3> surfaceAt(const QPointF& position) const = 0;
};

/// Where the pointer is, and what it means there.
struct Pointer {
    QPointF position;
    Qt::KeyboardModifiers modifiers = Qt::NoModifier;
    /// On the feature aimed at, else on the plane worked in, on the grid unless Ctrl is held.
    Vec3 point_G = Vec3(0.);
    bool onGrid = false;
    /// Normal of the plane worked in, where there is no feature; zero otherwise.
    Vec3 normal_G = Vec3(0.);
    /// The feature within reach, nearest first, of those the tool takes.
    std::optional<Feature> feature = std::nullopt;
    /// How many features are at that place.
    std::size_t alternatives = 0;
    /// The element drawn under the pointer; none for empty space, and none is looked for during a drag.
    ElementId element = {};
    /// The point of the surface under the pointer, where a drag begins.
    std::optional<Vec3> surface_G = std::nullopt;
    /// The place was typed: the mouse is elsewhere.
    bool isTyped = false;
};

/// What would be, were the pointer clicked now.
struct Preview {
    /// The document as it would be, compiled; null: as it is.
    CompiledModelPtr model;
    /// The model with these elements drawn elsewhere: what is at p at X_G p.
    std::set<ElementId> displaced;
    Transform displacement_G;
    /// Drawn besides, in Ground: marks and measures.
    std::vector<DecorativeGeometry> marks;
    /// One line at the pointer: what a click does, or why it cannot.
    QString chip;
    bool isProblem = false;
    /// Where that line stands while the mouse is elsewhere; none: only at the pointer.
    std::optional<Vec3> place_G;
};

/// A number typed for a tool.
struct TypedNumber {
    Real si = 0;
    /// Where it comes from, "3*L1", to be kept where the document can; empty: it is a number.
    std::string formula = {};
};

/// One way of working in the view. Each click goes one step on; what is finished is one undo step.
///
/// A tool says at any time what a click would do, and shows it as the model that would come of it.
class Tool {
public:
    virtual ~Tool() = default;
    /// "Link"
    virtual QString name() const = 0;
    /// The next step, one sentence.
    virtual QString prompt() const = 0;
    virtual void hover(const Pointer& pointer) = 0;
    virtual void click(const Pointer& pointer) = 0;
    /// What a number typed now would mean; none: numbers mean nothing.
    virtual std::optional<Quantity> typedQuantity() const { return std::nullopt; }
    /// A number being typed; none: it was taken back.
    virtual void setTyped(const std::optional<TypedNumber>& typed) { (void)typed; }
    /// Whether a click now means a place, which may be typed as well: "400, 0".
    virtual bool takesPlace() const { return false; }
    /// Whether an element that is clicked elsewhere than in the view, as in the tree, is what is asked for.
    virtual bool takesElement(ElementId element) const {
        (void)element;
        return false;
    }
    /// Enter: do what can be done without a further click.
    virtual void accept() {}
    /// Escape: one step back; false when there is none, and the tool is to be left.
    virtual bool back() { return false; }
    /// The letters the tool has a meaning for now: "XYZ".
    virtual QString letters() const { return {}; }
    /// One of letters().
    virtual void letter(QChar letter) { (void)letter; }
    /// Whether a press here begins a drag of the tool's own instead of turning the camera.
    virtual bool beginDrag(const Pointer& pointer) {
        (void)pointer;
        return false;
    }
    virtual void drag(const Pointer& pointer) { (void)pointer; }
    virtual void endDrag() {}
    /// Whether features are looked for at all now.
    virtual bool aims() const { return true; }
    /// Whether features of @p element may be aimed at now.
    virtual bool takesFeature(const Feature& feature) const {
        (void)feature;
        return true;
    }
    /// Of features at one place the one with the smallest is meant first.
    virtual int preference(const Feature& feature) const {
        (void)feature;
        return 0;
    }
    /// The normal of the plane in which points are meant, if the tool insists on one, and a point of it.
    virtual std::optional<Vec3> planePoint() const { return std::nullopt; }

    /// The present model in another pose, to be shown instead of its start pose; none: as it is.
    virtual std::optional<State> posed() const { return std::nullopt; }

    /// What closed a loop last, for the ways to close it otherwise to be offered; none if nothing did.
    virtual ElementId closedLoop() const { return {}; }

    const Preview& preview() const { return preview_; }

protected:
    Preview preview_;
};

}  // namespace trammel::ui

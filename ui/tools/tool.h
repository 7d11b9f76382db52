// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QString>
#include <functional>
#include <optional>
#include <set>
#include <vector>

#include "authoring/features.h"
#include "meta/property.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// Projection and picking, as tools need them from the view.
class ViewGeometry {
public:
    struct Ray {
        Vec3 origin, direction;
    };
    virtual ~ViewGeometry() = default;
    /// Projection of a point, logical pixels; NaN behind the camera.
    virtual QPointF project(const Vec3& p_G) const = 0;
    virtual Ray rayThrough(const QPointF& position) const = 0;
    /// Center of the view, where lines of sight are least oblique.
    virtual QPointF middle() const = 0;
    /// Length of the display unit, m: the grid is a round multiple of it.
    virtual Real lengthUnit() const = 0;
    struct Hit {
        /// Empty for a decoration that belongs to no element.
        ElementId element;
        Vec3 point_G;
        /// Out of the surface; zero for lines and points.
        Vec3 normal_G;
    };
    /// All elements drawn under a pixel, nearest first, each once.
    virtual std::vector<Hit> hitsAt(const QPointF& position) const = 0;
};

/// Position of the pointer and what it refers to.
struct Pointer {
    QPointF position;
    Qt::KeyboardModifiers modifiers = Qt::NoModifier;
    /// Position of the snapped feature or surface, else on the work plane, snapped to the grid unless Ctrl is held.
    Vec3 point_G = Vec3(0.);
    bool onGrid = false;
    /// Normal of the work plane if no feature is snapped; zero otherwise.
    Vec3 normal_G = Vec3(0.);
    /// Nearest accepted feature within reach, else the surface of a body under the pointer.
    std::optional<Feature> feature = std::nullopt;
    /// Number of features at that place.
    std::size_t alternatives = 0;
    /// Element drawn under the pointer; invalid in empty space and during drags.
    ElementId element = {};
    /// Point of the drawing under the pointer; empty in empty space and during drags.
    std::optional<Vec3> surface_G = std::nullopt;
    /// Outward unit normal of the body or shape under the pointer; zero without one.
    Vec3 faceNormal_G = Vec3(0.);
    /// True if the position was typed rather than pointed at.
    bool isTyped = false;
};

/// Effect of a click.
struct Preview {
    /// The resulting document, compiled; null if unchanged.
    CompiledModelPtr model;
    /// Elements of the model to draw displaced: point p at X_G p.
    std::set<ElementId> displaced;
    Transform displacement_G;
    /// Extra graphics in Ground: marks and dimensions.
    std::vector<DecorativeGeometry> marks;
    /// One line at the pointer: what a click does, or why it cannot.
    QString chip;
    bool isProblem = false;
    /// Anchor of that line when the mouse is elsewhere; empty: follow the pointer.
    std::optional<Vec3> place_G;
};

/// A number typed for a tool.
struct TypedNumber {
    Real si = 0;
    /// Source formula such as "3*L1", stored where the document allows; empty for a plain number.
    std::string formula = {};
};

/// An interaction mode of the view. Each click advances one step; the result is one undo step.
///
/// A tool always previews the effect of a click as the resulting model.
class Tool {
public:
    virtual ~Tool() = default;
    /// "Link"
    virtual QString name() const = 0;
    /// Prompt for the next step, one sentence.
    virtual QString prompt() const = 0;
    virtual void hover(const Pointer& pointer) = 0;
    virtual void click(const Pointer& pointer) = 0;
    /// Quantity of a typed number; empty if numbers are not accepted.
    virtual std::optional<Quantity> typedQuantity() const { return std::nullopt; }
    /// Sets the typed number; empty if it was deleted.
    virtual void setTyped(const std::optional<TypedNumber>& typed) { (void)typed; }
    /// True if a click means a position, which may then be typed as well: "400, 0".
    virtual bool takesPlace() const { return false; }
    /// True if @p element, clicked outside the view (as in the tree), fits the current step.
    virtual bool takesElement(ElementId element) const {
        (void)element;
        return false;
    }
    /// Enter: completes the tool's work if no further click is needed.
    virtual void accept() {}
    /// Escape: goes back one step; false if none and the tool should be left.
    virtual bool back() { return false; }
    /// Letters that the tool accepts now: "XYZ".
    virtual QString letters() const { return {}; }
    /// Handles one of letters().
    virtual void letter(QChar letter) { (void)letter; }
    /// True if a press here starts a drag of the tool instead of orbiting the camera.
    virtual bool beginDrag(const Pointer& pointer) {
        (void)pointer;
        return false;
    }
    virtual void drag(const Pointer& pointer) { (void)pointer; }
    virtual void endDrag() {}
    /// True if the tool snaps to features now.
    virtual bool aims() const { return true; }
    /// True if the tool snaps to @p feature now.
    virtual bool takesFeature(const Feature& feature) const {
        (void)feature;
        return true;
    }
    /// Rank among features at one place; the smallest wins.
    virtual int preference(const Feature& feature) const {
        (void)feature;
        return 0;
    }
    /// A point of the required work plane and its normal; empty: the host chooses.
    virtual std::optional<Vec3> planePoint() const { return std::nullopt; }

    /// The current model in another pose, displayed instead of the initial pose; empty for the latter.
    virtual std::optional<State> posed() const { return std::nullopt; }

    /// The element that last closed a loop, for offering alternatives; invalid if none did.
    virtual ElementId closedLoop() const { return {}; }

    const Preview& preview() const { return preview_; }

protected:
    Preview preview_;
};

}  // namespace trammel::ui

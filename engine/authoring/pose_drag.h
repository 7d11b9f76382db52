// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// Drags a point of a body along the pointer, subject to the constraints.
///
/// Loops stay closed on their assembly branch, locked joints are held, joints stay within their stops unless
/// ignoreLimits is set, and everything else moves as little as possible. Starts at the model's initial pose; the model
/// does not change. One thread at a time.
class PoseDrag {
public:
    /// @param grip_G the dragged point of @p body, in Ground
    /// @param ignoreLimits allows joints to pass their stops
    PoseDrag(CompiledModelPtr model, ElementId body, const Vec3& grip_G, bool ignoreLimits = false);
    ~PoseDrag();

    /// Moves the grip as close to @p target_G as possible. Does not allocate after the first call.
    void moveTo(const Vec3& target_G);
    /// A pose that cannot be reached continuously from the current one, as far as the search shows, in which the grip
    /// is much nearer to its target: the mechanism folded the other way. Empty if none was found. Deterministic; takes
    /// some hundred times as long as moveTo(). Realized to Position.
    std::optional<State> findFlip() const;
    /// Continues from such a pose.
    void flipTo(const State& pose);
    /// The current pose, realized to Position.
    const State& getState() const;
    /// Location of the grip.
    Vec3 getGrip() const;
    /// Joints at one of their stops; empty if none.
    std::vector<ElementId> atLimit() const;
    /// Why nothing can move, one sentence that names the reason; empty if something can.
    const std::string& heldReason() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The document with coordinate property @p key of @p joint set to @p value, and all other joints moved the least to
/// keep the loops closed on their branch. If @p value cannot be reached, the loops are left open, as for any other
/// property. Null @p value: the default.
Result<Edit> setCoordinate(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                           ElementId joint, const std::string& key, const std::optional<PropertyValue>& value);

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compile/compiled_model.h"
#include "document/edit.h"

namespace trammel {

/// A mechanism taken by a point of one of its bodies and led after the pointer, through its constraints.
///
/// Loops stay closed and on their branch, locked joints stay where they are, joints with stops stay between them unless
/// ignoreLimits is set, everything else moves as little as it must.
/// Starts at the model's initial pose; nothing of the model changes. One thread at a time.
class PoseDrag {
public:
    /// @param grip_G the point of @p body that is held, in Ground
    /// @param ignoreLimits joints go beyond their stops
    PoseDrag(CompiledModelPtr model, ElementId body, const Vec3& grip_G, bool ignoreLimits = false);
    ~PoseDrag();

    /// Leads the grip as near to @p target_G as the mechanism goes. Allocates nothing after the first call.
    void moveTo(const Vec3& target_G);
    /// A pose to which no motion leads from the present one, as far as was seen, and in which the grip is much nearer to where
    /// it was to be led: the mechanism folded the other way. None if none was found. Always the same for the same; some
    /// hundred times as long as moveTo(). Realized to Position.
    std::optional<State> findFlip() const;
    /// Goes on from such a pose.
    void flipTo(const State& pose);
    /// The pose reached, realized to Position.
    const State& getState() const;
    /// Where the grip is.
    Vec3 getGrip() const;
    /// The joints that stand at one of their stops; empty if none does.
    std::vector<ElementId> atLimit() const;
    /// Why nothing can move, one sentence that names what holds it; empty if something can.
    const std::string& whyHeld() const;

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

/// The document with property @p key of @p joint, one of those that give its coordinates, set to @p value, and with all
/// other joints moved so that the loops stay closed, on their branch and with the least motion. Where @p value cannot be
/// reached the loops are left open, as for any other property. Null @p value: the default.
Result<Edit> setCoordinate(const Document& document, const TypeCatalog& catalog, const CompiledModel& model,
                           ElementId joint, const std::string& key, const std::optional<PropertyValue>& value);

}  // namespace trammel

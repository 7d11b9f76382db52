// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace trammel {

/// One of the axes x, y, z of a frame; converts to 0, 1, 2.
class CoordinateAxis {
public:
    constexpr explicit CoordinateAxis(int axis) : axis_(axis) {}
    constexpr operator int() const { return axis_; }
    /// @param axis 0, 1 or 2
    static constexpr CoordinateAxis getCoordinateAxis(int axis) { return CoordinateAxis(axis); }
    constexpr CoordinateAxis getNextAxis() const { return CoordinateAxis((axis_ + 1) % 3); }
    constexpr CoordinateAxis getPreviousAxis() const { return CoordinateAxis((axis_ + 2) % 3); }
    constexpr bool isXAxis() const { return axis_ == 0; }
    constexpr bool isYAxis() const { return axis_ == 1; }
    constexpr bool isZAxis() const { return axis_ == 2; }
    constexpr bool isSameAxis(CoordinateAxis o) const { return axis_ == o.axis_; }
    constexpr bool isDifferentAxis(CoordinateAxis o) const { return axis_ != o.axis_; }
    /// The remaining axis, perpendicular to this one and @p o, which must differ.
    constexpr CoordinateAxis getThirdAxis(CoordinateAxis o) const { return CoordinateAxis(3 - axis_ - o.axis_); }
    /// True if @p o follows this axis in cyclic order x, y, z, x; respectively, precedes it.
    constexpr bool isForwardCyclical(CoordinateAxis o) const { return o.axis_ == getNextAxis().axis_; }
    constexpr bool isReverseCyclical(CoordinateAxis o) const { return o.axis_ == getPreviousAxis().axis_; }
    constexpr int dotProduct(CoordinateAxis o) const { return axis_ == o.axis_ ? 1 : 0; }
    /// The axis along the cross product with @p o (this one if both are the same), and its sign (0 then).
    constexpr CoordinateAxis crossProductAxis(CoordinateAxis o) const { return isSameAxis(o) ? o : getThirdAxis(o); }
    constexpr int crossProductSign(CoordinateAxis o) const {
        return isSameAxis(o) ? 0 : (isForwardCyclical(o) ? 1 : -1);
    }

private:
    int axis_;
};
inline constexpr CoordinateAxis XAxis{0}, YAxis{1}, ZAxis{2};

/// A signed axis of a frame: +x, -x, and so on.
class CoordinateDirection {
public:
    constexpr CoordinateDirection(CoordinateAxis axis, int direction = 1) : axis_(axis), direction_(direction) {}
    constexpr CoordinateAxis getAxis() const { return axis_; }
    /// 1 or -1.
    constexpr int getDirection() const { return direction_; }

private:
    CoordinateAxis axis_;
    int direction_;
};
inline constexpr CoordinateDirection NegXAxis{XAxis, -1}, NegYAxis{YAxis, -1}, NegZAxis{ZAxis, -1};
inline constexpr CoordinateDirection operator-(CoordinateAxis axis) { return {axis, -1}; }

}  // namespace trammel

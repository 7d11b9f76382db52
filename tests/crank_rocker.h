// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace trammel::testing {

/// A model file with a crank-rocker, elements 1 to 7, closed by a point on a line; and @p more elements, JSON objects with commas between.
inline std::string crankRockerText(const std::string& more = {}) {
    return R"({
  "trammel": 1,
  "name": "Four-bar",
  "nextId": 20,
  "elements": [
    {"id": 1, "family": "body", "type": "bar", "name": "Crank", "properties": {"length": 0.1, "mass": 0.5}},
    {"id": 2, "family": "body", "type": "bar", "name": "Coupler", "properties": {"length": 0.35, "mass": 1}},
    {"id": 3, "family": "body", "type": "bar", "name": "Rocker", "properties": {"length": 0.25, "mass": 1}},
    {"id": 4, "family": "joint", "type": "pin", "name": "Crank pin", "properties": {"angle": 1.5707963},
     "references": {"child": 1}},
    {"id": 5, "family": "joint", "type": "pin", "name": "Coupler pin",
     "properties": {"angle": -1.1671, "parentPointAnchor": "tip"}, "references": {"parent": 1, "child": 2}},
    {"id": 6, "family": "joint", "type": "pin", "name": "Rocker pin",
     "properties": {"angle": 1.8886, "parentPoint": [0.4, 0, 0]}, "references": {"child": 3}},
    {"id": 7, "family": "constraint", "type": "pointOnLine", "name": "Closure",
     "properties": {"point1Anchor": "tip", "point2Anchor": "tip"}, "references": {"body1": 2, "body2": 3}})" +
           (more.empty() ? more : ",\n" + more) + "\n  ]\n}";
}

}  // namespace trammel::testing

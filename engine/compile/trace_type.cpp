// SPDX-License-Identifier: Apache-2.0
#include "compile/trace_type.h"

#include "multibody/body_type.h"
#include "multibody/mobilizer.h"

namespace trammel {

TypeDescriptor traceType() {
    TypeDescriptor type;
    type.family = "trace";
    type.key = "point";
    type.label = "Point trace";
    type.doc = "Draws the path of a point of a body.";
    type.sockets = {{"body", "Body", "The body that carries the point.", {"body"}, false}};
    appendPointProperties(type.properties, "point", "Point", "The traced point.", Stage::Report);
    type.properties.push_back(
        PropertyDescriptor::color("color", "Color", Vec3(0.9, 0.45, 0.2), "Color of the path.").at(Stage::Report));
    type.properties.push_back(
        PropertyDescriptor::choice(traceColoringKey, "Coloring", {{"one", "One color"}, {coloringByTime, "By time"}},
                                   "one",
                                   "By time: from blue at the start of the run, or the end of the tail, to orange.")
            .at(Stage::Report));
    type.properties.push_back(PropertyDescriptor::real(traceTailKey, "Tail", Quantity::Time, 0,
                                                       "Time of the path drawn behind the point; 0 draws all of it.")
                                  .min(0)
                                  .at(Stage::Report));
    type.outputs = pointOutputs();
    return type;
}

}  // namespace trammel

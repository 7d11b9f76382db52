// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "simbody/multibody_graph_maker.h"

namespace SimTK {

TEST(MultibodyGraphMaker, ACopyDoesNotReferToItsOriginal) {
    int link = 0;
    MultibodyGraphMaker original;
    original.addBody("ground", 0, false);
    original.addBody("link", 1, false, &link);
    original.addJointType("ball", 3, true);
    original.addJoint("tree", "ball", "ground", "link", false);
    original.addJoint("loop", "ball", "ground", "link", true);
    original.generateGraph();
    const MultibodyGraphMaker copy(original);
    MultibodyGraphMaker assigned;
    assigned = copy;
    // Now without level, mobilizer and link.
    original.deleteBody("link");
    for (const MultibodyGraphMaker* graph : {&copy, static_cast<const MultibodyGraphMaker*>(&assigned)}) {
        EXPECT_EQ(graph->getMobilizer(0).getLevel(), 1);
        EXPECT_EQ(graph->getMobilizer(0).getOutboardBodyRef(), &link);
        EXPECT_EQ(graph->getLoopConstraint(0).getChildBodyRef(), &link);
    }
}

}  // namespace SimTK

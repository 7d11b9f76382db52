// SPDX-License-Identifier: Apache-2.0
// A model read from XML becomes a tree of mobilizers with a loop.
#include "Simbody.h"
#include "check.h"
using namespace SimTK;

static const char* const text =
    "<robot name='frame'><pose>1 2 3</pose>"
    "<link name='a' mass='1'/><link name='b' mass='0'/><link name='c'><mass>2.5</mass></link></robot>";

// Ground - a - b - c - Ground: one of the joints closes the loop. A pin splits its child, a ball is a constraint.
static void graph(bool ball) {
    MultibodyGraphMaker graph;
    int refs[5];
    graph.addJointType("pin", 1);
    graph.addJointType("ball", 3, true);
    graph.addBody("world", 0, false, &refs[0]);
    graph.addBody("a", 1, false, &refs[1]);
    graph.addBody("b", 1, false, &refs[2]);
    graph.addBody("c", 1, false, &refs[3]);
    graph.addBody("lone", 1, false, &refs[4]);
    graph.addJoint("wa", "pin", "world", "a", false);
    graph.addJoint("ab", "pin", "a", "b", false);
    graph.addJoint("cb", ball ? "ball" : "pin", "c", "b", ball);
    graph.addJoint("wc", "pin", "world", "c", false);
    graph.generateGraph();
    CHECK(graph.getNumMobilizers() == (ball ? 4 : 5) && graph.getNumLoopConstraints() == (ball ? 1 : 0));
    CHECK(graph.getBody(graph.getBodyNum("b")).getNumFragments() == (ball ? 1 : 2));
    if (ball) CHECK(graph.getLoopConstraint(0).getJointTypeName() == "ball");
    int slaves = 0, added = 0, level = 0;
    for (int m = 0; m < graph.getNumMobilizers(); ++m) {
        const MultibodyGraphMaker::Mobilizer& mobilizer = graph.getMobilizer(m);
        CHECK(mobilizer.getLevel() >= level);
        level = mobilizer.getLevel();
        slaves += mobilizer.isSlaveMobilizer();
        added += mobilizer.isAddedBaseMobilizer();
        if (mobilizer.isSlaveMobilizer()) CHECK(mobilizer.getOutboardMasterBodyRef() == &refs[2]);
        // A body without joints gets a free joint.
        CHECK((mobilizer.getJointTypeName() == "free") == (mobilizer.getOutboardBodyRef() == &refs[4]));
    }
    CHECK(slaves == (ball ? 0 : 1) && added == 1);
}

static void run() {
    Xml::Document document;
    document.readFromString(text);
    CHECK(document.getRootTag() == "robot");
    Xml::Element root = document.getRootElement();
    CHECK(root.getRequiredAttributeValue("name") == "frame");
    CHECK_NEAR(root.getRequiredElementValueAs<Vec3>("pose"), Vec3(1, 2, 3), 0);
    CHECK(root.getAllElements("link").size() == 3 && root.hasElement("link") && !root.hasElement("joint"));
    CHECK(!root.getOptionalElement("joint").isValid());
    CHECK(root.getAllElements("link")[2].getOptionalElementValueAs<Real>("mass", 1) == 2.5);
    CHECK(root.getAllElements("link")[0].getRequiredAttributeValueAs<Real>("mass") == 1);
    CHECK_THROWS(root.getRequiredElement("joint"));
    graph(false);
    graph(true);
}

CHECK_MAIN(run)

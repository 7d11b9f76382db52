// SPDX-License-Identifier: Apache-2.0
// Elements of XML are handles that outlive their removal from the document.
#include "simbody/xml.h"

#include <gtest/gtest.h>

#include "simbody/Simbody.h"

namespace {

using SimTK::String;
using SimTK::Xml;

TEST(XmlElement, ErasedStaysUsableButIsNotWritten) {
    Xml::Document document;
    document.readFromString("<?xml version=\"1.0\"?><arm><link length=\"2\"><pin>a</pin></link><weld/></arm>");
    Xml::Element root = document.getRootElement();
    const Xml::Element link = root.getRequiredElement("link");
    const Xml::Element pin = link.getRequiredElement("pin");
    EXPECT_EQ(root.eraseElements("link"), 1);
    EXPECT_EQ(root.eraseElements("link"), 0);
    EXPECT_EQ(link.getRequiredAttributeValue("length"), "2");
    EXPECT_EQ(pin.getValue(), "a");
    EXPECT_EQ(document.getRootTag(), "arm");
    String text;
    document.writeToString(text);
    EXPECT_EQ(text.find("link"), String::npos) << text;
    EXPECT_EQ(text.find("erased"), String::npos) << text;
    EXPECT_NE(text.find("<weld />"), String::npos) << text;

    root.appendElement(link);
    EXPECT_EQ(root.getRequiredElement("link").getRequiredElementValue("pin"), "a");
    Xml::Document again;
    document.writeToString(text, true);
    again.readFromString(text);
    EXPECT_EQ(again.getRootElement().getRequiredElement("link").getRequiredElementValue("pin"), "a");
}

}  // namespace

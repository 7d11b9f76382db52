// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>

#include <cstdlib>

#include "cli_rig.h"

namespace trammel::test {
namespace {

/// A terminal to which commands write their standard error.
class Terminal {
public:
    Terminal() : here_(posix_openpt(O_RDWR | O_NOCTTY)) {
        EXPECT_EQ(grantpt(here_), 0);
        EXPECT_EQ(unlockpt(here_), 0);
        name_ = ptsname(here_);
        // Open, so that nothing is lost when the program ends.
        there_ = open(name_.c_str(), O_RDWR | O_NOCTTY);
    }
    ~Terminal() {
        close(there_);
        close(here_);
    }
    Terminal(const Terminal&) = delete;
    Terminal& operator=(const Terminal&) = delete;

    std::string textOf(const std::string& arguments) const {
        EXPECT_EQ(std::system(("'" TRAMMEL_CLI "' " + arguments + " > /dev/null 2> " + name_).c_str()), 0);
        // The end of the text.
        EXPECT_EQ(write(there_, "\f", 1), 1);
        std::string text;
        for (char c = 0; read(here_, &c, 1) == 1 && c != '\f';) text += c;
        return text;
    }

private:
    int here_, there_;
    std::string name_;
};

TEST_F(CommandLine, RunShowsProgressOnATerminalOnly) {
    const std::string text = Terminal().textOf("run " + fourBar + " --until 0.5");
    EXPECT_EQ(text.find('\r'), 0u);
    EXPECT_NE(text.find(" of 0.5 s, "), std::string::npos) << text;
    EXPECT_NE(text.find(" steps"), std::string::npos) << text;
    // Erased at the end.
    EXPECT_TRUE(text.ends_with(" \r")) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    EXPECT_EQ(call("run " + fourBar + " --until 0.5").text.find(" of 0.5 s"), std::string::npos);
}

}  // namespace
}  // namespace trammel::test

// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/ioctl.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <sstream>

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

    const std::string& name() const { return name_; }
    void setColumns(unsigned short columns) const {
        winsize size{};
        size.ws_col = columns;
        EXPECT_EQ(ioctl(there_, TIOCSWINSZ, &size), 0);
    }
    void end() const { EXPECT_EQ(write(there_, "\f", 1), 1); }
    /// Waits for text, up to @p last, or to the end.
    std::string readTo(char last) const {
        std::string text;
        for (char c = 0; read(here_, &c, 1) == 1 && c != '\f';) {
            text += c;
            if (c == last) break;
        }
        return text;
    }

private:
    int here_, there_;
    std::string name_;
};

TEST_F(CommandLine, RunShowsProgressOnATerminalOnly) {
    const Terminal terminal;
    EXPECT_EQ(
        std::system(("'" TRAMMEL_CLI "' run " + fourBar + " --until 0.5 > /dev/null 2> " + terminal.name()).c_str()),
        0);
    terminal.end();
    const std::string text = terminal.readTo('\f');
    EXPECT_EQ(text.find('\r'), 0u);
    EXPECT_NE(text.find(" of 0.5 s, "), std::string::npos) << text;
    EXPECT_NE(text.find(" steps"), std::string::npos) << text;
    // Erased at the end.
    EXPECT_TRUE(text.ends_with(" \r")) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    EXPECT_EQ(call("run " + fourBar + " --until 0.5").text.find(" of 0.5 s"), std::string::npos);
}

TEST_F(CommandLine, CutsProgressAtTheWidthOfTheTerminal) {
    const Terminal terminal;
    terminal.setColumns(8);
    EXPECT_EQ(
        std::system(("'" TRAMMEL_CLI "' run " + fourBar + " --until 0.5 > /dev/null 2> " + terminal.name()).c_str()),
        0);
    terminal.end();
    std::istringstream lines(terminal.readTo('\f'));
    std::size_t longest = 0;
    for (std::string line; std::getline(lines, line, '\r');) longest = std::max(longest, line.size());
    EXPECT_EQ(longest, 7u);
}

#ifndef __SANITIZE_ADDRESS__
TEST_F(CommandLine, SaysThatItCrashed) {
    const Terminal terminal;
    const pid_t program = fork();
    if (program == 0) {
        const int file = open(terminal.name().c_str(), O_RDWR | O_NOCTTY);
        dup2(file, STDERR_FILENO);
        execl(TRAMMEL_CLI, TRAMMEL_CLI, "run", TRAMMEL_SOURCE_DIR "/models/four_bar.trammel", "--until", "1e9",
              "--force", nullptr);
        _exit(1);
    }
    // It computes.
    EXPECT_EQ(terminal.readTo('\r'), "\r");
    kill(program, SIGSEGV);
    int status = 0;
    waitpid(program, &status, 0);
    terminal.end();
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
    const std::string text = terminal.readTo('\f');
    EXPECT_NE(text.find("Error: the program crashed."), std::string::npos) << text;
}
#endif

}  // namespace
}  // namespace trammel::test

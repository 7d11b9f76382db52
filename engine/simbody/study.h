// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "simbody/vocabulary.h"

namespace SimTK {

/// A computation with a System that produces one State or a series of them: a simulation, a static analysis, a search.
/// A handle to its Guts; copies own a copy.
///
/// **Source:** SimTK Simulation Concepts, "Study".
class Study {
public:
    /// Derive from it for data of a study.
    class Guts {
    public:
        explicit Guts(String name = "unnamed", String version = "1.0")
            : name_(std::move(name)), version_(std::move(version)) {}
        virtual ~Guts() = default;
        const String& getName() const { return name_; }
        const String& getVersion() const { return version_; }
        Guts* clone() const { return cloneImpl(); }

    protected:
        Guts(const Guts&) = default;
        Guts& operator=(const Guts&) = default;
        virtual Guts* cloneImpl() const { return new Guts(*this); }

    private:
        friend class Study;
        String name_, version_;
        const System* system_ = nullptr;
        State state_;
    };

    Study() = default;
    /// With the system's default State; its topology must be realized. @param system must outlive the study
    explicit Study(const System& system) : Study(new Guts) {
        guts_->system_ = &system;
        guts_->state_ = system.getDefaultState();
    }
    /// Takes ownership.
    explicit Study(Guts* guts) : guts_(guts) {}
    Study(const Study& other) : guts_(other.guts_ ? other.guts_->clone() : nullptr) {}
    Study(Study&&) noexcept = default;
    Study& operator=(const Study& other) {
        if (this != &other) guts_.reset(other.guts_ ? other.guts_->clone() : nullptr);
        return *this;
    }
    Study& operator=(Study&&) noexcept = default;

    const String& getName() const { return getStudyGuts().name_; }
    const String& getVersion() const { return getStudyGuts().version_; }
    /// Throws Exception for a study without System.
    const System& getSystem() const {
        if (!getStudyGuts().system_) throw trammel::Exception("Study::getSystem(): this study has no System.");
        return *guts_->system_;
    }
    const State& getState() const { return getStudyGuts().state_; }
    State& updState() { return updStudyGuts().state_; }

    bool isEmptyHandle() const { return guts_ == nullptr; }
    bool isOwnerHandle() const { return guts_ != nullptr; }
    bool isSameStudy(const Study& other) const { return guts_ && guts_ == other.guts_; }
    bool hasGuts() const { return guts_ != nullptr; }
    /// Throw Exception for an empty handle.
    const Guts& getStudyGuts() const { return *require(); }
    Guts& updStudyGuts() { return *require(); }
    void adoptStudyGuts(Guts* guts) { guts_.reset(guts); }

private:
    Guts* require() const {
        if (!guts_) throw trammel::Exception("Study: the handle is empty.");
        return guts_.get();
    }
    std::unique_ptr<Guts> guts_;
};

}  // namespace SimTK

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "decoration/decorative_geometry.h"
#include "live/inspection_messages.h"

/// Messages between a program and the window that shows it, as values.
namespace trammel::live {

/// Each side refuses another version.
inline constexpr std::uint32_t ProtocolVersion = 2;

// --- From the program ---

/// The first message.
struct Hello {
    std::uint32_t version = ProtocolVersion;
    /// Name of the program's file.
    std::string program;
    std::int64_t process = 0;
    static auto valueFields(auto& self) { return std::tie(self.version, self.program, self.process); }
};

/// How the program wants its scene to look.
struct Look {
    std::string title;
    bool solidBackground = false;
    Vec3 background{1., 1., 1.};
    bool shadows = true, frameRate = false, time = false, frameNumber = false;
    /// 1, 2, 3 for x, y, z; negative for the opposite direction.
    std::int32_t up = 2;
    /// Along the up direction, m.
    Real groundHeight = 0;
    /// Vertical, rad.
    Real fieldOfView = 0.785;
    /// Frames per second of real time, and simulated time per second of real time.
    Real rate = 30, timeScale = 1;
    static auto valueFields(auto& self) {
        return std::tie(self.title, self.solidBackground, self.background, self.shadows, self.frameRate, self.time,
                        self.frameNumber, self.up, self.groundHeight, self.fieldOfView, self.rate, self.timeScale);
    }
};

struct CameraMove {
    enum class Kind { Place, ShowAll, PointAt };
    Kind kind = Kind::ShowAll;
    /// Place: x of C points to the right, y up, and the camera looks along -z.
    Transform X_GC;
    /// PointAt.
    Vec3 point{0.}, up{0., 1., 0.};
    static auto valueFields(auto& self) { return std::tie(self.kind, self.X_GC, self.point, self.up); }
};

struct Menu {
    struct Item {
        /// "submenu/item"
        std::string path;
        std::int32_t number = 0;
        static auto valueFields(auto& self) { return std::tie(self.path, self.number); }
    };
    std::int32_t id = 0;
    std::string title;
    std::vector<Item> items;
    static auto valueFields(auto& self) { return std::tie(self.id, self.title, self.items); }
};

/// A new slider, or new values of the one with this id.
struct Slider {
    std::int32_t id = 0;
    std::string title;
    Real low = 0, high = 1, value = 0;
    static auto valueFields(auto& self) { return std::tie(self.id, self.title, self.low, self.high, self.value); }
};

/// By body; body 0 is Ground.
struct BodyNames {
    std::vector<std::string> names;
    static auto valueFields(auto& self) { return std::tie(self.names); }
};

/// A mesh that frames refer to by its number.
struct MeshContent {
    std::uint32_t number = 0;
    TriangleMesh mesh;
    static auto valueFields(auto& self) { return std::tie(self.number, self.mesh); }
};

/// A scene as its difference from the previous one; see SceneEncoder.
struct Frame {
    struct Change {
        std::uint32_t index = 0;
        /// A mesh shape is sent without its mesh, and refers to it by this number.
        std::uint32_t mesh = 0;
        DecorativeGeometry geometry;
        static auto valueFields(auto& self) { return std::tie(self.index, self.mesh, self.geometry); }
    };
    /// Simulated time.
    Real time = 0;
    /// Number of the program's report, from 1; drawn frames may skip some.
    std::int64_t report = 0;
    std::vector<Transform> poses;
    std::uint32_t count = 0;
    std::vector<Change> changes;
    /// Meshes of earlier frames are not used again.
    bool forgetsMeshes = false;
    static auto valueFields(auto& self) {
        return std::tie(self.time, self.report, self.poses, self.count, self.changes, self.forgetsMeshes);
    }
};

/// The last message.
struct Goodbye {
    /// The window closes too.
    bool closes = false;
    static auto valueFields(auto& self) { return std::tie(self.closes); }
};

using ProgramMessage =
    std::variant<Hello, Look, CameraMove, Menu, Slider, BodyNames, MeshContent, Frame, Goodbye, Inspection, Continued>;

// --- From the window ---

/// The first message.
struct Ready {
    std::uint32_t version = ProtocolVersion;
    static auto valueFields(auto& self) { return std::tie(self.version); }
};
/// Codes as documented for Visualizer::InputListener.
struct KeyHit {
    std::uint32_t key = 0, modifiers = 0;
    static auto valueFields(auto& self) { return std::tie(self.key, self.modifiers); }
};
struct MenuPick {
    std::int32_t menu = 0, item = 0;
    static auto valueFields(auto& self) { return std::tie(self.menu, self.item); }
};
struct SliderMove {
    std::int32_t slider = 0;
    Real value = 0;
    static auto valueFields(auto& self) { return std::tie(self.slider, self.value); }
};

using WindowMessage = std::variant<Ready, KeyHit, MenuPick, SliderMove, InspectRequest, HoldOrder>;

}  // namespace trammel::live

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "import/inner_capsules.h"
#include "import/mjcf/mjcf_file.h"

namespace trammel {

/// A body of an MJCF model.
struct MjcfBody {
    /// Invalid for Ground.
    ElementId element;
    /// Where it is with all joints at their reference.
    Transform X_G;
    Solid mass;
    std::string name;
    std::size_t parent = 0;
    /// The body that moves with it and is carried by a joint, itself if it is; 0: none, it never moves.
    std::size_t carrier = 0;
};

/// Contacts of an MJCF model: the geoms that touch, by their masks, and pairs and exclusions of the file.
class MjcfContacts {
public:
    /// @param bodies, bodyByName of the reader, which adds to them
    MjcfContacts(ImportJob& job, MjcfModel& model, const std::vector<MjcfBody>& bodies,
                 const std::map<std::string, std::size_t>& bodyByName)
        : job_(job), model_(model), bodies_(bodies), bodyByName_(bodyByName) {}

    /// Marks the shape of a geom that collides, by its masks, as one that touches, any other as one that does not.
    void addGeom(const MjcfPart& part, std::size_t body, ElementId shape, bool isTouching);
    /// Notes a capsule that is inside a geom that touches.
    /// @param size as of its type; of a mesh, none
    /// @param solid its mass in the frame of the body
    void addInside(std::size_t body, const std::string& type, const Transform& X_BG, const std::vector<Real>& size,
                   const Solid& solid);
    void addEndlessPlane(ElementId shape) { endlessPlanes_.push_back(shape); }
    /// Draws planes without a size three times as large as the bodies that touch, so that a view of all shows these.
    void sizeEndlessPlanes();
    /// Makes the contacts, once all bodies and geoms are known.
    void read();

private:
    /// contype and conaffinity of geoms that collide.
    using Masks = std::set<std::pair<std::uint32_t, std::uint32_t>>;
    /// Pairs of bodies by index, the smaller first.
    using BodyPairs = std::set<std::pair<std::size_t, std::size_t>>;
    /// A geom with a name.
    struct Geom {
        std::size_t body = 0;
        ElementId shape;
    };

    /// Adds the pairs that are so deep in each other at the reference that no contact could bear it.
    void keepOverlapsApart(BodyPairs& apart) const;
    void readPair(const MjcfPart& part, BodyPairs& apart);
    void readExclusions(BodyPairs& apart);
    /// Adds groups of bodies whose masks keep them apart, and the pairs that no group can keep apart.
    void groupByMasks(BodyPairs& apart);
    void keepRigidPartsApart(BodyPairs& apart) const;
    bool anyMayTouch(const BodyPairs& apart) const;
    static bool collide(const Masks& a, const Masks& b);
    /// Whether a contact among all leaves the pair out anyway: joined, welded, or without motion.
    bool isKeptApartByJoints(std::size_t a, std::size_t b) const;

    ImportJob& job_;
    MjcfModel& model_;
    const std::vector<MjcfBody>& bodies_;
    const std::map<std::string, std::size_t>& bodyByName_;
    /// By the index of a body; none without geoms that collide.
    std::map<std::size_t, Masks> masks_;
    std::map<std::string, Geom> geoms_;
    /// Capsules inside the geoms that touch.
    std::vector<InnerCapsule> insides_;
    std::vector<ElementId> endlessPlanes_;
};

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include "authoring/attachments.h"

#include "authoring/placed_element.h"
#include "compile/catalog.h"
#include "meta/number_rows.h"

namespace trammel {

bool joinsBodies(const Element& element) { return element.family == "joint" || element.family == "constraint"; }

std::vector<Attachment> findAttachments(const CompiledModel& model, const State& s) {
    std::vector<Attachment> all;
    const Document& document = model.getDocument();
    for (const ElementId id : document.treeOrder()) {
        const Element& element = document.get(id);
        const TypeDescriptor* const type = findTypeOf(element);
        if (!type) continue;
        for (const SocketDescriptor& socket : type->sockets) {
            const auto point = pointPropertyOf(*type, socket.key);
            if (!point || !usesKey(element, socket.key)) continue;
            const Place place{element.reference(socket.key), element.valueAs<std::string>(*type, *point + "Anchor"),
                              element.valueAs<Vec3>(*type, *point)};
            all.push_back(
                {id, *point, place, calcPosition(model, s, place), element.family == "joint" && slides(*type)});
        }
    }
    return all;
}

void movePlatePoints(WantedNumbers& numbers, ElementId body, const Vec3& from_B, const Vec3& way_B) {
    const Element plate = numbers.document().get(body);
    if (!hasRole(plate, TypeRole::Plate)) return;
    for (const char* const key : {"outline", "holes"}) {
        auto rows = readRows(plate.valueAs<std::string>(typeOf(plate), key));
        if (!rows) continue;
        bool moves = false;
        const auto move = [&](std::vector<Real>& row, std::size_t x) {
            if (row.size() < x + 2 || Vec2(row[x] - from_B[0], row[x + 1] - from_B[1]).norm() > samePivot) return;
            row[x] += way_B[0];
            row[x + 1] += way_B[1];
            moves = true;
        };
        constexpr std::size_t secondCenter = 3;
        for (std::vector<Real>& row : *rows) {
            move(row, 0);
            if (key == std::string("holes")) move(row, secondCenter);
        }
        if (moves) numbers.set(body, key, writeRows(*rows));
    }
}

}  // namespace trammel

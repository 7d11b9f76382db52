// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/background_view.h"

#include "compile/background_type.h"
#include "ui/session/visibility.h"
#include "ui/tools/background_data.h"
#include "ui/viewport/background_image.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

BackgroundView::BackgroundView(Session& session, Viewport& viewport, QObject* parent)
    : QObject(parent), session_(session), viewport_(viewport) {
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (changes & (SessionChange::Document | SessionChange::File | SessionChange::Visibility)) show();
    });
    show();
}

void BackgroundView::show() {
    const Document& document = session_.document();
    std::vector<BackgroundImage> images;
    std::map<ElementId, Decoded> kept;
    for (const ElementId id : document.elementsOf(backgroundFamily)) {
        const Element& background = document.get(id);
        const TypeDescriptor* const type = session_.typeOf(background);
        if (!type) continue;
        Decoded now{background.valueAs<std::string>(*type, "data"), {}};
        const auto known = decoded_.find(id);
        now.image = known != decoded_.end() && known->second.data == now.data ? known->second.image
                                                                              : decodeBackground(now.data);
        if (!now.image.isNull() && !isWithin(document, session_.hidden(), id)) {
            const BackgroundPlace place = placeOfBackground(background, *type, now.image.size());
            images.push_back({now.image, place.X_GI, Vec2(place.width, place.height),
                              background.valueAs<Real>(*type, "opacity"), id});
        }
        kept[id] = std::move(now);
    }
    const bool isUnchanged = images.empty() && decoded_.empty();
    decoded_ = std::move(kept);
    if (!isUnchanged) viewport_.setBackgrounds(images);
}

}  // namespace trammel::ui

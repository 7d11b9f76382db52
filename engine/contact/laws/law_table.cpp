// SPDX-License-Identifier: Apache-2.0
// The contact laws, in palette order. To add one: one header, one include and one row here.
#include "contact/laws/compliant.h"
#include "contact/laws/impact.h"

namespace trammel {

const std::vector<std::shared_ptr<const ContactLaw>>& contactLaws() {
    static const std::vector<std::shared_ptr<const ContactLaw>> laws{std::make_shared<CompliantLaw>(),
                                                                     std::make_shared<ImpactLaw>()};
    return laws;
}

}  // namespace trammel

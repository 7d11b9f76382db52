// SPDX-License-Identifier: Apache-2.0
#include "compile/group_type.h"

namespace trammel {

TypeDescriptor groupType() {
    TypeDescriptor type;
    type.family = groupFamily;
    type.key = "group";
    type.label = "Group";
    type.doc = "Elements that belong together: a subassembly to fold, hide and move as one.";
    type.choose =
        "For parts of a larger mechanism, such as a leg, a wishbone or a gripper. To save one as a file of its own, "
        "choose Save selection as; to use it again, Insert model. It has no effect on how the mechanism moves.";
    return type;
}

}  // namespace trammel

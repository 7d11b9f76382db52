// SPDX-License-Identifier: Apache-2.0
// The formats of imported models, in the order of a file dialog. To add one: one header, one include and one row here.
#include "import/drawing/drawing_importer.h"
#include "import/importer.h"
#include "import/mjcf/mjcf_importer.h"
#include "import/osim/osim_importer.h"
#include "import/sdf/sdf_importer.h"
#include "import/urdf/urdf_importer.h"

namespace trammel {

const std::vector<ImportFormat>& importFormats() {
    static const std::vector<ImportFormat> formats{describeImporter<UrdfImporter>(), describeImporter<SdfImporter>(),
                                                   describeImporter<MjcfImporter>(), describeImporter<OsimImporter>(),
                                                   describeImporter<DxfImporter>(),  describeImporter<SvgImporter>()};
    return formats;
}

}  // namespace trammel

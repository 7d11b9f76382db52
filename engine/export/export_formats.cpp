// SPDX-License-Identifier: Apache-2.0
// The formats that models and runs are written in, in the order of a menu. A new one: one header, one include and one
// row here.
#include "export/csv_table.h"
#include "export/event_list.h"
#include "export/exporter.h"
#include "export/mjcf_robot.h"
#include "export/model_copy.h"
#include "export/motion_table.h"
#include "export/run_copy.h"
#include "export/sdf_robot.h"
#include "export/storage_table.h"
#include "export/urdf_robot.h"

namespace trammel {

const std::vector<ExportFormat>& exportFormats() {
    static const std::vector<ExportFormat> formats{
        describeExporter<CsvTableExporter>(),    describeExporter<StorageTableExporter>(),
        describeExporter<MotionTableExporter>(), describeExporter<EventListExporter>(),
        describeExporter<RunCopyExporter>(),     describeExporter<ModelCopyExporter>(),
        describeExporter<UrdfExporter>(),        describeExporter<SdfExporter>(),
        describeExporter<MjcfExporter>()};
    return formats;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
// The formats of exported models and runs, in menu order. To add one: one header, one include and one row here.
#include "export/csv_table.h"
#include "export/dxf_drawing.h"
#include "export/event_list.h"
#include "export/exporter.h"
#include "export/gltf_pose.h"
#include "export/gltf_run.h"
#include "export/mjcf_robot.h"
#include "export/model_copy.h"
#include "export/motion_table.h"
#include "export/obj_pose.h"
#include "export/osim_model.h"
#include "export/pdf_drawing.h"
#include "export/planar_drawing.h"
#include "export/run_copy.h"
#include "export/sdf_robot.h"
#include "export/stl_pose.h"
#include "export/storage_table.h"
#include "export/urdf_robot.h"

namespace trammel {

const std::vector<ExportFormat>& exportFormats() {
    static const std::vector<ExportFormat> formats{
        describeExporter<CsvTableExporter>(),      describeExporter<StorageTableExporter>(),
        describeExporter<MotionTableExporter>(),   describeExporter<EventListExporter>(),
        describeExporter<RunCopyExporter>(),       describeExporter<GltfRunExporter>(),
        describeExporter<ModelCopyExporter>(),     describeExporter<GltfPoseExporter>(),
        describeExporter<StlPoseExporter>(),       describeExporter<ObjPoseExporter>(),
        describeExporter<PlanarDrawingExporter>(), describeExporter<PdfDrawingExporter>(),
        describeExporter<DxfDrawingExporter>(),    describeExporter<UrdfExporter>(),
        describeExporter<SdfExporter>(),           describeExporter<MjcfExporter>(),
        describeExporter<OsimExporter>()};
    return formats;
}

}  // namespace trammel

// SPDX-License-Identifier: Apache-2.0
#include <mujoco/mujoco.h>

#include <cstring>
#include <stdexcept>
#include <string>

#include "study_rates.h"

namespace study_rates {

namespace {
/// One model for all runs, as in a loop over MuJoCo.
mjModel* load() {
    const std::string rod =
        "<inertial pos='0 -.5 0' mass='1' diaginertia='.08333333333333333 .001 .08333333333333333'/>"
        "<joint type='hinge' axis='0 0 1'/>";
    const std::string text =
        "<mujoco><option timestep='0.001' gravity='0 -9.81 0' integrator='RK4'/><worldbody><body>" + rod +
        "<body pos='0 -1 0'>" + rod + "</body></body></worldbody></mujoco>";
    mjVFS* const files = new mjVFS;
    mj_defaultVFS(files);
    mj_makeEmptyFileVFS(files, "pendulum.xml", int(text.size()));
    std::memcpy(files->filedata[files->nfile - 1], text.data(), text.size());
    char error[500] = "";
    mjModel* const model = mj_loadXML("pendulum.xml", files, error, sizeof error);
    mj_deleteVFS(files);
    delete files;
    if (!model) throw std::runtime_error(error);
    return model;
}
}  // namespace

double runMujoco(double mass) {
    static mjModel* const model = load();
    static mjData* const data = mj_makeData(model);
    model->body_mass[1] = mass;
    mj_setConst(model, data);
    mj_resetData(model, data);
    data->qpos[0] = 1.5707963267948966;
    while (data->time < duration - 1e-9) mj_step(model, data);
    return data->qpos[0];
}

}  // namespace study_rates

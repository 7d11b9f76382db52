// SPDX-License-Identifier: Apache-2.0
// All numbers come from independent sources: literature, closed forms, or solutions of other equations.
#include "reference_problems.h"

#include <cmath>
#include <stdexcept>

#include "multibody/matter_subsystem.h"
#include "multibody/multibody_system.h"

namespace trammel::test {

namespace {

// --- Outputs ---

ReferenceOutput output(const std::string& name, const std::string& outputName, Real size, Real offset = 0) {
    return {name, size, [outputName, offset](const CompiledModel& model, const State& s) {
                const auto& outputs = model.getBasicOutputs();
                for (std::size_t i = 0; i < outputs.size(); ++i)
                    if (outputs[i].name == outputName) return model.calcBasicOutput(i, s) + offset;
                throw std::runtime_error("There is no output '" + outputName + "'.");
            }};
}

struct BodyMotion {
    Transform X_GB;
    SpatialVec V_GB;
    Vec3 pointVelocity(const Vec3& p_B) const { return V_GB[1] + V_GB[0].cross(Vec3(X_GB.R() * p_B)); }
    Vec3 angularVelocityInBody() const { return ~X_GB.R() * V_GB[0]; }
};
BodyMotion motionOf(const std::string& body, const CompiledModel& model, const State& s) {
    model.getSystem().realize(s, Stage::Velocity);
    const MatterSubsystem& matter = model.getSystem().getMatterSubsystem();
    for (MobilizedBodyIndex b(0); b < matter.getNumBodies(); ++b)
        if (matter.getTree()[int(b)].name == body) return {matter.getBodyTransform(s, b), matter.getBodyVelocity(s, b)};
    throw std::runtime_error("There is no body '" + body + "'.");
}
template <class F>
ReferenceOutput ofBody(const std::string& name, const std::string& body, Real size, F&& value) {
    return {name, size, [body, value](const CompiledModel& model, const State& s) -> Real {
                return value(motionOf(body, model, s));
            }};
}
const char* const axisNames[] = {"x", "y", "z"};
void addPoint(std::vector<ReferenceOutput>& list, const std::string& what, const std::string& body, const Vec3& p_B,
              int axes) {
    for (int i = 0; i < axes; ++i)
        list.push_back(
            ofBody(what + " " + axisNames[i] + ", m", body, 1, [=](const BodyMotion& m) { return (m.X_GB * p_B)[i]; }));
}
void addPointVelocity(std::vector<ReferenceOutput>& list, const std::string& what, const std::string& body,
                      const Vec3& p_B, int axes, Real size) {
    for (int i = 0; i < axes; ++i)
        list.push_back(ofBody("speed of " + what + " along " + axisNames[i] + ", m/s", body, size,
                              [=](const BodyMotion& m) { return m.pointVelocity(p_B)[i]; }));
}
void addBodyRates(std::vector<ReferenceOutput>& list, const std::string& body, Real size) {
    for (int i = 0; i < 3; ++i)
        list.push_back(ofBody("angular velocity about the body's " + std::string(axisNames[i]) + ", rad/s", body, size,
                              [=](const BodyMotion& m) { return m.angularVelocityInBody()[i]; }));
}

// --- Pendulums ---

ReferenceProblem simplePendulum() {
    ReferenceProblem p{.model = "simple_pendulum",
                       .title = "Simple pendulum",
                       .source = "IFToMM benchmark A01; González, Dopico, González and Cuadrado (2006)",
                       .solution = "Jacobi elliptic functions in 34 digits",
                       .outputs = {},
                       .rows = {{1, {-0.9862917511318753, -0.1650108531255412}},
                                {2, {0.7935661953433217, -0.6084839304437915}},
                                {5, {0.9423054350437573, -0.3347543384140006}},
                                {10, {0.2750874625761169, -0.9614192050991251}},
                                {100, {0.1815133514270314, -0.9833884803340575}}}};
    addPoint(p.outputs, "bob", "Point mass", Vec3(1, 0, 0), 2);
    return p;
}

ReferenceProblem doublePendulum() {
    return {
        .model = "double_pendulum",
        .title = "Double pendulum",
        .source = "Point masses of 1 kg on rods of 1 m, both released from rest in the horizontal",
        .solution = "extrapolation of order 16 in 34 digits",
        .outputs = {output("upper angle, rad", "Upper pin.angle", 1, Pi / 2),
                    {"lower angle, rad", 1,
                     [](const CompiledModel& model, const State& s) -> Real {
                         // From hanging, by the direction of the rod: full turns do not count.
                         const Vec3 x = motionOf("Lower mass", model, s).X_GB.R().x();
                         return std::atan2(x[0], -x[1]);
                     }},
                    output("upper rate, rad/s", "Upper pin.rate", 10),
                    ofBody("lower rate, rad/s", "Lower mass", 10, [](const BodyMotion& m) { return m.V_GB[0][2]; })},
        .rows = {{1, {-0.6250876998063906, -1.034585085680012, -3.922279572887977, -1.303099248696331}},
                 {2, {-0.4829715342517544, -1.324048712302363, 3.065288192073401, 2.949271547571619}},
                 {5, {-0.6271867050665307, -1.301315550209812, 2.125408673842911, 3.881888727265607}},
                 {10, {-0.5684746640159502, -0.5263937279324047, 6.078384885761965, -9.681360681708879}}}};
}

// --- Closed loops ---

ReferenceProblem nFourBar(int n, std::vector<ReferenceRow> rows) {
    const std::string number = std::to_string(n);
    ReferenceProblem p{.model = "n_four_bar_" + number,
                       .title = "N-four-bar mechanism, N = " + number,
                       .source = "IFToMM benchmark A02; González, Dopico, González and Cuadrado (2006)",
                       .solution = "all rods stay parallel, so it is one pendulum: elliptic functions in 34 digits",
                       .outputs = {},
                       .rows = std::move(rows)};
    addPoint(p.outputs, "top of the first rod", "Vertical 0", Vec3(1, 0, 0), 2);
    addPointVelocity(p.outputs, "the top of the first rod", "Vertical 0", Vec3(1, 0, 0), 2, 7);
    return p;
}

ReferenceProblem squeezer() {
    // Rotated by 34 rad, and at 1400 rad/s in the end.
    ReferenceProblem p{
        .model = "andrews_squeezer",
        .title = "Andrews' squeezing mechanism",
        .source = "IFToMM benchmark A03; Schiehlen (1990); Hairer and Wanner, section VII.7",
        .solution =
            "extrapolation in 34 digits, two step sizes agree to 18; the published solution of the IVP test set is "
            "right to 1.4e-9",
        .outputs = {},
        .rows = {{0.03,
                  {15.8107711951537071, -15.7563710584118395, 0.0408222401196458049, -0.534730116342079594,
                   0.524409965879954069, 0.534730116342079594, 1.04808074104193787}},
                 // Eleven digits of other equations.
                 {0.05,
                  {33.825867766954, -33.583431517463, 0.11339507381269, -0.40785286560172, 0.526060444917,
                   0.40785286560172, 1.056902429435},
                  1e-10}},
        .keepsEnergy = false};
    const char* const joints[] = {"Pin O", "Pin F", "Pin B", "Pin G", "Pin A of K5", "Pin H", "Pin A of K7"};
    const char* const names[] = {"beta", "Theta", "gamma", "Phi", "delta", "Omega", "epsilon"};
    for (int i = 0; i < 7; ++i)
        p.outputs.push_back(output(std::string(names[i]) + ", rad", std::string(joints[i]) + ".angle", i < 2 ? 34 : 1));
    return p;
}

ReferenceProblem bricard() {
    ReferenceProblem p{
        .model = "bricard",
        .title = "Bricard's mechanism",
        .source = "IFToMM benchmark A04",
        .solution = "absolute coordinates, rank-revealing, long double; two step sizes agree to 16 digits",
        .outputs = {},
        .rows = {{1, {0.5105014611872197, -1.649167599394806, 0.1401231145531858}},
                 {2, {-0.9693403447776516, -1.221246894956317, 0.7542780107797768}},
                 {4, {0.5248995933913399, -1.64387600133606, 0.1488358461156825}},
                 {5, {0.9999999977380489, -1.000067257697883, 0.9999327400403182}},
                 {6, {0.4958734499432227, -1.654324512273705, 0.1316052040451842}},
                 {8, {-0.9649485716701013, -1.234859545229585, 0.7375609517776911}},
                 {10, {0.9999999638063494, -1.000269012696163, 0.9997309511199214}}}};
    addPoint(p.outputs, "P3", "Rod 3", Vec3(0, 0, 0.5), 3);
    return p;
}

ReferenceProblem governor() {
    constexpr Real digits = 1e-11;
    return {.model = "flyball_governor",
            .title = "Flyball governor",
            .source = "IFToMM benchmark A05",
            .solution = "Lagrange's equations of a reduced model; two methods agree to 12 digits",
            .outputs = {output("slider, m", "Slider guide.position", 1),
                        output("arm below the horizontal, rad", "Arm pin 1.angle", 1),
                        output("shaft, rad/s", "Shaft bearing.rate", 6)},
            .rows = {{0.1, {0.52383647557, 0.496173869076, 6.10371780883}, digits},
                     {0.5, {0.743249424786, 0.259491381543, 5.10341542197}, digits},
                     {1, {0.50142092238, 0.521833301626, 6.27112574188}, digits},
                     {2, {0.505909294297, 0.516663797365, 6.23622361444}, digits},
                     {4, {0.523223371026, 0.496859982588, 6.10800805311}, digits},
                     {6, {0.549928665906, 0.46672078045, 5.92865022706}, digits},
                     {8, {0.58317833671, 0.429819547185, 5.73278832137}, digits},
                     {10, {0.619622917061, 0.390073701845, 5.54820362265}, digits}},
            .keepsEnergy = false};
}

ReferenceProblem crankRocker() {
    // It turns by 71 rad: errors are errors of the crank's phase, of which the rates are functions.
    return {.model = "crank_rocker",
            .title = "Crank-rocker turning by its own momentum",
            .source = "Rods of 1 kg/m, 0.5, 1.8 and 1.5 m long on a base of 2 m, 2 pi rad/s at the start",
            .solution = "the energy integral in 34 digits",
            .outputs = {output("crank, rad", "Crank pin.angle", 71), output("rocker, rad", "Rocker pin.angle", 71),
                        output("crank, rad/s", "Crank pin.rate", 710)},
            .rows = {{10, {70.97262078006105, 1.97057882739282, 4.30513396420618}}}};
}

// Spatial closed chains with one degree of freedom: motion at unit rate, by exact derivatives of the closed kinematics,
// gives the inertia at each angle, and the energy integral the time.

ReferenceProblem spatialSliderCrank() {
    return {.model = "spatial_slider_crank",
            .title = "Spatial slider-crank",
            .source =
                "The mechanism of many textbooks with sizes of our own: 0.08 m crank, 0.3 m rod, 6 rad/s at the start",
            .solution = "closed kinematics and the energy integral, Gauss quadrature to 1e-15",
            .outputs = {output("crank, rad", "Crank pin.angle", 54), output("crank, rad/s", "Crank pin.rate", 540),
                        output("slider, m", "Guide.position", 1), output("slider, m/s", "Guide.rate", 10)},
            .rows = {{0.5, {5.5837625533073, 14.4081608102004, 0.184952629777803, -0.00456029063251664}},
                     {1, {10.9135907298647, 10.427593000412, 0.211721661393444, -0.50349186492501}},
                     {2, {21.0727445227765, 22.5842400278325, 0.289085197067142, 0.216539423453431}},
                     {5, {54.3333321683132, 11.4949962650421, 0.240719573729615, -0.595984412044936}}}};
}

ReferenceProblem bennett() {
    ReferenceProblem p{
        .model = "bennett",
        .title = "Bennett's linkage",
        .source = "Bennett, Engineering 76 (1903): four pins in space; three of its six equations are redundant",
        .solution = "tan(a1/2) tan(a2/2) constant, and the energy integral, Gauss quadrature to 1e-15",
        .outputs = {output("first pin, rad", "Pin 1.angle", 46), output("first pin, rad/s", "Pin 1.rate", 460)},
        .rows = {{0.5, {5.42588155632661, 13.2668649179027, 0.368214238867571, -0.281834740276839, 0.162717363165821}},
                 {1, {9.70141849089569, 5.4282732534227, -1.3246117894162, -0.575499926404426, 0.332265037428205}},
                 {2, {19.2079595049598, 12.2212867724924, 0.413895859693784, 0.114338681032454, -0.0660134682728739}},
                 {5, {46.2555545433681, 7.31183236160805, -0.345181111501229, 0.842361627606395, -0.486337712453564}}}};
    addPoint(p.outputs, "far end of the coupler", "Coupler", Vec3(1 / std::sqrt(3), 0, 0), 3);
    return p;
}

ReferenceProblem schatz() {
    ReferenceProblem p{
        .model = "schatz",
        .title = "Schatz's linkage",
        .source =
            "Schatz, US patent 2302804 (1942), the shaker Turbula: six pins in space, one equation of six is redundant",
        .solution =
            "closure of the chain by Denavit-Hartenberg matrices, and the energy integral by its Fourier series",
        .outputs = {output("first pin, rad", "Pin 1.angle", 52), output("first pin, rad/s", "Pin 1.rate", 7)},
        .rows = {
            {0.5, {2.7338469102752, 4.09333755412775, -1.3619353306193, -0.428420283243586, 1.12430006346468}, 2e-14},
            {1, {5.3851992590123, 5.73168113982596, -0.984664036406469, -0.297773310708839, 0.893922612569118}, 2e-14},
            {2, {10.2445158822238, 5.40256969871786, -1.02096452471218, 0.331926322501838, 0.919823535180342}, 2e-14},
            {5, {25.878607703289, 5.10902292561489, -1.06220718434738, 0.362506709872144, 0.947995683417084}, 1e-13},
            {10,
             {52.2431848189593, 6.91417966128832, -0.904451767136418, -0.178330091228057, 0.83223886257757},
             1e-13}}};
    addPoint(p.outputs, "far end of the shaker", "Shaker", Vec3(1, 0, 0), 3);
    return p;
}

// --- Driven motion ---

ReferenceProblem kapitzaPendulum() {
    // It is shaken 95 times: errors are errors of that phase.
    return {.model = "kapitza_pendulum",
            .title = "Kapitza's pendulum",
            .source = "Kapitza, Zh. Eksp. Teor. Fiz. 21 (1951): upside down on a pivot shaken 0.1 m at 60 rad/s",
            .solution = "l q'' = (g - a w^2 cos(w t)) sin q by extrapolation of order 20 in 33 digits",
            .outputs = {output("angle from upright, rad", "Hinge.angle", 1), output("rate, rad/s", "Hinge.rate", 6)},
            .rows = {{1, {-0.354915663708850251, -1.30970618063042263}},
                     {2, {0.22071206955626662, 0.245439722515428847}},
                     {5, {0.427351937914889144, 2.11547262429956037}},
                     {10, {0.32023134086194454, -0.8848943646501312}}},
            .keepsEnergy = false};
}

ReferenceProblem whirledPendulum() {
    return {
        .model = "whirled_pendulum",
        .title = "Whirled pendulum",
        .source = "Goldstein, Classical Mechanics, exercises of chapter 2: a hinge on a shaft at a given speed",
        .solution = "q'' = (W^2 cos q - g / l) sin q by extrapolation of order 20 in 33 digits",
        .outputs = {output("angle from straight down, rad", "Hinge.angle", 1), output("rate, rad/s", "Hinge.rate", 8)},
        .rows = {{1, {0.397378490825375594, -1.6404390971341715}},
                 {2, {0.729294977404356181, -3.82090917578855138}},
                 {5, {1.86103113825167754, 2.11004923126485729}},
                 {10, {0.377660444496453567, -1.44928847826815873}}},
        .keepsEnergy = false};
}

ReferenceProblem peaucellier() {
    ReferenceProblem p{.model = "peaucellier",
                       .title = "Peaucellier's cell",
                       .source = "Peaucellier, Nouvelles annales de mathématiques 3 (1864)",
                       .solution = "the far corner is the inverse of the near one: x = 20/7, y = x tan(sin(2 t) / 2)",
                       .outputs = {},
                       .rows = {},
                       .keepsEnergy = false};
    constexpr Real line = 20. / 7;
    for (const Real t : {0.5, 1., 2., 5., 10.}) {
        const Real half = std::sin(2 * t) / 2;
        p.rows.push_back({t, {line, line * std::tan(half), 0, line * std::cos(2 * t) / square(std::cos(half))}});
    }
    const Vec3 corner(1, 0, 0);
    addPoint(p.outputs, "far corner", "The upper outer side", corner, 2);
    addPointVelocity(p.outputs, "the far corner", "The upper outer side", corner, 2, 3);
    return p;
}

// --- Rotation in space ---

ReferenceProblem torqueFree(std::string model, std::string title, std::vector<ReferenceRow> rows, Real sensitivity) {
    ReferenceProblem p{.model = std::move(model),
                       .title = std::move(title),
                       .source = "Euler's equations with moments 1, 2 and 3 kg m2",
                       .solution = "Jacobi elliptic functions in 34 digits",
                       .outputs = {},
                       .rows = std::move(rows),
                       .sensitivity = sensitivity};
    addBodyRates(p.outputs, "Body", 1);
    return p;
}

ReferenceProblem heavyTop() {
    constexpr Real digits = 1e-11;
    ReferenceProblem p{.model = "heavy_top",
                       .title = "Heavy top",
                       .source = "Géradin and Cardona, Flexible Multibody Dynamics (2001)",
                       .solution = "absolute coordinates in long double and another engine, 12 digits",
                       .outputs = {},
                       .rows = {{0.1, {0.421296658925, 0.894571974346, -0.149164700562}, digits},
                                {0.5, {-0.702468297057, -0.021165184702, -0.711400257652}, digits},
                                {1, {0.173343964098, 0.640088592071, -0.748490791134}, digits},
                                {1.5, {-0.968165715638, 0.250306062133, -0.001422083851}, digits},
                                {2, {-0.150416822746, -0.724165591637, -0.673022269560}, digits}}};
    addPoint(p.outputs, "center of mass", "Top", Vec3(0, 1, 0), 3);
    return p;
}

ReferenceProblem steadyPrecession() {
    ReferenceProblem p{.model = "steady_precession",
                       .title = "Steady precession",
                       .source = "Goldstein, Classical Mechanics, section 5.7",
                       .solution = "the smaller root of A cos(tilt) W^2 - C spin W + m g l = 0",
                       .outputs = {},
                       .rows = {}};
    constexpr Real tilt = Pi / 3, precession = 0.5031584197692336;
    for (const Real t : {1., 5., 10., 15.})
        p.rows.push_back(
            {t,
             {std::sin(tilt) * std::sin(precession * t), std::cos(tilt), std::sin(tilt) * std::cos(precession * t)}});
    addPoint(p.outputs, "center of mass", "Top", Vec3(0, 1, 0), 3);
    return p;
}

ReferenceProblem rattleback() {
    /// Kane's angles from the direction of the vertical in the stone: (-cos a sin b, sin a, cos a cos b), down.
    const auto down = [](const BodyMotion& m) { return Vec3(~m.X_GB.R() * Vec3(0, -1, 0)); };
    ReferenceProblem p{
        .model = "rattleback",
        .title = "Rattleback",
        .source = "Kane and Levinson, International Journal of Non-Linear Mechanics 17(3), 1982; data as in PyDy",
        .solution = "own vector equations, Dormand-Prince of order 8 at two tolerances",
        .outputs = {ofBody("alpha, rad", "Stone", 1, [=](const BodyMotion& m) { return std::asin(down(m)[1]); }),
                    ofBody("beta, rad", "Stone", 1,
                           [=](const BodyMotion& m) { return std::atan2(-down(m)[0], down(m)[2]); })},
        .rows =
            {
                {0.5, {0.0092486118297, 0.018112366975, 8.6926029523, 0.042904693687, -3.96843252125}, 1e-10},
                {1, {-0.0060043785136, 0.023167406572, 5.0410423064, 1.7614231695, -3.11754353742}, 1e-10},
                {2, {-0.10491024554, 0.043414216138, 4.4385749427, 1.1312371103, -0.884658189212}, 1e-10},
                {5, {-0.0469311349, 0.0144529744, -2.1978411, -1.7451760, 4.16424605}, 2e-8},
                {20, {0.30853555, -0.00037875, 5.38177, -0.61598, -1.949737}, 2e-6},
            },
        // Measured: a change of the initial speeds is amplified 1740 times; relative to the sizes, with a margin.
        .sensitivity = 5};
    addBodyRates(p.outputs, "Stone", 10);
    return p;
}

// --- Events ---

ReferenceProblem bouncingBall() {
    return {.model = "bouncing_ball",
            .title = "Bouncing ball",
            .source = "Fall from 1 m, restitution 0.8, g 9.81: impacts that accumulate at 4.063712768871578 s",
            .solution = "exact",
            .outputs = {output("height, m", "Height.position", 1), output("speed, m/s", "Height.rate", 4)},
            .rows = {{0.4, {1 - 9.81 * 0.08, -9.81 * 0.4}},
                     {2, {0.2607417283270572, -0.1658691358364714}},
                     {5, {0, 0}, 1e-8}},
            .keepsEnergy = false};
}

// --- Contact ---

ReferenceProblem cradle(const std::string& model, const std::string& title, const std::vector<Real>& speeds) {
    ReferenceProblem p{.model = model,
                       .title = title,
                       .source = "Hertz; Hinch and Saint-Jean (1999)",
                       .solution = "equations of the chain alone, two step sizes agree to 10 digits",
                       .outputs = {},
                       .rows = {{0.5, speeds, 1e-9}}};
    for (std::size_t i = 1; i <= speeds.size(); ++i) {
        const std::string number = std::to_string(i);
        p.outputs.push_back(output("speed of ball " + number + ", m/s", "Guide " + number + ".rate", 1));
    }
    return p;
}

ReferenceProblem huntCrossleyBounces() {
    ReferenceProblem p{
        .model = "hunt_crossley_bounces",
        .title = "Bounces with Hunt and Crossley's dissipation",
        .source = "Hunt and Crossley (1975), 1.5 c v = 0.1, 0.3, 1, 3 and 10",
        .solution = "root of u - ln(1 + u) = -e u - ln(1 - e u), u = 1.5 c v",
        .outputs = {},
        .rows = {{3, {-.93747557995, -.83286979227, -.59362426004, -.30689679830, -.09998162475}, 1e-10}},
        .keepsEnergy = false,
        // The force begins with a kink in its derivative.
        .sensitivity = 2};
    for (int i = 1; i <= 5; ++i) {
        const std::string number = std::to_string(i);
        p.outputs.push_back(output("speed of ball " + number + ", m/s", "Guide " + number + ".rate", 1));
    }
    return p;
}

ReferenceProblem hertzImpact() {
    // From 0.1 mm away: greatest depth after half the time of contact.
    constexpr Real begin = 1e-4, lasts = 68.9340034302e-6;
    return {.model = "hertz_impact",
            .title = "Impact of a steel ball",
            .source = "Hertz; Johnson, Contact Mechanics (1985), section 11.4",
            .solution = "closed form with Gamma functions",
            .outputs = {output("position, m", "Guide.position", 1e-4), output("speed, m/s", "Guide.rate", 1)},
            .rows = {{begin + lasts / 2, {23.4208489228e-6 - 0.01, 0}, 1e-9}, {begin + lasts, {-0.01, -1}, 1e-9}}};
}

/// Rigid bodies: sinking in by a share s of its size, and creep below the transition speed, change results by about as
/// much.
ReferenceProblem slidingBall() {
    return {.model = "sliding_ball",
            .title = "Ball that starts to roll",
            .source = "2 m/s on level ground, friction 0.2: it rolls with 10/7 m/s",
            .solution = "closed form for rigid bodies; compliance and creep change the fourth digit",
            .outputs = {output("x, m", "Plane.x", 1), output("speed, m/s", "Plane.speedX", 1)},
            .rows = {{0.2, {2 * 0.2 - 0.2 * 9.81 * 0.02, 2 - 0.2 * 9.81 * 0.2}, 1e-3},
                     {0.291247997670, {0.499282281720, 10. / 7}, 2e-3},
                     {1, {0.499282281720 + 10. / 7 * (1 - 0.291247997670), 10. / 7}, 2e-3}},
            .keepsEnergy = false};
}

ReferenceProblem rollingOnSlope() {
    constexpr Real a = 2.3965840043;
    return {.model = "rolling_on_slope",
            .title = "Ball on a slope",
            .source = "20 degrees, friction 0.2 > 2/7 tan 20°",
            .solution = "closed form for rigid bodies; compliance and creep change the fourth digit",
            .outputs = {output("x, m", "Plane.x", 1), output("speed, m/s", "Plane.speedX", 1)},
            .rows = {{0.5, {a / 8, a / 2}, 1e-3}, {1, {a / 2, a}, 2e-3}},
            .keepsEnergy = false};
}

ReferenceProblem blockOnSlope() {
    constexpr Real a = 1.50671631555;
    return {
        .model = "block_on_slope",
        .title = "Block on a slope",
        .source = "30 degrees, friction 0.4",
        .solution = "closed form for rigid bodies; the rotation into the ground at the start changes the third digit",
        .outputs = {output("x, m", "Plane.x", 1), output("speed, m/s", "Plane.speedX", 1)},
        .rows = {{1, {a / 2, a}, 5e-3}, {2, {2 * a, 2 * a}, 1e-2}},
        .keepsEnergy = false};
}

std::vector<ReferenceProblem> makeProblems() {
    return {
        simplePendulum(),
        doublePendulum(),
        nFourBar(2, {{1, {-0.1950203019494351, -0.9807992056621738, -6.676678036881158, 1.327578325160487}},
                     {5, {-0.8113104610051074, -0.5846155453489755, -3.569117397193209, 4.953105171313327}},
                     {10, {0.3284581115408154, 0.9445185381786010, 1.423051470206944, -0.4948688454870430}},
                     {20, {0.8397465743068435, 0.5429785363528847, 1.838222644196743, -2.842913789274097}}}),
        nFourBar(10, {{10, {0.2043535609897710, 0.9788971458283040, 1.186680023754623, -0.2477301008008225}}}),
        nFourBar(40, {{1, {-0.1153568806321099, -0.9933241113004502, -6.669987523941772, 0.7746000986623433}},
                      {10, {0.1805122266867284, 0.9835727405823116, 1.148441277469414, -0.2107700667794239}},
                      {20, {0.4109011537629452, 0.9116799009719807, 1.566785371909070, -0.7061622355938373}}}),
        squeezer(),
        bricard(),
        governor(),
        crankRocker(),
        spatialSliderCrank(),
        bennett(),
        schatz(),
        kapitzaPendulum(),
        whirledPendulum(),
        peaucellier(),
        torqueFree("torque_free_body", "Torque-free body",
                   {{1, {-0.1266429228924177, 1.408531707162201, 0.8197638745229699}},
                    {5, {1.007980330983423, -0.9919554689352491, 1.002667167716428}},
                    {20, {0.1829370383838346, 1.402331644079727, 0.8232994513971711}}},
                   1),
        torqueFree("torque_free_body_2", "Torque-free body about its least moment",
                   {{1, {0.9654778084534475, 1.033369537669815, -0.1318425811540311}},
                    {5, {0.9514774347493394, -1.046274672905168, -0.09185007500846770}},
                    {20, {1.020403148710862, 0.9791718000948349, -0.2318207539594910}}},
                   1),
        torqueFree("dzhanibekov", "Dzhanibekov's effect",
                   {{1, {0.001148329195002186, 1.000049339452839, 0.008191838620238527}},
                    {5, {-0.06482961698688603, 0.9979464518506660, 0.03830961253900619}},
                    {20, {-0.005813836962187709, -1.000033099102113, 0.008827999022483332}}},
                   1),
        heavyTop(),
        steadyPrecession(),
        rattleback(),
        bouncingBall(),
        huntCrossleyBounces(),
        hertzImpact(),
        cradle("cradle_3", "Newton's cradle, 3 balls", {-.0709523536, .0764030391, .9945493146}),
        cradle("cradle_5", "Newton's cradle, 5 balls",
               {-.0710850171, -.0302737641, -.0144636290, .1270449861, .9887774242}),
        cradle("cradle_5_by_2", "Newton's cradle, 5 balls, two moving",
               {-.1126149790, -.0419595005, .2144857762, .8003666717, 1.1397220317}),
        slidingBall(),
        rollingOnSlope(),
        blockOnSlope(),
    };
}

}  // namespace

const std::vector<ReferenceProblem>& referenceProblems() {
    static const std::vector<ReferenceProblem> problems = makeProblems();
    return problems;
}

const ReferenceProblem& referenceProblem(const std::string& model) {
    for (const ReferenceProblem& p : referenceProblems())
        if (p.model == model) return p;
    throw std::runtime_error("There is no reference problem '" + model + "'.");
}

}  // namespace trammel::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewport/scene_renderer.h"

#include <mutex>
#include <osg/Depth>
#include <osg/FrameBufferObject>
#include <osg/GLExtensions>
#include <osg/GLObjects>
#include <osgViewer/Renderer>

#include "ui/viewport/osg_math.h"
#include "ui/viewport/osg_messages.h"

namespace trammel::ui {

namespace {

/// Hatch spacing of cut faces, logical pixels.
constexpr float HatchPixels = 9;

// OSG's context lists and capabilities are process-wide and not thread-safe. Drawing only reads them.
std::mutex& contextsChange() {
    static std::mutex mutex;
    return mutex;
}

// Discard OSG's cached GL state, which Qt's painter and compositor have changed. dirtyAllModes() only inverts the
// cached values, so it is valid only with the following apply().
void forgetRememberedState(osg::State& state) {
    state.popAllStateSets();
    state.dirtyAllModes();
    state.dirtyAllAttributes();
    state.dirtyAllVertexArrays();
    state.setLastAppliedProgramObject(nullptr);
    state.apply();
}

// State that QPainter assumes; without it text is garbled.
void restoreDefaults(osg::State& state, unsigned framebuffer) {
    state.popAllStateSets();
    state.apply();
    state.disableAllVertexArrays();
    state.unbindVertexBufferObject();
    state.unbindElementBufferObject();
    const auto* gl = state.get<osg::GLExtensions>();
    gl->glUseProgram(0);
    gl->glBindBuffer(GL_PIXEL_UNPACK_BUFFER_ARB, 0);
    // Through OSG first, which caches the active unit.
    state.setActiveTextureUnit(0);
    gl->glActiveTexture(GL_TEXTURE0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_SKIP_PIXELS, 0);
    glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    gl->glBindFramebuffer(GL_FRAMEBUFFER_EXT, framebuffer);
}

}  // namespace

SceneRenderer::SceneRenderer()
    : outline_(mirror_.root()), root_(new osg::Group), shadows_(mirror_.root(), root_->getOrCreateStateSet()) {
    const std::lock_guard lock(contextsChange());
    routeOsgMessages();
    root_->addChild(backdrop_.node());
    root_->addChild(mirror_.root());
    root_->addChild(mirror_.solids());
    root_->addChild(backgrounds_.node());
    root_->addChild(grid_.node());
    root_->addChild(outline_.node());
    root_->addChild(shadows_.node());
    up_ = new osg::Uniform("up_V", osg::Vec3(0, 1, 0));
    osg::StateSet* state = root_->getOrCreateStateSet();
    section_V_ = new osg::Uniform("section_V", osg::Vec4());
    sectionHatch_ = new osg::Uniform("sectionHatch", HatchPixels);
    for (const auto& uniform : {up_, section_V_, sectionHatch_}) state->addUniform(uniform);
    state->setAttributeAndModes(new osg::Depth(osg::Depth::LEQUAL));

    viewer_ = new osgViewer::Viewer;
    viewer_->setThreadingModel(osgViewer::Viewer::SingleThreaded);
    // Otherwise OSG pins the whole process, including simulation threads, to one core.
    viewer_->setUseConfigureAffinity(false);
    viewer_->setRunFrameScheme(osgViewer::ViewerBase::ON_DEMAND);
    viewer_->setKeyEventSetsDone(0);
    viewer_->setReleaseContextAtEndOfFrameHint(false);
    viewer_->setLightingMode(osg::View::NO_LIGHT);
    viewer_->setSceneData(root_);

    osg::Camera* camera = viewer_->getCamera();
    camera->setComputeNearFarMode(osg::CullSettings::DO_NOT_COMPUTE_NEAR_FAR);
    // A single point has zero size and would be culled as too small.
    camera->setCullingMode(camera->getCullingMode() & ~osg::CullSettings::SMALL_FEATURE_CULLING);
    camera->setCullMask(node_mask::Draw);
    // Always a framebuffer object, whose buffers have other names than a window's.
    camera->setDrawBuffer(GL_COLOR_ATTACHMENT0_EXT);
    camera->setReadBuffer(GL_COLOR_ATTACHMENT0_EXT);
    camera->setClearColor(osg::Vec4(0, 0, 0, 0));
    camera->setClearMask(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);
}

SceneRenderer::~SceneRenderer() {
    const std::lock_guard lock(contextsChange());
    viewer_ = nullptr;
    window_ = nullptr;
}

void SceneRenderer::setBatching(bool on) {
    batching_ = on;
    mirror_.setBatching(batching_ && canBatch_);
}

void SceneRenderer::setShadows(bool on) {
    shadows_.setOn(on);
    mirror_.setShadows(on);
}

void SceneRenderer::setSection(const SectionPlane& section) {
    section_ = section;
    mirror_.setSection(section.on);
    outline_.setSection(section.on);
    shadows_.setSection(section);
}

void SceneRenderer::attachContext() {
    const std::lock_guard lock(contextsChange());
    const bool again = window_.valid();
    grid_.layer().forget();
    window_ = new osgViewer::GraphicsWindowEmbedded(0, 0, 64, 64);
    osg::State& state = *window_->getState();
    state.initializeExtensionProcs();
    const unsigned id = state.getContextID();
    canBatch_ = osg::isGLExtensionSupported(id, "GL_EXT_gpu_shader4") &&
                osg::isGLExtensionSupported(id, "GL_ARB_texture_float");
    setBatching(batching_);
    osg::Camera* camera = viewer_->getCamera();
    camera->setGraphicsContext(window_);
    camera->setViewport(0, 0, 64, 64);
    // The viewer's renderer caches the context it was created for.
    if (again) camera->setRenderer(new osgViewer::Renderer(camera));
}

void SceneRenderer::aim(const CameraRig& rig, const QSize& deviceSize) {
    osg::Camera* camera = viewer_->getCamera();
    if (camera->getViewport()->width() != deviceSize.width() ||
        camera->getViewport()->height() != deviceSize.height()) {
        window_->resized(0, 0, deviceSize.width(), deviceSize.height());
        camera->setViewport(0, 0, deviceSize.width(), deviceSize.height());
    }
    camera->setViewMatrix(toOsg(rig.X_GC().invert()));

    osg::BoundingSphere sphere = mirror_.root()->getBound();
    sphere.expandBy(backgrounds_.node()->getBound());
    const Vec3 center = sphere.valid() ? fromOsg(sphere.center()) : rig.pose().focus;
    const ClipRange range = rig.clipRange(center, sphere.valid() ? sphere.radius() * 1.01 : 0, grid_.reach(rig) + 1e-6);
    const Real aspect = rig.viewWidth() / rig.viewHeight();
    if (rig.pose().orthographic) {
        const Real h = rig.halfHeightAt(rig.pose().distance);
        camera->setProjectionMatrixAsOrtho(-h * aspect, h * aspect, -h, h, range.nearDepth, range.farDepth);
    } else {
        const Real h = CameraRig::tanHalfAngle() * range.nearDepth;
        camera->setProjectionMatrixAsFrustum(-h * aspect, h * aspect, -h, h, range.nearDepth, range.farDepth);
    }
    shadows_.setUp(rig.pose().up);
    if (shadows_.isOn()) shadows_.update(mirror_.casterPoints(), camera->getViewMatrix());
    section_V_->set(sectionSeenFrom(section_, camera->getViewMatrix()));
    up_->set(toOsgFloat(Vec3(rig.rotation().transpose() * rig.up())));
}

void SceneRenderer::layFloorBelow(const std::vector<std::vector<Transform>>& poses) {
    const std::vector<SceneMirror::Corner>& corners = mirror_.casterCorners();
    for (const std::vector<Transform>& X_GB : poses) shadows_.layFloorBelow(mirror_.place(corners, X_GB));
}

void SceneRenderer::draw(const CameraRig& rig, unsigned framebuffer, const QSize& deviceSize, Real pixelRatio) {
    setPixelRatio(pixelRatio);
    outline_.setVisible(!mirror_.selection().empty());
    grid_.update(rig, backdrop_.isDark(), pixelRatio, deviceSize);
    mirror_.prepare(rig);
    drawPrepared(rig, framebuffer, deviceSize);
}

void SceneRenderer::drawSample(const CameraRig& rig, unsigned framebuffer, const QSize& deviceSize, Real pixelRatio,
                               bool withSolids) {
    setPixelRatio(pixelRatio);
    outline_.setVisible(false);
    grid_.update(rig, backdrop_.isDark(), pixelRatio, deviceSize);
    if (withSolids) mirror_.prepareSample(rig);
    const osg::Node::NodeMask shown = mirror_.root()->getNodeMask(), shownSolids = mirror_.solids()->getNodeMask();
    mirror_.root()->setNodeMask(0);
    if (!withSolids) mirror_.solids()->setNodeMask(0);
    drawPrepared(rig, framebuffer, deviceSize);
    mirror_.root()->setNodeMask(shown);
    mirror_.solids()->setNodeMask(shownSolids);
}

void SceneRenderer::uploadMeshes() {
    osg::RenderInfo info(window_->getState(), nullptr);
    mirror_.uploadSolids(info);
}

void SceneRenderer::setPixelRatio(Real pixelRatio) {
    mirror_.setPixelRatio(pixelRatio);
    outline_.setPixelRatio(pixelRatio);
    sectionHatch_->set(HatchPixels * static_cast<float>(pixelRatio));
}

void SceneRenderer::drawPrepared(const CameraRig& rig, unsigned framebuffer, const QSize& deviceSize) {
    aim(rig, deviceSize);

    window_->setDefaultFboId(framebuffer);
    osg::State& state = *window_->getState();
    state.get<osg::GLExtensions>()->glBindFramebuffer(GL_FRAMEBUFFER_EXT, framebuffer);
    forgetRememberedState(state);
    viewer_->frame();
    restoreDefaults(state, framebuffer);
}

const osg::GLExtensions& SceneRenderer::gl() const { return *window_->getState()->get<osg::GLExtensions>(); }

void SceneRenderer::releaseGl() {
    if (!window_) return;
    const std::lock_guard lock(contextsChange());
    releaseObjects();
    const unsigned id = window_->getState()->getContextID();
    osg::deleteAllGLObjects(id);
    osg::flushAllDeletedGLObjects(id);
    osg::discardAllGLObjects(id);
}

void SceneRenderer::forgetGl() {
    if (!window_) return;
    const std::lock_guard lock(contextsChange());
    releaseObjects();
    osg::discardAllGLObjects(window_->getState()->getContextID());
}

/// Releases them for deletion in the context, or discards them without one.
void SceneRenderer::releaseObjects() {
    osg::State* const state = window_->getState();
    viewer_->getCamera()->releaseGLObjects(state);
    root_->releaseGLObjects(state);
}

}  // namespace trammel::ui

# SPDX-License-Identifier: Apache-2.0
# The engine as an installed library: headers, one shared library, a CMake package and a pkg-config file.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Headers of classes that programs include from SimTKcommon/internal, simmath, simmath/internal and simbody/internal.
set(TRAMMEL_SIMTKCOMMON_HEADERS
    common Array BigMatrix CoordinateAxis DecorationGenerator DecorativeGeometry Event EventHandler
    EventReporter Exception ExceptionMacros Function MassProperties Mat Measure MeasureImplementation Pathname
    PolygonalMesh PrivateImplementation Quaternion Random Rotation SpatialAlgebra Stage State String Study
    Subsystem SubsystemGuts SymMat System SystemGuts Timing Transform UnitVec Value Vec VectorMath Xml)
set(TRAMMEL_SIMMATH_HEADERS
    CPodesIntegrator Differentiator ExplicitEulerIntegrator Integrator LinearAlgebra MultibodyGraphMaker Optimizer
    RungeKutta2Integrator RungeKutta3Integrator RungeKuttaFeldbergIntegrator RungeKuttaMersonIntegrator
    SemiExplicitEuler2Integrator SemiExplicitEulerIntegrator TimeStepper VerletIntegrator internal/common internal/Contact
    internal/ContactGeometry internal/Spline internal/SplineFitter)
set(TRAMMEL_SIMBODY_HEADERS
    common Assembler AssemblyCondition Body CableSpring CableTrackerSubsystem CompliantContactSubsystem Constraint
    Constraint_BuiltIns Constraint_Custom Contact ContactGeometry ContactSurface ContactTrackerSubsystem
    DecorationSubsystem ElasticFoundationForce Force Force_BuiltIns Force_Custom Force_Gravity Force_LinearBushing
    ForceSubsystem ForceSubsystemGuts GeneralContactSubsystem GeneralForceSubsystem HuntCrossleyForce
    LocalEnergyMinimizer MobilizedBody MobilizedBody_BuiltIns MobilizedBody_Custom Motion MultibodySystem
    SimbodyMatterSubsystem SmoothSphereHalfSpaceForce TextDataEventReporter Visualizer)

# trammel_engine_package(MODULES module... HEADERS module...)
# Target trammel_engine, the shared library libtrammel.so of all MODULES, which the programs and their plugins share: one
# registry of types in a process. Installed with components "library" and "dev", and found outside as trammel::engine. The
# headers of HEADERS go to include/trammel, the include root, so that their include paths are those of the source tree.
#
# What stays compatible: programs and plugins built with version x.y.0 run with every x.y.z. Their name holds x.y.
function(trammel_engine_package)
  cmake_parse_arguments(ENGINE "" "" "MODULES;HEADERS" ${ARGN})
  set(headers ${CMAKE_INSTALL_INCLUDEDIR}/trammel)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/trammel)
  set(templates ${PROJECT_SOURCE_DIR}/packaging/cmake)

  # A module in another's folder, such as contact/bullet, has its headers there.
  set(folders ${ENGINE_HEADERS})
  list(FILTER folders EXCLUDE REGEX "/")
  set(modules ${ENGINE_MODULES})
  list(TRANSFORM modules REPLACE "/" "_")
  list(TRANSFORM modules PREPEND "trammel_")
  set(objects ${modules})
  list(TRANSFORM objects REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>")
  add_library(trammel_engine SHARED ${objects})
  # For the libraries that they need.
  target_link_libraries(trammel_engine PRIVATE ${modules})
  set_target_properties(
    trammel_engine
    PROPERTIES LINKER_LANGUAGE CXX
               OUTPUT_NAME trammel
               EXPORT_NAME engine
               VERSION ${PROJECT_VERSION}
               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  # Calls inside the library go to its own functions, without a table: inner loops are those of a program without it.
  target_link_options(trammel_engine PRIVATE -Wl,-Bsymbolic-functions)
  target_link_libraries(trammel_engine PUBLIC Eigen3::Eigen)
  target_compile_features(trammel_engine PUBLIC cxx_std_20)
  target_compile_definitions(trammel_engine PUBLIC ${TRAMMEL_EIGEN_DEFINITIONS} ${TRAMMEL_EIGEN_PLUGIN}
                                                   ${TRAMMEL_STAMP_DEFINITION})
  target_include_directories(
    trammel_engine INTERFACE $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}> $<BUILD_INTERFACE:${CMAKE_CURRENT_BINARY_DIR}/forwarding>)
  install(
    TARGETS trammel_engine
    EXPORT trammelTargets
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
            COMPONENT library
            NAMELINK_COMPONENT dev
    INCLUDES DESTINATION ${headers})
  install(EXPORT trammelTargets NAMESPACE trammel:: DESTINATION ${package} COMPONENT dev)

  install(DIRECTORY ${folders} DESTINATION ${headers} COMPONENT dev FILES_MATCHING PATTERN "*.h" PATTERN "*.inc")
  if("simbody" IN_LIST ENGINE_HEADERS)
    # Programs written to Simbody's documents say #include "Simbody.h", the header of one of its libraries or, rarely,
    # of one class: all offer everything.
    set(forwarding Simbody.h SimTKsimbody.h SimTKmath.h SimTKcommon.h SimTKlapack.h)
    foreach(class IN LISTS TRAMMEL_SIMTKCOMMON_HEADERS)
      list(APPEND forwarding SimTKcommon/internal/${class}.h)
    endforeach()
    foreach(class IN LISTS TRAMMEL_SIMMATH_HEADERS)
      list(APPEND forwarding simmath/${class}.h)
    endforeach()
    foreach(class IN LISTS TRAMMEL_SIMBODY_HEADERS)
      list(APPEND forwarding simbody/internal/${class}.h)
    endforeach()
    foreach(header IN LISTS forwarding)
      file(CONFIGURE OUTPUT forwarding/${header}
           CONTENT "// SPDX-License-Identifier: Apache-2.0\n#pragma once\n#include \"simbody/Simbody.h\"\n")
    endforeach()
    install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/forwarding/ DESTINATION ${headers} COMPONENT dev)
  endif()

  set(programs ${CMAKE_INSTALL_BINDIR})
  configure_package_config_file(
    ${templates}/trammelConfig.cmake.in trammelConfig.cmake
    INSTALL_DESTINATION ${package}
    PATH_VARS programs)
  write_basic_package_version_file(trammelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(
    FILES ${CMAKE_CURRENT_BINARY_DIR}/trammelConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/trammelConfigVersion.cmake
          ${templates}/trammelPlugin.cmake
    DESTINATION ${package}
    COMPONENT dev)

  # A package for programs that are not installed, beside the library of the build tree as an installed one is.
  set(beside ${CMAKE_CURRENT_BINARY_DIR}/cmake/trammel)
  export(TARGETS trammel_engine NAMESPACE trammel:: FILE ${beside}/trammelTargets.cmake)
  configure_file(${templates}/trammelPlugin.cmake ${beside}/trammelPlugin.cmake COPYONLY)
  configure_file(${CMAKE_CURRENT_BINARY_DIR}/trammelConfigVersion.cmake ${beside}/trammelConfigVersion.cmake COPYONLY)
  set(PACKAGE_INIT "macro(check_required_components)\nendmacro()")
  set(PACKAGE_programs ${CMAKE_RUNTIME_OUTPUT_DIRECTORY})
  configure_file(${templates}/trammelConfig.cmake.in ${beside}/trammelConfig.cmake @ONLY)

  # From the folder of trammel.pc up to the prefix, so that an installed tree can be moved.
  file(RELATIVE_PATH up_to_prefix /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  string(REGEX REPLACE "/$" "" up_to_prefix ${up_to_prefix})
  set(definitions ${TRAMMEL_EIGEN_DEFINITIONS})
  list(TRANSFORM definitions PREPEND -D)
  list(JOIN definitions " " definitions)
  configure_file(${templates}/trammel.pc.in trammel.pc @ONLY)
  install(
    FILES ${CMAKE_CURRENT_BINARY_DIR}/trammel.pc
    DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT dev)
endfunction()

# SPDX-License-Identifier: Apache-2.0
# The engine as an installed library: headers, one archive, a CMake package and a pkg-config file.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Headers of classes that programs include from simbody/internal.
set(TRAMMEL_SIMBODY_HEADERS
    common Assembler AssemblyCondition Body CableSpring CableTrackerSubsystem CompliantContactSubsystem Constraint
    Constraint_BuiltIns Constraint_Custom Contact ContactGeometry ContactSurface ContactTrackerSubsystem
    DecorationSubsystem ElasticFoundationForce Force Force_BuiltIns Force_Custom Force_Gravity Force_LinearBushing
    ForceSubsystem ForceSubsystemGuts GeneralContactSubsystem GeneralForceSubsystem HuntCrossleyForce
    LocalEnergyMinimizer MobilizedBody MobilizedBody_BuiltIns MobilizedBody_Custom Motion MultibodySystem
    SimbodyMatterSubsystem SmoothSphereHalfSpaceForce TextDataEventReporter Visualizer)

# trammel_engine_package(MODULE...)
# Target trammel_engine, installed as libtrammel.a with component "dev" and found outside as trammel::engine. The headers
# of the modules go to include/trammel, the include root, so that their include paths are those of the source tree.
function(trammel_engine_package)
  set(headers ${CMAKE_INSTALL_INCLUDEDIR}/trammel)
  set(package ${CMAKE_INSTALL_LIBDIR}/cmake/trammel)
  set(templates ${PROJECT_SOURCE_DIR}/packaging/cmake)

  # A module in another's folder, such as contact/bullet, has its headers there.
  set(objects ${ARGN})
  list(TRANSFORM objects REPLACE "/" "_")
  set(folders ${ARGN})
  list(FILTER folders EXCLUDE REGEX "/")
  list(TRANSFORM objects REPLACE "(.+)" "$<TARGET_OBJECTS:trammel_\\1>")
  add_library(trammel_engine STATIC ${objects})
  set_target_properties(trammel_engine PROPERTIES LINKER_LANGUAGE CXX OUTPUT_NAME trammel EXPORT_NAME engine)
  target_link_libraries(trammel_engine PUBLIC Eigen3::Eigen)
  target_compile_features(trammel_engine PUBLIC cxx_std_20)
  target_compile_definitions(trammel_engine PUBLIC ${TRAMMEL_EIGEN_DEFINITIONS} ${TRAMMEL_EIGEN_PLUGIN})
  install(
    TARGETS trammel_engine
    EXPORT trammelTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT dev
    INCLUDES DESTINATION ${headers})
  install(EXPORT trammelTargets NAMESPACE trammel:: DESTINATION ${package} COMPONENT dev)

  install(DIRECTORY ${folders} DESTINATION ${headers} COMPONENT dev FILES_MATCHING PATTERN "*.h" PATTERN "*.inc")
  if("simbody" IN_LIST ARGN)
    # Programs written to Simbody's documents say #include "Simbody.h", the header of one of its libraries or, rarely,
    # of one class: all offer everything.
    set(forwarding Simbody.h SimTKsimbody.h SimTKmath.h SimTKcommon.h SimTKlapack.h)
    foreach(class IN LISTS TRAMMEL_SIMBODY_HEADERS)
      list(APPEND forwarding simbody/internal/${class}.h)
    endforeach()
    foreach(header IN LISTS forwarding)
      file(CONFIGURE OUTPUT forwarding/${header}
           CONTENT "// SPDX-License-Identifier: Apache-2.0\n#pragma once\n#include \"simbody/Simbody.h\"\n")
    endforeach()
    install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/forwarding/ DESTINATION ${headers} COMPONENT dev)
  endif()

  configure_package_config_file(${templates}/trammelConfig.cmake.in trammelConfig.cmake INSTALL_DESTINATION ${package})
  write_basic_package_version_file(trammelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
  install(
    FILES ${CMAKE_CURRENT_BINARY_DIR}/trammelConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/trammelConfigVersion.cmake
    DESTINATION ${package}
    COMPONENT dev)

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

// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The engine under its documented names: one header, namespace SimTK.
///
/// Compiles programs written against the Simbody Advanced Programming Guide, the SimTK Simulation Concepts and the
/// class references of State, Constraint::Custom::Implementation and MobilizedBody::Custom::Implementation. Where those
/// documents and Simbody differ, this follows the documents.

#include "simbody/assembler.h"
#include "simbody/assembly_condition.h"
#include "simbody/body.h"
#include "simbody/cable.h"
#include "simbody/compliant_contact_subsystem.h"
#include "simbody/constraint_types.h"
#include "simbody/contact_constraint_types.h"
#include "simbody/contact_forces.h"
#include "simbody/contact_geometry.h"
#include "simbody/contact_patch.h"
#include "simbody/contact_surface.h"
#include "simbody/custom_constraint.h"
#include "simbody/custom_force.h"
#include "simbody/custom_mobilizer.h"
#include "simbody/decorations.h"
#include "simbody/exponential_spring.h"
#include "simbody/force_types.h"
#include "simbody/general_contact_subsystem.h"
#include "simbody/integrators.h"
#include "simbody/markers.h"
#include "simbody/mobilizer_types.h"
#include "simbody/motion.h"
#include "simbody/multibody_system.h"
#include "simbody/random.h"
#include "simbody/spatial_algebra.h"
#include "simbody/thermostat.h"
#include "simbody/visualizer.h"
#include "simbody/visualizer_input.h"
#include "simbody/visualizer_reporter.h"
#include "simbody/vocabulary.h"

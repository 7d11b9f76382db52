// SPDX-License-Identifier: Apache-2.0
// Includes all kinds of function.
#pragma once

#include "functions/constant.h"
#include "functions/linear.h"
#include "functions/polynomial.h"
#include "functions/sinusoid.h"
#include "functions/spline.h"
#include "functions/spline_fitter.h"
#include "functions/step.h"
#include "functions/table.h"

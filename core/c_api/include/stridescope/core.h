// Stridescope for C++: the layout algebra of CuTe, the language that programs are written in, and all that is asked of
// a program. Link Stridescope::core.
//
//   stridescope::Workspace workspace;
//   workspace.evaluate("A = (4,8):(8,1)\nA o 4:2", stridescope::IntegerMode::cute);
//   for (const auto& binding : workspace.report().bindings) std::puts(binding.text.c_str());
#pragma once

#include "core/algebra/algebra.h"
#include "core/door/door.h"
#include "core/foreign/evaluate.h"
#include "core/render/render.h"
#include "core/scene/scene.h"
#include "core/value/print.h"
#include "core/workspace/kernel.h"
#include "core/workspace/workspace.h"

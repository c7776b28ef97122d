// Two extents of 0, 1, -1, +-2^31 or +-2^62 in the example of each function and in each program of the gallery: a
// process an example, so that a crash is found with its program, natively and in WebAssembly. One at a time they are a
// part of `./dev test` (tests/adversarial).
#include "adversarial_driver.h"
#include "core/data/gallery.h"
#include "core/functions/builtin.h"
#include "core/workspace/workspace.h"

namespace stridescope {

TEST_CASE("long: two extents in every example, a process an example") {
  const std::string program = next_to_this("stridescope_adversarial");
  REQUIRE_MESSAGE(std::filesystem::exists(program), program << " is missing: ./dev build");
  std::vector<std::string> names;
  for (const Builtin& builtin : builtins()) names.emplace_back(builtin.name);
  for (const GalleryEntry& entry : gallery()) names.push_back(cat(entry.group, '/', entry.id));
  for (std::size_t i = 0; i < names.size(); i += static_cast<std::size_t>(share())) {
    const std::string& name = names[i];
    const Ended ended = run_limited(cat("'", program, "' --family pairs --example '", name, "'"));
    CAPTURE(name);
    CAPTURE(ended.output);
    CHECK(ended.clean);
    CHECK(ended.output.ends_with("]}}\n"));  // the figures of all programs
  }
}

TEST_CASE("long: an extent in every program of the gallery") {
  const Ended ended = run_limited(cat("'", next_to_this("stridescope_adversarial"), "' --family gallery"));
  CAPTURE(ended.output);
  CHECK(ended.clean);
  CHECK(ended.output.ends_with("]}}\n"));
}

TEST_CASE("long: extents in every example, alone and in pairs, in WebAssembly") {
  check_samples_in_node({{"extents --brief 1"}, {"gallery --brief 1"}, {"pairs --brief 1"}});
}

}  // namespace stridescope

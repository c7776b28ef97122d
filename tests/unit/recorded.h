// Recordings of tests/gpu/measure.py (core/data), for tests that compare them with the model.
#pragma once

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

namespace stridescope {

// The parsed file. Fails the test if it is missing, or lacks the origin that every recording has.
inline nlohmann::json recorded(const char* file) {
  std::ifstream in(file);
  REQUIRE_MESSAGE(in.good(), file);
  std::stringstream text;
  text << in.rdbuf();
  nlohmann::json json = nlohmann::json::parse(text.str(), nullptr, false);
  REQUIRE(json.is_object());
  for (const char* key : {"device", "date", "commit"}) REQUIRE(json.contains(key));
  CHECK(json["device"]["kind"] == "gpu");
  CHECK(!json["device"]["driver"].get<std::string>().empty());
  return json;
}

}  // namespace stridescope

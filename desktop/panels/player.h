// Plays the derivation of a value in its card, step by step.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "desktop/model/session.h"
#include "desktop/view/picture_view.h"

namespace stridescope::desktop {

struct App;

// The playing derivation, one at a time.
struct PlayerState {
  std::string key;  // key of its card; empty: none plays
  std::int64_t at = 0;
  bool running = false;  // advances automatically
  double shown_at = 0;   // time when the current step appeared
  std::optional<Session::Played> shown;
  // Evaluation, step and language of the displayed step, and of the last request.
  struct Of {
    std::uint64_t serial = 0;
    std::int64_t at = -1;
    std::string_view language;
    bool operator==(const Of&) const = default;
  } of, request;
  std::map<std::string, PictureState> pictures;
};

// Plays the derivation of the card's value; an empty key stops it.
void play_derivation(App& app, const std::string& key);
void draw_player(App& app, Card& card, float width);

}  // namespace stridescope::desktop

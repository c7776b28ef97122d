// What md4c reports of a text, as blocks.
#include "desktop/model/prose.h"

#include <md4c.h>

#include <algorithm>
#include <array>
#include <utility>

namespace stridescope::desktop {
namespace {

class Reader {
 public:
  std::vector<ProseBlock> blocks;

  void enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        ++quotes_;
        break;
      case MD_BLOCK_UL:
        lists_.push_back(0);
        break;
      case MD_BLOCK_OL:
        lists_.push_back(static_cast<int>(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start));
        break;
      case MD_BLOCK_LI:
        open_ = false;
        sign_ = lists_.back() == 0 ? "\xE2\x80\xA2" : std::to_string(lists_.back()++) + ".";
        break;
      case MD_BLOCK_P:
        begin(ProseBlock::Kind::paragraph);
        break;
      case MD_BLOCK_H:
        begin(ProseBlock::Kind::heading);
        break;
      case MD_BLOCK_CODE:
        begin(ProseBlock::Kind::code);
        break;
      case MD_BLOCK_HR:
        begin(ProseBlock::Kind::rule);
        break;
      case MD_BLOCK_TABLE:
        begin(ProseBlock::Kind::table);
        break;
      case MD_BLOCK_TR:
        blocks.back().rows.emplace_back();
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
        blocks.back().rows.back().emplace_back();
        break;
      default:
        break;
    }
  }

  void leave(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_QUOTE:
        --quotes_;
        break;
      case MD_BLOCK_UL:
      case MD_BLOCK_OL:
        lists_.pop_back();
        break;
      case MD_BLOCK_TR:
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
      case MD_BLOCK_THEAD:
      case MD_BLOCK_TBODY:
        return;
      default:
        break;
    }
    open_ = false;
  }

  void enter(MD_SPANTYPE type, void* detail) {
    if (type == MD_SPAN_A) {
      const MD_ATTRIBUTE& href = static_cast<MD_SPAN_A_DETAIL*>(detail)->href;
      style_.link.assign(href.text, href.size);
    }
    set(type, true);
  }

  void leave(MD_SPANTYPE type) {
    if (type == MD_SPAN_A) style_.link.clear();
    set(type, false);
  }

  void text(MD_TEXTTYPE type, std::string_view text) {
    if (type == MD_TEXT_SOFTBR || type == MD_TEXT_BR) {
      add(type == MD_TEXT_BR ? "\n" : " ");
    } else if (type == MD_TEXT_ENTITY) {
      constexpr std::array<std::pair<std::string_view, std::string_view>, 4> known = {
          {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}}};
      const auto found = std::find_if(known.begin(), known.end(), [&](const auto& one) { return one.first == text; });
      add(found == known.end() ? text : found->second);
    } else {
      add(text);
    }
  }

 private:
  void begin(ProseBlock::Kind kind) {
    ProseBlock block;
    block.kind = kind;
    block.depth = static_cast<int>(lists_.size());
    block.quoted = quotes_ > 0;
    block.sign = std::exchange(sign_, {});
    blocks.push_back(std::move(block));
    open_ = true;
  }

  void set(MD_SPANTYPE type, bool on) {
    if (type == MD_SPAN_STRONG) style_.strong = on;
    if (type == MD_SPAN_EM) style_.emphasis = on;
    if (type == MD_SPAN_CODE) style_.code = on;
  }

  void add(std::string_view text) {
    // An item of a tight list has its text without a paragraph.
    if (!open_) begin(ProseBlock::Kind::paragraph);
    ProseBlock& block = blocks.back();
    ProseText& to = block.kind == ProseBlock::Kind::table ? block.rows.back().back() : block.text;
    ProseSpan next = style_;
    next.text = text;
    if (!to.empty() && to.back().strong == next.strong && to.back().emphasis == next.emphasis &&
        to.back().code == next.code && to.back().link == next.link) {
      to.back().text += text;
    } else {
      to.push_back(std::move(next));
    }
  }

  int quotes_ = 0;
  std::vector<int> lists_;  // the number of the next item; 0 of a list without numbers
  std::string sign_;
  bool open_ = false;
  ProseSpan style_;
};

Reader& reader(void* data) { return *static_cast<Reader*>(data); }

}  // namespace

std::vector<ProseBlock> read_prose(std::string_view markdown) {
  Reader out;
  MD_PARSER parser = {};
  parser.flags = MD_FLAG_TABLES | MD_FLAG_NOHTML;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) { return reader(data).enter(type, detail), 0; };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* data) { return reader(data).leave(type), 0; };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* data) { return reader(data).enter(type, detail), 0; };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* data) { return reader(data).leave(type), 0; };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* data) {
    return reader(data).text(type, {text, size}), 0;
  };
  md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &out);
  for (ProseBlock& block : out.blocks) {
    if (block.kind != ProseBlock::Kind::code || block.text.empty()) continue;
    std::string& lines = block.text.front().text;
    while (!lines.empty() && lines.back() == '\n') lines.pop_back();
  }
  return std::move(out.blocks);
}

}  // namespace stridescope::desktop

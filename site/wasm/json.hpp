// Answers as JSON text: just enough of a writer for what the core has to say.
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace lastknight::json {

inline std::string quoted(std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += {'\\', c};
    } else if (code < 0x20) {
      out += "\\u00";
      out += {digits[code >> 4], digits[code & 15]};
    } else {
      out += c;
    }
  }
  return out + '"';
}

// The shortest text that reads back as the same number; "win" and "loss" for infinities, null for
// NaN.
inline std::string number(double value) {
  if (std::isnan(value)) return "null";
  if (std::isinf(value)) return value > 0 ? "\"win\"" : "\"loss\"";
  if (value == std::trunc(value) && std::abs(value) < 1e15) {
    return std::to_string(static_cast<std::int64_t>(value));
  }
  for (int digits = 1;; ++digits) {  // this library has no shortest std::to_chars of doubles
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (digits == 17 || std::strtod(text, nullptr) == value) return text;
  }
}

template <std::integral Whole>
std::string number(Whole value) {
  return std::to_string(value);
}

// Items of a range, each written by a function.
template <class Range, class Write>
std::string list(const Range& range, const Write& write) {
  std::string out = "[";
  for (const auto& item : range) {
    if (out.size() > 1) out += ',';
    out += write(item);
  }
  return out + ']';
}

using Field = std::pair<const char*, std::string>;

inline std::string object(std::initializer_list<Field> fields) {
  std::string out = "{";
  for (const auto& [name, value] : fields) {
    if (out.size() > 1) out += ',';
    out += quoted(name) + ':' + value;
  }
  return out + '}';
}

}  // namespace lastknight::json

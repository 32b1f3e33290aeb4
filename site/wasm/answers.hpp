// Answers of the core in WebAssembly: text that is valid until the next call, and errors as
// {"error": "..."}.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "json.hpp"

// Marks the functions that JavaScript calls.
#define LASTKNIGHT_EXPORT __attribute__((used, visibility("default")))

namespace lastknight {

inline const char* answer(std::string text) {
  static std::string kept;
  kept = std::move(text);
  return kept.c_str();
}

// What a function answers, or the error it throws.
template <class Answer>
const char* guarded(const Answer& make) {
  try {
    return answer(make());
  } catch (const std::bad_alloc&) {
    return answer(json::object({{"error", "\"this needs more memory than a page has\""}}));
  } catch (const std::exception& error) {
    return answer(json::object({{"error", json::quoted(error.what())}}));
  }
}

}  // namespace lastknight

// Calls with missing, extra or unknown arguments raise one line of our own instead of nanobind's
// list of overloads.
//
// Every callable has its own vectorcall pointer (PEP 590). Ours goes in front of nanobind's and
// looks only at calls that failed, so that the others cost one more jump.
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "bindings.hpp"

namespace lastknight {

namespace {

// nanobind's dispatchers; it has one for each kind of signature.
constexpr std::size_t most_dispatchers = 8;
std::array<vectorcallfunc, most_dispatchers> dispatchers{};

struct Call {
  nb::handle function;
  PyObject* const* arguments;
  std::size_t positional;
  nb::handle names;  // of the keyword arguments: a tuple, or null

  std::size_t keywords() const { return names.is_valid() ? nb::len(names) : 0; }
};

std::string without(std::string text, std::string_view part) {
  for (auto at = text.find(part); at != text.npos; at = text.find(part, at)) {
    text.erase(at, part.size());
  }
  return text;
}

// The end of the parenthesis that opens at a place; npos if it stays open.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at;
  }
  return text.npos;
}

// The first call of the function in the examples of its documentation, or nothing.
std::string example(std::string_view documentation, const std::string& name) {
  const auto start = documentation.find(">>>");
  if (start == documentation.npos || name.empty()) return "";
  const auto at = documentation.find(name + "(", start);
  if (at == documentation.npos) return "";
  const auto end = closing(documentation, at + name.size());
  if (end == documentation.npos || end == at + name.size() + 1) return "";
  return ", such as " + std::string(documentation.substr(at, end + 1 - at));
}

std::string what_it_takes(std::string_view signature, bool has_self) {
  const auto open = signature.find('(');
  const auto end = closing(signature, open);
  std::string parameters(signature.substr(open + 1, end - open - 1));
  if (has_self) parameters.erase(0, parameters.find_first_not_of(", ", sizeof "self" - 1));
  for (const char* module : {"collections.abc.", "typing.", "lastknight._core."}) {
    parameters = without(std::move(parameters), module);
  }
  return parameters.empty() ? "no arguments" : "(" + parameters + ")";
}

std::string what_came(const Call& call, bool has_self) {
  constexpr std::size_t most = 8;
  const std::size_t count = call.positional + call.keywords() - has_self;
  if (count == 0) return "no arguments";
  if (count > most) return std::to_string(count) + " arguments";
  std::string types;
  for (std::size_t at = has_self; at < call.positional + call.keywords(); ++at) {
    if (!types.empty()) types += ", ";
    if (at >= call.positional) {
      const nb::object name = call.names[at - call.positional];
      types += (PyUnicode_IsIdentifier(name.ptr()) == 1 ? text_of(name) : show(name)) + "=";
    }
    types += text_of(nb::handle(Py_TYPE(call.arguments[at])).attr("__name__"));
  }
  return "(" + types + ")";
}

// For example: play() takes (move: str | Sequence[int]), such as play("d4"); got no arguments
std::string explain(const Call& call) {
  std::string name = text_of(call.function.attr("__name__"));
  // The first line of the documentation is the signature.
  std::string documentation = text_of(call.function.attr("__doc__"));
  const std::string signature = documentation.substr(0, documentation.find('\n'));
  bool has_self = false;
  if (call.positional > 0) {
    const nb::handle type(Py_TYPE(call.arguments[0]));
    if (name == "__init__") {
      has_self = true;
      name = text_of(type.attr("__name__"));
      documentation = text_of(type.attr("__doc__"));
    } else {
      // The signature rules out static methods, and the type a method called on its class, whose
      // first argument may be anything.
      has_self = signature.find("(self") != signature.npos &&
                 nb::getattr(type, name.c_str(), nb::none()).is(call.function);
    }
  }
  return (name.empty() ? "a getter" : name + "()") + " takes " +
         what_it_takes(signature, has_self) + example(documentation, name) + "; got " +
         what_came(call, has_self);
}

// Whether it is nanobind that refused the arguments, and not the function that raised an error.
bool is_refusal(const nb::python_error& error) {
  return error.matches(PyExc_TypeError) &&
         text_of(error.value()).find("(): incompatible function arguments.") != std::string::npos;
}

void restate_error(const Call& call) {
  nb::python_error error;
  if (is_refusal(error)) {
    try {
      PyErr_SetString(call_error(), explain(call).c_str());
      return;
    } catch (const std::exception&) {
      // Only objects that lie about themselves get here; nanobind's message will have to do.
    }
  }
  error.restore();
}

template <std::size_t index>
PyObject* dispatch(PyObject* function, PyObject* const* arguments, std::size_t count,
                   PyObject* names) {
  PyObject* const result = dispatchers[index](function, arguments, count, names);
  if (result == nullptr) [[unlikely]] {
    // The upper bits are flags, Python's and nanobind's.
    restate_error({function, arguments, count & std::numeric_limits<std::uint32_t>::max(), names});
  }
  return result;
}

template <std::size_t... index>
constexpr std::array<vectorcallfunc, most_dispatchers> all_dispatch(std::index_sequence<index...>) {
  return {dispatch<index>...};
}

constexpr auto ours = all_dispatch(std::make_index_sequence<most_dispatchers>());

void guard(nb::handle function) {
  const vectorcallfunc dispatcher = PyVectorcall_Function(function.ptr());
  if (dispatcher == nullptr) return;
  for (std::size_t index = 0; index < most_dispatchers; ++index) {
    if (dispatchers[index] != nullptr && dispatchers[index] != dispatcher) continue;
    dispatchers[index] = dispatcher;
    char* const object = reinterpret_cast<char*>(function.ptr());
    *reinterpret_cast<vectorcallfunc*>(object + Py_TYPE(object)->tp_vectorcall_offset) =
        ours[index];
    return;
  }
}

}  // namespace

void guard_calls(nb::handle scope) {
  for (const nb::handle member :
       nb::steal<nb::list>(PyMapping_Values(scope.attr("__dict__").ptr()))) {
    if (nb::isinstance<nb::type_object>(member)) {
      if (nb::type_check(member)) guard_calls(member);
    } else if (nb::hasattr(member, "fget")) {
      guard(member.attr("fget"));
    } else if (nb::hasattr(member, "__nb_signature__")) {
      guard(member);
    }
  }
}

}  // namespace lastknight

#include <limits>

#include "bindings.hpp"
#include "errors.hpp"
#include "rng.hpp"

namespace lastknight {

void bind_rng(nb::module_& module) {
  nb::class_<Rng>(module, "Rng",
                  R"(Random numbers that depend only on seed and stream (Philox4x32-10).

Two generators with the same seed and stream give the same numbers on every machine; different
streams of one seed are independent.

>>> Rng(1, stream=2).next() == Rng(1, stream=2).next()
True
)")
      .def(
          "__init__",
          [](Rng* self, nb::object seed, nb::object stream) {
            constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
            new (self)
                Rng(read_whole(seed, "seed", 0, most), read_whole(stream, "stream", 0, most));
          },
          nb::arg("seed").none(), nb::arg("stream").none() = nb::int_(0),
          nb::sig("def __init__(self, seed: int, stream: int = 0) -> None"))
      .def("next", &Rng::next, "The next 64 random bits, as an integer.")
      .def(
          "below",
          [](Rng& rng, nb::object count) {
            constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
            return rng.below(static_cast<std::uint32_t>(read_whole(count, "count", 1, most)));
          },
          nb::arg("count").none(), nb::sig("def below(self, count: int) -> int"),
          "A random integer from 0 to count - 1, each equally likely.");
}

}  // namespace lastknight

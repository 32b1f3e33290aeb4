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
      .def(nb::init<std::uint64_t, std::uint64_t>(), nb::arg("seed"), nb::arg("stream") = 0)
      .def("next", &Rng::next, "The next 64 random bits, as an integer.")
      .def(
          "below",
          [](Rng& rng, std::uint32_t count) {
            if (count == 0) throw ArgumentError("there is no random number below 0");
            return rng.below(count);
          },
          nb::arg("count"), "A random integer from 0 to count - 1, each equally likely.");
}

}  // namespace lastknight

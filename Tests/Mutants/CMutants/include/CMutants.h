#pragma once
#include <stdbool.h>
#include <stdint.h>

/// The number of the mutant that is switched on; 0 is none.
extern const int32_t mutants_active;
/// A byte for each mutant, set once the program comes past it; null if nobody asks.
extern uint8_t *const mutants_reached;

/// Whether the program is to do here what a mutant does.
static inline bool mutant_is_active(int32_t number) {
  if (__builtin_expect(mutants_reached != 0, 0)) mutants_reached[number] = 1;
  return mutants_active == number;
}

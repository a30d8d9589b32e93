// What Swift's library asks of Unicode's tables, answered without them: 36 kB less in the embedded library.
//
// All names of Pantograph are ASCII, for which the library needs no tables. Other names, such as those of properties,
// are equal here if their scalars are: RFC 8259 compares the members of objects so. The tables would also make a letter
// with an accent equal to the letter followed by the accent.
// Link this file instead of libswiftUnicodeDataTables.a.

#include <stddef.h>
#include <stdint.h>

// Every scalar is normalised, and a character of its own.
uint16_t _swift_stdlib_getNormData(uint32_t scalar) { return 0; }
uint32_t _swift_stdlib_getComposition(uint32_t first, uint32_t second) { return UINT32_MAX; }
uint32_t _swift_stdlib_getDecompositionEntry(uint32_t scalar) { return 0; }
const uint8_t *const _swift_stdlib_nfd_decompositions = NULL;
uint8_t _swift_stdlib_getGraphemeBreakProperty(uint32_t scalar) { return UINT8_MAX; }
_Bool _swift_stdlib_isExtendedPictographic(uint32_t scalar) { return 0; }
_Bool _swift_stdlib_isInCB_Consonant(uint32_t scalar) { return 0; }

/*
 * What the standard library of Embedded Swift asks of the system, beside malloc, free and mathematics.
 */
#define _GNU_SOURCE
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#ifndef __wasm__
#include <sys/random.h>
#endif

/** Reads a number up to the first byte that isn't part of it, and returns where that is; in no language of the user's. */
const char *_swift_stdlib_strtod_clocale(const char *text, double *value) {
	char *end;
#ifdef __wasm__
	/* There is no other locale. */
	*value = strtod(text, &end);
#else
	/* Always the same object, which is never freed. */
	*value = strtod_l(text, &end, newlocale(LC_ALL_MASK, "C", (locale_t)0));
#endif
	return end;
}

/** Fills memory with the seed of hashes, which nothing that is written depends on. */
void arc4random_buf(void *bytes, size_t count) {
#ifdef __wasm__
	/* The module imports no source of chance. */
	memset(bytes, 0, count);
#else
	if (getrandom(bytes, count, GRND_NONBLOCK) != (ssize_t)count) memset(bytes, 0, count);
#endif
}

#ifdef __wasm__
/** Takes the message of a trap, letter by letter: there is nowhere to write it. */
int putchar(int letter) { return letter; }
#endif

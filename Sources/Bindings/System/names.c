/*
 * The names of the kernel's events where there is no libevdev: in WebAssembly, from a table that a program has written
 * which has it.
 *
 * With WRITE defined this is that program: it prints the names that libevdev knows, a row for each.
 */
#include <libevdev/libevdev.h>

/* Kinds of rows beside those of codes, whose kind is their type. A type's largest code has a row without a name. */
enum { of_types = 1000, of_properties = 1001, of_tools = 1002, of_maxima = 2000 };

#ifdef WRITE
#include <stdio.h>

static void write_row(int kind, int number, const char *name) {
	if (name) printf("{%d, %d, \"%s\"},\n", kind, number, name);
}

int main(void) {
	for (int number = 0; number <= INPUT_PROP_MAX; number++)
		write_row(of_properties, number, libevdev_property_get_name(number));
	for (int number = 0; number <= MT_TOOL_MAX; number++)
		write_row(of_tools, number, libevdev_event_value_get_name(EV_ABS, ABS_MT_TOOL_TYPE, number));
	for (int type = 0; type <= EV_MAX; type++) {
		write_row(of_types, type, libevdev_event_type_get_name(type));
		if (libevdev_event_type_get_max(type) >= 0) write_row(of_maxima + type, libevdev_event_type_get_max(type), "");
		for (int code = 0; code <= libevdev_event_type_get_max(type); code++)
			write_row(type, code, libevdev_event_code_get_name(type, code));
	}
	return 0;
}
#else
#include <string.h>

static const struct {
	unsigned short kind, number;
	char name[32];
} names[] = {
#include "names.inc"
};
enum { count = sizeof names / sizeof *names };

static const char *name(unsigned kind, unsigned number) {
	for (int index = 0; index < count; index++)
		if (names[index].kind == kind && names[index].number == number) return names[index].name;
	return NULL;
}

static int number(unsigned kind, const char *name) {
	for (int index = 0; index < count; index++)
		if (names[index].kind == kind && !strcmp(names[index].name, name)) return names[index].number;
	return -1;
}

int libevdev_event_type_from_name(const char *name) { return number(of_types, name); }
const char *libevdev_event_type_get_name(unsigned type) { return name(of_types, type); }
int libevdev_event_code_from_name(unsigned type, const char *name) { return number(type, name); }
const char *libevdev_event_code_get_name(unsigned type, unsigned code) { return name(type, code); }
int libevdev_property_from_name(const char *name) { return number(of_properties, name); }
const char *libevdev_property_get_name(unsigned property) { return name(of_properties, property); }

int libevdev_event_value_from_name(unsigned type, unsigned code, const char *name) {
	return type == EV_ABS && code == ABS_MT_TOOL_TYPE ? number(of_tools, name) : -1;
}

int libevdev_event_type_get_max(unsigned type) { return number(of_maxima + type, ""); }
#endif

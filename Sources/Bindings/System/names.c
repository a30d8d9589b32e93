/*
 * The names of the kernel's events where there is no libevdev: in WebAssembly, from a table that a program has written
 * which has it.
 *
 * With WRITE defined this is that program: it prints the names that libevdev knows, a row for each.
 */
#ifdef WRITE
#include <libevdev/libevdev.h>
#include <stdio.h>

/* Kinds of rows beside those of codes, whose kind is their type. */
enum { of_types = 1000, of_properties = 1001, of_tools = 1002 };

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
		for (int code = 0; code <= libevdev_event_type_get_max(type); code++)
			write_row(type, code, libevdev_event_code_get_name(type, code));
	}
	return 0;
}
#else
#include <libevdev/libevdev.h>
#include <string.h>

enum { of_types = 1000, of_properties = 1001, of_tools = 1002 };

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

/* Rows of a type are in ascending order, but it may end with codes that have no name. */
int libevdev_event_type_get_max(unsigned type) {
	switch (type) {
	case EV_SYN: return SYN_MAX;
	case EV_KEY: return KEY_MAX;
	case EV_REL: return REL_MAX;
	case EV_ABS: return ABS_MAX;
	case EV_MSC: return MSC_MAX;
	case EV_SW: return SW_MAX;
	case EV_LED: return LED_MAX;
	case EV_SND: return SND_MAX;
	case EV_REP: return REP_MAX;
	case EV_FF: return FF_MAX;
	default: return -1;
	}
}
#endif

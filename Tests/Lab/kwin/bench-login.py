"""A login service with one session on one seat, always active, so that a compositor gets its devices.

It answers what KWin asks of org.freedesktop.login1, on the bus of DBUS_SYSTEM_BUS_ADDRESS, and opens each device as the
user it runs as.
"""
import os

import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

NAME = "org.freedesktop.login1"
MANAGER, SESSION, SEAT = (f"/org/freedesktop/login1{path}" for path in ("", "/session/lab", "/seat/seat0"))
PROPERTIES = {
    "Active": dbus.Boolean(True), "Id": "lab", "State": "active", "Class": "user", "Type": "wayland",
    "VTNr": dbus.UInt32(0), "Seat": dbus.Struct(("seat0", dbus.ObjectPath(SEAT)), signature="so"),
    "LockedHint": dbus.Boolean(False),
}


class Manager(dbus.service.Object):
    @dbus.service.method(f"{NAME}.Manager", in_signature="s", out_signature="o")
    def GetSession(self, name):
        return SESSION

    @dbus.service.method(f"{NAME}.Manager", in_signature="u", out_signature="o")
    def GetSessionByPID(self, process):
        return SESSION

    @dbus.service.method(f"{NAME}.Manager", in_signature="ssss", out_signature="h")
    def Inhibit(self, what, who, why, mode):
        return dbus.types.UnixFd(os.open("/dev/null", os.O_RDONLY))


class Session(dbus.service.Object):
    @dbus.service.method(f"{NAME}.Session")
    def Activate(self):
        pass

    @dbus.service.method(f"{NAME}.Session", in_signature="b")
    def TakeControl(self, force):
        pass

    @dbus.service.method(f"{NAME}.Session")
    def ReleaseControl(self):
        pass

    @dbus.service.method(f"{NAME}.Session", in_signature="uu", out_signature="hb")
    def TakeDevice(self, major, minor):
        with open(f"/sys/dev/char/{major}:{minor}/uevent") as file:
            name = dict(line.strip().split("=", 1) for line in file)["DEVNAME"]
        descriptor = os.open(f"/dev/{name}", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        passed = dbus.types.UnixFd(descriptor)
        os.close(descriptor)
        return passed, False

    @dbus.service.method(f"{NAME}.Session", in_signature="uu")
    def ReleaseDevice(self, major, minor):
        pass

    @dbus.service.method(f"{NAME}.Session", in_signature="uu")
    def PauseDeviceComplete(self, major, minor):
        pass

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="ss", out_signature="v")
    def Get(self, interface, name):
        return PROPERTIES[name]

    @dbus.service.method("org.freedesktop.DBus.Properties", in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return PROPERTIES


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SystemBus()
owned = dbus.service.BusName(NAME, bus), Manager(bus, MANAGER), Session(bus, SESSION)
GLib.MainLoop().run()

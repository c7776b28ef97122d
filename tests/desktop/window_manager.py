# Drops files on a window, which has TITLE in its title, as a file manager does, by version 5 of the XDND protocol.
# Usage: python3 window_manager.py drop TITLE PATH...
import ctypes
import os
import sys
import time
import urllib.parse

X = ctypes.CDLL('libX11.so.6')
Window, Atom, Time = ctypes.c_ulong, ctypes.c_ulong, ctypes.c_ulong
X.XOpenDisplay.restype = ctypes.c_void_p
X.XDefaultRootWindow.restype = Window
X.XInternAtom.restype = Atom
X.XCreateSimpleWindow.restype = Window
display = ctypes.c_void_p(X.XOpenDisplay(None))
root = Window(X.XDefaultRootWindow(display))


class Message(ctypes.Structure):
    _fields_ = [('type', ctypes.c_int), ('serial', ctypes.c_ulong), ('send_event', ctypes.c_int), ('display', ctypes.c_void_p),
                ('window', Window), ('message', Atom), ('format', ctypes.c_int), ('data', ctypes.c_long * 5)]


class Request(ctypes.Structure):
    _fields_ = [('type', ctypes.c_int), ('serial', ctypes.c_ulong), ('send_event', ctypes.c_int), ('display', ctypes.c_void_p),
                ('owner', Window), ('requestor', Window), ('selection', Atom), ('target', Atom), ('property', Atom), ('time', Time)]


class Notify(ctypes.Structure):
    _fields_ = [('type', ctypes.c_int), ('serial', ctypes.c_ulong), ('send_event', ctypes.c_int), ('display', ctypes.c_void_p),
                ('requestor', Window), ('selection', Atom), ('target', Atom), ('property', Atom), ('time', Time)]


class Event(ctypes.Union):
    _fields_ = [('type', ctypes.c_int), ('message', Message), ('request', Request), ('notify', Notify), ('pad', ctypes.c_long * 24)]


def atom(name):
    return X.XInternAtom(display, name.encode(), 0)


def children(window):
    of, parent, count = Window(), Window(), ctypes.c_uint()
    found = ctypes.POINTER(Window)()
    X.XQueryTree(display, window, ctypes.byref(of), ctypes.byref(parent), ctypes.byref(found), ctypes.byref(count))
    return [Window(found[i]) for i in range(count.value)]


def title(window):
    name = ctypes.c_char_p()
    return (name.value or b'').decode(errors='replace') if X.XFetchName(display, window, ctypes.byref(name)) else ''


def with_title(window, wanted):
    if wanted in title(window):
        return window
    return next((found for child in children(window) if (found := with_title(child, wanted))), None)


def send(to, name, data):
    event = Event()
    event.message = Message(33, 0, 1, display, to, atom(name), 32, (ctypes.c_long * 5)(*data))
    X.XSendEvent(display, to, 0, ctypes.c_long(0), ctypes.byref(event))
    X.XFlush(display)


def wait_for(name):
    """Gives away what is dropped when it is asked for, until the window has answered with this message."""
    end = time.time() + 10
    event = Event()
    while time.time() < end:
        if not X.XPending(display):
            time.sleep(0.01)
            continue
        X.XNextEvent(display, ctypes.byref(event))
        if event.type == 33 and event.message.message == atom(name):
            return list(event.message.data)
        if event.type == 30:
            asked = event.request
            X.XChangeProperty(display, Window(asked.requestor), Atom(asked.property), Atom(asked.target), 8, 0, paths, len(paths))
            answer = Event()
            answer.notify = Notify(31, 0, 1, display, asked.requestor, asked.selection, asked.target, asked.property, asked.time)
            X.XSendEvent(display, Window(asked.requestor), 0, ctypes.c_long(0), ctypes.byref(answer))
            X.XFlush(display)
    raise SystemExit(f'the window does not answer with {name}')


paths = ''.join(f'file://{urllib.parse.quote(os.path.abspath(path))}\r\n' for path in sys.argv[3:]).encode()
wanted = sys.argv[2]
window = with_title(root, wanted)
if window is None:
    raise SystemExit(f'there is no window {wanted}')
source = X.XCreateSimpleWindow(display, root, 0, 0, 1, 1, 0, ctypes.c_ulong(0), ctypes.c_ulong(0))
X.XSetSelectionOwner(display, Atom(atom('XdndSelection')), Window(source), Time(0))
kind = atom('text/uri-list')
send(window, 'XdndEnter', [source, 5 << 24, kind, 0, 0])
send(window, 'XdndPosition', [source, 0, (40 << 16) | 40, 0, atom('XdndActionCopy')])
accepted = wait_for('XdndStatus')[1] & 1
if not accepted:
    raise SystemExit('the window does not take it')
send(window, 'XdndDrop', [source, 0, 0, 0, 0])
wait_for('XdndFinished')

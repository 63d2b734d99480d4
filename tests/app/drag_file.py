"""Shows a magenta field from which a file can be dragged into other windows: drag_file.py URI"""
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, Gtk

style = Gtk.CssProvider()
style.load_from_data(b"* { background: #ff00ff; }")
field = Gtk.EventBox()
field.get_style_context().add_provider(style, Gtk.STYLE_PROVIDER_PRIORITY_APPLICATION)
field.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
field.drag_source_add_uri_targets()
field.connect("drag-data-get", lambda _field, _context, data, *_: data.set_uris([sys.argv[1]]))
window = Gtk.Window(title="drag_file", default_width=160, default_height=120)
window.add(field)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()

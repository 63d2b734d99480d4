# shellcheck shell=sh disable=SC2154
# Shared by the tests of the real window. A test sets iklab, the program, before it sources this file. It then runs in a
# new folder, $work, which is also its home. $window is the last started process, or empty; $server is the process of
# the test's own display, or empty.
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
export HOME="$work" LC_ALL=C.UTF-8 # xdotool must read the dash in titles
unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_CACHE_HOME
# the window uses the test's display, even in a Wayland session
unset WAYLAND_DISPLAY WAYLAND_SOCKET XDG_RUNTIME_DIR XDG_SESSION_TYPE GDK_BACKEND
cd "$work" || exit 1
window=''
server=''

stop_serving() { # waits, because the next display's screen uses the same file
  [ -z "$server" ] || { kill "$server" && wait "$server"; } 2>/dev/null
  server=''
}
tidy_up() { stop_serving; } # ends background processes after a failure; a test may redefine it

fail() {
  echo "FAILED: $1"
  cat out drag_err 2>/dev/null
  grep -v '^\[.*{' err 2>/dev/null # without the messages to a compositor
  ls -la recordings 2>/dev/null
  [ -n "$window" ] && kill -9 "$window" 2>/dev/null
  tidy_up
  rm -rf "$work"
  exit 1
}

ready() { grep -q 'iklab: ready' out; }
gone() { ! kill -0 "$window" 2>/dev/null; }

# Waits for a state, not for a time: a busy machine may be slow.
wait_for() {
  for _ in $(seq 600); do
    "$@" >/dev/null 2>&1 && return 0
    if [ -n "$window" ] && gone; then
      # a last try
      "$@" >/dev/null 2>&1 && return 0
      fail "the window closed while waiting for: $*"
    fi
    sleep 0.1
  done
  fail "nothing came of: $*"
}

serve() { # [WIDTH HEIGHT]: starts a display that can be removed; its screen is in a file
  rm -f display
  mkdir -p "$work/screen"
  Xvfb -displayfd 3 -noreset -screen 0 "${1:-1280}x${2:-720}x24" -fbdir "$work/screen" 3>display 2>server_err &
  server=$!
  wait_for test -s display
  DISPLAY=:$(cat display)
  export DISPLAY
}

start() { # OPTIONS: starts a window
  "$iklab" view "$@" >out 2>err &
  window=$!
  wait_for ready
}

key() { # held longer than a frame
  xdotool keydown "$1"
  sleep 0.3
  xdotool keyup "$1"
}

pixels() { "$count_color" "$work/screen/Xvfb_screen0" "$@"; } # RRGGBB TOLERANCE [LEFT]: on the test's own display

titled() { [ "$(xdotool getwindowname "$(xdotool search --onlyvisible --name '^iklab — ' | head -n 1)")" = "$1" ]; }

chord() { # MODIFIER KEY
  xdotool keydown "$1"
  key "$2"
  xdotool keyup "$1"
}

at() { echo "$@"; } # X Y of the window, as X Y of the display
move_to() { xdotool mousemove "$@"; }

press() { # METHOD ITEM [PAGE], see item_position
  # shellcheck disable=SC2046,SC2154
  move_to $(at $("$item_position" 1280 720 "$@"))
  sleep 0.3
  xdotool mousedown 1
  sleep 0.3
  xdotool mouseup 1
}

drag() { # X Y X Y of the display [SECONDS between press and motion], in steps like a hand
  move_to "$1" "$2"
  sleep 0.3
  xdotool mousedown 1
  sleep "${5:-0.1}"
  for step in 1 2 3 4 5 6 7 8; do
    move_to $(($1 + step * ($3 - $1) / 8)) $(($2 + step * ($4 - $2) / 8))
    sleep 0.1
  done
  sleep 0.3
  xdotool mouseup 1
}

field() { pixels ff00ff 4 0; } # center of the window of drag_file.py
field_seen() { [ -n "$(field)" ]; }
drop_on_picture() { # FILE TITLE: drags it from another window until the window has that title
  /usr/bin/python3 "$here/drag_file.py" "file://$1" >drag_err 2>&1 &
  source=$!
  wait_for field_seen
  sleep 1
  # if that window hides one place of the picture, the other is free
  for share in 35 60; do
    # shellcheck disable=SC2046
    drag $(field) $(at $((1280 * share / 100)) 300)
    sleep 2
    titled "$2" && break
  done
  wait_for titled "$2"
  kill "$source"
}

quit() {
  chord ctrl q
  for _ in $(seq 300); do
    gone && break
    sleep 0.1
  done
  gone || fail "Ctrl+Q does not quit"
  wait "$window" || fail "the exit status is $?"
  window=''
}

#!/bin/sh
# Opens the window on Wayland, in a Weston compositor inside an X display. Checks its frame and its scale, presses,
# types, copies, pastes, and drops a file on it.
# usage: wayland_test.sh IKLAB ITEM_POSITION COUNT_COLOR SCENE
set -u
iklab=$1 item_position=$2 count_color=$3 scene=$4
# shellcheck source=tests/app/window.sh
. "$(dirname "$0")/window.sh"
export XDG_CONFIG_HOME="$work/config" XDG_RUNTIME_DIR="$work/runtime"
mkdir -m 700 "$XDG_RUNTIME_DIR"
compositor=''
# background processes
tidy_up() {
  [ -z "$compositor" ] || { kill "$compositor" && wait "$compositor"; } 2>/dev/null
  compositor=''
  stop_serving
}

# no pattern and no bar: everything white or black belongs to the window
cat >weston.ini <<'INI'
[core]
idle-time=0
[shell]
panel-position=none
background-color=0xff336699
INI

compose() { # SCALE: a compositor that fills the display
  rm -f "$XDG_RUNTIME_DIR/iklab-test"
  weston --backend=x11 --renderer=pixman --config="$work/weston.ini" --socket=iklab-test \
    --width=$((screen_width / $1)) --height=$((screen_height / $1)) --scale="$1" >weston.log 2>&1 &
  compositor=$!
  wait_for test -S "$XDG_RUNTIME_DIR/iklab-test"
  scale=$1
}
# The window tells the compositor its title; err contains their protocol.
start() { # OPTIONS
  env -u DISPLAY WAYLAND_DISPLAY=iklab-test WAYLAND_DEBUG=client "$iklab" view "$@" >out 2>err &
  window=$!
  wait_for ready
}
titled() { grep 'set_title("iklab ' err | tail -n 1 | grep -q -F "\"iklab — $1\""; }
# The panels are the only white area, and start at the window's first column.
find_window() {
  # shellcheck disable=SC2046
  set -- $(pixels ffffff 0 box)
  [ $# = 4 ] && [ $(($3 - $1)) -gt 600 ] && left=$1 top=$2 right=$3
}
is_wide() { find_window && [ $((right - left + 1)) = "$1" ]; } # PIXELS
at() { echo $((left + scale * $1)) $((top + scale * $2)); } # X Y of the window, as X Y of the display
# shellcheck disable=SC2317
move_to() { # X Y: in two steps; the first only tells GLFW that the pointer is there
  xdotool mousemove $(($1 - 2)) "$2"
  sleep 0.1
  xdotool mousemove "$1" "$2"
}

screen_width=1600 screen_height=900 # the window takes four fifths: 1280 × 720
serve "$screen_width" "$screen_height"
compose 1
start --fresh --scene y --method dls --scale 1 --paused
wait_for titled 'Y — Damped least squares'
wait_for is_wide 1280
first_left=$left

# a frame, by which the window is moved
[ "$top" -gt 20 ] || fail "there is no room for a frame"
[ "$left" -lt 160 ] && way=100 || way=-100 # towards the free space
moved() { find_window && [ $((way * (left - first_left))) -gt 2000 ]; }
# the compositor grabs the window at the pointer's position when it handles the press, late on a busy machine
for pause in 0.5 2 5; do
  drag $((left + 300)) $((top - 12)) $((left + 300 + way)) $((top - 12)) "$pause"
  sleep 1
  moved && break
done
wait_for moved

# pointer and keys
closed=$(pixels ffffff 0)
list_seen() { [ "$(pixels ffffff 0)" -gt $((closed + 5000)) ]; }
press dls method
wait_for list_seen
press dls method/pseudoinverse
wait_for titled 'Y — Pseudoinverse'
chord ctrl z
wait_for titled 'Y — Damped least squares'

# copies of other programs can be pasted here, and copies from here elsewhere
wayland() { env -u DISPLAY WAYLAND_DISPLAY=iklab-test "$@"; }
messages() { grep -c "$1" err; } # REGEX: how many such messages of the protocol
more_messages() { [ "$(messages "$1")" -gt "$2" ]; }
# What follows a message waits for it: on a busy machine a frame takes seconds.
until_after() { # REGEX COMMAND…: runs the command until it has caused such a message
  wanted=$1
  seen=$(messages "$wanted")
  shift
  "$@"
  wait_for more_messages "$wanted" "$seen"
}
# another program needs the keyboard to copy; the window gets it back
copy_elsewhere() { until_after 'wl_keyboard.[0-9]*\.enter(' copies "$1"; }
# shellcheck disable=SC2317
copies() { printf '%s' "$1" | wayland wl-copy; }
# shellcheck disable=SC2317
pastes_elsewhere() { wayland timeout 60 wl-paste --no-newline >pasted; }
open_palette() {
  closed=$(pixels ffffff 0)
  chord ctrl k
  wait_for list_seen
}
copy_here() {
  chord ctrl a
  until_after 'wl_data_device.[0-9]*\.set_selection(' chord ctrl c
}
copy_elsewhere double-y-25
open_palette
until_after 'wl_data_offer.[0-9]*\.receive(' chord ctrl v
copy_here
key Return
wait_for titled 'Double-Y (25 joints) — Damped least squares'
copy_elsewhere 'something else'
open_palette
xdotool type --delay 100 'sdls'
copy_here
key Escape
# it needs the keyboard, too
until_after 'wl_keyboard.[0-9]*\.enter(' pastes_elsewhere
[ "$(cat pasted)" = sdls ] || fail "what is copied does not arrive"
quit

# a file dropped on the picture is opened
start --fresh --scene y --method dls --scale 1 --paused
wait_for find_window
export GDK_BACKEND=wayland WAYLAND_DISPLAY=iklab-test
drop_on_picture "$scene" 'Slider arm — Damped least squares'
quit_window() {
  kill "$window"
  wait "$window" 2>/dev/null
  window=''
}
quit_window
tidy_up

# on a display with scale 2: twice as many pixels, everything twice as large
screen_width=3200 screen_height=1800
serve "$screen_width" "$screen_height"
compose 2
start --fresh --scene y --method dls --paused
wait_for titled 'Y — Damped least squares'
wait_for is_wide 2560
closed=$(pixels ffffff 0)
press dls method
wait_for list_seen
press dls method/pseudoinverse
wait_for titled 'Y — Pseudoinverse'
quit_window
tidy_up
rm -rf "$work"
echo "the window passed on Wayland"

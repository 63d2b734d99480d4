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
wait_for find_window
first_left=$left
[ $((right - left)) = 1279 ] || fail "the window is $((right - left + 1)) pixels wide"

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
printf 'double-y-25' | wayland wl-copy
chord ctrl k
sleep 0.5
chord ctrl v
sleep 0.5
chord ctrl a
chord ctrl c
sleep 0.5
key Return
wait_for titled 'Double-Y (25 joints) — Damped least squares'
printf 'something else' | wayland wl-copy
chord ctrl k
sleep 0.5
xdotool type --delay 100 'sdls'
chord ctrl a
chord ctrl c
sleep 0.5
key Escape
sleep 0.5
[ "$(wayland timeout 20 wl-paste --no-newline)" = sdls ] || fail "what is copied does not arrive"
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
wait_for find_window
[ $((right - left)) = 2559 ] || fail "on a display of scale 2 the window is $((right - left + 1)) pixels wide"
closed=$(pixels ffffff 0)
press dls method
wait_for list_seen
press dls method/pseudoinverse
wait_for titled 'Y — Pseudoinverse'
quit_window
tidy_up
rm -rf "$work"
echo "the window passed on Wayland"

#!/bin/sh
# Opens the real window on a display, presses with a real pointer, and checks the results.
# usage: window_test.sh IKLAB ITEM_POSITION COUNT_COLOR SCENE
set -u
iklab=$1 item_position=$2 count_color=$3 scene=$4
# shellcheck source=tests/app/window.sh
. "$(dirname "$0")/window.sh"
export XDG_CONFIG_HOME="$work/config"
serve

start --scene y --method dls --scale 1 --screenshot shot.png
wait_for titled 'iklab — Y — Damped least squares'
# the desktop finds its entry and its icon by this
xdotool search --onlyvisible --class '^iklab$' >/dev/null || fail "the window does not say that it is of iklab"
# waits until a list is visible before pressing into it
closed=$(pixels ffffff 0)
list_seen() { [ "$(pixels ffffff 0)" -gt $((closed + 5000)) ]; }
press dls method
wait_for list_seen
press dls method/pseudoinverse
wait_for titled 'iklab — Y — Pseudoinverse'
press pseudoinverse run/record
# a press shorter than a frame counts too
xdotool key bracketright
wait_for titled 'iklab — Double-Y — Pseudoinverse'
key bracketleft
wait_for titled 'iklab — Y — Pseudoinverse'
[ "$(ls recordings/*.csv | wc -l)" = 1 ] || fail "the recording was not saved when the scene changed"
quit

[ "$("$count_color" shot.png 9d0361 6)" -gt 200 ] || fail "the picture lacks the method's colour"
[ "$("$count_color" shot.png cc2222 60)" -gt 100 ] || fail "the picture lacks the red targets"
[ "$("$count_color" shot.png ffffff 0)" -gt 10000 ] || fail "the picture lacks the panels"

# the next start restores everything unless options say otherwise
start --scale 1
wait_for titled 'iklab — Y — Pseudoinverse'
quit
start --scale 1 --method sdls
wait_for titled 'iklab — Y — Selectively damped least squares'
quit

# a scene from a file is found from another folder, and the dark theme can be requested
sed 's/"name": "Slider arm"/"name": "My arm"/' "$scene" >arm.json
grep -q '"My arm"' arm.json || fail "the scene has no name to change"
start --scale 1 --scene arm.json --dark --screenshot dark.png
wait_for titled 'iklab — My arm — Selectively damped least squares'
quit
[ "$("$count_color" dark.png 1b1e23 0)" -gt 10000 ] || fail "--dark gave way to the remembered theme"
mkdir elsewhere && cd elsewhere || exit 1
start --scale 1 --page Crowd --signals sigma --screenshot light.png
wait_for titled 'iklab — My arm — Selectively damped least squares'
quit
[ "$("$count_color" light.png ffffff 0)" -gt 10000 ] || fail "--dark is remembered"
button=$("$count_color" light.png 3f5b7c 3 880) # a button of the page, left of the rail
[ "${button%% *}" -lt 1150 ] || fail "--page does not open its page"
! grep -q '"Crowd"' "$XDG_CONFIG_HOME/iklab/settings.json" || fail "--page is remembered"
! grep -q '"sigma"' "$XDG_CONFIG_HOME/iklab/settings.json" || fail "--signals is remembered"
cd ..

# broken preferences do not prevent the start
echo '{ "broken"' >"$XDG_CONFIG_HOME/iklab/settings.json"
start --scale 1
wait_for titled 'iklab — Y — Damped least squares'
quit

# the laboratory: a target is dragged, a method is compared, a set-up is swept, and everything is saved
mkdir laboratory && cd laboratory || exit 1
target() { pixels d92b2b 30 330; }
start --fresh --scale 1 --scene two-link-arm --method dls --paused --screenshot last.png
wait_for titled 'iklab — Two-link arm — Damped least squares'
target_seen() { [ -n "$(target)" ]; }
wait_for target_seen
# a window in which nothing changes takes next to no processor time: before it rests, a tenth of a core at most
ticks() { awk '{ print $14 + $15 }' "/proc/$window/stat"; }
sleep 3
before=$(ticks)
sleep 3
used=$(($(ticks) - before))
[ "$used" -le 30 ] || fail "a paused window takes $used hundredths of a second of processor time in three seconds"
# shellcheck disable=SC2046
set -- $(target)
xdotool mousemove "$1" "$2"
sleep 0.5
xdotool mousedown 1
sleep 0.5
drag_to() { # X Y: the target follows the pointer, which may cover half of it
  drag_x=$1 drag_y=$2
  xdotool mousemove "$1" "$2"
  wait_for target_follows
}
target_follows() {
  # shellcheck disable=SC2046
  set -- $(target)
  [ $# = 2 ] && [ $((($1 - drag_x) * ($1 - drag_x) + ($2 - drag_y) * ($2 - drag_y))) -lt 150 ]
}
drag_to $(($1 + 20)) $(($2 - 30))
drag_to $(($1 + 40)) $(($2 - 60))
xdotool mouseup 1
sleep 0.5
command() { # TEXT: typed into the command palette
  chord ctrl k
  sleep 0.5
  xdotool type --delay 100 "$1"
  sleep 0.5
  key Return
  sleep 0.5
}
command 'compare with: newton'
key space
sleep 3
key space
saved() { ls recordings/$1 >/dev/null 2>&1; }
chord ctrl s
wait_for saved 'session-*.json'
grep -q '"held"' recordings/session-001.json || fail "the target was not dragged"
grep -q '"newton"' recordings/session-001.json || fail "no method runs beside the first"
"$iklab" replay recordings/session-001.json >replayed 2>err || fail "the session is not repeated"
[ "$(grep -c '^newton\|^dls' replayed)" = 2 ] || fail "two methods ran, not two rows"
press dls timeline/track
key e
wait_for saved '*.pdf'
press dls page/Sweep
sleep 2
press dls sweep/run Sweep
sweep_saved() { # true once it is computed
  saved '*sweep*' && return
  sleep 1
  press dls sweep/save Sweep
  sleep 1
  saved '*sweep*'
}
wait_for sweep_saved
press dls page/Why?
sleep 1
press dls page/Claims
sleep 1
press dls page/Maths
sleep 1
quit
cd ..

# keys between two frames: a chord, text and Enter arrive while the window is stopped
start --fresh --scale 1 --scene y --method dls
wait_for titled 'iklab — Y — Damped least squares'
kill -STOP "$window"
xdotool key --delay 2 ctrl+k
xdotool type --delay 2 'double-y-25'
xdotool key --delay 2 Return
kill -CONT "$window"
wait_for titled 'iklab — Double-Y (25 joints) — Damped least squares'
[ "$(ls recordings/*.csv | wc -l)" = 1 ] || fail "letters for the list of commands started a recording"
quit

# nothing is lost by a key: undo brings the run of the other scene back
start --fresh --scale 1 --scene y --method dls
wait_for titled 'iklab — Y — Damped least squares'
key bracketright
wait_for titled 'iklab — Double-Y — Damped least squares'
chord ctrl z
wait_for titled 'iklab — Y — Damped least squares'
quit

# a file dropped on the picture is opened
start --fresh --scale 1 --scene y --method dls --paused
drop_on_picture "$scene" 'iklab — Slider arm — Damped least squares'
quit

# without a display there is one clear line
DISPLAY='' "$iklab" view >out 2>err && fail "a window without a display"
[ "$(wc -l <err)" = 1 ] || fail "no display: not one line"

stop_serving
rm -rf "$work"
echo "the window passed"

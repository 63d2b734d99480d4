#!/bin/sh
# Opens ten lanes side by side, which draw slowly, and presses their cells and keys. Then, with one lane, opens and
# closes each kind of menu, goes to a branch of the run and back, and answers the question for another folder.
# usage: lanes_test.sh IKLAB ITEM_POSITION COUNT_COLOR CELL_POSITION
set -u
iklab=$1 item_position=$2 count_color=$3 cell_position=$4
# shellcheck source=tests/app/window.sh
. "$(dirname "$0")/window.sh"
export ASAN_OPTIONS=detect_leaks=0

pause=''
# background processes
tidy_up() {
  [ -z "$pause" ] || kill "$pause" 2>/dev/null
  stop_serving
}
# No pauses between the keys: none may be lost, even at a low frame rate.
command() { # TEXT: by the command palette
  xdotool key --delay 2 ctrl+k
  xdotool type --delay 5 "$1"
  xdotool key --delay 2 Return
}
press_at() { # X Y
  xdotool mousemove "$1" "$2"
  sleep 0.3
  xdotool mousedown 1
  sleep 0.3
  xdotool mouseup 1
}
session() { echo "recordings/session-00$1.json"; }
save() { # N: saves the session, which gets this number
  xdotool key --delay 2 ctrl+s
  wait_for test -s "$(session "$1")"
}
patches() { # N: the changes of a session, one per line, without their steps
  sed -n 's/.*"patch": *\(\[.*\]\).*/\1/p' "$(session "$1")"
}
showed() { wait_for titled "iklab — Y — $1"; } # LABEL: of the front lane's method
shows() { titled "iklab — Y — $1" || fail "$2"; }

serve

# ten lanes side by side
lanes=dls,sdls,pseudoinverse,jacobian-transpose,newton,ccd,bfgs,gauss-newton,levenberg-marquardt,gradient-descent
start --fresh --scale 1 --scene y --methods $lanes
showed 'Damped least squares'

# a press on a cell's caption or picture brings its lane to the front; a press elsewhere does nothing
press_cell() { # caption|picture LANE
  [ "$1" = caption ] && line=1p || line=2p
  # shellcheck disable=SC2046
  press_at $("$cell_position" 1280 720 y 10 "$2" | sed -n "$line")
}
press_cell caption 4
showed Newton
press_cell caption 8
showed Levenberg–Marquardt
press_cell caption 8
press_cell picture 3
showed 'Jacobian transpose'
press_cell picture 10 # no lane
press_cell caption 0
showed 'Damped least squares'

# lambda 0.4 applies only to the front lane
command 'lambda 0.4'
save 1
patches 1 >changes
cat >expected <<'END_OF_CHANGES'
[{"op":"add","path":"/front","value":4}]
[{"op":"replace","path":"/front","value":8}]
[{"op":"replace","path":"/front","value":3}]
[{"op":"remove","path":"/front"}]
[{"op":"add","path":"/lanes/0/settings","value":{"lambda":0.4}}]
END_OF_CHANGES
cmp -s expected changes || fail "not these changes: $(cat changes)"
for method in $(echo $lanes | tr , ' '); do
  grep -q "\"method\":\"$method\"" "$(session 1)" || fail "$method is no lane"
done

# at about two frames per second, chords of 5 ms count once each
(while kill -STOP "$window" && sleep 0.45 && kill -CONT "$window" && sleep 0.05; do :; done) 2>/dev/null &
pause=$!
for chord in 2 3 4 5 6 7; do
  xdotool key --delay 2 ctrl+s
  sleep 0.$((chord * 37)) # at different moments of a frame
done
wait_for test -s "$(session 7)"
# a click between two moves of the pointer counts too
for lane in 4:Newton '0:Damped least squares'; do
  # shellcheck disable=SC2046
  xdotool mousemove $("$cell_position" 1280 720 y 10 "${lane%%:*}" | head -n 1) click 1 mousemove 700 715
  showed "${lane#*:}"
done
kill $pause
wait $pause 2>/dev/null
pause=''
kill -CONT "$window"
save 8
[ "$(ls recordings | wc -l)" = 8 ] || fail "a chord counts twice"

# the names in the picture, off and on
xdotool key --delay 2 space
command 'lanes side by side or overlaid'
xdotool mousemove 700 715
text() { pixels 1a1e24 60; }
still() { # waits until nothing in the picture comes or goes, such as a message
  before=$(text)
  sleep 1
  [ $(($(text) - before)) -lt 40 ] && [ $((before - $(text))) -lt 40 ]
}
fewer() { [ "$(text)" -lt $((with - 80)) ]; }
as_many() { [ "$(text)" -gt $((with - 30)) ]; }
sleep 6
wait_for still
with=$(text)
xdotool key --delay 2 l
wait_for fewer
xdotool key --delay 2 l
wait_for as_many
quit

# Esc closes only what is open; while something is open, keys are not shortcuts
start --fresh --scale 1 --scene y --method dls
showed 'Damped least squares'
closed() { # WHAT: closed by one Esc; then keys choose methods again
  xdotool key --delay 2 Escape
  sleep 0.5
  xdotool key --delay 2 2
  showed Pseudoinverse
  xdotool key --delay 2 3
  showed 'Damped least squares'
}
open() { # SECONDS COMMAND…: opens something within a time
  seconds=$1
  shift
  "$@"
  sleep "$seconds"
  xdotool key --delay 2 4
  sleep "$seconds"
  titled 'iklab — Y — Damped least squares' && return 0
  # closes what opened too late
  xdotool key --delay 2 Escape
  sleep "$seconds"
  xdotool key --delay 2 3
  showed 'Damped least squares'
  return 1
}
closes() { # COMMAND…: opens something that stays open until Esc
  open 0.5 "$@" || open 1 "$@" || open 3 "$@" || fail "nothing is open: $*"
  closed
}
closes xdotool key --delay 2 ctrl+k
closes xdotool key --delay 2 F1
for item in method scene plot-title/first gizmo/follow; do
  closes press dls $item
done
press dls page/Compare
closes press dls lanes/add Compare
press dls page/Sweep
closes press dls sweep/x Sweep
closes press dls sweep/grid Sweep

# topmost first: the list of keys, then a target's curve in its colour
curve() { pixels b475b4 12; }
plain=$(curve)
drawn() { [ "$(curve)" -gt $((plain + 60)) ]; }
not_drawn() { [ "$(curve)" -lt $((plain + 20)) ]; }
command 'show the curve of target'
wait_for drawn
closes xdotool key --delay 2 F1
drawn || fail "Esc closed the list and removed the curve"
xdotool key --delay 2 Escape
wait_for not_drawn
xdotool key --delay 2 Escape # nothing is open: the window stays
showed 'Damped least squares'
quit

# a branch and back
start --fresh --scale 1 --scene y --method dls
showed 'Damped least squares'
rm -r recordings
sleep 1
xdotool key --delay 2 space
command 'lambda 0.4'
xdotool key --delay 2 Right Right Right
save 1                   # waits: the pointer may overtake the keys
press dls timeline/track # its middle: long before the change of λ
sleep 1
command 'd-max 0.3'
xdotool key --delay 2 Right Right
save 2
[ "$(patches 2)" = '[{"op":"add","path":"/lanes/0/settings","value":{"d-max":0.3}}]' ] || fail "the run has $(patches 2)"
go_to_branch() {
  press dls timeline/branches
  sleep 2
  press dls branch-go/1
  sleep 2
}
go_to_branch
save 3
[ "$(patches 3)" = '[{"op":"add","path":"/lanes/0/settings","value":{"lambda":0.4}}]' ] || fail "the branch has $(patches 3)"
cmp -s "$(session 1)" "$(session 3)" || fail "the branch is not as the run was"
go_to_branch
save 4
cmp -s "$(session 2)" "$(session 4)" || fail "the way back leads elsewhere"
closes press dls timeline/branches

# an unwritable folder: Esc leaves the field for another folder, and the question stays
red() { pixels d62f2f 12; }
before=$(red)
asked() { [ "$(red)" -gt $((before + 100)) ]; }
rm -r recordings
echo >recordings
xdotool key --delay 2 s
wait_for asked
# the text is selected: accent colour, opacity 0.35, on a control
in_line() { [ "$(pixels b1bdcb 4)" -gt 300 ]; }
wait_for in_line
xdotool type --delay 5 4
sleep 0.5
shows 'Damped least squares' "what is typed for a folder chooses a method"
closed
asked || fail "Esc closed more than the line"
in_line && fail "Esc does not leave the line"
xdotool key --delay 2 s
wait_for in_line
xdotool type --delay 5 "$work/elsewhere"
xdotool key --delay 2 Return
wait_for test -e elsewhere/y-dls-001.unfinished.csv
quit
[ -s elsewhere/y-dls-001.csv ] || fail "the recording is not saved"

stop_serving
rm -rf "$work"
echo "ten lanes, their menus and branches answer"

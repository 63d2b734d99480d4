#!/bin/sh
# Opens ten lanes side by side, a picture that takes long, and presses their cells and keys; then, with one lane, opens
# and closes each kind of menu, goes to a branch of the run and back, and answers the question for another folder.
# usage: lanes_test.sh IKLAB ITEM_POSITION COUNT_COLOR CELL_POSITION
set -u
iklab=$1 item_position=$2 count_color=$3 cell_position=$4
# shellcheck source=tests/app/window.sh
. "$(dirname "$0")/window.sh"
export ASAN_OPTIONS=detect_leaks=0

pause=''
# what goes on beside the window
tidy_up() {
  [ -z "$pause" ] || kill "$pause" 2>/dev/null
  stop_serving
}
# Without pauses between the keys: none is lost, however few frames there are.
command() { # TEXT: by the list of commands
  xdotool key --delay 2 ctrl+k
  xdotool type --delay 5 "$1"
  xdotool key --delay 2 Return
}
pixels() { "$count_color" screen/Xvfb_screen0 "$@"; } # RRGGBB TOLERANCE
press_at() { # X Y
  xdotool mousemove "$1" "$2"
  sleep 0.3
  xdotool mousedown 1
  sleep 0.3
  xdotool mouseup 1
}
session() { echo "recordings/session-00$1.json"; }
save() { # N: the session, which is the one of that number
  xdotool key --delay 2 ctrl+s
  wait_for test -s "$(session "$1")"
}
patches() { # N: the changes of a session, one a line, without their steps
  sed -n 's/.*"patch": *\(\[.*\]\).*/\1/p' "$(session "$1")"
}
showed() { wait_for titled "iklab — Y — $1"; } # LABEL: of the method in front
shows() { titled "iklab — Y — $1" || fail "$2"; }

serve

# ten lanes side by side
lanes=dls,sdls,pseudoinverse,jacobian-transpose,newton,ccd,bfgs,gauss-newton,levenberg-marquardt,gradient-descent
start --fresh --scale 1 --scene y --methods $lanes
showed 'Damped least squares'

# a press on a cell brings its lane to the front, also one on the picture; others do not
press_cell() { # caption|picture LANE
  [ "$1" = caption ] && line=1p || line=2p
  # shellcheck disable=SC2046
  press_at $("$cell_position" 1280 720 y 10 "$2" | sed -n $line)
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

# lambda 0.4 is that of the lane in front, and of no other
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

# chords of 5 ms count once each while there are about two frames a second
(while kill -STOP "$window" && sleep 0.45 && kill -CONT "$window" && sleep 0.05; do :; done) 2>/dev/null &
pause=$!
for chord in 2 3 4 5 6 7; do
  xdotool key --delay 2 ctrl+s
  sleep 0.$((chord * 37)) # at another part of a frame each time
done
wait_for test -s "$(session 7)"
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
still() { # nothing comes or goes, as what was said in the picture
  before=$(text)
  sleep 1
  [ $(($(text) - before)) -lt 40 ] && [ $((before - $(text))) -lt 40 ]
}
fewer() { [ "$(text)" -lt $((with - 600)) ]; }
as_many() { [ "$(text)" -gt $((with - 60)) ]; }
sleep 6
wait_for still
with=$(text)
xdotool key --delay 2 n
wait_for fewer
xdotool key --delay 2 n
wait_for as_many
quit

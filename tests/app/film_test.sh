#!/bin/sh
# Films the window with a stand-in for ffmpeg that keeps the pictures unchanged: the red frame and the stop button are
# on the screen but not in the film. Then records into an unwritable folder, and into one that disappears.
# usage: film_test.sh IKLAB
set -u
iklab=$1
# shellcheck source=tests/app/window.sh
. "$(dirname "$0")/window.sh"
export ASAN_OPTIONS=detect_leaks=0

mkdir bin
cat >bin/ffmpeg <<'END'
#!/bin/sh
for file; do :; done
head -c 36864000 >"$file" # ten pictures
cat >/dev/null
END
chmod +x bin/ffmpeg
PATH="$work/bin:$PATH"
export PATH
serve

bytes() { od -An -tu1 -j "$2" -N "$3" "$1" | tr -s ' '; } # FILE OFFSET COUNT
word() { # the WORDth number of the screen's file, 32 bits, big endian
  # shellcheck disable=SC2046
  set -- $(bytes screen/Xvfb_screen0 $((4 * $1)) 4)
  echo $((($1 << 24) + ($2 << 16) + ($3 << 8) + $4))
}
on_screen() { # X Y: blue green red
  bytes screen/Xvfb_screen0 $(($(word 0) + 12 * $(word 19) + $2 * $(word 12) + 4 * $1)) 3
}
framed() { [ "$(on_screen 700 1)" = " 47 47 214" ]; }
film() { find recordings -name '*.mp4' 2>/dev/null; }
filmed() { [ -n "$(film)" ] && [ "$(wc -c <"$(film)")" -gt $((5 * picture)) ]; }
begin_film() { # by the command palette, which has no such command during a film
  chord ctrl k
  sleep 1
  xdotool type --delay 100 'make a video'
  sleep 1
  key Return
  sleep 2
  framed && return 0
  key Escape
  framed
}
titled() { xdotool search --onlyvisible --name '^iklab — '; }
press_stop() {
  xdotool mousemove 349 414 mousedown 1
  sleep 0.5
  xdotool mouseup 1
  sleep 1
  [ -e recordings/video-001.mp4 ]
}

picture=$((4 * 1280 * 720))
start --fresh --scene y --method dls --scale 1
wait_for titled
framed && fail "a red frame without a film"
wait_for begin_film
wait_for filmed
wait_for press_stop
[ "$(film)" = recordings/video-001.mp4 ] || fail "the film has no name"
framed && fail "the red frame stays"
count=$(($(wc -c <recordings/video-001.mp4) / picture))
[ "$count" -gt 5 ] || fail "the film has $count pictures"
for number in 0 $((count / 2)) $((count - 1)); do
  at=$((number * picture + 4 * (1 * 1280 + 700)))
  [ "$(bytes recordings/video-001.mp4 $at 3)" = " 214 47 47" ] && fail "the frame is in the film"
done
kill "$window"
wait "$window"
window=''

# the folder of recordings is a file: the window asks for another one and starts the recording there
rm -r recordings
echo >recordings
start --fresh --scene y --method dls --scale 1
wait_for titled
key s
sleep 2
xdotool type --delay 100 "$work/elsewhere"
key Return
recorded() { [ -e elsewhere/y-dls-001.unfinished.csv ]; }
wait_for recorded

# that folder disappears during the recording, replaced by a file: all rows are saved in a third one
rows() { [ "$(wc -l <"$1")" -gt 200 ]; }
wait_for rows elsewhere/y-dls-001.unfinished.csv
rm -r elsewhere
echo >elsewhere
key s
sleep 2
[ -e third ] && fail "there is a third folder before anybody named it"
xdotool type --delay 100 "$work/third"
key Return
saved() { [ -s third/y-dls-001.csv ]; }
wait_for saved
rows third/y-dls-001.csv || fail "rows are gone"
kill "$window"
wait "$window" || fail "the exit status is $?"
window=''

kill "$server"
rm -rf "$work"
echo "the film has no frame, and the recording has a folder"

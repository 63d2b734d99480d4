#!/bin/sh
# Kills a window during a run that its user has changed: the next window restores the run and says so.
# usage: session_test.sh IKLAB
set -u
iklab=$1
# shellcheck source=tests/app/window.sh
. "$(dirname "$0")/window.sh"
export ASAN_OPTIONS=detect_leaks=0
sessions=$HOME/.local/state/iklab/session

# the files that running windows keep
kept() { find "$sessions" -name '.iklab-*.kept.json' 2>/dev/null; }
keeps() { kept | xargs grep -q "$1"; } # TEXT
press_until_kept() { # KEY TEXT
  keeps "$2" && return 0
  key "$1"
  sleep 2
  keeps "$2"
}
end_by() { # COMMAND…: ends the window
  "$@"
  wait_for gone
  wait "$window"
  window=''
}
news='ended unexpectedly'

serve
# the user chooses a method, then the program is killed
start
wait_for press_until_kept 2 '"pseudoinverse"'
end_by kill -9 "$window"
start
grep -q "$news; its run is here again, and in $sessions/session-001.json" err || fail "the next window says nothing"
grep -q '"pseudoinverse"' "$sessions/session-001.json" || fail "the change is gone"
# the new window keeps the restored run too
wait_for keeps '"pseudoinverse"'

# the same if another program ends it, or if the display disappears
end_by kill -TERM "$window"
start
grep -q "$news; its run is here again, and in $sessions/session-002.json" err || fail "SIGTERM loses the run"
wait_for keeps '"pseudoinverse"'
end_by kill "$server"
server=''
serve
# a window that starts with another scene says where the run is
start --scene double-y
grep -q "$news; its run is in $sessions/session-003.json" err || fail "nothing is said of the run of a lost display"
keeps '"pseudoinverse"' && fail "the run replaces what was asked for"

# a run that its user ends is not kept
wait_for press_until_kept 3 '"method"'
quit
[ -z "$(kept)" ] || fail "a window that was closed leaves its run"
start
grep -q "$news" err && fail "the next window speaks of a run that was ended"
quit
[ "$(find "$sessions" -type f | wc -l)" -eq 3 ] || fail "there are other files: $(ls -a "$sessions")"

# a run that was left for another one comes back with it, into the list
start
wait_for press_until_kept 4 '"method"'
two_kept() { [ "$(kept | wc -l)" -eq 2 ]; }
key r
wait_for two_kept
end_by kill -9 "$window"
start
wait_for grep -q "$news; its run is here again, .*, and 1 more beside it, which the list of runs has again" err
wait_for two_kept
quit
[ -z "$(kept)" ] || fail "a window that was closed leaves its runs"

stop_serving
rm -rf "$work"
echo "the runs are there again"

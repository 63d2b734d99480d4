#!/bin/sh
# Ends a recording window in every possible way and checks what remains of the recording.
# usage: recording_test.sh IKLAB
set -u
iklab=$1
# shellcheck source=tests/app/window.sh
. "$(dirname "$0")/window.sh"
export ASAN_OPTIONS=detect_leaks=0

lines() { wc -l <"recordings/$1"; }
has_lines() { [ "$(lines "$1")" -gt "$2" ]; }

begin() { start --fresh --scene y --method dls "$@"; }
press_record() {
  [ -n "$(find recordings -name '*.unfinished.csv' 2>/dev/null)" ] && return 0
  key s
  sleep 1
  [ -n "$(find recordings -name '*.unfinished.csv' 2>/dev/null)" ]
}
record() { # until there are some rows
  wait_for press_record
  wait_for has_lines y-dls-001.unfinished.csv 300
}
end_by() { # COMMAND…: ends the window; its exit status is $status
  "$@"
  wait_for gone
  wait "$window"
  status=$?
  window=''
}
# The file is a CSV after its origin line: the same number of fields in every line, and consecutive steps.
whole() {
  grep -v '^#' "recordings/$1" | awk -F, '
    NR == 1 { fields = NF; for (i = 1; i <= NF; ++i) if ($i == "step") step = i }
    NF != fields || (NR > 2 && $step != last + 1) { exit 1 }
    { last = $step }' || fail "$1 is not whole"
}

serve
# the program is killed: the rows remain, and only the next window reports them
begin
record
before=$(lines y-dls-001.unfinished.csv)
end_by kill -9 "$window"
whole y-dls-001.unfinished.csv
[ "$(lines y-dls-001.unfinished.csv)" -ge "$before" ] || fail "rows are gone"
begin --frames 2
wait "$window"
window=''
grep -q "cut off; its rows are in $work/recordings/y-dls-001.unfinished.csv" err ||
  fail "the next window says nothing"
whole y-dls-001.unfinished.csv
begin --frames 2
wait "$window"
window=''
grep -q 'cut off' err && fail "the next but one says it again"
rm -r recordings

# the program is asked to end: the recording is saved
for signal in TERM HUP; do
  begin
  record
  end_by kill "-$signal" "$window"
  [ "$status" -eq 0 ] || fail "SIG$signal: the exit status is $status"
  [ -e recordings/y-dls-001.unfinished.csv ] && fail "SIG$signal: the recording is not saved"
  whole y-dls-001.csv
  for suffix in svg png; do
    [ -s "recordings/y-dls-001.$suffix" ] || fail "no figure"
  done
  rm -r recordings
done

# the display disappears
begin
record
before=$(lines y-dls-001.unfinished.csv)
end_by kill "$server"
server=''
whole y-dls-001.unfinished.csv
[ "$(lines y-dls-001.unfinished.csv)" -ge "$before" ] || fail "rows are gone"
serve
begin --frames 2
wait "$window"
window=''
grep -q 'cut off' err || fail "nothing is said of what a lost display cut off"

kill "$server"
rm -rf "$work"
echo "the recordings are there"

# shellcheck shell=sh disable=SC2154
# What the tests of the real window share. A test sets iklab, the program, before it reads this file. It is then
# in a folder of its own, $work, which is its home, too; $window is the process that was started last, or nothing.
work=$(mktemp -d)
export HOME="$work" LC_ALL=C.UTF-8 # titles have a dash that xdotool must read
unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_CACHE_HOME
cd "$work" || exit 1
window=''

tidy_up() { :; } # what else is to be ended after a failure; a test may have its own

fail() {
  echo "FAILED: $1"
  cat out err 2>/dev/null
  ls -la recordings 2>/dev/null
  [ -n "$window" ] && kill -9 "$window" 2>/dev/null
  tidy_up
  rm -rf "$work"
  exit 1
}

ready() { grep -q 'iklab: ready' out; }
gone() { ! kill -0 "$window" 2>/dev/null; }

# Waits on state, not on time: a busy machine is slow, not broken.
wait_for() {
  for _ in $(seq 600); do
    "$@" >/dev/null 2>&1 && return 0
    if [ -n "$window" ] && gone; then
      # it may have done so last
      "$@" >/dev/null 2>&1 && return 0
      fail "the window closed while waiting for: $*"
    fi
    sleep 0.1
  done
  fail "nothing came of: $*"
}

start() { # OPTIONS: a window
  "$iklab" view "$@" >out 2>err &
  window=$!
  wait_for ready
}

key() { # held longer than a frame takes
  xdotool keydown "$1"
  sleep 0.3
  xdotool keyup "$1"
}

#!/bin/sh
# Opens the real window with keyboards of several countries and presses their keys.
# usage: layout_test.sh IKLAB
set -u
iklab=$1
# shellcheck source=tests/app/window.sh
. "$(dirname "$0")/window.sh"
serve

dls='iklab — Y — Damped least squares'
begin() { # LAYOUT
  setxkbmap -layout "$1"
  start --fresh --scale 1 --scene y --method dls --paused
  wait_for titled "$dls"
}
still_open() { # the window has seen the keys before, because it follows one more
  key space
  sleep 1
  gone && fail "$1"
}

closes() { # the pressed chord closes the window
  for _ in $(seq 300); do
    gone && break
    sleep 0.1
  done
  gone || fail 'the key at the place of Q does not quit'
  wait "$window" || fail "the exit status is $?"
  window=''
}

# German: Y and Z are swapped, and [ is at the place of Ü
begin de
key 1
wait_for titled 'iklab — Y — Jacobian transpose'
chord ctrl z
wait_for titled "$dls"
chord ctrl y
wait_for titled 'iklab — Y — Jacobian transpose'
key plus
wait_for titled 'iklab — Double-Y — Jacobian transpose'
key udiaeresis
wait_for titled 'iklab — Y — Jacobian transpose'
quit

# French: A and Q, Z and W are swapped, and digits need Shift
begin fr
key ampersand
wait_for titled 'iklab — Y — Jacobian transpose'
chord ctrl z
wait_for titled "$dls"
key eacute
wait_for titled 'iklab — Y — Pseudoinverse'
key apostrophe
wait_for titled 'iklab — Y — Selectively damped least squares'
chord ctrl a
still_open 'Ctrl A closes the window'
quit

# Turkish: I with and without a dot
begin tr
key 1
wait_for titled 'iklab — Y — Jacobian transpose'
chord ctrl z
wait_for titled "$dls"
key idotless
still_open 'the dotless i closes the window'
quit

# Russian: no Latin letters, so they are where an American keyboard has them
begin ru
key 1
wait_for titled 'iklab — Y — Jacobian transpose'
chord ctrl Cyrillic_ya
wait_for titled "$dls"
key Cyrillic_hardsign
wait_for titled 'iklab — Double-Y — Damped least squares'
chord ctrl Cyrillic_shorti
closes

# Hebrew: the same, and signs in places of letters
begin il
key 1
wait_for titled 'iklab — Y — Jacobian transpose'
chord ctrl slash
closes

stop_serving
rm -rf "$work"
echo "the layouts passed"

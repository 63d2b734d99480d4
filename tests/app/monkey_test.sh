#!/bin/sh
# Random actions on the real window, on a display of its own. No program is found there that the window could start.
# usage: monkey_test.sh IKLAB_MONKEY DATA ACTIONS [SEED]
set -u
iklab=$1 data=$2 actions=$3 seed=${4:-1}
# shellcheck source=tests/app/window.sh
. "$(dirname "$0")/window.sh"
serve 2048 1536
PATH=/nonexistent "$iklab" "$data" "$actions" "$seed" >out 2>err || fail "seed $seed"
cat out
tidy_up
rm -rf "$work"

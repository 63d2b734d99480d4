#!/bin/sh
# Checks the order of the system calls of a program that reads and saves files. Effects of a machine crash or of another
# program cannot be tested directly, but follow from that order.
#   calls_test.sh SAVE_FILES
set -eu
save_files=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ASAN_OPTIONS=detect_leaks=0 # leak detection does not work under strace

fail() {
  echo "calls_test: $*" >&2
  cat "$folder/calls" >&2
  exit 1
}
calls() { # COMMAND…: writes its file system calls, with the paths of descriptors, to $folder/calls
  strace -f -qq -y -o "$folder/calls" \
    -e trace=open,openat,fsync,fdatasync,rename,renameat,renameat2,link,linkat,unlink "$@" || fail "$*: fails"
}
line_of() { # PATTERN: line of the first matching call; empty if there is none
  grep -n -m 1 -E "$1" "$folder/calls" | cut -d : -f 1
}
expect_order() { # PATTERN…: there are such calls, in this order
  before=0
  for pattern in "$@"; do
    line=$(line_of "$pattern")
    [ -n "$line" ] || fail "no call $pattern"
    [ "$line" -gt "$before" ] || fail "$pattern comes too early"
    before=$line
  done
}
temporary='/\.iklab-[^"<>]*\.tmp'

# contents reach the disk before the name, and the name before the program reports success
mkdir "$folder/a"
calls "$save_files" replace "$folder/a/a.txt" text
expect_order "openat.*$temporary.*O_CREAT.*O_EXCL" "fsync\(.*$temporary" "rename.*$temporary.*/a/a\.txt" \
  "fsync\([0-9]+<$folder/a>\)"
mkdir "$folder/b"
calls "$save_files" number "$folder/b" text
expect_order "fsync\(.*$temporary" "(rename|link).*/b/a-001\.txt" "(rename|link).*/b/a-001\.csv" \
  "fsync\([0-9]+<$folder/b>\)"
[ "$(grep -c -E "fsync\(.*$temporary" "$folder/calls")" -eq 2 ] || fail "both files have to be on disk"
[ "$(grep -n -E "fsync\(.*$temporary" "$folder/calls" | tail -n 1 | cut -d : -f 1)" -lt \
  "$(line_of '(rename|link).*/b/a-001')" ] || fail "a name comes before the contents"

# a name may refer to a pipe by the time it is opened: opening must not wait
echo text >"$folder/file"
calls "$save_files" read "$folder/file" -
[ -n "$(line_of "openat.*\"$folder/file\".*O_NONBLOCK")" ] || fail "opening may wait"

# another program takes the second of two names meanwhile, or the disk fails: both names or none
mkdir "$folder/c" "$folder/d"
status=0
strace -f -qq -o /dev/null -e trace=renameat2 -e inject=renameat2:error=EEXIST:when=2 \
  "$save_files" number "$folder/c" text || status=$?
[ "$status" -eq 0 ] || fail "a taken name is no reason to give up: status $status"
[ "$(cd "$folder/c" && echo * .iklab*)" = "a-002.csv a-002.txt .iklab*" ] ||
  fail "the first name is not given back: $(ls -a "$folder/c")"
strace -f -qq -o /dev/null -e trace=renameat2 -e inject=renameat2:error=EIO:when=2 \
  "$save_files" number "$folder/d" text 2>"$folder/calls" && fail "a failure is not told"
[ -z "$(ls -A "$folder/d")" ] || fail "a part is left: $(ls -a "$folder/d")"
echo "the calls come in their order"

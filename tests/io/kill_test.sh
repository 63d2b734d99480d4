#!/bin/sh
# Kills a program that saves files before each of its system calls. A final name always refers to
# the whole old file or the whole new one, and the remains of a killed program do not obstruct the
# next one.
#   kill_test.sh SAVE_FILES
set -eu
save_files=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export ASAN_OPTIONS=detect_leaks=0 # leak detection does not work under strace

fail() {
  echo "kill_test: $*" >&2
  exit 1
}

text() { # the content that save_files makes of a word
  yes "$1" | head -n 5000
}
text old > "$folder/old"
text new > "$folder/new"

# Runs a command once for each of its system calls, killed before that call. After each run, calls
# the function named first.
kills=0
kill_everywhere() {
  check=$1
  shift
  strace -f -qq -o "$folder/calls" "$@"
  sed -n 's/^[0-9]* *\([a-z_0-9]*\)(.*/\1/p' "$folder/calls" | sort | uniq -c > "$folder/counts"
  while read -r count call; do
    [ "$call" != execve ] || continue # before it there is no program
    n=1
    while [ "$n" -le "$count" ]; do
      status=0
      strace -f -qq -o /dev/null -e trace="$call" -e inject="$call:signal=SIGKILL:when=$n" "$@" \
        2> /dev/null || status=$?
      [ "$status" -eq 0 ] || kills=$((kills + 1))
      $check "$call $n"
      n=$((n + 1))
    done
  done < "$folder/counts"
}

is_old_or_new() {
  cmp -s "$folder/a/a.txt" "$folder/old" || cmp -s "$folder/a/a.txt" "$folder/new" ||
    fail "killed before $1: neither the old file nor the new one"
  cp "$folder/old" "$folder/a/a.txt"
}
mkdir "$folder/a"
cp "$folder/old" "$folder/a/a.txt"
kill_everywhere is_old_or_new "$save_files" replace "$folder/a/a.txt" new
[ "$kills" -gt 50 ] || fail "only $kills runs were killed"

are_whole() {
  cmp -s "$folder/b/a-001.txt" "$folder/old" || fail "killed before $1: another's file is lost"
  for file in "$folder"/b/a-*; do
    [ "$file" = "$folder/b/a-001.txt" ] || cmp -s "$file" "$folder/new" ||
      fail "killed before $1: $file is not whole"
  done
}
mkdir "$folder/b"
cp "$folder/old" "$folder/b/a-001.txt"
kills=0
kill_everywhere are_whole "$save_files" number "$folder/b" new
[ "$kills" -gt 50 ] || fail "only $kills runs were killed"

# works despite all remains
"$save_files" replace "$folder/a/a.txt" new
cmp "$folder/a/a.txt" "$folder/new"
before=$(find "$folder/b" -name 'a-*' | wc -l)
"$save_files" number "$folder/b" new
[ "$(find "$folder/b" -name 'a-*' | wc -l)" -eq $((before + 2)) ] || fail "nothing was saved"

#!/bin/sh
# isolate.sh ARCHIVE COMPILER MAP: makes the inline functions and templates in a static library its own. Otherwise the
# linker keeps one copy of each that occurs in both the library and the program, such as Eigen's products, and the
# library would compute with code compiled for the program's instruction set and optimisation.
#
# The objects are joined into one. Of the names that MAP shows, functions that are not inline and constants stay global;
# so does type information, which libraries and programs compare. All other definitions become local. The archive stays
# as it is if it needs a linker that sees all copies (sanitizers, link-time optimisation), or without GNU ld.
set -eu
archive=$1 compiler=$2 map=$3

if grep -aqE '\.gnu\.lto_|__(asan|hwasan|tsan|msan)_init|__ubsan_handle' "$archive"; then
  exit 0
fi
tool() { "$compiler" "-print-prog-name=$1"; }
joined=$archive.joined.o isolated=${archive%.a}.o names=$archive.names
trap 'rm -f "$joined" "$isolated" "$names"' EXIT
# without groups: a linker would drop a group of which the program has a copy, with the names that are local now.
# All names become hidden, also of functions in several versions, where GCC ignores -fvisibility.
if ! "$(tool ld.bfd)" -r --force-group-allocation --exclude-libs ALL --whole-archive "$archive" -o "$joined" \
  2>"$names"; then
  echo "iklab: $archive shares inline functions with the programs that link it; GNU ld would separate them:" >&2
  head -n 1 "$names" >&2
  exit 0
fi

shown=$(grep -o '_Z[^;]*' "$map" | sed 's/\*/.*/g' | paste -sd '|' -)
# W: inline, or of a template
"$(tool nm)" --defined-only --extern-only "$joined" |
  awk -v shown="^($shown)\$" '
    $3 ~ shown && $2 != "W" && $3 !~ /^_ZTV/ { print $3 }' >"$names"
"$(tool objcopy)" --keep-global-symbols="$names" "$joined" "$isolated"
rm "$archive"
"$(tool ar)" qcs "$archive" "$isolated"

#!/bin/sh
# NOTICE names every Debian package that is compiled in, linked or shipped, and scripts/licences finds their texts, for
# fonts including the Open Font License, which requires it.
# usage: notice_test.sh SOURCE_DIR
set -u
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "FAILED: $1"
  exit 1
}
# the packages for building and running, without tools and without the system's graphics
packages=$(sed -n '/^packages="/,/"$/p' "$source/scripts/install-packages" | tr -d '"' | sed 's/packages=//')
[ "$(echo "$packages" | wc -w)" -gt 20 ] || fail "scripts/install-packages has no list of packages"
for package in $packages libsimde-dev emscripten; do
  case $package in
  g++ | cmake | ninja-build | pkg-config | git | ca-certificates | libgl-dev | libegl-dev | libopengl-dev) continue ;;
  libgl1 | libegl1 | libglx-mesa0 | libegl-mesa0 | libgl1-mesa-dri | libdecor-0-plugin-1-cairo) continue ;;
  esac
  grep -q "| $package\$" "$source/NOTICE" || fail "NOTICE lacks $package"
done
# the fonts that the page ships
for font in $(grep -ohE '(opentype|truetype)/[a-z-]+/' "$source/scripts/build-page" | cut -d/ -f2 | sort -u); do
  grep -q "page | fonts-$font" "$source/NOTICE" || fail "NOTICE does not name the font $font as part of the page"
done

"$source/scripts/licences" page "$work/page" || fail "no licences of the page"
if [ -d /usr/share/doc/fonts-inter ]; then
  grep -q "PERMISSION & CONDITIONS" "$work/page/fonts-inter.txt" || fail "the Open Font License is not with the fonts"
  [ -s "$work/page/fonts-jetbrains-mono.txt" ] || fail "JetBrains Mono has no licence"
fi
"$source/scripts/licences" library "$work/library" || fail "no licences of the library"
if [ -d /usr/share/doc/libeigen3-dev ]; then
  cmp "$work/library/libeigen3-dev.txt" /usr/share/doc/libeigen3-dev/copyright || fail "Eigen's licence differs"
  grep -q "Mozilla Public License" "$work/library/libeigen3-dev.txt" || fail "the licence of Eigen is not there in full"
fi
[ ! -e "$work/library/libimgui-dev.txt" ] || fail "the library has no Dear ImGui"
"$source/scripts/licences" nothing "$work/nothing" 2>"$work/said" && fail "an unknown part is taken"
echo "NOTICE passed"

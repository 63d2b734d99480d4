#!/bin/sh
# Without apt, scripts/install-packages prints what is needed and continues. An unknown option is refused.
# usage: install_packages_test.sh SOURCE_DIR
set -u
script=$1/scripts/install-packages
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "FAILED: $1"
  cat "$work/said"
  exit 1
}
# a system with only these tools
for tool in sh uname dirname id sed cat; do ln -s "$(command -v "$tool")" "$work/$tool"; done
PATH=$work "$work/sh" "$script" --tests >"$work/said" 2>&1 || fail "without apt it does not go on"
for package in libglfw3-dev libimgui-dev libeigen3-dev xvfb; do
  grep -q " $package" "$work/said" || fail "$package is not named"
done
[ "$(wc -l <"$work/said")" = 1 ] || fail "not one line"
"$script" --nonsense >"$work/said" 2>&1
[ $? = 2 ] || fail "an unknown option is taken"
# if packages cannot be installed: an error on systems with known names, a message on others
for tool in env grep; do ln -s "$(command -v "$tool")" "$work/$tool"; done
printf '#!/bin/sh\nexit 1\n' >"$work/apt-get"
cp "$work/apt-get" "$work/dpkg-query"
cp "$work/apt-get" "$work/sudo"
chmod +x "$work/apt-get" "$work/dpkg-query" "$work/sudo"
PATH=$work "$work/sh" "$script" >"$work/said" 2>&1
status=$?
# shellcheck source=/dev/null
case $([ -r /etc/os-release ] && . /etc/os-release && echo "${ID:-}-${VERSION_ID:-}") in
debian-12 | debian-13 | ubuntu-24.04) [ "$status" = 1 ] || fail "a failed installation goes unnoticed" ;;
*) [ "$status" = 0 ] || fail "another system is not gone on with" ;;
esac
echo "installing packages passed"

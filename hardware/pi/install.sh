#!/bin/sh
# Makes a Raspberry Pi (Raspberry Pi OS Bookworm or Trixie) into a table. Run it again after an update: what is right
# already is left alone.
#
#   sudo hardware/pi/install.sh                     the table as a service
#   sudo hardware/pi/install.sh --tv                and the TV page on this Pi's HDMI
#   sudo hardware/pi/install.sh --wifi NAME --wifi-password SECRET    and a Wi-Fi of its own
#   hardware/pi/install.sh --dry-run --tv           only says what it would do
#   sudo hardware/pi/install.sh --undo              takes everything away again, but not the ledger
#
# What it put where is written down in /var/lib/dicetable-install, and --undo goes by that.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
source=$(CDPATH='' cd -- "$here/../.." && pwd)
notes=/var/lib/dicetable-install
app=/opt/dicetable
state=/var/lib/dicetable
dry=no undo=no tv=no any=no wifi='' wifi_password='' name='' asked=''
changes=0

usage() {
    sed -n '2,11s/^# \{0,1\}//p' "$0"
    echo "Further: --name NAME (answers to NAME.local), --any (another Debian than Bookworm or Trixie)."
}
stop() {
    echo "install.sh: $1" >&2
    exit "${2:-1}"
}
while [ $# -gt 0 ]; do
    case $1 in
        --dry-run) dry=yes ;;
        --undo) undo=yes ;;
        --tv) tv=yes ;;
        --any) any=yes ;;
        --wifi) [ -n "${2:-}" ] || stop "--wifi wants a name." 2; wifi=$2; shift ;;
        --wifi-password) [ -n "${2:-}" ] || stop "--wifi-password wants a password." 2; wifi_password=$2; shift ;;
        --name) [ -n "${2:-}" ] || stop "--name wants a name." 2; name=$2; shift ;;
        -h | --help) usage; exit 0 ;;
        *) stop "There is no option $1; see --help." 2 ;;
    esac
    [ "$1" = --undo ] || [ "$1" = --dry-run ] || asked=yes
    shift
done
[ "$undo$asked" != yesyes ] || stop "--undo takes everything away: it goes with --dry-run alone." 2

# ---- how things are done: said in a dry run, done otherwise ----------------------------------------------------

say() { echo "$*"; }
run() {
    changes=$((changes + 1))
    if [ "$dry" = yes ]; then say "would run: $*"; else "$@"; fi
}
# For what may fail without harm and is no change by itself.
try() {
    if [ "$dry" = yes ]; then say "would run: $*"; else "$@" || say "(did not work here: $*)"; fi
}
note() { # one line of what was done, once
    [ "$dry" = yes ] && return 0
    mkdir -p "$notes"
    grep -qxF -- "$1" "$notes/done" 2>/dev/null || echo "$1" >>"$notes/done"
}
# put SOURCE TARGET MODE [keep]: a file of ours; one that was there before is kept aside. keep: never overwrite it.
put() {
    if [ -e "$2" ] && { [ "${4:-}" = keep ] || cmp -s "$1" "$2"; }; then
        [ "$dry" = yes ] || [ "${4:-}" = keep ] || chmod "$3" "$2"
        return 0
    fi
    changes=$((changes + 1))
    if [ "$dry" = yes ]; then
        say "would write: $2"
        return 0
    fi
    mkdir -p "$(dirname "$2")"
    if [ -e "$2" ] && ! grep -qxF -- "file $2" "$notes/done" 2>/dev/null; then
        mkdir -p "$notes/before$(dirname "$2")"
        cp -p "$2" "$notes/before$2"
    fi
    install -m "$3" "$1" "$2.new"
    mv -f "$2.new" "$2"
    [ "${4:-}" = keep ] || note "file $2"
    say "wrote $2"
}
put_text() { # put_text TARGET MODE, the text on stdin
    held=$(mktemp)
    cat >"$held"
    put "$held" "$1" "$2"
    rm -f "$held"
}

# ---- undo ------------------------------------------------------------------------------------------------------

if [ "$undo" = yes ]; then
    [ "$dry" = yes ] || [ "$(id -u)" = 0 ] || stop "Run it with sudo (or with --dry-run)."
    if [ ! -f "$notes/done" ]; then
        say "Nothing was installed by this script."
        exit 0
    fi
    # Services first, so that nothing runs that is being taken away.
    while read -r kind what; do
        [ "$kind" = service ] || continue
        [ ! -d /run/systemd/system ] || try systemctl stop "$what"
        try systemctl disable "$what"
    done <"$notes/done"
    while read -r kind what; do
        case $kind in
            file)
                if [ -e "$notes/before$what" ]; then
                    run cp -p "$notes/before$what" "$what"
                else
                    run rm -f "$what"
                fi
                ;;
            link) run rm -f "$what" ;;
            tree) run rm -rf "$what" ;;
            user) try userdel "$what" ;;
            target) try systemctl set-default "$what" ;;
        esac
    done <"$notes/done"
    if [ -d /run/systemd/system ]; then
        try systemctl daemon-reload
        try udevadm control --reload
        try systemctl try-reload-or-restart systemd-journald avahi-daemon
        # Without its file the Wi-Fi ends now and not at the next start.
        ! command -v nmcli >/dev/null 2>&1 || try nmcli connection reload
    fi
    run rm -rf "$notes"
    say "Everything is taken away. What stays: the ledger in $state, /etc/dicetable/table.toml, packages of Debian."
    exit 0
fi

# ---- checks ----------------------------------------------------------------------------------------------------

[ "$dry" = yes ] || [ "$(id -u)" = 0 ] || stop "Run it with sudo (or with --dry-run)."
[ -f "$source/pyproject.toml" ] || stop "This script must lie in hardware/pi of the program's folder."
# shellcheck disable=SC1091
codename=$(. /etc/os-release && echo "${VERSION_CODENAME:-unknown}")
case $codename in
    bookworm | trixie) ;;
    *) [ "$any" = yes ] || stop "This is $codename; the table is made for bookworm and trixie. --any tries it all the same." ;;
esac
if [ -n "$wifi" ]; then
    # What phones and the file of the connection take: 1 to 32 bytes, 8 to 63 plain letters, no sign that means more.
    [ "${#wifi_password}" -ge 8 ] || stop "A Wi-Fi password has at least 8 letters: --wifi-password." 2
    [ "${#wifi_password}" -le 63 ] || stop "A Wi-Fi password has at most 63 letters." 2
    [ "$(printf %s "$wifi" | wc -c)" -le 32 ] || stop "The name of a Wi-Fi has at most 32 bytes: 32 plain letters." 2
    case "$wifi$wifi_password" in
        *[\"\\\;]* | *[[:cntrl:]]*)
            stop "Name and password of the Wi-Fi go without quotation marks, backslashes and semicolons, on one line." 2 ;;
    esac
    for word in "$wifi" "$wifi_password"; do
        case "$word" in
            " "* | *" ") stop "Name and password of the Wi-Fi neither begin nor end with a blank." 2 ;;
        esac
    done
    [ -z "$(printf %s "$wifi_password" | LC_ALL=C tr -d ' -~')" ] || stop "A Wi-Fi password has plain letters, digits and signs only." 2
elif [ -n "$wifi_password" ]; then
    stop "A Wi-Fi password belongs to a name: --wifi." 2
fi
case $name in
    *[!a-z0-9-]*) stop "A name has small letters, digits and - only." 2 ;;
    -* | *-) stop "A name neither begins nor ends with -." 2 ;;
esac
[ "${#name}" -le 63 ] || stop "A name has at most 63 letters." 2

# ---- packages --------------------------------------------------------------------------------------------------

wanted="python3-venv python3-numpy python3-opencv avahi-daemon"
# cage does not start without Xwayland, and a system without a desktop may have no letters to draw.
[ "$tv" = yes ] && wanted="$wanted cage xwayland chromium fonts-dejavu-core"
[ -n "$wifi" ] && wanted="$wanted network-manager dnsmasq-base"
# These come from Raspberry Pi's own archive; on another Debian the table runs without them.
pi_only="python3-picamera2 python3-lgpio"
missing=''
for package in $wanted $pi_only; do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing="$missing $package"
done
if [ -n "$missing" ]; then
    try apt-get update -qq
    install_now=''
    for package in $missing; do
        if [ "$dry" = yes ] || apt-cache show "$package" >/dev/null 2>&1; then
            install_now="$install_now $package"
        else
            say "Debian here has no package $package: what needs it will be named by dicetable doctor."
        fi
    done
    if [ -n "$install_now" ]; then
        # shellcheck disable=SC2086
        run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $install_now
    fi
fi

# ---- users -----------------------------------------------------------------------------------------------------

user() { # user NAME HOME GROUPS...: a system user in those of the groups that there are
    new=$1 home=$2
    shift 2
    if ! id "$new" >/dev/null 2>&1; then
        run useradd --system --user-group --home-dir "$home" --shell /usr/sbin/nologin "$new"
        note "user $new"
    fi
    for group in "$@"; do
        getent group "$group" >/dev/null || continue
        id -nG "$new" 2>/dev/null | tr ' ' '\n' | grep -qx "$group" || run usermod -aG "$group" "$new"
    done
}
user dicetable "$state" video render gpio dialout plugdev
[ "$tv" = yes ] && user dicetable-tv /var/lib/dicetable-tv video render input tty

# ---- the program -----------------------------------------------------------------------------------------------

if [ ! -x "$app/venv/bin/python" ]; then
    run mkdir -p "$app"
    run python3 -m venv --system-site-packages "$app/venv"
    note "tree $app"
fi
pip="$app/venv/bin/python -m pip --disable-pip-version-check"
# What is installed is remembered by a sum over the program's files: the same one again is no change.
sum=$(cd "$source" && find pyproject.toml README.md controller firmware vision web hardware/pi -type f \
    ! -name '*.pyc' ! -path '*/__pycache__/*' -exec sha256sum {} + | LC_ALL=C sort | sha256sum | cut -d' ' -f1)
if [ "$(cat "$app/installed" 2>/dev/null || true)" != "$sum" ]; then
    # shellcheck disable=SC2086
    run $pip install --quiet --no-deps --requirement "$here/requirements.txt"
    # shellcheck disable=SC2086
    run $pip install --quiet --no-deps --force-reinstall "$source"
    if [ "$dry" = no ]; then
        mkdir -p "$app"
        echo "$sum" >"$app/installed"
    fi
fi
for file in portal.py wait-for-table tv-browser; do
    put "$here/$file" "$app/pi/$file" 755
done
put "$source/README.md" "$app/README.md" 644
if [ "$(readlink /usr/local/bin/dicetable 2>/dev/null || true)" != "$app/venv/bin/dicetable" ]; then
    run ln -sf "$app/venv/bin/dicetable" /usr/local/bin/dicetable
    note "link /usr/local/bin/dicetable"
fi

# ---- settings --------------------------------------------------------------------------------------------------

# It may come to hold the Wi-Fi's password.
put "$here/table.toml" /etc/dicetable/table.toml 640 keep
[ "$(stat -c %G /etc/dicetable/table.toml 2>/dev/null || echo dicetable)" = dicetable ] ||
    run chgrp dicetable /etc/dicetable/table.toml
[ -d "$state" ] || run install -d -m 750 -o dicetable -g dicetable "$state"
# A ledger that an undo has left belongs to the number that the user had then.
[ "$(stat -c %U "$state" 2>/dev/null || echo dicetable)" = dicetable ] || run chown -R dicetable:dicetable "$state"
put "$here/60-dicetable.rules" /etc/udev/rules.d/60-dicetable.rules 644
put "$here/journald.conf" /etc/systemd/journald.conf.d/dicetable.conf 644
put "$here/dicetable.avahi" /etc/avahi/services/dicetable.service 644
if [ -n "$name" ]; then
    echo "$name" | put_text /etc/hostname 644
    { grep -v '^127\.0\.1\.1[[:space:]]' /etc/hosts 2>/dev/null || true; printf '127.0.1.1\t%s\n' "$name"; } |
        put_text /etc/hosts 644
    [ "$(hostname)" = "$name" ] || [ ! -d /run/systemd/system ] || try hostname "$name"
fi

service() { # service UNIT: put, enabled, started
    put "$here/$1" "/etc/systemd/system/$1" 644
    if ! systemctl is-enabled --quiet "$1" 2>/dev/null; then
        run systemctl enable "$1"
        note "service $1"
    fi
}
service dicetable.service

if [ "$tv" = yes ]; then
    service dicetable-tv.service
    # Where the desktop starts by itself it would hold the screen.
    default=$(systemctl get-default 2>/dev/null || echo unknown)
    if [ "$default" = graphical.target ] && [ -e /usr/sbin/lightdm ]; then
        note "target $default"
        run systemctl set-default multi-user.target
    fi
    if [ ! -d /var/lib/dicetable-tv ]; then
        run install -d -m 750 -o dicetable-tv -g dicetable-tv /var/lib/dicetable-tv
        note "tree /var/lib/dicetable-tv"
    fi
fi

if [ -n "$wifi" ]; then
    put_text /etc/NetworkManager/system-connections/dicetable.nmconnection 600 <<END
[connection]
id=dicetable
type=wifi
autoconnect=true
autoconnect-priority=10

[wifi]
mode=ap
band=bg
channel=6
ssid=$wifi

[wifi-security]
key-mgmt=wpa-psk
proto=rsn
pairwise=ccmp
psk=$wifi_password

[ipv4]
method=shared
address1=10.42.0.1/24

[ipv6]
method=disabled
END
    # Every name leads to this Pi: phones find the page that says so, instead of waiting for the internet.
    put_text /etc/NetworkManager/dnsmasq-shared.d/dicetable.conf 644 <<END
address=/#/10.42.0.1
END
    service dicetable-portal.service
    say "The Pi's own radio is good for about ten phones. For more, or a full room, take a real access point."
    say "For the TV's second QR code write into /etc/dicetable/table.toml: [web] wifi, wifi_password, and"
    say "address = \"10.42.0.1:8080\". The Wi-Fi needs its country: sudo raspi-config nonint do_wifi_country SE"
fi

# ---- start -----------------------------------------------------------------------------------------------------

if [ ! -d /run/systemd/system ]; then
    say "systemd does not run here, so nothing was started; it will be at the next start."
elif [ "$changes" -gt 0 ]; then
    [ -z "$wifi" ] || try nmcli connection reload
    try systemctl daemon-reload
    try udevadm control --reload
    try systemctl try-reload-or-restart systemd-journald
    try systemctl restart dicetable.service
    [ "$tv" = no ] || try systemctl restart dicetable-tv.service
    [ -z "$wifi" ] || try systemctl restart dicetable-portal.service
fi
if [ "$changes" = 0 ]; then
    say "Everything was as it should be; nothing was changed."
elif [ "$dry" = yes ]; then
    say "That is what it would do."
else
    say "Done. Now: sudo systemctl stop dicetable; sudo -u dicetable dicetable doctor --config /etc/dicetable/table.toml"
fi

#!/bin/sh
# Stands for a tool that macOS has in another form than Linux, so that scripts for macOS can be tried on Linux. It calls the
# tool of Linux, behaves as the tool of macOS where they differ, and refuses what the tool of macOS does not understand.
# The name of the link to this file is the name of the tool.
name=${0##*/}
refuse() { echo "$name: macOS does not understand this: $*" >&2; exit 64; }
linux=${0%/*}/.linux # the tools of Linux, also for a script whose environment has no variables
real() { "$linux/$name" "$@"; }
long() { # refuses long options
    for argument in "$@"; do
        case $argument in --) return ;; --?*) refuse "$argument" ;; esac
    done
}

case $name in
uname) [ $# = 0 ] && echo Darwin || real "$@" | sed 's/Linux/Darwin/' ;;
wc)
    long "$@"
    # The tool of macOS puts spaces before each number.
    real "$@" | "$linux/sed" 's/^ */       /'
    ;;
sed)
    long "$@"
    previous=
    for argument in "$@"; do
        # After -i, macOS needs the suffix of a copy, which can be empty.
        case $previous in -i) [ -z "$argument" ] || refuse "-i without a suffix" ;; esac
        case $argument in -i) ;; -*i) refuse "$argument" ;; esac
        previous=$argument
    done
    case " $* " in *" -i  "*)
        for argument in "$@"; do
            shift
            [ -z "$argument" ] || set -- "$@" "$argument"
        done
        ;;
    esac
    real "$@"
    ;;
grep)
    for argument in "$@"; do case $argument in -*P*) refuse "$argument" ;; esac; done
    real "$@"
    ;;
date)
    case ${1-} in -d | --*) refuse "$1" ;; esac
    case "$*" in *%N*) refuse "%N" ;; esac
    real "$@"
    ;;
stat)
    case ${1-} in
    -f) shift 2 && real -c %a "$@" ;;
    *) refuse "$@" ;;
    esac
    ;;
cp | mv | ls | head | tail | cut | tr | rm | mkdir | ln | touch)
    long "$@"
    case $name in
    cp) case ${1-} in -*[Tu]*) refuse "$1" ;; esac ;;
    head) case "$*" in *"-n -"* | *"-c -"*) refuse "$@" ;; esac ;;
    ln) case ${1-} in -*[rT]*) refuse "$1" ;; esac ;;
    touch) case "${1-} ${2-}" in "-d "*T*) ;; -d*) refuse "$1" "$2" ;; esac ;;
    esac
    real "$@"
    ;;
find)
    case "$*" in *-printf* | *-regextype*) refuse "$@" ;; esac
    case ${1-} in -* | "") refuse "find without a folder" ;; esac
    real "$@"
    ;;
xargs)
    case ${1-} in --* | -*d*) refuse "$1" ;; esac
    real "$@"
    ;;
base64)
    case " $* " in *" -w"*) refuse "$@" ;; esac
    real "$@"
    ;;
*) refuse "$name" ;;
esac

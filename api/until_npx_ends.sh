#!/bin/sh
# Run by the server: ends with 0 once the npx above it has ended, with 3 when there is none above it.
# A script of its own, because Deno lets only a program with every right look into /proc.

parent_of() { # sets $parent, empty when the process is gone
  parent=
  while read -r key value; do
    if [ "$key" = PPid: ]; then parent=$value; fi
  done <"/proc/$1/status"
} 2>/dev/null

links= pid=$PPID depth=0
while :; do
  parent_of "$pid"
  depth=$((depth + 1))
  if [ "${parent:-0}" -le 1 ] || [ $depth -gt 8 ]; then exit 3; fi
  links="$links $pid:$parent"
  case "$(tr '\0' ' ' <"/proc/$parent/cmdline")" in
    "npm exec"* | npx\ * | */npx\ * | */npm\ exec\ * | */npm-cli.js\ exec\ *) break ;;
  esac
  pid=$parent
done

# A link that changed is a process that has ended; the server's own is among them, so this ends with it.
while :; do
  for link in $links; do
    parent_of "${link%:*}"
    if [ "$parent" != "${link#*:}" ]; then exit 0; fi
  done
  sleep 0.5
done

# Runs the drawer with the rows that come on standard input, which Godot can't read itself: it reads them from a file that
# has no name any more, so that nothing stays whatever ends the program.
set -e
rows=$(mktemp)
exec 3<>"$rows"
rm "$rows"
cat >&3
PANTOGRAPH_TOUCHES=/proc/self/fd/3 HOME=/dev/null LC_ALL=en_US.UTF-8 exec godot3-server --fixed-fps 60 --script drawer.gd

# Runs the drawer with the rows that come on standard input, which Godot can't read itself.
set -e
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export PANTOGRAPH_TOUCHES="$folder/touches.csv" HOME="$folder" LC_ALL=en_US.UTF-8
cat >"$PANTOGRAPH_TOUCHES"
godot3-server --fixed-fps 60 --script drawer.gd

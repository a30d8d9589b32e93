# A drawer in Godot that a finger pulls up and lets go; prints its offset in pixels for each requested frame.
#
# run.sh writes the rows into the file that PANTOGRAPH_TOUCHES names: Godot 3 can't read its standard input.
extends SceneTree

class Drawer extends Control:
	signal settles(name)
	const HEIGHT = 400.0 # pixels
	const FLICK = 300.0 # pixels per second
	var offset = 0.0
	var speed = 0.0
	var finger = -1
	var tween = Tween.new()

	func _ready():
		add_child(tween)

	func _input(event):
		if event is InputEventScreenTouch and event.pressed and finger < 0:
			finger = event.index
			tween.remove_all()
		elif event is InputEventScreenDrag and event.index == finger:
			offset = clamp(offset - event.relative.y, 0.0, HEIGHT)
			speed = -event.speed.y
		elif event is InputEventScreenTouch and event.index == finger:
			finger = -1
			settle(speed > FLICK or speed > -FLICK and offset > HEIGHT / 2)

	func settle(opens):
		emit_signal("settles", "opens" if opens else "closes")
		var target = HEIGHT if opens else 0.0
		tween.interpolate_property(self, "offset", offset, target, 0.5, Tween.TRANS_CUBIC, Tween.EASE_OUT)
		tween.start()

var drawer = Drawer.new()
var rows = File.new()
var time = 0.0
var last = {} # the last row of each contact: its time and its position

func _initialize():
	get_root().add_child(drawer)
	drawer.connect("settles", self, "print_event")
	rows.open(OS.get_environment("PANTOGRAPH_TOUCHES"), File.READ)
	rows.get_line() # the names of the columns
	print("time,drawer.offset,event")

func print_event(name):
	print("%.6f,,%s" % [time, name])

# Called for each frame: with --fixed-fps 60 each takes 1/60 s of Godot's time, however long it takes.
func _idle(_delta):
	while true:
		var row = rows.get_csv_line()
		if row.size() < 7:
			return quit()
		time = float(row[0])
		if row[1] == "frame":
			print("%.6f,%.3f," % [time, drawer.offset])
			return
		send(row[1], int(row[2]), Vector2(row[5], row[6]))

func send(kind, contact, position):
	var event
	if kind == "moved":
		event = InputEventScreenDrag.new()
		event.relative = position - last[contact].position
		event.speed = event.relative / max(time - last[contact].time, 0.001)
	else:
		event = InputEventScreenTouch.new()
		event.pressed = kind == "began"
	event.index = contact
	event.position = position
	last[contact] = {"time": time, "position": position}
	Input.parse_input_event(event)

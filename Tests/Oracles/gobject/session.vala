// A session of Pantograph in Vala.
int main(string[] arguments) {
	string text;
	try {
		FileUtils.get_contents(arguments[1], out text);
		var session = new Pantograph.Session(text, 0);
		var settled = -1.0;
		session.settled.connect((point) => { settled = point; });
		session.settle_to(0, 0.5);
		int64 time = 0;
		while (session.frame(time)) time += 16667;
		if (settled != 0.5 || session.progress != 0.5) return 1;
	} catch (Error error) {
		stderr.printf("%s\n", error.message);
		return 1;
	}
	print("ok: a session in Vala\n");
	return 0;
}

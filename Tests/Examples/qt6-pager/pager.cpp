// A pager for Qt Quick: pages that two fingers on a touchpad move, and the wheel of a mouse turns.
//
//     ./build . && ./pager pages.json
//
// The item has one property, the page in the window, to which QML binds whatever it shows.
#include <QGuiApplication>
#include <QQmlEngine>
#include <QQuickItem>
#include <QQuickView>
#include <QScreen>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <pantograph.h>

class Pager : public QQuickItem {
	Q_OBJECT
	Q_PROPERTY(double page MEMBER page NOTIFY pageChanged)
	Q_PROPERTY(int count MEMBER count)

public:
	static inline std::string text; // of the interaction

	Pager() {
		struct pg_interaction *pages;
		struct pg_error error;
		if (pg_interaction_create(text.data(), text.size(), &pages, &error) != PG_OK ||
		    pg_session_create(pages, now(), nullptr, &session, &error) != PG_OK)
			qFatal("%s", error.message);
		pg_interaction_destroy(pages);
		struct pg_listener listener = {nullptr, decided, this}; // and keeps no samples
		pg_session_set_listener(session, &listener);
	}
	~Pager() override { pg_session_destroy(session); }

signals:
	void pageChanged();

protected:
	void wheelEvent(QWheelEvent *event) override {
		int64_t time = event_time(event);
		// Positive toward what lies before, as of a page that is scrolled.
		QPoint moved = -event->pixelDelta();
		if (event->phase() == Qt::NoScrollPhase) { // a mouse
			goal = std::clamp(goal + (event->angleDelta().x() + event->angleDelta().y() < 0 ? 1 : -1), 0, count - 1);
			pg_session_settle_to(session, time, goal);
		} else if (event->phase() == Qt::ScrollEnd) {
			pg_session_end(session, time, 0);
			scrolls = false;
		} else if (event->phase() != Qt::ScrollMomentum) {
			// Also while the pages still move: the fingers catch them.
			if (!scrolls) scrolls = pg_session_begin(session, time, 2) == PG_OK;
			pg_session_move(session, time, moved.x(), moved.y(), PG_SCROLL_PX);
		}
		window()->update();
	}

	void itemChange(ItemChange change, const ItemChangeData &data) override {
		if (change == ItemSceneChange && data.window)
			connect(data.window, &QQuickWindow::afterAnimating, this, &Pager::show);
		QQuickItem::itemChange(change, data);
	}

private:
	// Moves the pages to where they must be when the frame that Qt prepares now is seen.
	void show() {
		int64_t frame = std::llround(1e6 / window()->screen()->refreshRate());
		struct pg_sample sample;
		double former = page;
		// Too late if an event is newer than this frame; the next one shows it.
		bool isShown = pg_session_sample_at(session, now() + frame, &sample, &page, 1) == PG_OK;
		if (page != former) emit pageChanged();
		if (!isShown || sample.phase == PG_TRACKING || sample.phase == PG_SETTLING) window()->update();
	}

	// The rule has decided where the pages go: from there, a wheel turns on.
	static void decided(void *pager, const struct pg_event *event, const struct pg_finding *, size_t) {
		if (event->kind == PG_EVENT_DECIDED) static_cast<Pager *>(pager)->goal = std::lround(event->target);
	}

	static int64_t now() {
		auto time = std::chrono::steady_clock::now().time_since_epoch();
		return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
	}

	// Wayland has the lower 32 bits of the milliseconds.
	static int64_t event_time(const QWheelEvent *event) {
		uint32_t age = uint32_t(now() / 1000) - uint32_t(event->timestamp());
		return (now() / 1000 - (age < 1000 ? age : 0)) * 1000;
	}

	struct pg_session *session;
	double page = 0;
	int count = 1, goal = 0;
	bool scrolls = false;
};

int main(int argc, char **argv) {
	QGuiApplication app(argc, argv);
	std::ifstream file(argc == 2 ? argv[1] : "");
	Pager::text.assign(std::istreambuf_iterator<char>(file), {});
	if (Pager::text.empty()) return fprintf(stderr, "usage: pager INTERACTION\n"), 2;
	qmlRegisterType<Pager>("Pantograph", 1, 0, "Pager");
	QQuickView view(QUrl::fromLocalFile("pages.qml"));
	view.setResizeMode(QQuickView::SizeRootObjectToView);
	view.resize(400, 300);
	view.show();
	return app.exec();
}

#include "pager.moc"

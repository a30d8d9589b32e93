/// The script that runs in a page under test before its own scripts.
enum PageScript {
  /// Replaces the page's clocks, and takes down what the page shows.
  ///
  /// Time stands still until `pantograph.frame` moves it. Timers, animation frames, CSS transitions, CSS
  /// animations and Web Animations follow it. Events have the times of the recording.
  static let text = #"""
    (() => {
      if (window.pantograph) return;
      const start = Date.UTC(2026, 0, 1), NativeDate = Date;
      const nativeFrame = requestAnimationFrame.bind(window);
      const nativeTimeout = setTimeout.bind(window);
      let now = 0, last = 0, stamp = null, depth = 0;
      const frames = new Map(), timers = new Map();

      // Clocks
      const clock = () => now;
      const nativeNow = performance.now.bind(performance);
      performance.now = () => now;
      window.Date = class extends NativeDate {
        constructor(...parts) { parts.length ? super(...parts) : super(start + now); }
        static now() { return Math.floor(start + now); }
      };
      window.requestAnimationFrame = call => (frames.set(++last, call), last);
      window.cancelAnimationFrame = id => { frames.delete(id); };
      const addTimer = (call, delay, repeats, parts) => {
        // From the fifth level of nesting on, a timer waits for 4 ms (HTML, 8.6).
        const least = depth >= 5 ? 4 : repeats ? 1 : 0;
        const wait = Math.max(least, Number(delay) || 0);
        timers.set(++last, {
          id: last, at: now + wait, every: repeats ? wait : null, depth: depth + 1, call, parts,
        });
        return last;
      };
      window.setTimeout = (call, delay, ...parts) => addTimer(call, delay, false, parts);
      window.setInterval = (call, delay, ...parts) => addTimer(call, delay, true, parts);
      window.requestIdleCallback = call =>
        addTimer(() => call({ didTimeout: false, timeRemaining: () => 10 }), 1, false, []);
      window.clearTimeout = window.clearInterval = window.cancelIdleCallback = id => {
        timers.delete(id);
      };
      const stamps = new WeakMap();
      Object.defineProperty(Event.prototype, "timeStamp", {
        configurable: true,
        get() {
          if (!stamps.has(this)) stamps.set(this, stamp ?? now);
          return stamps.get(this);
        },
      });

    \#(PageRecord.text)
      addEventListener("pointercancel", event => {
        if (event.isTrusted && !cancels) addEvent("pointercancel: the browser scrolls by itself");
      }, true);
      let cancels = false, leaves = false;
      addEventListener("beforeunload", () => { leaves = true; }, true);
      for (const name of ["Worker", "SharedWorker"]) {
        const Native = window[name];
        if (!Native) continue;
        window[name] = class extends Native {
          constructor(...parts) { notes.add("a worker has its own clock"); super(...parts); }
        };
      }

      // Requests are answered before time goes on, those that take longer than 5 s at their own time.
      const requests = new Map();
      const request = () => {
        const id = {};
        requests.set(id, nativeNow() + 5000);
        return () => { requests.delete(id); };
      };
      const answers = async () => {
        const turn = () => new Promise(done => nativeTimeout(done, 0));
        if (!requests.size) return;
        while (requests.size) {
          await turn();
          for (const [id, end] of requests) {
            if (nativeNow() < end) continue;
            requests.delete(id);
            notes.add("an answer to a request took longer than 5 s, and came at its own time");
          }
        }
        // The page reads its own copy.
        await turn();
      };
      const nativeFetch = fetch;
      window.fetch = (...parts) => {
        const isDone = request();
        const response = nativeFetch(...parts);
        // A copy tells when the whole answer is there.
        response.then(response => response.clone().arrayBuffer()).catch(() => {}).then(isDone);
        return response;
      };
      const nativeSend = XMLHttpRequest.prototype.send;
      XMLHttpRequest.prototype.send = function (...parts) {
        this.addEventListener("loadend", request(), { once: true });
        return nativeSend.apply(this, parts);
      };

      // Messages that the page sends to itself arrive before time goes on.
      let messageCount = 0;
      const arrives = () => { messageCount--; };
      const NativeChannel = MessageChannel, ownPorts = new WeakSet();
      window.MessageChannel = class extends NativeChannel {
        constructor() {
          super();
          for (const port of [this.port1, this.port2]) {
            ownPorts.add(port);
            port.addEventListener("message", arrives);
          }
        }
      };
      const nativePost = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function (...parts) {
        if (ownPorts.has(this)) messageCount++;
        return nativePost.apply(this, parts);
      };
      const nativeWindowPost = window.postMessage.bind(window);
      window.postMessage = (...parts) => {
        messageCount++;
        nativeWindowPost(...parts);
      };
      addEventListener("message", event => { if (event.source === window) arrives(); }, true);
      const settle = async () => {
        await answers();
        // One that nobody receives is not awaited for long.
        for (let turn = 0; messageCount > 0 && turn < 100; turn++) {
          await new Promise(done => nativeTimeout(done, 0));
        }
        messageCount = 0;
      };

      // Events get their time, and transitions begin from the style of the sample before.
      const delivered = { pointer: 0, wheel: 0 };
      let withheld = 0, confirmed = 0;
      const listen = (name, listener) =>
        addEventListener(name, event => { event.timeStamp; listener(event); adopt(); }, true);
      for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel", "touchstart",
        "touchmove", "touchend", "touchcancel", "mousedown", "mousemove", "mouseup", "click",
        "dblclick", "contextmenu", "wheel"]) {
        listen(name, event => {
          const parts = event.getCoalescedEvents?.() ?? [];
          for (const part of parts) part.timeStamp;
          if (!event.isTrusted) return;
          if (name.startsWith("pointer")) delivered.pointer += parts.length || 1;
          if (name === "wheel") delivered.wheel++;
        });
      }

      // What the page leaves to the browser is not the same each time.
      let wheel = null;
      listen("wheel", event => { wheel = { event, path: event.composedPath() }; });
      const canScroll = element => {
        if (element === document.scrollingElement) return element.scrollHeight > innerHeight;
        if (!(element instanceof Element)) return false;
        const { overflowX, overflowY } = getComputedStyle(element);
        const scrolls = overflow => overflow === "auto" || overflow === "scroll";
        return scrolls(overflowY) && element.scrollHeight > element.clientHeight
          || scrolls(overflowX) && element.scrollWidth > element.clientWidth;
      };
      const judgeWheel = () => {
        if (wheel && !wheel.event.defaultPrevented && !wheel.event.ctrlKey && wheel.path.some(canScroll)) {
          addEvent("wheel: the browser scrolls by itself");
        }
        wheel = null;
      };

      // The moves of several fingers are one touchmove only if no frame of the browser's own comes between
      // them. So the page does nothing else until the key that is sent after them is in its queue.
      let input = navigator.scheduling;
      let isHeld = false;
      const hold = async () => {
        // The answer to our call goes out first.
        for (let turn = 0; turn < 50; turn++) await null;
        const end = nativeNow() + 1000;
        while (!input.isInputPending()) {
          if (nativeNow() < end) continue;
          notes.add("fingers that move at once may move one after the other");
          input = null;
          return;
        }
      };
      addEventListener("keyup", event => {
        if (!isHeld || event.key) return;
        isHeld = false;
        event.stopImmediatePropagation();
      }, true);

      // A lone finger that lifts where it came down is a tap, and the browser sends a click after it.
      // Chromium's slop region is 15 pixels wide to each side.
      let tap = null, awaitsClick = false, clicked = () => {};
      const isNear = event => Math.hypot(event.clientX - tap.clientX, event.clientY - tap.clientY) < 16;
      listen("pointerdown", event => { tap = event.isPrimary ? event : null; });
      listen("pointermove", event => { if (tap && !isNear(event)) tap = null; });
      listen("pointerup", event => {
        awaitsClick = event.pointerType === "touch" && tap !== null && !cancels;
      });
      for (const name of ["click", "contextmenu"]) {
        listen(name, () => {
          awaitsClick = false;
          clicked();
        });
      }
      // A touch of more than 300 ms is no tap in Firefox, which would measure it by its own clock.
      let landing = 0;
      listen("touchstart", event => { if (event.touches.length === 1) landing = now; });
      listen("touchend", event => {
        if ("mozInnerScreenX" in window && now - landing > 300) event.preventDefault();
      });
      for (const name of ["touchstart", "touchend"]) {
        addEventListener(name, event => {
          if (!event.defaultPrevented) return;
          tap = null;
          awaitsClick = false;
        }, { passive: true });
      }

      // A finger that the browser can only lift is cancelled here.
      const replace = (event, other) => {
        event.stopImmediatePropagation();
        event.preventDefault();
        event.target.dispatchEvent(other);
      };
      const always = { bubbles: true, cancelable: false, composed: true };
      listen("pointerup", event => {
        if (!cancels || !event.isTrusted) return;
        const { pointerId, pointerType, isPrimary } = event;
        replace(event, new PointerEvent("pointercancel", {
          ...always, pointerId, pointerType, isPrimary,
        }));
      });
      for (const name of ["mouseup", "click", "dblclick"]) {
        listen(name, event => {
          if (!cancels || !event.isTrusted) return;
          event.stopImmediatePropagation();
          event.preventDefault();
        });
      }
      listen("touchend", event => {
        if (!cancels || !event.isTrusted) return;
        const { touches, targetTouches, changedTouches } = event;
        replace(event, new TouchEvent("touchcancel", {
          ...always, touches: [...touches], targetTouches: [...targetTouches],
          changedTouches: [...changedTouches],
        }));
      });

      // Chromium shows frames as fast as they are done only while something moves in them. So a transparent
      // pixel moves while an input is on its way.
      let pulse = null, framesAlone = 0;
      const beat = () => {
        const root = document.documentElement;
        if ("mozInnerScreenX" in window) return null;
        if (getComputedStyle(root, "::after").content !== "none") return null;
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`:root::after {
          content: ""; position: fixed; left: 0; top: 0; width: 1px; height: 1px;
          background: #00000001; pointer-events: none;
        }`);
        document.adoptedStyleSheets.push(sheet);
        const animation = root.animate(
          { transform: ["none", "translateX(1px)"] },
          { pseudoElement: "::after", duration: 1000, iterations: Infinity });
        animation.pause();
        return animation;
      };
      /** Waits until the pixel stands still: the browser shows frames of its own as long as it moves. */
      const rest = async () => {
        if (pulse?.playState !== "running") return;
        pulse.pause();
        await pulse.ready;
        await new Promise(done => nativeFrame(() => nativeFrame(done)));
      };

      // Animations are held, and moved by hand.
      const held = new WeakMap(), known = new WeakSet();
      const isOfStyle = animation =>
        animation instanceof CSSTransition || animation instanceof CSSAnimation;
      const adopt = () => {
        const animations = document.getAnimations().filter(animation => animation !== pulse);
        for (const animation of animations) {
          if (animation.playState !== "running" || animation.timeline !== document.timeline) continue;
          // Those of a style sheet begin now, whatever the browser's own clock has made of them.
          const isNew = !known.has(animation) && isOfStyle(animation);
          known.add(animation);
          const from = isNew ? 0 : Number(animation.currentTime) || 0;
          held.set(animation, { since: now, from });
          animation.pause();
          animation.currentTime = from;
        }
        return animations;
      };
      const move = () => {
        let hasFinished = false;
        for (const animation of adopt()) {
          const hold = held.get(animation);
          if (!hold || animation.playState !== "paused") continue;
          const time = hold.from + (now - hold.since) * animation.playbackRate;
          const { endTime } = animation.effect.getComputedTiming();
          if (time >= endTime || time < 0) {
            held.delete(animation);
            animation.finish();
            hasFinished = true;
          } else {
            animation.currentTime = time;
          }
        }
        return hasFinished;
      };

      const runTimers = async until => {
        for (let count = 0; count < 100_000; count++) {
          let next = null;
          for (const timer of timers.values()) {
            if (timer.at <= until && (!next || timer.at < next.at)) next = timer;
          }
          if (!next) return;
          now = Math.max(now, next.at);
          timers.delete(next.id);
          if (next.every !== null) timers.set(next.id, Object.assign(next, { at: next.at + next.every }));
          depth = next.depth;
          try { next.call.call(window, ...next.parts); } catch (error) { addError(error); }
          await null;
          depth = 0;
        }
        throw Error("more than 100,000 timers within a frame");
      };

      window.pantograph = {
        begin(...names) {
          pulse = beat();
          adopt();
          if (document.querySelector("iframe")) notes.add("an iframe has its own clock");
          if (document.querySelector("video")) notes.add("a video has its own clock");
          return begin(...names);
        },
        /** Sets the time of the next input events, which are one if they are merged. */
        async sample(time, isCancelled, isMerged) {
          await runTimers(time);
          await settle();
          now = stamp = time;
          cancels = isCancelled;
          delivered.pointer = delivered.wheel = 0;
          adopt();
          framesAlone = 0;
          if (!isMerged || !input?.isInputPending) {
            pulse?.play();
            return;
          }
          await rest();
          // A promise that is fulfilled within its call is answered after what follows here.
          await new Promise(done => nativeTimeout(done, 0));
          isHeld = true;
          hold();
        },
        /** Takes note that the browser has sent the input with a number. */
        confirm: number => (confirmed = number, ""),
        /**
         * Waits until that many events of a kind have come from the input with a number. The browser delivers
         * them with a frame of its own; what did not come with the third one after it was sent was kept back.
         * A click comes a moment later, unless the page prevents it.
         */
        async delivery(number, count, kind) {
          let end = null, frame = 0;
          while (delivered[kind] < count && (end === null || frame < 3 || nativeNow() < end)) {
            await new Promise(done => nativeFrame(done));
            frame++;
            if (end !== null || confirmed !== number) continue;
            end = nativeNow() + 50;
            frame = 0;
          }
          if (awaitsClick) await rest();
          if (awaitsClick) {
            await new Promise(done => {
              clicked = done;
              nativeTimeout(done, 2000);
            });
            awaitsClick = false;
          }
          // The key after fingers that moved together comes after them.
          for (let turn = 0; isHeld && turn < 1000; turn++) {
            await new Promise(done => nativeTimeout(done, 0));
          }
          judgeWheel();
          await settle();
          adopt();
          withheld += Math.max(count - delivered[kind], 0);
        },
        /** Shows a frame. */
        async frame(time) {
          if (!hasBegun || leaves) throw Error("it went to another page");
          await runTimers(time);
          await settle();
          now = time;
          stamp = null;
          if (move()) await new Promise(done => nativeFrame(() => nativeFrame(done)));
          for (const id of [...frames.keys()]) {
            const call = frames.get(id);
            frames.delete(id);
            try { call?.(now); } catch (error) { addError(error); }
            await null;
          }
          await settle();
          adopt();
          show(now);
          if (++framesAlone > 2) pulse?.pause();
        },
        /** What was taken down. */
        result: async () => {
          // Firefox leaves a page a moment after the page's script has said so.
          if ("mozInnerScreenX" in window) await new Promise(done => nativeTimeout(done, 50));
          if (leaves) throw Error("it went to another page");
          return JSON.stringify({ rows, events, errors, withheld, notes: [...notes] });
        },
      };
    })();
    """#
}

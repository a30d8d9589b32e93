/// The script that runs in a page under test before its own scripts.
enum PageScript {
  /// Replaces the page's clocks, and takes down what the page shows.
  ///
  /// Time stands still until `pantograph.frame` moves it. Timers, animation frames, CSS transitions, CSS
  /// animations and Web Animations follow it. Events have the times of the recording.
  static let text = #"""
    (() => {
      if (window.pantograph) return;
      if (window !== top) {
        // One of another origin can't tell of it.
        window.print = () => {};
        try { top.pantograph.addFrame(window); } catch {}
        return;
      }
      const nativeFrame = requestAnimationFrame.bind(window);
      const nativeTimeout = setTimeout.bind(window);
      let now = 0, stamp = null;

    \#(PageClock.text)
    \#(PageRecord.text)
      let cancels = false, leaves = false;
      const judgeCancel = event => {
        if (event.isTrusted && !cancels) addEvent("pointercancel: the browser scrolls by itself");
      };
      addEventListener("pointercancel", judgeCancel, true);
      addEventListener("beforeunload", () => { leaves = true; }, true);

    \#(PageAnswers.text)
      // Events get their time, and transitions begin from the style of the sample before.
      const delivered = { pointer: 0, wheel: 0 };
      let withheld = 0, confirmed = 0;
      const listen = (name, listener) =>
        addEventListener(name, event => { event.timeStamp; listener(event); adopt(); }, true);
      const count = event => {
        if (!event.isTrusted) return;
        const parts = event.getCoalescedEvents?.() ?? [];
        if (event.type.startsWith("pointer")) delivered.pointer += parts.length || 1;
        if (event.type === "wheel") delivered.wheel++;
      };
      for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel", "touchstart",
        "touchmove", "touchend", "touchcancel", "mousedown", "mousemove", "mouseup", "click",
        "dblclick", "contextmenu", "wheel"]) {
        listen(name, event => {
          for (const part of event.getCoalescedEvents?.() ?? []) part.timeStamp;
          count(event);
        });
      }

      // What the page leaves to the browser is not the same each time.
      let wheel = null;
      listen("wheel", event => { if (event.isTrusted) wheel = { event, path: event.composedPath() }; });
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
      const nativeStyle = getComputedStyle.bind(window);
      const { get: nativeSheets } =
        Object.getOwnPropertyDescriptor(Document.prototype, "adoptedStyleSheets");
      const beat = () => {
        const root = document.documentElement;
        if ("mozInnerScreenX" in window || !root) return null;
        if (nativeStyle(root, "::after").content !== "none") return null;
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`:root::after {
          content: ""; position: fixed; left: 0; top: 0; width: 1px; height: 1px;
          background: #00000001; pointer-events: none;
        }`);
        nativeSheets.call(document).push(sheet);
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
      property(AnimationTimeline, "currentTime", ({ get }) => ({
        get() { return this === document.timeline ? now : get.call(this); },
      }));
      property(Animation, "startTime", ({ get, set }) => ({
        get() {
          const hold = held.get(this);
          return hold ? hold.since - hold.from / this.playbackRate : get.call(this);
        },
        set(value) {
          if (typeof value !== "number" || this.timeline !== document.timeline) {
            set.call(this, value);
          } else {
            this.play();
            this.currentTime = (now - value) * this.playbackRate;
            known.add(this);
            adopt();
          }
        },
      }));
      const isOfStyle = animation =>
        animation instanceof CSSTransition || animation instanceof CSSAnimation;
      const adopt = () => {
        const animations = [...roots].filter(root => root.isConnected)
          .flatMap(root => root.getAnimations()).filter(animation => animation !== pulse);
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

      const noteClocks = () => {
        if (document.querySelector("iframe")) notes.add("an iframe has its own clock");
        if (document.querySelector("audio, video")) notes.add("a video or sound has its own clock");
      };

      window.pantograph = {
        begin(...names) {
          pulse ??= beat();
          noteClocks();
          addRoots(document);
          adopt();
          return begin(...names);
        },
        /** Whole milliseconds of the page's time that are not over. */
        now: () => Math.ceil(now),
        place,
        describe,
        goOn,
        /** Counts the events of a frame in the page, whose clock is its own. */
        addFrame(frame) {
          notes.add("an iframe has its own clock");
          leavePrinting(frame);
          for (const name of ["pointerdown", "pointermove", "pointerup", "pointercancel", "wheel"]) {
            frame.addEventListener(name, count, true);
          }
          frame.addEventListener("pointercancel", judgeCancel, true);
        },
        /** Sets the time of the next input events, which are one if they are merged. */
        async sample(time, isCancelled, isMerged) {
          const haveRun = await runTimers(time);
          await settle();
          if (haveRun) await observe();
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
          await observe();
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
          await observe();
          adopt();
          show(now);
          if (++framesAlone > 2) pulse?.pause();
        },
        /** What was taken down. */
        result: async () => {
          // Firefox leaves a page a moment after the page's script has said so.
          if ("mozInnerScreenX" in window) await new Promise(done => nativeTimeout(done, 50));
          if (!hasBegun || leaves) throw Error("it went to another page");
          noteClocks();
          return JSON.stringify({
            rows, events, errors, withheld, landings, hits, moved: moved(), notes: [...notes],
          });
        },
      };
    })();
    """#
}

/// The only script of pages, which plays a trajectory back.
///
/// It reads the JSON in `replay-data`, and writes numbers into attributes and text into text nodes, so no foreign
/// text can become a tag. It contains neither `<` nor `&`, so HTML and XML parsers read the same. Without it a
/// page still shows all curves and tables.
enum PageScript {
  /// The SHA-256 of the script, for the page's Content-Security-Policy; a test computes it, too.
  static let hash = "sha256-drYTnqJUDRqtt4Rxg0+qaR6rvYRWIkifUNOh3cFS/1U="

  /// The script: the state at an instant, the layers, the clock, and the controls.
  static let source: StaticString = #"""
    'use strict';
    const replay = document.getElementById('replay');
    const data = JSON.parse(document.getElementById('replay-data').textContent);
    const slider = replay.querySelector('input');
    const button = replay.querySelector('.play');
    const slow = replay.querySelector('.slow');
    const clock = replay.querySelector('output');
    const dimming = document.getElementById('dimming');
    const cursors = document.querySelectorAll('.cursor');
    const instants = [...new Set(data.runs.flatMap(run => run.times))].sort((a, b) => a - b);
    const words = {i: 'idle', t: 'tracking', s: 'settling', r: 'rest'};
    let now = data.from;
    let begun = null;

    // The index of the last instant up to a time, or 0.
    function indexAt(times, time) {
      let low = 0, high = times.length - 1;
      while (high > low) {
        const middle = (low + high + 1) >> 1;
        if (times[middle] > time) high = middle - 1; else low = middle;
      }
      return low;
    }

    // The values of a sample at its time, and linear interpolation between two samples.
    function state(run, time) {
      const at = indexAt(run.times, time), next = Math.min(at + 1, run.times.length - 1);
      const span = run.times[next] - run.times[at], phase = run.phases[at];
      // While nothing moves, a sample holds until the next.
      const isStill = phase === 'i' || phase === 'r' || span === 0 || run.times[at] > time;
      const share = isStill ? 0 : (time - run.times[at]) / span;
      const mix = list => share === 0 ? list[at] : list[at] + (list[next] - list[at]) * share;
      return {phase: words[phase], channels: run.channels.map(mix)};
    }

    function pose(run, values) {
      const layer = data.layer;
      const pose = {x: 0, y: 0, scaleX: 1, scaleY: 1, turn: 0, opacity: 1, blur: 0, dimming: 0,
        width: layer.width, height: layer.height, radius: layer.radius, red: 0, green: 0, blue: 0};
      run.roles.forEach((role, index) => {
        if (role === null) return;
        const value = values[index] * role.factor;
        if (role.to === 'scale') { pose.scaleX *= value; pose.scaleY *= value; }
        else if (role.to === 'x' || role.to === 'y') pose[role.to] += value;
        else pose[role.to] = value;
      });
      return pose;
    }

    const layers = data.runs.map((run, number) => {
      const group = document.getElementById('layer-' + number);
      const isColored = run.roles.some(role => role !== null ? /red|green|blue/.test(role.to) : false);
      return {run, group, shape: group.querySelector('rect'), isColored};
    });

    function move(layer, values) {
      const to = pose(layer.run, values), shape = layer.shape;
      layer.group.setAttribute('transform', `translate(${to.x} ${to.y}) rotate(${to.turn})`
        + ` scale(${to.scaleX} ${to.scaleY})`);
      layer.group.style.opacity = to.opacity;
      layer.group.style.filter = to.blur > 0 ? `blur(${to.blur}px)` : 'none';
      const width = Math.max(to.width, 0), height = Math.max(to.height, 0);
      const box = {x: -width / 2, y: -height / 2, width, height, rx: Math.max(to.radius, 0)};
      for (const name in box) shape.setAttribute(name, box[name]);
      if (layer.isColored) {
        shape.style.fill = `rgb(${[to.red, to.green, to.blue].map(part => part * 255).join(' ')})`;
      }
      if (dimming !== null) dimming.style.opacity = to.dimming;
    }

    const cells = data.runs.map((run, number) => data.channels.map((channel, index) => {
      const cell = document.getElementById(`cell-${number}-${index}`);
      return cell === null ? null
        : {text: cell.querySelector('.number'), bar: cell.querySelector('.level'), channel};
    }));

    function number(value, decimals) {
      const text = value.toFixed(decimals);
      return Number(text) === 0 ? (0).toFixed(decimals) : text.replace('-', '−');
    }

    function fill(cell, value) {
      if (cell === null) return;
      const {low, high, decimals} = cell.channel;
      cell.text.textContent = number(value, decimals);
      cell.bar.style.width = 100 * Math.min(Math.max((value - low) / (high - low || 1), 0), 1) + '%';
    }

    const tips = data.fingers.map((finger, index) =>
      ({finger, tip: document.getElementById('tip-' + index)}));

    function point({finger, tip}, time) {
      const times = finger.times, at = indexAt(times, time);
      const last = times.length - 1, next = Math.min(at + 1, last);
      const isThere = time >= times[0] ? times[last] >= time : false;
      tip.style.display = isThere ? 'inline' : 'none';
      const span = times[next] - times[at] || 1, share = (time - times[at]) / span;
      const mix = list => list[at] + (list[next] - list[at]) * share;
      tip.setAttribute('cx', mix(finger.x));
      tip.setAttribute('cy', mix(finger.y));
    }

    function show(time) {
      now = Math.round(Math.min(Math.max(time, data.from), data.to));
      const texts = data.runs.map((run, index) => {
        const {phase, channels} = state(run, now);
        move(layers[index], channels.slice(2));
        run.places.forEach((channel, own) => fill(cells[index][channel], channels[own]));
        const name = run.label === '' ? '' : run.label + ': ';
        return `${name}fraction ${number(channels[0], 2)}, ${phase}`;
      });
      tips.forEach(tip => point(tip, now));
      const share = (now - data.from) / (data.to - data.from);
      const x = data.plot.left + share * (data.plot.right - data.plot.left);
      for (const cursor of cursors) { cursor.setAttribute('x1', x); cursor.setAttribute('x2', x); }
      const text = `${number(now / 1e6, 3)} s, ${texts.join('; ')}`;
      slider.value = now;
      slider.setAttribute('aria-valuetext', text);
      clock.textContent = text;
      replay.dataset.time = now;
    }

    function stop() {
      begun = null;
      button.textContent = 'Play';
    }

    function tick(instant) {
      if (begun === null) return;
      // Playback starts with the first animation frame, whose timestamp is the origin.
      begun.instant ??= instant;
      const elapsed = Math.max(instant - begun.instant, 0) * 1000;
      const time = begun.time + elapsed * (slow.getAttribute('aria-pressed') === 'true' ? 0.25 : 1);
      show(time);
      if (time >= data.to) stop(); else requestAnimationFrame(tick);
    }

    function start() {
      begun = {time: now >= data.to ? data.from : now, instant: null};
      button.textContent = 'Pause';
      requestAnimationFrame(tick);
    }

    function toggle() { if (begun === null) start(); else stop(); }

    function seek(time) { stop(); show(time); }

    button.addEventListener('click', toggle);
    slow.addEventListener('click', () => {
      const isSlow = slow.getAttribute('aria-pressed') !== 'true';
      slow.setAttribute('aria-pressed', isSlow);
      if (begun !== null) begun = {time: now, instant: null};
    });
    slider.addEventListener('input', () => seek(Number(slider.value)));

    function later() {
      const at = indexAt(instants, now);
      return instants[at] > now ? instants[at] : instants[at + 1] ?? data.to;
    }

    function earlier() {
      const at = indexAt(instants, now);
      return now > instants[at] ? instants[at] : instants[at - 1] ?? data.from;
    }

    const keys = {
      ArrowRight: later, ArrowUp: later, ArrowLeft: earlier, ArrowDown: earlier,
      PageUp: () => now + 100000, PageDown: () => now - 100000,
      Home: () => data.from, End: () => data.to,
    };
    replay.querySelector('.player').addEventListener('keydown', event => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === ' ') {
        // On a button, Space presses that button.
        if (event.target !== slider) return;
        toggle();
      } else if (Object.hasOwn(keys, event.key)) seek(keys[event.key]());
      else return;
      event.preventDefault();
    });

    for (const plot of document.querySelectorAll('svg.timed')) {
      const drag = event => {
        const frame = plot.getBoundingClientRect();
        const x = (event.clientX - frame.left) / frame.width * data.plot.width;
        const share = (x - data.plot.left) / (data.plot.right - data.plot.left);
        seek(data.from + share * (data.to - data.from));
      };
      plot.addEventListener('pointerdown', event => {
        if (event.button !== 0) return;
        plot.setPointerCapture(event.pointerId);
        drag(event);
        slider.focus({preventScroll: true});
        event.preventDefault();
      });
      plot.addEventListener('pointermove', event => {
        if (plot.hasPointerCapture(event.pointerId)) drag(event);
      });
    }

    document.documentElement.classList.add('live');
    replay.querySelector('.player').hidden = false;
    show(data.from);
    """#
}

/** The playground: one stage, one interaction, one engine. */
import { settlingPresets, springs } from "../pages/choosing.mjs";
import { Editor } from "../pages/editor.mjs";
import { unpacked } from "../pages/unpacking.mjs";
import { load } from "../pantograph.mjs";
import { initial, fromFragment, textOf, toFragment } from "./choices.mjs";
import { DecisionView, Words } from "./decision.mjs";
import { connectKeys } from "./keys.mjs";
import { Judging, decisionOn } from "./judging.mjs";
import { Plot } from "./plot.mjs";
import { RuleList } from "./rules.mjs";
import { RecordingPanel } from "./panel.mjs";
import { SceneRun } from "./run.mjs";
import { Stage } from "./stage.mjs";
import { sceneNamed, scenes } from "./scenes.mjs";

const find = (id) => document.getElementById(id);

class Playground {
  #engine;
  #choices = { ...initial };
  #settles;
  #names;
  #rules;
  #editor;
  #view;
  #words;
  #plot;
  #run;
  #judging;
  #panel;

  constructor(engine) {
    this.#engine = engine;
    this.#settles = settlingPresets(engine);
    this.#names = { ...engine.names, scenes: scenes.map(({ name }) => name) };
    this.#words = new Words((value, decimals) => engine.format(value, decimals));
    this.#view = new DecisionView(this.#words, {
      sentence: find("decision"), findings: find("findings"), facts: find("facts"),
    });
    this.#plot = new Plot(find("plot"));
    this.#run = new SceneRun(new Stage(find("stage")), this.#plot, find("stage"));
    this.#judging = new Judging(engine);
    this.#rules = new RuleList(find("rules"), engine.names);
    this.#editor = new Editor(find("text"), find("mistake"));
    this.#panel = new RecordingPanel(engine, this.#run, find);
    this.#connect();
  }

  #connect() {
    this.#run.onEvent = (event) => {
      this.#view.take(event);
      if (event.kind === "decided") this.#judgeAll();
    };
    this.#run.cardText = (event) => `Gone at ${this.#words.number(event.velocity)} stages a second.`;
    this.#rules.onChoice = (choice) => this.#choose({ ...choice, spring: this.#choices.spring });
    this.#editor.onText = (text) => this.#set({ ...initial, scene: this.#choices.scene, text });
    this.#panel.onTake = () => this.#judgeAll();
    this.#panel.text = () => this.#editor.text;
    this.#addTabs();
    this.#fill("spring", ["", ...Object.keys(springs)], "as written");
    this.#fill("estimator", ["", ...this.#names.estimators], "as written");
    find("original").addEventListener("click", () => this.#choose({ ...initial, scene: this.#choices.scene }));
    find("link").addEventListener("click", () => this.#copyLink());
    addEventListener("hashchange", () => this.restore());
    connectKeys(this.#run, find);
  }

  #addTabs() {
    const root = find("scenes");
    for (const { name, title } of scenes) {
      const tab = root.appendChild(document.createElement("button"));
      tab.type = "button";
      tab.id = `scene-${name}`;
      tab.textContent = title;
      tab.setAttribute("role", "tab");
      tab.setAttribute("aria-controls", "stage");
      tab.addEventListener("click", () => this.#choose({ ...initial, scene: name }));
    }
    root.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!step) return;
      const index = scenes.findIndex(({ name }) => name === this.#choices.scene);
      const { name } = scenes[(index + step + scenes.length) % scenes.length];
      this.#choose({ ...initial, scene: name });
      find(`scene-${name}`).focus();
    });
  }

  #fill(id, values, first) {
    find(id).replaceChildren(...values.map((value) => new Option(value || first, value)));
    find(id).addEventListener("change", () => this.#choose({ [id]: find(id).value }));
  }

  /** Restores the choices of the address. */
  async restore() {
    const choices = await fromFragment(location.hash, this.#names);
    try {
      this.#set(choices, true);
    } catch (error) {
      this.#set({ ...initial, scene: choices.scene }, true);
      this.#editor.complain(error);
    }
  }

  #choose(changes) {
    try {
      this.#set({ ...this.#choices, ...changes });
    } catch (error) {
      this.#editor.complain(error);
      this.#showChoices();
    }
  }

  /** Makes choices the page's; throws if their interaction is wrong, and changes nothing then. */
  #set(choices, isRestored = false) {
    const text = textOf(choices, this.#settles);
    const interaction = this.#engine.interaction(text);
    const isOtherScene = isRestored || choices.scene !== this.#choices.scene;
    this.#run.use(interaction, sceneNamed(choices.scene), isOtherScene);
    this.#choices = choices;
    this.#plot.snapPoints = this.#run.snapPointsOf(text);
    this.#editor.show(text);
    this.#showChoices();
    if (isOtherScene) this.#startAnew(isRestored);
    else this.#judgeLast(interaction);
    this.#plot.draw();
    toFragment(choices).then((fragment) => this.#write(fragment));
  }

  #startAnew() {
    this.#panel.forget();
    this.#plot.clear();
    this.#view.say(`${sceneNamed(this.#choices.scene).hint}. What decides is said here.`);
    this.#judgeAll();
  }

  #showChoices() {
    const { scene, spring, estimator } = this.#choices;
    for (const { name } of scenes) {
      const tab = find(`scene-${name}`);
      tab.setAttribute("aria-selected", String(name === scene));
      tab.tabIndex = name === scene ? 0 : -1;
    }
    find("stage").setAttribute("aria-labelledby", `scene-${scene}`);
    this.#rules.show(this.#choices);
    find("spring").value = spring;
    find("estimator").value = estimator;
  }

  #write(fragment) {
    const address = fragment === "" ? location.pathname + location.search : `#${fragment}`;
    if (location.hash.slice(1) === fragment) return;
    try {
      history.replaceState(null, "", address);
    } catch {
      // Where a browser forbids it on a disk, "Copy link" still has the link.
    }
  }

  async #copyLink() {
    const address = new URL(location.href);
    address.hash = await toFragment(this.#choices);
    try {
      await navigator.clipboard.writeText(address.href);
      find("copied").textContent = "The link is in the clipboard; it has all that you see here.";
    } catch {
      find("copied").textContent = address.href;
    }
  }

  // The same touches under other rules

  /** Says what the interaction decides about the touches that were the last. */
  #judgeLast(interaction) {
    if (this.#panel.replay(interaction)) return;
    const take = this.#run.take;
    const event = take && decisionOn(interaction, take);
    if (!event) return;
    this.#view.take(event);
    this.#judgeAll();
  }

  #judgeAll() {
    const take = this.#panel.take ?? this.#run.take;
    const texts = this.#rules.choices.map((choice) => () => textOf({ ...this.#choices, ...choice }, this.#settles));
    this.#judging.start(texts, take, (index, event) =>
      this.#rules.judge(index, event, (value) => this.#words.number(value)));
  }
}

async function start() {
  try {
    const playground = new Playground(await load(await unpacked(find("engine").textContent)));
    await playground.restore();
    document.documentElement.dataset.ready = "true";
  } catch (error) {
    find("alert").textContent = error.message;
    find("alert").hidden = false;
  }
}

start();

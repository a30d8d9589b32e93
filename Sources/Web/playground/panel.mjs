/** Recordings in the page: opened, dropped, made, played again and saved. */
import { recordingText, save, zip } from "./case.mjs";
import { Player } from "./player.mjs";

export class RecordingPanel {
  /** Called when there are other touches to judge. */
  onTake = () => {};
  /** Returns the text of the interaction. */
  text = () => "";
  #engine;
  #run;
  #find;
  #recording;
  #name = "";
  #interaction;

  constructor(engine, run, find) {
    this.#engine = engine;
    this.#run = run;
    this.#find = find;
    find("record").addEventListener("click", () => (run.isRecording ? this.#stop() : this.#record()));
    run.onEnd = () => this.#stop();
    find("again").addEventListener("click", () => this.#playAgain());
    find("download").addEventListener("click", () => this.#download());
    find("file").addEventListener("change", ({ target }) => {
      if (target.files[0]) this.#open(target.files[0]);
      target.value = "";
    });
    this.#takeDrops();
  }

  #say(text) {
    this.#find("recorded").textContent = text;
  }

  // Other programs' recordings

  #takeDrops() {
    const root = document.documentElement;
    addEventListener("dragover", (event) => {
      event.preventDefault();
      root.classList.add("dropping");
    });
    addEventListener("dragleave", ({ relatedTarget }) => relatedTarget ?? root.classList.remove("dropping"));
    addEventListener("drop", (event) => {
      event.preventDefault();
      root.classList.remove("dropping");
      const [file] = event.dataTransfer?.files ?? [];
      if (file) this.#open(file);
    });
  }

  async #open(file) {
    this.#say(`Reading ${file.name} …`);
    try {
      this.#recording = await this.#engine.recording(file);
      this.#name = file.name;
      this.#play(this.#engine.interaction(this.text()));
    } catch (error) {
      this.forget();
      this.#say(`Can't play ${file.name}: ${error.message}.`);
    }
  }

  /** What the list of rules judges while a recording is open. */
  get take() {
    return this.#recording && { recording: this.#recording, frames: [] };
  }

  /** Replays the open recording with another interaction; returns whether there is one. */
  replay() {
    if (!this.#recording) return false;
    try {
      this.#play(this.#engine.interaction(this.text()));
    } catch (error) {
      this.#say(`Can't play ${this.#name}: ${error.message}.`);
    }
    return true;
  }

  #play(interaction) {
    this.#interaction?.close();
    this.#interaction = interaction;
    const trajectory = this.#engine.replay(this.#recording, interaction);
    this.#run.show(new Player(trajectory, performance.now()));
    const { outcomes } = trajectory;
    this.#say(`Playing ${this.#name}: ${outcomes.join(", ") || "no gesture of this interaction"}.`);
    this.onTake();
  }

  /** Forgets the recording, as when another scene is chosen or a finger takes over. */
  forget() {
    this.#recording = undefined;
    this.#say("");
  }

  // The page's own

  #record() {
    this.forget();
    this.#run.record();
    this.#show(true);
    this.#say("Recording: your touches on the stage are kept until you stop.");
  }

  #stop() {
    this.#run.isRecording = false;
    this.#show(false);
    const { take } = this.#run;
    this.#say(take ? `Recorded ${take.frames.length} touch frames. They can be played again and downloaded.`
      : "Nothing was recorded: nothing has touched the stage.");
  }

  #show(isRecording) {
    const button = this.#find("record");
    button.setAttribute("aria-pressed", String(isRecording));
    button.textContent = isRecording ? "Stop" : "Record";
    for (const id of ["hold", "reverse"]) this.#find(id).disabled = isRecording;
  }

  #playAgain() {
    if (this.replay()) return;
    if (this.#run.take) this.#run.playAgain();
    else this.#say("Nothing has touched the stage yet.");
  }

  #download() {
    const { take } = this.#run;
    if (!take) {
      this.#say("Nothing has touched the stage yet: drag or flick first, then download.");
      return;
    }
    const { stage, scene } = this.#run;
    const { width, height } = take.surface;
    const { millimetresPerPixel, pointerType } = stage;
    const size = { width: width / millimetresPerPixel, height: height / millimetresPerPixel };
    const folder = `my-${scene.name}`;
    const recording = recordingText({ ...take, size, millimetresPerPixel, pointerType });
    const files = { [`${folder}/recording.json`]: recording, [`${folder}/interaction.json`]: this.text() };
    save(zip(files), `${folder}.zip`);
    this.#say(`Saved ${folder}.zip. Unpack it, then: pantograph check --accept ${folder}`);
  }
}

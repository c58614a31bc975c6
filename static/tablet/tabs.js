/* Tabs of one browser at one match: one writes and sends, the others watch.
   Knows: what the tabs tell each other, who was first, a tab that fell silent. Does not know: items, the server.

   Nothing here guards the turns: two tabs that both send do no harm, for every item has an id of its own. It only
   keeps two people from writing into two windows without knowing. */

import { clientId } from "./net.js";

const ANSWER_MS = 400; // a tab that is there answers sooner
const ASK_MS = 3_000;

export class Tabs {
  /* `onRole(leads)` when this tab begins or ceases to write; `onNews()` when the other has changed what is kept. */
  constructor(match, { onRole, onNews }) {
    this.name = `cacho-tabs-${match}`;
    this.id = clientId();
    this.leads = false;
    this.knows = false; // whether it has its part yet
    this.since = 0; // when it began to write
    this.silent = 0;
    this.answered = false;
    this.onRole = onRole;
    this.onNews = onNews;
    this.listen();
  }

  listen() {
    const take = (told) => told && told.from !== this.id && this.heard(told);
    if ("BroadcastChannel" in window) {
      this.channel = new BroadcastChannel(this.name);
      this.channel.onmessage = (event) => take(event.data);
    } else {
      window.addEventListener("storage", (event) => {
        if (event.key === this.name && event.newValue) take(JSON.parse(event.newValue));
      });
    }
    window.addEventListener("pagehide", () => this.leads && this.tell("bye"));
    // Back from the browser's memory of pages: somebody may have taken over since.
    window.addEventListener("pageshow", (event) => event.persisted && this.elect());
  }

  tell(kind) {
    const told = { kind, from: this.id, since: this.since, at: Date.now() };
    if (this.channel) return this.channel.postMessage(told);
    try {
      localStorage.setItem(this.name, JSON.stringify(told));
    } catch {
      return null; // a browser that keeps nothing has no second tab to tell
    }
  }

  /* Ask who writes; where nobody answers, this tab does. */
  async elect() {
    if (!(await this.ask())) this.become(true);
    clearInterval(this.asking);
    this.asking = setInterval(() => this.look(), ASK_MS);
  }

  async ask() {
    this.answered = false;
    this.tell("who");
    await new Promise((go) => setTimeout(go, ANSWER_MS));
    return this.answered || this.leads;
  }

  /* A tab that was killed says no good-bye: silent twice, and this window is the one that is looked at. */
  async look() {
    if (this.leads) return;
    this.silent = (await this.ask()) ? 0 : this.silent + 1;
    if (this.silent > 1 && document.visibilityState === "visible") this.become(true);
  }

  /* The referee wants to write here. */
  take() {
    this.become(true);
  }

  become(leads) {
    if (this.leads === leads) return;
    this.leads = leads;
    this.knows = true;
    this.silent = 0;
    this.since = leads ? Date.now() : 0;
    if (leads) this.tell("here");
    this.onRole(leads);
  }

  heard({ kind, from, since }) {
    if (kind === "who" && this.leads) this.tell("here");
    else if (kind === "bye") this.elect();
    else if (kind === "news") this.onNews();
    else if (kind === "here") {
      this.answered = true;
      // Two that write: who came last was asked for by a person, or found the other silent.
      const yields = !this.leads || since > this.since || (since === this.since && from < this.id);
      if (yields) this.yielded();
      else this.tell("here");
    }
  }

  /* Another tab writes. At the first word of it this tab learns its part, even where it never led. */
  yielded() {
    const isNew = this.leads || !this.knows;
    this.knows = true;
    if (!isNew) return;
    this.leads = false;
    this.since = 0;
    this.onRole(false);
  }
}

/* What a referee must see of the outbox: the pill in the bar, and the banners that say what to do.
   Knows: every state of the outbox, in words. Does not know: how anything is sent (outbox.js), turns. */

import { recall, remember } from "./memory.js";
import { built, el, redraw, seed, words } from "./page.js";

const CLOCK = "cacho-clock-told";
const DAY_MIN = 24 * 60;
const WRONG = { offline: "waits_offline", broken: "waits_broken", stopped: "waits_stopped", asking: "waits_asking" };

export class Standing {
  /* `pill` in the bar; `strip`: the place under the bar where banners stand. */
  constructor(outbox, pill, strip) {
    this.outbox = outbox;
    this.pill = pill;
    this.banners = built(el("div"));
    strip.prepend(this.banners);
    this.drawn = "";
    pill.addEventListener("click", () => outbox.flush());
  }

  /* Whether the server has not everything, or cannot be reached. */
  get isBehind() {
    const { waiting, name } = this.outbox.status;
    return waiting > 0 || name in WRONG;
  }

  draw() {
    const { status } = this.outbox;
    this.drawPill(status);
    const shown = this.said(status);
    // Drawn anew only where it differs: a finger may be on a button, and a reader's voice would begin again.
    const drawn = JSON.stringify(shown.map(({ key, text, buttons = [] }) => [key, text, buttons.map(([name]) => name)]));
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    redraw(this.banners, shown.map((each) => this.banner(each)));
  }

  /* "saved 14:03 · 2 waiting" always, and what is wrong where something is. */
  drawPill({ name, savedAt: time, waiting: count }) {
    const first = time ? words("waits_saved", { time }) : count ? words("waits_unsaved") : words("waits_ready");
    const parts = [el("span", { class: "pad-pill-waiting" }, `· ${words("waits_count", { count })}`)];
    if (WRONG[name]) parts.push(el("span", { class: "pad-pill-why" }, `· ${words(WRONG[name])}`));
    redraw(this.pill, first, parts.flatMap((part) => [" ", part])); // a line ends between two parts
    this.pill.dataset.state = `pill_${name}`;
    this.pill.dataset.count = count;
  }

  banner({ key, text, kind = "warn", buttons = [] }) {
    return el(
      "div",
      { class: `pad-strip-row pad-banner is-${kind}`, "data-key": `banner-${key}`, role: kind === "error" ? "alert" : "status" },
      el("span", {}, text),
      buttons.map(([name, press]) =>
        el("button", { type: "button", class: "pad-strip-button", "data-key": `do-${name}`, onclick: press }, words(name)),
      ),
    );
  }

  said(status) {
    const { writer } = status;
    const all = [
      status.isStopped ? this.stopped(status) : status.name === "broken" || status.trouble?.kind === "stranger" ? this.delayed(status) : null,
      status.isMemory ? { key: "memory", kind: "error", text: words("waits_memory") } : null,
      status.name === "offline" && !window.isSecureContext ? { key: "open", text: words("waits_leave_open") } : null,
      status.asks ? this.foreign(status.asks) : null,
      status.tab === "watches" ? { key: "tab", text: words("waits_tab"), buttons: [["waits_write_here", () => this.outbox.take()]] } : null,
      status.tab === "writes" && writer ? this.elsewhere(writer) : null,
      status.isOldBuild && !status.waiting ? { key: "build", kind: "good", text: words("waits_build"), buttons: [["waits_reload", reload]] } : null,
      status.clockOff_s && !recall(CLOCK) ? this.clock(status.clockOff_s) : null,
    ];
    return all.filter(Boolean);
  }

  /* The server said no to everything at once: what it says, and what to do. */
  stopped({ trouble, waiting: count }) {
    const again = ["waits_again", () => this.outbox.flush()];
    if (trouble?.kind === "login" || trouble?.error?.code === "not-let-in") {
      const next = encodeURIComponent(location.pathname);
      return { key: "login", kind: "error", text: words("waits_login", { count }), buttons: [["waits_to_login", () => location.assign(`${seed.urls.login ?? "/login/"}?next=${next}`)], again] };
    }
    const text = trouble?.error?.sentence ? words("waits_no", { sentence: trouble.error.sentence, count }) : words("waits_refused", { status: trouble?.status ?? 0, count });
    return { key: "stopped", kind: "error", text, buttons: [again, ["waits_reload", reload]] };
  }

  delayed({ trouble, waiting: count }) {
    const name = trouble.kind === "stranger" ? "waits_stranger" : "waits_broken_long";
    return { key: "delayed", text: words(name, { count, status: trouble.status }), buttons: [["waits_again", () => this.outbox.flush()]] };
  }

  foreign({ who_name: name, count }) {
    return {
      key: "foreign",
      text: words("waits_foreign", { name: name || words("waits_somebody"), count }),
      buttons: [["waits_as_mine", () => this.outbox.adopt(true)], ["waits_leave", () => this.outbox.adopt(false)]],
    };
  }

  /* Another tablet writes: this one watches until its referee takes over. */
  elsewhere({ name, since, seen, waiting: count }) {
    return {
      key: "writer",
      text: words(count ? "waits_writer_late" : "waits_writer", { name: name || words("waits_somebody"), since, seen, count }),
      buttons: [["waits_take_over", () => this.outbox.take()]],
    };
  }

  clock(off_s) {
    const minutes = Math.max(1, Math.round(Math.abs(off_s) / 60));
    const name = minutes >= DAY_MIN ? "waits_clock_day" : off_s > 0 ? "waits_clock_fast" : "waits_clock_slow";
    const close = () => {
      remember(CLOCK, true);
      this.draw();
    };
    return { key: "clock", text: words(name, { minutes }), buttons: [["waits_clock_read", close]] };
  }
}

const reload = () => location.reload();

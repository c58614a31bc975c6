/* Calling the chief referee: one call a table, with a reason to tap; it can be taken back.
   Knows: the call that is open. Does not know: who comes, how it travels. */

import { askButton, openDialog } from "./asking.js";
import { el, symbol, words } from "./page.js";

const REASONS = ["call_rules", "call_score", "call_dice", "call_behaviour", "call_absent", "call_other"];

/* Why somebody is called, or that the call that is open is taken back. `first`: the reason that is meant already. */
export async function callChief(pad, first = null) {
  if (!pad.mayWrite()) return null;
  const { call } = pad.state;
  if (call) return showCall(pad, call);
  const reason = first ?? (await pickOne(words("call_title"), words("call_ask"), REASONS));
  if (reason) pad.put("call", { reason: words(reason) });
  return null;
}

/* One of several, by the names of their words; null when none is meant. */
export function pickOne(title, text, names) {
  const body = (answer) =>
    el(
      "div",
      { class: "pad-reasons" },
      names.map((name) => askButton(words(name), () => answer(name), { key: `choice-${name}` })),
    );
  const buttons = (answer) => [askButton(words("cancel"), () => answer(null))];
  return openDialog({ title, text, body, buttons, shape: "is-sheet", stays: true });
}

async function showCall(pad, call) {
  const takesBack = await openDialog({
    title: words("call_open"),
    text: callText(call),
    buttons: (answer) => [
      askButton(words("call_back"), () => answer(true), { key: "call-back" }),
      askButton(words("close"), () => answer(null), { main: true }),
    ],
    stays: true,
  });
  if (takesBack) pad.put("uncall", { call: call.id });
}

/* "Called 14:03: …", "The chief referee is coming: …" */
function callText({ reason, time, coming, who }) {
  if (coming) return words(who ? "call_coming_who" : "call_coming", { reason, who });
  return words(time ? "call_since" : "call_waits", { reason, time });
}

/* The strip under the bar while somebody is being called; null while nobody is. */
export function callStrip(pad) {
  const { call } = pad.state;
  if (!call) return null;
  return el(
    "button",
    {
      type: "button",
      class: `pad-strip-row ${call.coming ? "is-good" : "is-warn"}`,
      "data-key": "strip-call",
      onclick: () => callChief(pad),
    },
    symbol("bell"),
    el("span", {}, callText(call)),
  );
}

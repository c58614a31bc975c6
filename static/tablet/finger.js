/* A finger presses a button the moment it goes up.
   Knows: touches, buttons. Does not know: what a button does.

   Left to itself the browser first tells a mouse of it, styles what that mouse would be over, paints that, and only then
   clicks: on a cheap tablet a third of the time in which a tap is to be shown. Two fingers that overlap press both of
   their buttons, where a browser would press neither. A mouse, a keyboard and a screen reader click as ever. */

const SLOP_PX = 15; // more than that is a pull, not a tap

/* Press buttons within `root` so. */
export function pressAtOnce(root) {
  const down = new Map(); // by finger: {button, x, y}
  const passive = { passive: true };
  root.addEventListener("touchstart", ({ cancelable, changedTouches }) => {
    for (const { identifier, target, clientX: x, clientY: y } of changedTouches) {
      down.delete(identifier);
      const button = target.closest("button");
      const isHeld = [...down.values()].some((each) => each.button === button); // two fingers press it once
      // A touch that cannot be cancelled stops what still scrolls: what it is, the browser knows.
      if (button && cancelable && !isHeld) down.set(identifier, { button, x, y });
    }
  }, passive);
  root.addEventListener("touchmove", ({ changedTouches }) => {
    for (const touch of changedTouches) if (hasLeft(down.get(touch.identifier), touch)) down.delete(touch.identifier);
  }, passive);
  root.addEventListener("touchcancel", ({ changedTouches }) => {
    for (const { identifier } of changedTouches) down.delete(identifier);
  }, passive);
  root.addEventListener("touchend", (event) => {
    for (const { identifier } of event.changedTouches) {
      const button = down.get(identifier)?.button;
      down.delete(identifier);
      if (!button || !event.cancelable) continue;
      event.preventDefault(); // the browser's own click
      if (!document.querySelector("dialog[open]")) button.click(); // which the finger before has opened over it
    }
  });
}

const hasLeft = (from, { clientX, clientY }) => from && Math.hypot(clientX - from.x, clientY - from.y) > SLOP_PX;

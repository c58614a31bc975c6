/* How long the side to throw has been at its turn.
   Knows: when the last turn came by the server's clock, and how long this page has seen it stand. Does not know: limits;
   nobody is punished by it, the chief referee sees the same figure. */

const TICK_MS = 1000;

export class TurnClock {
  constructor(holder) {
    this.holder = holder;
    this.seen = null; // what stood when the clock began to run
    this.timer = null;
  }

  /* `mark`: changes with every turn; `since` and `now`: the server's times of the last turn and of this state, or null;
     `isRunning`: somebody is at the turn. */
  draw({ mark, since, now, isRunning }) {
    const told = since && now ? Math.max(0, Date.parse(now) - Date.parse(since)) : null;
    const known = `${mark} ${since} ${now}`;
    if (known !== this.seen) {
      const isSameTurn = this.mark === mark;
      // What waits for the network has no time of the server's yet: its clock begins with the tap.
      if (told !== null) this.begunAt = performance.now() - told;
      else if (!isSameTurn) this.begunAt = performance.now();
      this.seen = known;
      this.mark = mark;
    }
    this.isRunning = isRunning;
    clearInterval(this.timer);
    if (isRunning) this.timer = setInterval(() => this.tick(), TICK_MS);
    this.holder.hidden = !isRunning;
    this.tick();
  }

  tick() {
    if (!this.isRunning) return;
    const seconds = Math.floor((performance.now() - this.begunAt) / 1000);
    const text = duration(seconds);
    if (this.holder.textContent !== text) this.holder.textContent = text;
  }
}

/* "0:42", "12:05", "1:02:05" */
export function duration(seconds) {
  const two = (figure) => String(figure).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

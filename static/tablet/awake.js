/* The screen that stays on while a match is played, where the browser can do that.
   Knows: the wake lock. Does not know: matches. Where there is none (plain HTTP, older browsers) nothing happens. */

export class Awake {
  constructor() {
    this.wanted = false;
    this.lock = null;
    // A lock is lost with every look at another page, and some browsers give it only after a touch.
    for (const name of ["visibilitychange", "pointerdown"]) document.addEventListener(name, () => this.hold());
  }

  want(isWanted) {
    if (this.wanted === isWanted) return;
    this.wanted = isWanted;
    if (isWanted) this.hold();
    else this.letGo();
  }

  async hold() {
    const { wakeLock } = navigator;
    if (!this.wanted || !wakeLock || this.lock || document.visibilityState !== "visible") return;
    this.lock = "asked";
    try {
      const lock = await wakeLock.request("screen");
      lock.addEventListener("release", () => (this.lock = null));
      this.lock = lock;
      if (!this.wanted) this.letGo();
    } catch {
      this.lock = null; // a nearly empty battery, or no touch yet
    }
  }

  letGo() {
    if (this.lock?.release) this.lock.release();
  }
}

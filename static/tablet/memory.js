/* What a browser keeps for its referee between pages: small things, by name.
   Knows: localStorage, and that a browser may forbid it. Does not know: what is kept. */

/* Settings of a browser may forbid storage: then things last as long as the page. */
export function remember(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return false;
  }
  return true;
}

export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

/* The names of all that is kept so. */
export function names() {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

type Area = 'localStorage' | 'sessionStorage'

/** @returns what was stored under a name; null if there is nothing, if it cannot be read, or if the storage is blocked */
export function readStored(name: string, area: Area = 'localStorage'): unknown {
  try {
    return JSON.parse(globalThis[area].getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a value as JSON, unless the storage is blocked or full. @param value null removes what is stored */
export function writeStored(name: string, value: unknown, area: Area = 'localStorage'): void {
  try {
    if (value === null) globalThis[area].removeItem(name)
    else globalThis[area].setItem(name, JSON.stringify(value))
  } catch {
    // the value lasts until the page is closed, where the caller keeps it
  }
}

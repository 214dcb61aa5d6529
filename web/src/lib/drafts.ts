/** Unsent input, stored per tab so that a reload loses nothing. */
const prefix = 'draft:'

export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
  } catch {
    // blocked, or not a draft: the input begins empty
    return null
  }
}

export function writeDraft(name: string, draft: unknown): void {
  try {
    sessionStorage.setItem(prefix + name, JSON.stringify(draft))
  } catch {
    // blocked or full: the draft is lost on reload
  }
}

/** How often the drafts were cleared */
let clearings = 0

/** @returns writes a draft until the drafts are cleared: a page that is left by signing out must not store it again */
export function draftWriter(name: string): (draft: unknown) => void {
  const before = clearings
  return (draft) => {
    if (before === clearings) writeDraft(name, draft)
  }
}

/** For signing out: the next user of this browser must not find the drafts. */
export function clearDrafts(): void {
  clearings += 1
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // blocked: nothing is stored
  }
}

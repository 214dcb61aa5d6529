/** Unsent input, stored per tab so that a reload loses nothing. */
const prefix = 'draft:'

export function readDraft(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + name) ?? 'null')
  } catch {
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

/** For signing out: the next user of this browser must not find the drafts. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // blocked: nothing is stored
  }
}

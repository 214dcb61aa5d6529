/** What a person has typed and not sent: kept for this tab, so that a refresh loses nothing. */
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
    // blocked or full: the draft lives as long as the page
  }
}

/** At sign-out: the next person at this computer finds nothing. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // nothing was kept
  }
}

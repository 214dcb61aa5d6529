import { readStored, writeStored } from './storage'

/** Unsent input, stored per tab so that a reload loses nothing. */
const prefix = 'draft:'

export function readDraft(name: string): unknown {
  return readStored(prefix + name, 'sessionStorage')
}

export function writeDraft(name: string, draft: unknown): void {
  writeStored(prefix + name, draft, 'sessionStorage')
}

/** Number of times that the drafts were cleared */
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

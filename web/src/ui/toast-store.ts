export type ToastMessage = {
  id: number
  title: string
  description?: string | undefined
  variant: 'success' | 'error' | 'info'
  /** Time, ms */
  shownAt: number
}

let current: ToastMessage | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(variant: ToastMessage['variant'], title: string, description?: string): void {
  lastId += 1
  current = { id: lastId, title, description, variant, shownAt: Date.now() }
  for (const listener of listeners) listener()
}

/** One toast at a time (specification, section 9): a new toast replaces the current one. */
export const toast = {
  success: (title: string, description?: string) => show('success', title, description),
  error: (title: string, description?: string) => show('error', title, description),
  info: (title: string, description?: string) => show('info', title, description),
}

export function getCurrentToast(): ToastMessage | null {
  return current
}

/** How long a toast is shown */
export const toastMs = 5_000

/** Drops a toast that nobody has seen in its time: it would no longer belong to what the user does. */
export function dropOldToast(): void {
  if (current && Date.now() - current.shownAt > toastMs) current = null
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export type ToastMessage = {
  id: number
  title: string
  description?: string | undefined
  tone: 'good' | 'bad' | 'plain'
}

let current: ToastMessage | null = null
let made = 0
const listeners = new Set<() => void>()

function show(tone: ToastMessage['tone'], title: string, description?: string): void {
  made += 1
  current = { id: made, title, description, tone }
  for (const listener of listeners) listener()
}

/** One at a time (specification, section 9): a new toast takes the place of the one shown. */
export const toast = {
  good: (title: string, description?: string) => show('good', title, description),
  bad: (title: string, description?: string) => show('bad', title, description),
  plain: (title: string, description?: string) => show('plain', title, description),
}

export function currentToast(): ToastMessage | null {
  return current
}

export function onToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

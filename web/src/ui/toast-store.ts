import { createStore } from '@/lib/store'

export type ToastAction = {
  label: string
  /** The earliest time (ms): until then the seconds are counted down */
  notBefore: number
  run: () => void
}

export type ToastMessage = {
  id: number
  title: string
  description?: string | undefined
  action?: ToastAction | undefined
  variant: 'success' | 'error' | 'info'
  /** Time, ms */
  shownAt: number
  /** How long it is shown, ms */
  durationMs: number
}

/** How long a toast is shown; one with an action, after its action became possible */
const toastMs = 5_000

let lastId = 0
export const toasts = createStore<ToastMessage | null>(null)

function show(
  variant: ToastMessage['variant'],
  title: string,
  description?: string,
  action?: ToastAction,
): number {
  lastId += 1
  const shownAt = Date.now()
  const durationMs = toastMs + Math.max(0, (action?.notBefore ?? 0) - shownAt)
  toasts.set({ id: lastId, title, description, action, variant, shownAt, durationMs })
  return lastId
}

/** One toast at a time (specification, section 9): a new toast replaces the current one. */
export const toast = {
  success: (title: string, description?: string) => void show('success', title, description),
  error: (title: string, description?: string) => void show('error', title, description),
  info: (title: string, description?: string) => void show('info', title, description),
}

/** An error with what the user can do about it. @returns its id, for `withdrawAction` */
export function showErrorWithAction(
  title: string,
  description: string | undefined,
  action: ToastAction,
): number {
  return show('error', title, description, action)
}

/** Takes the action away from a toast that is still shown: what it belongs to is gone. */
export function withdrawAction(id: number): void {
  const shown = toasts.get()
  if (shown?.id === id) toasts.set({ ...shown, action: undefined })
}

/** Takes away the toast of a failure that has been made good since. @param title of the toast */
export function dismissError(title: string): void {
  const shown = toasts.get()
  if (shown?.variant === 'error' && shown.title === title) toasts.set(null)
}

/** Drops a toast that nobody has seen in its time: it would no longer belong to what the user does. */
export function dropOldToast(): void {
  const shown = toasts.get()
  if (shown && Date.now() - shown.shownAt > shown.durationMs) toasts.set(null)
}

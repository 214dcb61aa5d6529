import { useEffect, useRef } from 'react'
import { mayRepeat, serverText, waitMsOf } from '@/lib/http/api-error'
import { showErrorWithAction, toast, withdrawAction } from '@/ui/toast-store'

type Options = {
  /** Sends the same request again, with the same Idempotency-Key. Offered if it may succeed */
  repeat?: () => void
  /** If the server gave no reason */
  fallback?: string
}

/**
 * Shows that something failed: the title to the letter (specification, section 8) with the server's reason below it, and 'Try again'
 * after a failure that says nothing about the request itself, not before the server's Retry-After.
 * @returns the id of a toast with 'Try again'
 */
export function toastFailure(title: string, error: unknown, options: Options = {}): number | undefined {
  const reason = serverText(error) ?? options.fallback
  const waitMs = waitMsOf(error)
  if (options.repeat && mayRepeat(error)) {
    const action = { label: 'Try again', notBefore: Date.now() + waitMs, run: options.repeat }
    return showErrorWithAction(title, reason, action)
  }
  toast.error(title, reasonWithWait(error, options.fallback))
  return undefined
}

/** @returns why it failed, and when it can be tried again if the server said so. @param fallback if the server gave no reason */
export function reasonWithWait(error: unknown, fallback?: string): string | undefined {
  const waitMs = waitMsOf(error)
  const when = waitMs > 0 && `You can try again in ${Math.ceil(waitMs / 1_000)} s.`
  return [serverText(error) ?? fallback, when].filter(Boolean).join(' ') || undefined
}

/**
 * @returns `toastFailure` for a dialog with a form: 'Try again' goes when the dialog is closed, because the user gave it up then, and
 *   a success would close the next dialog
 */
export function useDialogFailure(): typeof toastFailure {
  const shown = useRef<number>(undefined)
  useEffect(
    () => () => {
      if (shown.current !== undefined) withdrawAction(shown.current)
    },
    [],
  )
  return (title, error, options) => {
    shown.current = toastFailure(title, error, options)
    return shown.current
  }
}

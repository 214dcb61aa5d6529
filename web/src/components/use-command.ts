import type { ErrorCode } from '@jaanch/contracts/errors'
import { useEffect, useRef, useState } from 'react'
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form'
import { hasCode, mayRepeat, serverText, waitMsOf } from '@/lib/http/api-error'
import { dismissError, showErrorWithAction, toast, withdrawAction } from '@/ui/toast-store'
import { tryAgain, waitText } from './texts'

type Command<Input, Answer> = {
  /** Gives the command. One that creates or changes something has its Idempotency-Key from `command` */
  send: (input: Input) => Promise<Answer>
  /** The toast after a success: its title, or title and text */
  succeeded?: string | readonly [title: string, text: string]
  /** Runs after a success; the command is busy until it ends */
  done?: (answer: Answer, input: Input) => unknown
  /** Below the title of the failure if the server gave no reason */
  fallback?: string | undefined
  /** Whether 'Try again' may be offered: not in a form that asks for something else after a failure */
  isRepeatable?: boolean
} & (
  | {
      /** Title of the toast after a failure, to the letter (specification, section 8); the server's reason is shown below it */
      failed: string | ((input: Input) => string)
      /** Runs after a failure. @returns true if it is shown elsewhere, and needs no toast */
      onFailure?: (error: unknown, input: Input) => unknown
    }
  | { failed?: undefined; onFailure: (error: unknown, input: Input) => true }
)

type CommandControl<Input> = {
  /** Never rejects: what fails is shown */
  run: (input: Input) => Promise<void>
  busy: boolean
  /** The input of the command that is not answered yet */
  running: readonly Input[]
}

/**
 * A command of the user, declared once: it is busy until it is answered, and then says what came of it. After a failure that says
 * nothing about the command itself, the toast has 'Try again', not before the server's Retry-After: it gives the same command with the
 * same Idempotency-Key.
 */
export function useCommand<Answer, Input = void>(command: Command<Input, Answer>): CommandControl<Input> {
  return useCommandWith(command, toastFailure)
}

/** `useCommand` of a dialog: 'Try again' goes when it is closed, because the user gave it up then, and a success would close the next. */
export function useDialogCommand<Answer, Input = void>(command: Command<Input, Answer>) {
  const shown = useRef<number>(undefined)
  useEffect(
    () => () => {
      if (shown.current !== undefined) withdrawAction(shown.current)
    },
    [],
  )
  return useCommandWith(command, (...failure) => {
    shown.current = toastFailure(...failure)
  })
}

/** `useDialogCommand` with the values of a form. @returns what its FormDialog submits */
export function useFormCommand<Answer, Values extends FieldValues, Output>(
  form: Pick<UseFormReturn<Values, unknown, Output>, 'handleSubmit'>,
  command: Command<Output, Answer>,
) {
  const { run, busy } = useDialogCommand(command)
  return { isSubmitting: busy, onSubmit: form.handleSubmit((values) => run(values)) }
}

function useCommandWith<Input, Answer>(
  command: Command<Input, Answer>,
  show: (...failure: Parameters<typeof toastFailure>) => void,
): CommandControl<Input> {
  const { send, succeeded, done, failed, fallback, isRepeatable = true, onFailure } = command
  const [running, setRunning] = useState<readonly Input[]>([])

  const titleOf = (input: Input) => (typeof failed === 'function' ? failed(input) : (failed ?? ''))

  async function run(input: Input) {
    let isAnswered = false
    setRunning((before) => [...before, input])
    try {
      const answer = await send(input)
      isAnswered = true
      if (failed !== undefined) dismissError(titleOf(input))
      if (typeof succeeded === 'string') toast.success(succeeded)
      else if (succeeded) toast.success(...succeeded)
      await done?.(answer, input)
    } catch (error) {
      // the user was asked for the password, and gave the command up
      if (hasCode(error, 'confirmation-required')) return
      if (onFailure?.(error, input) === true || failed === undefined) return
      const title = titleOf(input)
      // after the answer, a repetition would do it twice
      const repeat = isRepeatable && !isAnswered ? () => void run(input) : undefined
      show(title, error, { fallback, repeat })
    } finally {
      setRunning((before) => before.toSpliced(before.indexOf(input), 1))
    }
  }

  return { run, running, busy: running.length > 0 }
}

/** @returns shows a refusal with one of these codes at the field of a form. For `onFailure` */
export function refusedAt<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, 'setError'>,
  field: FieldPath<Values>,
  ...codes: readonly ErrorCode[]
) {
  return (error: unknown): boolean => {
    const isRefused = hasCode(error, ...codes)
    if (isRefused) form.setError(field, { message: serverText(error) ?? '' }, { shouldFocus: true })
    return isRefused
  }
}

type FailureOptions = {
  /** Sends the same request again, with the same Idempotency-Key. Offered if it may succeed */
  repeat?: (() => void) | undefined
  fallback?: string | undefined
}

/** @returns the id of a toast with 'Try again' */
function toastFailure(
  title: string,
  error: unknown,
  { repeat, fallback }: FailureOptions,
): number | undefined {
  const reason = serverText(error) ?? fallback
  // nobody would know what was wrong
  if (reason === undefined) console.warn(title, error)
  if (repeat && mayRepeat(error)) {
    const action = { label: tryAgain, notBefore: Date.now() + waitMsOf(error), run: repeat }
    return showErrorWithAction(title, reason, action)
  }
  toast.error(title, reasonWithWait(error, fallback))
  return undefined
}

/** @returns why it failed, and when it can be tried again if the server said so. @param fallback if the server gave no reason */
export function reasonWithWait(error: unknown, fallback?: string): string | undefined {
  const waitMs = waitMsOf(error)
  const when = waitMs > 0 && waitText(Math.ceil(waitMs / 1_000))
  return [serverText(error) ?? fallback, when].filter(Boolean).join(' ') || undefined
}

import { createStore } from '../store'
import { hasCode } from './api-error'

type Question = { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void }

/** The question whether it is the owner who uses the session, while it is asked. One for all calls that wait for it */
export const confirmation = createStore<Question | null>(null)

/** Runs a call; if it needs a confirmed session, asks the user, and then runs it once more. @throws as the call, also if the user declines */
export async function withConfirmation<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!hasCode(error, 'confirmation-required') || !(await ask())) throw error
    return run()
  }
}

function ask(): Promise<boolean> {
  const asked = confirmation.get()
  if (asked) return asked.answer
  const { promise: answer, resolve } = Promise.withResolvers<boolean>()
  const settle = (isConfirmed: boolean) => {
    confirmation.set(null)
    resolve(isConfirmed)
  }
  confirmation.set({ answer, settle })
  return answer
}

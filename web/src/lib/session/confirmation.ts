import { createStore } from '../store'

type Question = { answer: Promise<boolean>; settle: (isConfirmed: boolean) => void }

/** The question whether it is the owner who uses the session, while it is asked. One for all calls that wait for it */
export const confirmation = createStore<Question | null>(null)

/** @returns whether the session was confirmed */
export function askForConfirmation(): Promise<boolean> {
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

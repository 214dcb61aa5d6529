import { createStore } from '../store'
import { unsentOf } from './kept-note'

type Question = { unsent: number; settle: (isLeaving: boolean) => void }

/** The question whether to sign out although something is not sent yet, while it is asked */
export const leaving = createStore<Question | null>(null)

/** Before signing out: asks if something of the user is not sent yet. @returns whether to go on */
export function mayLeave(userId: string): Promise<boolean> {
  const unsent = unsentOf(userId)
  if (unsent === 0) return Promise.resolve(true)
  leaving.get()?.settle(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const settle = (isLeaving: boolean) => {
    leaving.set(null)
    resolve(isLeaving)
  }
  leaving.set({ unsent, settle })
  return promise
}

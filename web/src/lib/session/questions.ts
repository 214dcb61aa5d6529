import { useNavigate } from 'react-router-dom'
import { paths } from '../paths'
import { createStore } from '../store'
import { unsentOf } from './kept-note'
import { useSession, useUser } from './session-context'

type Question = { answer: Promise<boolean>; settle: (isYes: boolean) => void }

/** A question to the user, asked once for everything that waits for its answer; null while nothing does. */
function createQuestion() {
  const store = createStore<Question | null>(null)
  function ask(): Promise<boolean> {
    const asked = store.get()
    if (asked) return asked.answer
    const { promise: answer, resolve } = Promise.withResolvers<boolean>()
    const settle = (isYes: boolean) => {
      store.set(null)
      resolve(isYes)
    }
    store.set({ answer, settle })
    return answer
  }
  return { ...store, ask }
}

/** Whether it is the owner who uses the session */
export const confirmation = createQuestion()

/** Whether to sign out although something is not sent yet */
export const leaving = createQuestion()

/** Asks before signing out if something of the user is not sent yet. @returns whether to go on */
export async function mayLeave(userId: string): Promise<boolean> {
  return unsentOf(userId) === 0 || leaving.ask()
}

/** @returns signs the user out, unless they decline, and shows the landing page */
export function useSignOut(): () => Promise<void> {
  const { id } = useUser()
  const { signOut } = useSession()
  const navigate = useNavigate()
  return async () => {
    if (!(await mayLeave(id))) return
    signOut()
    navigate(paths.landing)
  }
}

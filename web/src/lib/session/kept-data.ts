import { readToken, subjectOf } from '../http/token'
import { loadPart } from '../parts/load-part'
import { readHandIns, readKept, readLeft, unsentOf, writeHandIn, writeLeft } from './kept-note'

/**
 * Deletes what is kept of everybody who is not signed in, however their sessions ended: at the start of the client, and whenever a
 * session begins or ends in any tab. What is not sent yet stays, and is sent after the next login. What a tab that is closed did not
 * delete is deleted then.
 */
export async function forgetOthers(): Promise<void> {
  const current = subjectOf(readToken())
  const others = Object.keys(readKept()).filter((userId) => userId !== current)
  if (others.length > 0) writeLeft([...new Set([...readLeft(), ...others])])
  if (readLeft().length === 0) return
  const { leave } = await loadPart(() => import('../outbox/outbox'))
  try {
    for (const userId of readLeft()) {
      await leave(userId)
      writeLeft(readLeft().filter((left) => left !== userId))
    }
  } catch (error) {
    console.warn('What was kept will be deleted later', error)
  }
}

/**
 * When the server has ended a session, whose user may have lost access: what was done before and is not sent yet is handed in with its token.
 */
export function handInLater(token: string): void {
  const userId = subjectOf(token)
  if (userId === undefined || unsentOf(userId) === 0) return
  writeHandIn(userId, token)
  void handIn()
}

/** Goes on with what is not handed in yet: at the start of the client, and when a session was ended. */
export async function handIn(): Promise<void> {
  if (Object.keys(readHandIns()).length === 0) return
  const { flush } = await loadPart(() => import('../outbox/outbox'))
  flush()
}

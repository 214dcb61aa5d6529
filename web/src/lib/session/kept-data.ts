import { loadPart } from '../parts/load-part'
import { readKept, readLeft, writeLeft } from './kept-note'

/** Deletes at the logout what is kept of a user; what is not sent yet stays, and is sent after the next login. */
export function leaveKept(userId: string | undefined): void {
  if (userId === undefined || !(userId in readKept())) return
  writeLeft([...new Set([...readLeft(), userId])])
  void deleteLeft()
}

/** Goes on with what a closed tab did not delete: at the start of the client. */
export async function deleteLeft(): Promise<void> {
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

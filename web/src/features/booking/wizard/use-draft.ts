import { useCallback, useRef, useState } from 'react'
import { draftWriter, readDraft, writeDraft } from '@/lib/drafts'
import { type Draft, draftName, newDraft, type UpdateDraft } from './draft'

/** Stores what was chosen for another package, with a key of its own: opened, the wizard goes on with it. */
export function storeDraftOf(userId: string, packageId: string, chosen: Draft): void {
  const { bookingKey } = newDraft(packageId)
  const fresh = { packageId, bookingKey, hold: null, unanswered: [], booked: null }
  writeDraft(draftName(userId, packageId), { ...chosen, ...fresh })
}

/**
 * The draft of one user for one package.
 * @param resume false: start a new draft if the last one was booked. It replaces that one at once, which a reload would show again
 */
export function useDraft(userId: string, packageId: string, resume: boolean): [Draft, UpdateDraft] {
  const name = draftName(userId, packageId)
  const [write] = useState(() => draftWriter(name))
  const [draft, setDraft] = useState<Draft>(() => {
    const stored = readDraft(name) as Partial<Draft> | null
    const isResumed = stored?.packageId === packageId && (!stored.booked || resume)
    const first = { ...newDraft(packageId), ...(isResumed && stored) }
    // also one that goes on: its key must survive a reload
    write(first)
    return first
  })
  const latest = useRef(draft)
  const updateDraft = useCallback<UpdateDraft>(
    (change) => {
      // Stored at once, not in an effect: the page may be closed during a request.
      latest.current = { ...latest.current, ...change }
      write(latest.current)
      setDraft(latest.current)
    },
    [write],
  )
  return [draft, updateDraft]
}

import { useCallback, useRef, useState } from 'react'
import { readDraft, writeDraft } from '@/lib/drafts'
import { type Draft, newDraft, type UpdateDraft } from './draft'

/**
 * The draft of one user for one package.
 * @param resume false: start a new draft if the last one was booked. It replaces that one at once, which a reload would show again
 */
export function useDraft(userId: string, packageId: string, resume: boolean): [Draft, UpdateDraft] {
  const name = `book:${userId}:${packageId}`
  const [draft, setDraft] = useState<Draft>(() => {
    const stored = readDraft(name) as Partial<Draft> | null
    const isResumed = stored?.packageId === packageId && (!stored.booked || resume)
    const first = { ...newDraft(packageId), ...(isResumed && stored) }
    if (!isResumed) writeDraft(name, first)
    return first
  })
  const latest = useRef(draft)
  const updateDraft = useCallback<UpdateDraft>(
    (change) => {
      // Stored at once, not in an effect: the page may be closed during a request.
      latest.current = { ...latest.current, ...change }
      writeDraft(name, latest.current)
      setDraft(latest.current)
    },
    [name],
  )
  return [draft, updateDraft]
}

import { useCallback, useRef, useState } from 'react'
import { readDraft, writeDraft } from '@/lib/drafts'
import { type Draft, newDraft, type UpdateDraft } from './draft'

/** The draft of one user for one package. @param resume false: start a new draft if the last one was booked */
export function useDraft(userId: string, packageId: string, resume: boolean): [Draft, UpdateDraft] {
  const name = `book:${userId}:${packageId}`
  const [draft, setDraft] = useState<Draft>(() => {
    const stored = readDraft(name) as Partial<Draft> | null
    if (stored?.packageId !== packageId || (stored.booked && !resume)) return newDraft(packageId)
    return { ...newDraft(packageId), ...stored }
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

import { useCallback, useRef, useState } from 'react'
import { readDraft, writeDraft } from '@/lib/drafts'
import { type Draft, newDraft } from './draft'
import type { Keep } from './submit'

/** The draft of one person for one package. @param resume false: begin anew if the last one was booked */
export function useDraft(userId: string, packageId: string, resume: boolean): [Draft, Keep] {
  const name = `book:${userId}:${packageId}`
  const [draft, setDraft] = useState<Draft>(() => {
    const kept = readDraft(name) as Partial<Draft> | null
    if (kept?.packageId !== packageId || (kept.booked && !resume)) return newDraft(packageId)
    return { ...newDraft(packageId), ...kept }
  })
  const latest = useRef(draft)
  const keep = useCallback<Keep>(
    (change) => {
      // Written at once, not in an effect: the page may be closed while a request is under way.
      latest.current = { ...latest.current, ...change }
      writeDraft(name, latest.current)
      setDraft(latest.current)
    },
    [name],
  )
  return [draft, keep]
}

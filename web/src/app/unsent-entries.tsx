import { useEffect, useState } from 'react'
import { loadPart } from '@/lib/parts/load-part'
import { unsentOf } from '@/lib/session/kept-note'
import { leaving } from '@/lib/session/questions'
import { useSession } from '@/lib/session/session-context'
import { useStore } from '@/lib/store'
import { lazyDialog } from '@/ui/lazy-part'
import { unsent as texts } from './texts'

/** Sends what an earlier visit left unsent, on whichever page this one begins, and asks before the user signs out without it. */
export function UnsentEntries() {
  const { state } = useSession()
  const userId = state.status === 'signed-in' ? state.user.id : null
  const question = useStore(leaving)

  useEffect(() => {
    if (userId && unsentOf(userId) > 0)
      void loadPart(() => import('@/lib/outbox/outbox')).then(({ flush }) => flush())
    // the question is about the entries of this user
    return () => leaving.get()?.settle(false)
  }, [userId])

  return question && userId && <LeaveQuestion userId={userId} onAnswer={question.settle} />
}

const LeaveDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)

function LeaveQuestion({ userId, onAnswer }: { userId: string; onAnswer: (isYes: boolean) => void }) {
  // the number stays while the outbox sends in the background
  const [count] = useState(() => unsentOf(userId))
  return (
    <LeaveDialog
      title={texts.title(count)}
      description={texts.text}
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      onConfirm={() => onAnswer(true)}
      onClose={() => onAnswer(false)}
    />
  )
}

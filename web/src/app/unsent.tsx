import { useEffect } from 'react'
import { loadPart } from '@/lib/parts/load-part'
import { unsentOf } from '@/lib/session/kept-note'
import { leaving } from '@/lib/session/leaving'
import { useSession } from '@/lib/session/session-context'
import { useStore } from '@/lib/store'
import { lazyDialog } from '@/ui/lazy-part'
import { unsent as texts } from './texts'

const LeaveDialog = lazyDialog(async () => (await import('@/ui/confirm-dialog')).OpenConfirmDialog)

/** Sends what an earlier visit left unsent, on whichever page this one begins, and asks before the user signs out without it. */
export function Unsent() {
  const { state } = useSession()
  const userId = state.status === 'signed-in' ? state.user.id : null

  useEffect(() => {
    if (userId && unsentOf(userId) > 0)
      void loadPart(() => import('@/lib/outbox/outbox')).then(({ flush }) => flush())
  }, [userId])

  const question = useStore(leaving)
  if (!question) return null
  return (
    <LeaveDialog
      title={texts.title(question.unsent)}
      description={texts.text}
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      onConfirm={() => question.settle(true)}
      onClose={() => question.settle(false)}
    />
  )
}

import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { onConfirmationRequired } from '@/lib/http/call'
import { loadPart } from '@/lib/parts/load-part'
import { unsentOf } from '@/lib/session/kept-note'
import { confirmation, leaving } from '@/lib/session/questions'
import { useSession } from '@/lib/session/session-context'
import { useStore } from '@/lib/store'
import { lazyDialog } from '@/ui/lazy-part'
import { unsent as texts } from './texts'

const ConfirmSessionDialog = lazyDialog(
  async () => (await import('@/components/account/confirm-session-dialog')).ConfirmSessionDialog,
)

/** Asks the user for the password again when a call needs it. */
export function Confirmation() {
  const question = useStore(confirmation)
  const isSignedIn = useSession().state.status === 'signed-in'
  const { pathname } = useLocation()
  useEffect(() => onConfirmationRequired(confirmation.ask), [])
  // it is about a command of this page and this session
  // biome-ignore lint/correctness/useExhaustiveDependencies: given up when one of them changes
  useEffect(() => () => confirmation.get()?.settle(false), [pathname, isSignedIn])
  if (!question) return null
  return (
    <ConfirmSessionDialog onConfirmed={() => question.settle(true)} onClose={() => question.settle(false)} />
  )
}

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
  if (!question || !userId) return null
  return (
    <LeaveDialog
      title={texts.title(unsentOf(userId))}
      description={texts.text}
      confirmLabel={texts.leave}
      cancelLabel={texts.stay}
      onConfirm={() => question.settle(true)}
      onClose={() => question.settle(false)}
    />
  )
}

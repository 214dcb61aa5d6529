import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { onConfirmationRequired } from '@/lib/http/call'
import { askForConfirmation, confirmation } from '@/lib/session/confirmation'
import { useSession } from '@/lib/session/session-context'
import { useStore } from '@/lib/store'
import { lazyDialog } from '@/ui/lazy-part'

const ConfirmSessionDialog = lazyDialog(
  async () => (await import('@/components/account/confirm-session-dialog')).ConfirmSessionDialog,
)

/** Asks the user for the password again when a call needs it. */
export function Confirmation() {
  const question = useStore(confirmation)
  const isSignedIn = useSession().state.status === 'signed-in'
  const { pathname } = useLocation()
  useEffect(() => onConfirmationRequired(askForConfirmation), [])
  // it is about a command of this page and this session
  // biome-ignore lint/correctness/useExhaustiveDependencies: given up when one of them changes
  useEffect(() => () => confirmation.get()?.settle(false), [pathname, isSignedIn])
  if (!question) return null
  return (
    <ConfirmSessionDialog onConfirmed={() => question.settle(true)} onClose={() => question.settle(false)} />
  )
}

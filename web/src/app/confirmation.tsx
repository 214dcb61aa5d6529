import { useEffect } from 'react'
import { onConfirmationRequired } from '@/lib/http/confirmation'
import { askForConfirmation, confirmation } from '@/lib/session/confirmation'
import { useStore } from '@/lib/store'
import { lazyDialog } from '@/ui/lazy-part'

const ConfirmSessionDialog = lazyDialog(
  async () => (await import('@/components/account/confirm-session-dialog')).ConfirmSessionDialog,
)

/** Asks the user for the password again when a call needs it. */
export function Confirmation() {
  const question = useStore(confirmation)
  useEffect(() => onConfirmationRequired(askForConfirmation), [])
  if (!question) return null
  return (
    <ConfirmSessionDialog onConfirmed={() => question.settle(true)} onClose={() => question.settle(false)} />
  )
}

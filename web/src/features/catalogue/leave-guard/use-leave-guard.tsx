import { type ReactNode, useEffect, useState } from 'react'
import { leaveTexts } from '@/components/texts'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'

type LeaveGuard = {
  /** To be shown in the editor */
  question: ReactNode
  /** For the editor's way back: leaves, or asks first */
  leave: () => void
}

/**
 * For an editor: asks before its way back drops unsaved changes. When the tab is closed or loaded again, the browser asks.
 * @param isUnsaved something was changed and not saved
 */
export function useLeaveGuard(isUnsaved: boolean, onLeave: () => void): LeaveGuard {
  const [isAsking, setAsking] = useState(false)

  useEffect(() => {
    if (!isUnsaved) return
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [isUnsaved])

  return {
    question: isAsking && (
      <OpenConfirmDialog {...leaveTexts} onConfirm={onLeave} onClose={() => setAsking(false)} />
    ),
    leave: () => (isUnsaved ? setAsking(true) : onLeave()),
  }
}

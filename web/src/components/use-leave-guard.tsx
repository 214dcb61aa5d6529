import { type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { UNSAFE_NavigationContext } from 'react-router-dom'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { leaveTexts } from './texts'

type LeaveGuard = {
  /** To be shown in the editor */
  question: ReactNode
  /** From now on the editor is left without a question: what it had is saved */
  release: () => void
}

/**
 * For an editor: asks before somebody leaves it with unsaved changes by a link, a button or Back. When the tab is closed or loaded again,
 * the browser asks. The router can only be held by its navigator, because its own question needs another kind of router.
 * @param isUnsaved something was changed and not saved
 */
export function useLeaveGuard(isUnsaved: boolean): LeaveGuard {
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const isReleased = useRef(false)
  /** Leaves as it was asked for */
  const [leave, setLeave] = useState<() => void>()

  useEffect(() => {
    if (!isUnsaved) return
    isReleased.current = false
    const { push } = navigator
    navigator.push = (...to) => (isReleased.current ? push(...to) : setLeave(() => () => push(...to)))

    const here: unknown = history.state?.idx
    function onPop(event: PopStateEvent) {
      const there: unknown = event.state?.idx
      if (isReleased.current || typeof here !== 'number' || typeof there !== 'number') return
      // before the router hears of it
      event.stopImmediatePropagation()
      if (there === here) return
      history.go(here - there)
      setLeave(() => () => {
        isReleased.current = true
        history.go(there - here)
      })
    }
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('popstate', onPop, { capture: true })
    addEventListener('beforeunload', onUnload)
    return () => {
      navigator.push = push
      removeEventListener('popstate', onPop, { capture: true })
      removeEventListener('beforeunload', onUnload)
    }
  }, [isUnsaved, navigator])

  return {
    question: leave && (
      <OpenConfirmDialog {...leaveTexts} onConfirm={leave} onClose={() => setLeave(undefined)} />
    ),
    release: () => {
      isReleased.current = true
    },
  }
}

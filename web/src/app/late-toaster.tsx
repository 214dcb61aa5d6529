import { waitForValue } from '@/lib/store'
import { dropOldToast, toasts } from '@/ui/toast-store'
import { LatePart } from './late-part'

async function loadToaster() {
  const { Toaster } = await import('@/ui/toaster')
  dropOldToast()
  return Toaster
}

const waitForToast = () => waitForValue(toasts, Boolean)

/** The toasts, whose code (5 kB gzip) loads after the page, or with the first toast. It appears then. */
export function LateToaster() {
  return <LatePart load={loadToaster} orWhen={waitForToast} />
}

import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { BrowserRouter, useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { swrConfig } from '@/lib/cache/swr-config'
import { onConfirmationRequired } from '@/lib/http/call'
import { loadPart } from '@/lib/parts/load-part'
import { unsentOf } from '@/lib/session/kept-note'
import { confirmation, leaving } from '@/lib/session/questions'
import { useSession } from '@/lib/session/session-context'
import { SessionProvider } from '@/lib/session/session-provider'
import { useStore } from '@/lib/store'
import { Announcer } from '@/ui/announcer'
import { lazyDialog } from '@/ui/lazy-part'
import { LatePart, LateToaster } from './late-part'
import { LiveConnection } from './live-connection'
import { AppRoutes } from './routes'

const texts = {
  title: (count: number) => (count === 1 ? '1 entry is not sent yet' : `${count} entries are not sent yet`),
  text: 'What is not sent stays on this device if you sign out now, and is sent when you sign in here again.',
  leave: 'Sign out',
  stay: 'Stay signed in',
}

const loadBanner = async () => (await import('./maintenance-banner')).MaintenanceBanner

type AppProps = { router?: ComponentType<{ children: ReactNode }> }

export function App({ router: Router = BrowserRouter }: AppProps) {
  return (
    <SWRConfig value={swrConfig}>
      <SessionProvider>
        <Router>
          <AppRoutes />
          <Confirmation />
          <UnsentEntries />
        </Router>
        <LiveConnection />
        <LateToaster />
        <LatePart load={loadBanner} />
        <Announcer />
      </SessionProvider>
    </SWRConfig>
  )
}

const ConfirmSessionDialog = lazyDialog(
  async () => (await import('@/features/account/security/prove-dialog')).ConfirmSessionDialog,
)

/** Asks the user for the password again when a call needs it. */
function Confirmation() {
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

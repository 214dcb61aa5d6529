import { KeyRound, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { paths } from '@/lib/paths'
import { signOutEverywhere, useSessions } from '@/lib/resources/auth'
import { useSession } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { lazyDialog } from '@/ui/lazy-part'
import { Panel } from '@/ui/panel'
import { Skeleton } from '@/ui/skeleton'
import { SessionEntry } from './session-entry'
import { security, signOutEverywhere as texts } from './texts'

const PasswordDialog = lazyDialog(async () => (await import('./password-dialog')).PasswordDialog)

/** The password of the user and where they are signed in. */
export function SecurityPanel() {
  const { rows, loading } = useSessions()
  const [changing, setChanging] = useState(false)

  return (
    <Panel
      size="lg"
      title={security.title}
      action={
        <Button variant="soft" size="sm" onClick={() => setChanging(true)}>
          <KeyRound aria-hidden />
          {security.changePassword}
        </Button>
      }
    >
      <h3 className="px-5 pt-4 font-semibold text-sm">{security.sessions}</h3>
      {loading && (
        <div role="status" aria-label="Loading" className="grid gap-6 p-5">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      )}
      {!loading && rows.length === 0 && (
        <p className="px-5 py-8 text-center text-ink-soft">{security.unavailable}</p>
      )}
      {rows.length > 0 && (
        <ul className="divide-y">
          {rows.map((session) => (
            <SessionEntry key={session.id} session={session} />
          ))}
        </ul>
      )}
      {!loading && <LeaveEverywhere />}
      {changing && <PasswordDialog onClose={() => setChanging(false)} />}
    </Panel>
  )
}

function LeaveEverywhere() {
  const { signOut } = useSession()
  const navigate = useNavigate()

  const { run, busy } = useCommand({
    ...texts.command,
    send: () => signOutEverywhere(signOut),
    done: () => navigate(paths.landing),
  })

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t p-5">
      <p className="min-w-0 grow basis-52 text-ink-soft text-xs">{security.somethingUnknown}</p>
      <ConfirmButton size="sm" className="max-sm:w-full" {...texts.question} loading={busy} onConfirm={run}>
        <LogOut aria-hidden />
        {texts.label}
      </ConfirmButton>
    </div>
  )
}

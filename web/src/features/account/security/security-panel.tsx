import type { SessionView } from '@jaanch/account/sessions/api'
import { KeyRound, LogOut, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { pleaseTryAgain } from '@/components/texts'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { paths } from '@/lib/paths'
import { mayLeave, useSignOut } from '@/lib/session/questions'
import { useSession, useUser } from '@/lib/session/session-context'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmButton } from '@/ui/confirm-button'
import { IconSpot } from '@/ui/icon-spot'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Panel } from '@/ui/panel'
import { SkeletonBlocks } from '@/ui/skeleton'
import { endSession, signOutEverywhere, useSessions } from './calls'

const texts = {
  title: 'Sign-in and security',
  changePassword: 'Change password',
  sessions: 'Where you are signed in',
  unavailable: "This can't be shown at the moment.",
  somethingUnknown:
    'Something that you do not know? Change your password: that signs out your other devices.',
  everywhere: {
    label: 'Sign out everywhere',
    question: {
      title: 'Sign out everywhere',
      description: 'You are signed out on all your devices, this one too.',
      confirmLabel: 'Sign out everywhere',
      cancelLabel: 'Cancel',
    },
    command: {
      succeeded: 'Signed out everywhere',
      failed: 'Failed to sign out everywhere',
      fallback: pleaseTryAgain,
    },
  },
  session: {
    thisDevice: 'This device',
    signOut: 'Sign out',
    signedOut: 'Signed out',
    failed: 'Failed to sign out',
  },
}

const PasswordDialog = lazyDialog(async () => (await import('./password-dialog')).PasswordDialog)

export function SecurityPanel() {
  const { rows, loading } = useSessions()
  const [changing, setChanging] = useState(false)

  return (
    <Panel
      size="lg"
      title={texts.title}
      action={
        <Button icon={KeyRound} variant="soft" size="sm" onClick={() => setChanging(true)}>
          {texts.changePassword}
        </Button>
      }
    >
      <h3 className="px-5 pt-4 font-semibold text-sm">{texts.sessions}</h3>
      {loading && <SkeletonBlocks className="grid gap-6 p-5" blocks={['h-14', 'h-14']} />}
      {!loading && rows.length === 0 && (
        <p className="px-5 py-8 text-center text-ink-soft">{texts.unavailable}</p>
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
  const user = useUser()
  const navigate = useNavigate()

  const { run, busy } = useCommand({
    ...texts.everywhere.command,
    send: () => signOutEverywhere(signOut),
    done: () => navigate(paths.landing),
  })

  async function leave() {
    if (await mayLeave(user.id)) await run()
  }

  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t p-5">
      <p className="min-w-0 grow basis-52 text-ink-soft text-xs">{texts.somethingUnknown}</p>
      <ConfirmButton
        size="sm"
        className="max-sm:w-full"
        {...texts.everywhere.question}
        loading={busy}
        onConfirm={leave}
      >
        <LogOut aria-hidden />
        {texts.everywhere.label}
      </ConfirmButton>
    </div>
  )
}

function SessionEntry({ session }: { session: SessionView }) {
  const { id, device, network, createdAt, lastSeenAt, endsAt, isCurrent } = session
  const signOut = useSignOut()
  const Icon = /Android|iOS/.test(device) ? Smartphone : Monitor

  const { run, busy } = useCommand({
    send: () => endSession(id),
    succeeded: [texts.session.signedOut, device],
    failed: texts.session.failed,
    fallback: pleaseTryAgain,
  })

  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 px-5 py-3 sm:grid-cols-[auto_1fr_auto]">
      <IconSpot
        icon={Icon}
        className="size-10 self-start rounded-full bg-brand-soft text-brand-ink [&_svg]:size-5"
      />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {device}
          {isCurrent && <Badge variant="success">{texts.session.thisDevice}</Badge>}
        </p>
        <p className="mt-0.5 break-words text-ink-soft text-xs tabular-nums">
          {network} · last seen {instantText(lastSeenAt)}
        </p>
        <p className="text-ink-soft text-xs tabular-nums">
          Signed in {instantText(createdAt)} · ends {instantText(endsAt)}
        </p>
      </div>
      <Button
        variant="outline"
        size="sm"
        className="max-sm:col-start-2 max-sm:justify-self-start"
        loading={busy}
        onClick={isCurrent ? signOut : () => run()}
      >
        <Named of={isCurrent ? 'this device' : device}>{texts.session.signOut}</Named>
      </Button>
    </li>
  )
}

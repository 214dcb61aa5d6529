import type { SessionView } from '@jaanch/contracts/http/auth'
import { Monitor, Smartphone } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { paths } from '@/lib/paths'
import { endSession } from '@/lib/resources/auth'
import { useSession } from '@/lib/session/session-context'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Named } from '@/ui/named'
import { session as texts } from './texts'

/** One place where the user is signed in. */
export function SessionEntry({ session }: { session: SessionView }) {
  const { id, device, network, createdAt, lastSeenAt, endsAt, isCurrent } = session
  const { signOut } = useSession()
  const navigate = useNavigate()
  const Icon = /Android|iOS/.test(device) ? Smartphone : Monitor

  const { run, busy } = useCommand({
    send: () => endSession(id),
    succeeded: [texts.signedOut, device],
    failed: texts.failed,
    fallback: texts.fallback,
  })

  function end() {
    if (!isCurrent) return void run()
    signOut()
    navigate(paths.landing)
  }

  return (
    <li className="grid grid-cols-[auto_1fr] items-center gap-x-3 gap-y-2 px-5 py-3 sm:grid-cols-[auto_1fr_auto]">
      <span
        className="grid size-10 place-items-center self-start rounded-full bg-brand-soft text-brand-ink"
        aria-hidden
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
          {device}
          {isCurrent && <Badge variant="success">{texts.thisDevice}</Badge>}
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
        onClick={end}
      >
        <Named of={isCurrent ? 'this device' : device}>{texts.signOut}</Named>
      </Button>
    </li>
  )
}

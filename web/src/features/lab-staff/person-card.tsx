import type { LabPersonView } from '@jaanch/contracts/http/lab-staff'
import { labRoleNames } from '@jaanch/contracts/staff-roles'
import { Ban, CircleCheck, CircleX, Mail, Monitor, Smartphone } from 'lucide-react'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { initials, userName } from '@/lib/format/text'
import { endPersonSession } from '@/lib/resources/lab-staff'
import { Badge, type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Named } from '@/ui/named'
import { PersonMenu } from './person-menu'
import { endSession as endTexts, person as texts } from './texts'

const badges: Record<LabPersonView['status'], BadgeStyle> = {
  invited: { label: texts.statuses.invited, variant: 'info', icon: Mail },
  active: { label: texts.statuses.active, variant: 'success', icon: CircleCheck },
  disabled: { label: texts.statuses.disabled, variant: 'error', icon: CircleX },
  ended: { label: texts.statuses.ended, variant: 'neutral', icon: Ban },
}

function whenText({ status, createdAt, endedAt, lastSeenAt }: LabPersonView): string {
  if (status === 'ended' && endedAt) return texts.endedAt(instantText(endedAt))
  if (status === 'invited') return texts.invitedAt(instantText(createdAt))
  return lastSeenAt ? texts.lastSeen(instantText(lastSeenAt)) : texts.notSeen
}

/** A person of the lab, with where they are signed in: a lost phone is signed out here. */
export function PersonCard({ person }: { person: LabPersonView }) {
  const name = userName(person.name)
  return (
    <Card className="overflow-hidden">
      <article>
        <div className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2 p-4 md:grid-cols-[auto_1fr_auto_auto]">
          <span
            className="grid size-10 place-items-center rounded-full bg-sunken font-semibold text-ink-soft text-xs"
            aria-hidden
          >
            {initials(name)}
          </span>
          <div className="min-w-0">
            <h2 className="truncate font-semibold">{name}</h2>
            <p className="text-ink-soft [overflow-wrap:anywhere]">{person.email}</p>
            <p className="text-ink-soft text-xs tabular-nums">{whenText(person)}</p>
          </div>
          <span className="md:order-last">
            <PersonMenu person={person} />
          </span>
          <div className="flex flex-wrap gap-2 max-md:col-span-3 md:justify-end">
            <Badge variant="brand">{labRoleNames[person.labRole]}</Badge>
            <StyledBadge {...badges[person.status]} />
          </div>
        </div>
        {person.sessions.length > 0 && (
          <ul className="divide-y border-t" aria-label={texts.sessions(name)}>
            {person.sessions.map((session) => (
              <SessionEntry key={session.id} session={session} />
            ))}
          </ul>
        )}
      </article>
    </Card>
  )
}

function SessionEntry({ session }: { session: LabPersonView['sessions'][number] }) {
  const { id, device, lastSeenAt, endsAt } = session
  const Icon = /Android|iOS/.test(device) ? Smartphone : Monitor
  const { run, busy } = useCommand({
    send: () => endPersonSession(id),
    succeeded: [endTexts.succeeded, device],
    failed: endTexts.failed,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <Icon className="size-5 shrink-0 text-ink-soft" aria-hidden />
      <div className="min-w-0 grow basis-44">
        <p className="font-medium">{device}</p>
        <p className="text-ink-soft text-xs tabular-nums">
          {texts.session(instantText(lastSeenAt), instantText(endsAt))}
        </p>
      </div>
      <Button variant="outline" size="sm" loading={busy} onClick={() => void run()}>
        <Named of={texts.on(device)}>{texts.endSession}</Named>
      </Button>
    </li>
  )
}

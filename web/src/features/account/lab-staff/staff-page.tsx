import type { LabPersonView } from '@jaanch/account/lab-staff/api'
import { labRoleNames, labStaffRoles } from '@jaanch/contracts/staff-roles'
import {
  Ban,
  CircleCheck,
  CircleX,
  Mail,
  Monitor,
  ShieldCheck,
  Smartphone,
  UserPlus,
  Users,
} from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { initials, userName } from '@/lib/format/text'
import { hasCode } from '@/lib/http/api-error'
import { Badge, type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Menu } from '@/ui/menu'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonBlocks } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { changePerson, endPersonSession, invitePersonAgain, useLabStaff } from './calls'
import { roleChoices, texts } from './texts'

const InviteDialog = lazyDialog(async () => (await import('./dialogs')).InviteDialog)

/** For the owner of a lab: who works there, as what, and where they are signed in. */
export function StaffPage() {
  const { data: people, loading } = useLabStaff()
  const [isInviting, setInviting] = useState(false)
  return (
    <>
      <PageHeading {...texts.heading}>
        <Button icon={UserPlus} onClick={() => setInviting(true)}>
          {texts.inviteLabel}
        </Button>
      </PageHeading>
      {loading && <SkeletonBlocks label={texts.loading} className="grid gap-3" blocks={['h-24', 'h-24']} />}
      {!loading && !people && <EmptyState icon={Users} title={texts.unavailable} />}
      {people?.length === 0 && <EmptyState icon={Users} title={texts.none} text={texts.noneText} />}
      {people && people.length > 0 && (
        <ul className="grid gap-3">
          {people.map((person) => (
            <li key={person.id}>
              <PersonCard person={person} />
            </li>
          ))}
        </ul>
      )}
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  )
}

const badges: Record<LabPersonView['status'], BadgeStyle> = {
  invited: { label: texts.person.statuses.invited, variant: 'info', icon: Mail },
  active: { label: texts.person.statuses.active, variant: 'success', icon: CircleCheck },
  disabled: { label: texts.person.statuses.disabled, variant: 'error', icon: CircleX },
  ended: { label: texts.person.statuses.ended, variant: 'neutral', icon: Ban },
}

function whenText({ status, createdAt, endedAt, lastSeenAt }: LabPersonView): string {
  if (status === 'ended' && endedAt) return texts.person.endedAt(instantText(endedAt))
  if (status === 'invited') return texts.person.invitedAt(instantText(createdAt))
  return lastSeenAt ? texts.person.lastSeen(instantText(lastSeenAt)) : texts.person.notSeen
}

/** A person of the lab, with where they are signed in: a lost phone is signed out here. */
function PersonCard({ person }: { person: LabPersonView }) {
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
          <ul className="divide-y border-t" aria-label={texts.person.sessions(name)}>
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
    succeeded: [texts.endSession.succeeded, device],
    failed: texts.endSession.failed,
  })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2.5">
      <Icon className="size-5 shrink-0 text-ink-soft" aria-hidden />
      <div className="min-w-0 grow basis-44">
        <p className="font-medium">{device}</p>
        <p className="text-ink-soft text-xs tabular-nums">
          {texts.person.session(instantText(lastSeenAt), instantText(endsAt))}
        </p>
      </div>
      <Button variant="outline" size="sm" loading={busy} onClick={() => void run()}>
        <Named of={texts.person.on(device)}>{texts.person.endSession}</Named>
      </Button>
    </li>
  )
}

const VisitsDialog = lazyDialog(async () => (await import('./dialogs')).VisitsDialog)
const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

export function PersonMenu({ person }: { person: LabPersonView }) {
  const { id, name, status } = person
  const [asking, setAsking] = useState<'role' | 'end' | null>(null)
  const [refused, setRefused] = useState<Parameters<typeof changePerson>[1]>()
  const close = () => setAsking(null)

  /** @returns whether it was refused because of open visits: then it is asked who takes them */
  function askForVisits(error: unknown, change: Parameters<typeof changePerson>[1]): boolean {
    if (!hasCode(error, 'visits-open')) return false
    setRefused(change)
    return true
  }

  const again = useCommand({
    send: () => invitePersonAgain(id),
    succeeded: [texts.inviteAgain.succeeded, person.email],
    failed: texts.inviteAgain.failed,
  })
  const end = useCommand({
    send: () => changePerson(id, { isEnded: true }),
    succeeded: [texts.access.end.succeeded, name],
    failed: texts.access.end.failed,
    onFailure: (error) => askForVisits(error, { isEnded: true }),
  })
  const give = useCommand({
    send: () => changePerson(id, { isEnded: false }),
    succeeded: [texts.access.give.succeeded, name],
    failed: texts.access.give.failed,
  })

  async function changeRole(code: string) {
    const labRole = labStaffRoles.find((one) => one === code)
    if (!labRole) return
    try {
      await changePerson(id, { labRole })
    } catch (error) {
      if (askForVisits(error, { labRole })) return
      throw error
    }
    toast.success(texts.role.succeeded, name)
  }

  return (
    <>
      <Menu
        label={texts.person.menu(name)}
        items={[
          { label: texts.person.changeRole, icon: ShieldCheck, onSelect: () => setAsking('role') },
          ...(status === 'invited'
            ? [{ label: texts.person.inviteAgain, icon: Mail, onSelect: () => void again.run() }]
            : []),
          status === 'ended'
            ? { label: texts.person.giveAgain, icon: CircleCheck, onSelect: () => void give.run() }
            : { label: texts.person.end, icon: Ban, onSelect: () => setAsking('end') },
        ]}
      />
      {asking === 'role' && (
        <ReasonDialog
          {...texts.role.dialog(name)}
          choices={roleChoices}
          initial={person.labRole}
          onSubmit={changeRole}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asking === 'end'}
        onOpenChange={close}
        {...texts.access.end.question(name)}
        onConfirm={end.run}
      />
      {refused && <VisitsDialog person={person} change={refused} onClose={() => setRefused(undefined)} />}
    </>
  )
}

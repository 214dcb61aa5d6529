import type { UserView } from '@jaanch/contracts/http/auth'
import type { Role } from '@jaanch/contracts/vocabulary'
import { Ban, CircleCheck, CircleX, LogOut, ShieldCheck, TestTubes, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { dateText } from '@/lib/format/dates'
import { phoneText } from '@/lib/format/phone'
import { initials, userName } from '@/lib/format/text'
import { changeStanding, signUserOut } from '@/lib/resources/users'
import { useUser } from '@/lib/session/session-context'
import { Badge, type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { lazyDialog } from '@/ui/lazy-part'
import { Menu } from '@/ui/menu'
import { toast } from '@/ui/toast-store'
import { account, standing, signOut as texts } from './texts'

const roleBadges: Record<Role, BadgeStyle> = {
  customer: { label: 'Customer', variant: 'brand', icon: UserRound },
  'lab-partner': { label: 'Lab Partner', variant: 'info', icon: TestTubes },
  admin: { label: 'Admin', variant: 'accent', icon: ShieldCheck },
}

type UserRowProps = { user: UserView; onChange: (user: UserView) => void }

export function UserRow({ user, onChange }: UserRowProps) {
  const name = userName(user.name)
  return (
    <Card>
      <article className="grid grid-cols-[auto_1fr_auto] items-center gap-x-4 gap-y-2 p-4 md:grid-cols-[auto_1.4fr_1.6fr_1fr_auto_auto]">
        <span
          className="grid size-10 place-items-center rounded-full bg-sunken font-semibold text-ink-soft text-xs"
          aria-hidden
        >
          {initials(name)}
        </span>
        <div className="min-w-0">
          <h3 className="truncate font-semibold">{name}</h3>
          <p className="text-ink-soft text-xs tabular-nums">Joined {dateText(user.createdAt)}</p>
        </div>
        <span className="md:order-last">
          <UserMenu user={user} name={name} onChange={onChange} />
        </span>
        <p className="min-w-0 truncate max-md:col-span-3">{user.email}</p>
        <p className="min-w-0 truncate text-ink-soft tabular-nums max-md:col-span-3">
          {user.phone ? phoneText(user.phone) : 'No phone'}
        </p>
        <div className="flex flex-wrap gap-2 max-md:col-span-3 md:w-52 md:justify-end">
          <StyledBadge {...roleBadges[user.role]} />
          {user.isActive ? (
            <Badge variant="success" icon={CircleCheck}>
              Active
            </Badge>
          ) : (
            <Badge variant="error" icon={CircleX}>
              Inactive
            </Badge>
          )}
        </div>
      </article>
    </Card>
  )
}

const ReasonDialog = lazyDialog(async () => (await import('@/components/reason-dialog')).ReasonDialog)

type UserMenuProps = { user: UserView; name: string; onChange: (user: UserView) => void }

function UserMenu({ user, name, onChange }: UserMenuProps) {
  const [asking, setAsking] = useState<'standing' | 'sign-out' | null>(null)
  const isSelf = useUser().id === user.id
  const close = () => setAsking(null)

  async function change(reason: string) {
    const changed = await changeStanding(user.id, !user.isActive, reason)
    onChange(changed)
    toast.success(standing[changed.isActive ? 'enable' : 'disable'].succeeded, name)
  }

  const { run } = useCommand({
    send: () => signUserOut(user.id),
    succeeded: [texts.succeeded, name],
    failed: texts.failed,
  })

  return (
    <>
      <Menu
        label={account.menu(name)}
        items={[
          {
            label: account.signOut,
            icon: LogOut,
            disabled: isSelf || !user.isActive,
            onSelect: () => setAsking('sign-out'),
          },
          user.isActive
            ? {
                label: account.disable,
                icon: Ban,
                disabled: isSelf,
                onSelect: () => setAsking('standing'),
              }
            : { label: account.enable, icon: CircleCheck, onSelect: () => setAsking('standing') },
        ]}
      />
      {asking === 'standing' && (
        <ReasonDialog
          {...standing[user.isActive ? 'disable' : 'enable'].dialog(name)}
          onSubmit={change}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asking === 'sign-out'}
        onOpenChange={close}
        {...texts.question(name)}
        onConfirm={run}
      />
    </>
  )
}

import type { UserView } from '@jaanch/contracts/http/auth'
import type { Role } from '@jaanch/contracts/vocabulary'
import { CircleCheck, CircleX, ShieldCheck, TestTubes, UserRound } from 'lucide-react'
import { dateText } from '@/lib/format/dates'
import { phoneText } from '@/lib/format/phone'
import { initials, userName } from '@/lib/format/text'
import { Badge, type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Card } from '@/ui/card'
import { UserMenu } from './user-menu'

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

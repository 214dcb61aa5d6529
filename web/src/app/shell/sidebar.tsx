import { LogOut } from 'lucide-react'
import { Link, NavLink } from 'react-router-dom'
import { Logo } from '@/components/brand/logo'
import { initials } from '@/lib/format/text'
import { Button } from '@/ui/button'
import { NotificationBell } from '../notifications/notification-bell'
import type { RoleFrame } from './menus'

type SidebarProps = { frame: RoleFrame; name: string; notifications: number; onSignOut: () => void }

export function Sidebar({ frame, name, notifications, onSignOut }: SidebarProps) {
  return (
    <aside className="sticky top-0 hidden h-dvh w-64 shrink-0 flex-col border-r bg-surface lg:flex">
      <Link to={frame.menu[0]?.to ?? '/'} className="mx-5 mt-5 w-fit rounded-lg">
        <Logo />
      </Link>
      <nav aria-label="Main" className="mt-8 grid gap-1 px-3">
        {frame.menu.map(({ label, to, icon: Icon }) => (
          <NavLink
            key={to}
            to={to}
            className="flex min-h-11 items-center gap-3 rounded-lg px-3 font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-soft aria-[current=page]:font-semibold aria-[current=page]:text-brand-ink"
          >
            <Icon className="size-5" aria-hidden />
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="mt-auto border-t p-4">
        <div className="flex items-center gap-2.5">
          <span
            className="grid size-10 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand-ink"
            aria-hidden
          >
            {initials(name)}
          </span>
          <div className="min-w-0 grow leading-tight">
            <p className="truncate font-semibold">{name}</p>
            <p className="flex items-center gap-1 whitespace-nowrap text-ink-soft text-xs">
              <span>{frame.label}</span>
              <span className="size-1.5 shrink-0 rounded-full bg-success" aria-hidden />
              <span>Online</span>
            </p>
          </div>
          <NotificationBell count={notifications} className="-mr-2" />
        </div>
        <Button variant="ghost" className="mt-3 w-full justify-start px-3" onClick={onSignOut}>
          <LogOut aria-hidden />
          Logout
        </Button>
      </div>
    </aside>
  )
}

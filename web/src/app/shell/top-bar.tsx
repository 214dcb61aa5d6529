import { LoaderCircle, LogOut } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Logo } from '@/components/brand/logo'
import { ThemeToggle } from '@/components/brand/theme-toggle'
import { cn } from '@/lib/class-names'
import { initials } from '@/lib/format/text'
import { useConnectionState } from '@/lib/live/connection-state'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { NotificationBell } from '../notifications/notification-bell'
import type { RoleFrame } from './menus'

type TopBarProps = { frame: RoleFrame; name: string; notifications: number; onSignOut: () => void }

export function TopBar({ frame, name, notifications, onSignOut }: TopBarProps) {
  const connection = useConnectionState()
  return (
    <header className="sticky top-0 z-20 border-b bg-surface/95 backdrop-blur">
      <div className="mx-auto flex h-16 max-w-[1200px] items-center gap-2 px-4 sm:gap-3 sm:px-6">
        <Logo className="-ml-1 hidden sm:max-lg:inline-flex" />
        {/* On a phone there is no space for both the title and "Reconnecting…" */}
        <p
          className={cn(
            'line-clamp-2 font-semibold text-ink leading-tight',
            connection === 'reconnecting' && 'max-sm:sr-only',
          )}
        >
          {frame.header}
        </p>
        <LiveMark />
        <div className="ml-auto flex items-center">
          {frame.headerBadge === undefined ? (
            // For customers the bell is in the sidebar; on small screens, without a sidebar, it is here.
            <NotificationBell count={notifications} className="lg:hidden" />
          ) : (
            <NotificationBell count={frame.headerBadge} />
          )}
          <ThemeToggle />
          {frame.headerBadge !== undefined && (
            <Link
              to={paths.account}
              aria-label={`Your account, ${initials(name)}`}
              className="grid size-11 shrink-0 place-items-center rounded-full"
            >
              <span
                role="img"
                aria-label={name}
                className="grid size-9 place-items-center rounded-full bg-brand font-semibold text-on-brand text-xs"
              >
                {initials(name)}
              </span>
            </Link>
          )}
          <Button variant="ghost" size="icon" className="lg:hidden" aria-label="Logout" onClick={onSignOut}>
            <LogOut aria-hidden />
          </Button>
        </div>
      </div>
    </header>
  )
}

/** Shows whether live updates arrive: unobtrusive while connected, prominent while reconnecting. */
function LiveMark() {
  const connection = useConnectionState()
  return (
    <span role="status" className="inline-flex items-center text-xs">
      {connection === 'live' && (
        <span className="inline-flex items-center gap-1.5 text-ink-soft" title="Changes show as they happen">
          <span className="size-2 rounded-full bg-brand" aria-hidden />
          Live
        </span>
      )}
      {connection === 'reconnecting' && (
        <span className="inline-flex items-center gap-1.5 rounded-md bg-accent-soft px-2 py-0.5 font-semibold text-accent-ink">
          <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
          Reconnecting…
        </span>
      )}
    </span>
  )
}

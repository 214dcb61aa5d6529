import type { Role } from '@jaanch/contracts/vocabulary'
import { Bell, LoaderCircle, LogOut } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { Link, NavLink, Outlet } from 'react-router-dom'
import { Logo, ThemeToggle } from '@/components/brand/logo'
import { useUnread } from '@/features/account/notifications-calls'
import { cn } from '@/lib/class-names'
import { initials } from '@/lib/format/text'
import { useConnectionState } from '@/lib/live/connection-state'
import { paths } from '@/lib/paths'
import { useSignOut } from '@/lib/session/questions'
import { type SessionUser, useUser } from '@/lib/session/session-context'
import { isFor, isForLab, useMay, useMayInLab } from '@/lib/session/staff'
import { Button } from '@/ui/button'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { menuIcons } from '@/ui/menu-icons'
import { SkipLink } from '@/ui/skip-link'
import { Splash } from '../pages/splash'
import { screens } from '../screens'

const bellTexts = {
  label: 'Notifications',
  count: (count: string) => `Notifications: ${count}`,
}

const texts = {
  navigation: 'Main',
  online: 'Online',
  account: (initials: string) => `Your account, ${initials}`,
  logout: 'Logout',
  live: 'Live',
  liveHint: 'Changes show as they happen',
  reconnecting: 'Reconnecting…',
}

const rolesTexts = {
  customer: { label: 'Customer', header: 'Customer Portal' },
  'lab-partner': { label: 'Lab Partner', header: 'Lab Partner Portal' },
  admin: { label: 'Admin', header: 'Admin Console' },
}

const CriticalBanner = lazyPart(
  async () => (await import('@/features/report/critical-banner/critical-banner')).CriticalBanner,
)

const AvatarMenu = lazyPart(async () => (await import('./avatar-menu')).AvatarMenu)

export function Shell() {
  const user = useUser()
  const notifications = useUnread(useIsNotified())
  const frame = frameOf(user)
  const bar = { frame, name: user.name, notifications, onSignOut: useSignOut() }
  const isMedical = useMay('medical')
  const isOfLab = useMayInLab('technician', 'pathologist')
  const callsCustomers = user.role !== 'customer' && isMedical && isOfLab

  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Sidebar {...bar} />
      <div className="flex min-w-0 grow flex-col">
        <TopBar {...bar} />
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1200px] grow px-4 pt-6 pb-28 outline-none sm:px-6 sm:pt-8 lg:pb-12"
        >
          {callsCustomers && (
            <Suspense>
              <CriticalBanner />
            </Suspense>
          )}
          <Suspense fallback={<Splash />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar frame={frame} />
    </div>
  )
}

function BottomBar({ frame }: { frame: RoleFrame }) {
  return (
    <nav
      aria-label={texts.navigation}
      className="fixed inset-x-0 bottom-0 z-30 border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto grid max-w-xl auto-cols-fr grid-flow-col">
        {frame.menu.map(({ label, to, icon: Icon }) => (
          <li key={to} className="min-w-0">
            <NavLink
              to={to}
              className="group grid min-h-16 content-center justify-items-center gap-1 font-medium text-ink-soft text-xs -outline-offset-4 aria-[current=page]:font-semibold aria-[current=page]:text-brand-ink"
            >
              <span className="grid h-7 w-12 place-items-center rounded-full transition-colors group-aria-[current=page]:bg-brand-soft">
                <Icon className="size-5" aria-hidden />
              </span>
              <span className="max-w-full truncate leading-tight">{label}</span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type BarProps = { frame: RoleFrame; name: string; notifications: number; onSignOut: () => void }

function Sidebar({ frame, name, notifications, onSignOut }: BarProps) {
  return (
    <aside className="sticky top-0 hidden h-dvh w-64 shrink-0 flex-col border-r bg-surface lg:flex print:hidden">
      <Link to={frame.menu[0]?.to ?? '/'} className="mx-5 mt-5 w-fit rounded-lg">
        <Logo />
      </Link>
      <nav aria-label={texts.navigation} className="mt-8 grid gap-1 px-3">
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
              <span>{texts.online}</span>
            </p>
          </div>
          <NotificationBell count={notifications} className="-mr-2" />
        </div>
        <Button icon={LogOut} variant="ghost" className="mt-3 w-full justify-start px-3" onClick={onSignOut}>
          {texts.logout}
        </Button>
      </div>
    </aside>
  )
}

function TopBar({ frame, name, notifications, onSignOut }: BarProps) {
  const connection = useConnectionState()
  return (
    <header className="sticky top-0 z-20 border-b bg-surface/95 backdrop-blur print:hidden">
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
          {frame.headerBadge !== undefined && <Avatar name={name} />}
          <Button
            icon={LogOut}
            variant="ghost"
            size="icon"
            className="lg:hidden"
            aria-label={texts.logout}
            onClick={onSignOut}
          />
        </div>
      </div>
    </header>
  )
}

/** Leads to the account; for admins through a menu, which has what the main menu lacks. */
function Avatar({ name }: { name: string }) {
  const { role } = useUser()
  const label = texts.account(initials(name))
  const picture = (
    <span
      role="img"
      aria-label={name}
      className="grid size-9 place-items-center rounded-full bg-brand font-semibold text-on-brand text-xs"
    >
      {initials(name)}
    </span>
  )
  const link = (
    <Link
      to={paths.account}
      aria-label={label}
      className="grid size-11 shrink-0 place-items-center rounded-full"
    >
      {picture}
    </Link>
  )
  if (role !== 'admin') return link
  return (
    <Suspense fallback={link}>
      <AvatarMenu label={label}>{picture}</AvatarMenu>
    </Suspense>
  )
}

/** Shows whether live updates arrive: unobtrusive while connected, prominent while reconnecting. */
function LiveMark() {
  const connection = useConnectionState()
  return (
    <span role="status" className="inline-flex items-center text-xs">
      {connection === 'live' && (
        <span className="inline-flex items-center gap-1.5 text-ink-soft" title={texts.liveHint}>
          <span className="size-2 rounded-full bg-brand" aria-hidden />
          {texts.live}
        </span>
      )}
      {connection === 'reconnecting' && (
        <span className="inline-flex items-center gap-1.5 rounded-md bg-accent-soft px-2 py-0.5 font-semibold text-accent-ink">
          <LoaderCircle className="size-3.5 animate-spin" aria-hidden />
          {texts.reconnecting}
        </span>
      )}
    </span>
  )
}

const NotificationPanel = lazyDialog(
  async () => (await import('../notifications/notification-panel')).NotificationPanel,
)

function useIsNotified(): boolean {
  const ofAdmin = useMay('manager', 'support')
  return useMayInLab('front-desk') && ofAdmin
}

type NotificationBellProps = {
  /** Shown as a badge if it is above 0 */
  count: number
  className?: string
}

export function NotificationBell({ count, className }: NotificationBellProps) {
  const { role } = useUser()
  const isNotified = useIsNotified()
  const [open, setOpen] = useState(false)
  const badge = count > 99 ? '99+' : String(count)
  const button = useRef<HTMLButtonElement>(null)
  if (!isNotified) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={count > 0 ? bellTexts.count(badge) : bellTexts.label}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={cn(
          'relative grid size-11 shrink-0 place-items-center rounded-lg text-ink-soft transition-colors hover:bg-sunken hover:text-ink',
          className,
        )}
        onClick={() => setOpen(!open)}
      >
        <Bell className="size-5" aria-hidden />
        {count > 0 && (
          <span className="absolute top-1 right-1 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-error px-1 font-bold text-surface text-xs leading-none">
            {badge}
          </span>
        )}
      </button>
      {open && (
        <Suspense>
          <NotificationPanel role={role} anchor={button} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Fixed badges of the notification bell in the page header (specification, section 2.2) */
const headerBadges: Record<Role, number | undefined> = { customer: undefined, 'lab-partner': 5, admin: 3 }

type RoleFrame = ReturnType<typeof frameOf>

/** @returns texts and menu of a role; an unknown one gets those of customers (specification, section 2.2) */
export function frameOf(user: Pick<SessionUser, 'role' | 'staffRole' | 'labRole'>) {
  const role: Role = Object.hasOwn(rolesTexts, user.role) ? user.role : 'customer'
  const menu = screens
    .flatMap(({ path, access, admins, labs, menu }) =>
      menu &&
      (menu.of ?? [access]).includes(role) &&
      isFor(user, admins) &&
      isForLab(user, labs) &&
      (!menu.only || menu.only === user.staffRole)
        ? [{ to: path, ...menu }]
        : [],
    )
    .sort((a, b) => a.order - b.order)
    .map(({ to, label, icon }) => ({ to, label, icon: menuIcons[icon] }))
  return { ...rolesTexts[role], headerBadge: headerBadges[role], menu }
}

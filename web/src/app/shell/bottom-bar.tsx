import { NavLink } from 'react-router-dom'
import type { RoleFrame } from './menus'

export function BottomBar({ frame }: { frame: RoleFrame }) {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="mx-auto grid max-w-xl grid-cols-5">
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

import { Link } from 'react-router-dom'
import { Logo } from '@/components/brand/logo'
import { ThemeToggle } from '@/components/brand/theme-toggle'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'

const anchors = [
  ['#packages', 'Packages'],
  ['#how', 'How it works'],
  ['#trust', 'Why Jaanch'],
] as const

const linkClass = 'inline-flex min-h-11 items-center rounded-lg px-3 font-medium text-ink-soft hover:text-ink'

export function LandingHeader() {
  return (
    <header className="sticky top-0 z-20 border-b bg-surface/95 backdrop-blur">
      <div className="mx-auto flex h-16 max-w-[1200px] items-center justify-between gap-4 px-4 sm:px-6">
        <Link to={paths.landing} className="flex min-h-11 items-center rounded-lg">
          <Logo />
        </Link>
        <nav aria-label="Page" className="hidden md:flex">
          {anchors.map(([href, label]) => (
            <a key={href} href={href} className={linkClass}>
              {label}
            </a>
          ))}
        </nav>
        <div className="flex items-center gap-1 sm:gap-2">
          <ThemeToggle />
          <Link to={paths.labLogin} className={`${linkClass} max-lg:hidden`}>
            For labs
          </Link>
          <ButtonLink to={paths.customerLogin}>Login</ButtonLink>
        </div>
      </div>
    </header>
  )
}

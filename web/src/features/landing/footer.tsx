import { cities } from '@jaanch/contracts/vocabulary'
import { Link } from 'react-router-dom'
import { Logo } from '@/components/brand/logo'
import { paths } from '@/lib/paths'

const groups = [
  {
    title: 'Jaanch',
    links: [
      ['#packages', 'Popular packages'],
      ['#how', 'How it works'],
      ['#trust', 'Why Jaanch'],
    ],
  },
  {
    title: 'Sign in',
    links: [
      [paths.customerLogin, 'Customers'],
      [paths.labLogin, 'Lab partners'],
      [paths.adminLogin, 'Admins'],
    ],
  },
  {
    title: 'About',
    links: [
      [paths.privacy, 'Privacy'],
      [paths.terms, 'Terms'],
      [paths.grievance, 'Grievances'],
      [paths.support, 'Support'],
    ],
  },
] as const

const linkClass =
  'inline-flex min-h-11 items-center text-on-deep-soft hover:text-on-deep hover:underline sm:min-h-8'

export function Footer() {
  return (
    <footer className="bg-deep text-on-deep">
      <div className="mx-auto grid max-w-[1200px] gap-10 px-4 py-12 sm:grid-cols-2 sm:px-6 lg:grid-cols-[2fr_1fr_1fr_1fr_1.5fr]">
        <div>
          <Logo />
          <p className="mt-3 max-w-xs text-on-deep-soft">
            Jaanch is Hindi for a test, a check-up. Lab tests at home, every step live.
          </p>
        </div>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-semibold">{title}</h2>
            <ul className="mt-2">
              {links.map(([to, label]) => (
                <li key={to}>
                  {to.startsWith('#') ? (
                    <a href={to} className={linkClass}>
                      {label}
                    </a>
                  ) : (
                    <Link to={to} className={linkClass}>
                      {label}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div>
          <h2 className="font-semibold">Cities</h2>
          <p className="mt-3 text-on-deep-soft">{cities.join(', ')}</p>
        </div>
      </div>
    </footer>
  )
}

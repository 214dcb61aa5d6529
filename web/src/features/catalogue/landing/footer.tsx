import { cities } from '@jaanch/contracts/vocabulary'
import { Link } from 'react-router-dom'
import { Logo } from '@/components/brand/logo'
import { paths } from '@/lib/paths'
import { SupportContact } from '@/ui/support-contact'
import { footer as texts } from './texts'

const groups = [
  {
    title: texts.page.title,
    links: [
      ['#packages', texts.page.packages],
      ['#how', texts.page.howItWorks],
      ['#trust', texts.page.why],
    ],
  },
  {
    title: texts.signIn.title,
    links: [
      [paths.customerLogin, texts.signIn.customers],
      [paths.labLogin, texts.signIn.labs],
      [paths.adminLogin, texts.signIn.admins],
    ],
  },
  {
    title: texts.legal.title,
    links: [
      [paths.privacy, texts.legal.privacy],
      [paths.terms, texts.legal.terms],
      [paths.grievance, texts.legal.grievance],
      [paths.support, texts.legal.support],
    ],
  },
] as const

const linkClass =
  'inline-flex min-h-11 items-center text-on-deep-soft hover:text-on-deep hover:underline pointer-fine:sm:min-h-8'

export function Footer() {
  return (
    <footer className="bg-deep text-on-deep">
      <div className="mx-auto grid max-w-[1200px] gap-10 px-4 py-12 sm:grid-cols-2 sm:px-6 lg:grid-cols-[2fr_1fr_1fr_1fr_1.5fr]">
        <div>
          <Logo />
          <p className="mt-3 max-w-xs text-on-deep-soft">{texts.about}</p>
          <SupportContact className="mt-3 text-on-deep-soft" linkClassName="text-on-deep" />
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
          <h2 className="font-semibold">{texts.cities}</h2>
          <p className="mt-3 text-on-deep-soft">{cities.join(', ')}</p>
        </div>
      </div>
    </footer>
  )
}

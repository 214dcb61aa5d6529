import { Link, NavLink } from 'react-router-dom'
import { Logo } from '@/components/brand/logo'
import { ThemeToggle } from '@/components/brand/theme-toggle'
import { paths } from '@/lib/paths'
import { useTitle } from '@/lib/use-title'
import { Card } from '@/ui/card'
import { SkipLink } from '@/ui/skip-link'
import { type LegalPageName, legalTexts, readOperator } from './texts'

const links = [
  ['privacy', 'Privacy'],
  ['terms', 'Terms'],
  ['grievance', 'Grievances'],
  ['support', 'Support'],
] as const satisfies (readonly [LegalPageName, string])[]

export const Privacy = () => <LegalPage page="privacy" />
export const Terms = () => <LegalPage page="terms" />
export const Grievance = () => <LegalPage page="grievance" />
export const Support = () => <LegalPage page="support" />

function LegalPage({ page }: { page: LegalPageName }) {
  const { title, sections } = legalTexts[page](readOperator())
  useTitle(title)
  return (
    <div className="mx-auto min-h-dvh max-w-3xl px-4 py-4 sm:px-6">
      <SkipLink />
      <header className="flex items-center justify-between">
        <Link to={paths.landing} className="flex min-h-11 items-center rounded-lg">
          <Logo />
        </Link>
        <ThemeToggle />
      </header>
      <nav aria-label="About" className="mt-4 flex flex-wrap gap-x-5">
        {links.map(([name, label]) => (
          <NavLink
            key={name}
            to={paths[name]}
            className="inline-flex min-h-11 items-center font-medium text-ink-soft hover:text-ink aria-[current=page]:font-semibold aria-[current=page]:text-brand-ink"
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <main id="content" tabIndex={-1} className="py-6 outline-none">
        <h1 className="font-bold text-xl">{title}</h1>
        <Card className="mt-5 grid gap-6 p-5 sm:p-6">
          {sections.map(([heading, ...paragraphs]) => (
            <section key={heading}>
              <h2 className="font-semibold text-base">{heading}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph} className="mt-2 text-pretty break-words text-ink-soft">
                  {paragraph}
                </p>
              ))}
            </section>
          ))}
        </Card>
      </main>
    </div>
  )
}

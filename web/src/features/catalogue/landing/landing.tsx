import type { PackageView } from '@jaanch/catalogue/packages/api'
import { cities } from '@jaanch/contracts/vocabulary'
import { landingFacts } from '@jaanch/insight/facts/facts'
import {
  BadgeCheck,
  FileCheck2,
  FileLock2,
  HeartHandshake,
  PackageSearch,
  Search,
  SearchX,
  Syringe,
} from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { Logo, ThemeToggle } from '@/components/brand/logo'
import { PackageGrid } from '@/features/catalogue/package/package-grid'
import { usePopularPackages, useSearch } from '@/features/catalogue/packages-calls'
import { useFacts } from '@/features/insight/facts-calls'
import { cn } from '@/lib/class-names'
import { useIsReachable } from '@/lib/http/network'
import { bookPath, loginPath, paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { IconSpot } from '@/ui/icon-spot'
import { SkipLink } from '@/ui/skip-link'
import { SupportContact } from '@/ui/support-contact'
import { Hero } from './hero'
import {
  familyTexts,
  footerTexts,
  headerTexts,
  howItWorksTexts,
  popularTexts,
  resultsTexts,
  trustTexts,
} from './texts'

const initialCount = 6

export function Landing() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const urlQuery = useSearchParams()[0].get('q')
  // Enter before the scripts had loaded submitted the form to this address. An effect: the first render must equal the
  // prerendered page.
  useEffect(() => {
    if (urlQuery) setText((typed) => typed || urlQuery.slice(0, 100))
  }, [urlQuery])
  const [query, flushQuery] = useDebouncedQuery(text)
  /** Number of searches submitted with Enter: each scrolls to the results */
  const [submitCount, setSubmitCount] = useState(0)
  const [showAll, setShowAll] = useState(false)
  const popular = usePopularPackages()
  const book = (item: PackageView) => navigate(loginPath(bookPath(item.id)))

  function search() {
    flushQuery()
    setSubmitCount(submitCount + 1)
  }

  return (
    <>
      <SkipLink />
      <LandingHeader />
      <main id="content" tabIndex={-1} className="outline-none">
        <Hero text={text} onText={setText} onSearch={search} />
        {query && (
          <SearchResults text={query} scrollRequest={submitCount} onClear={() => setText('')} onBook={book} />
        )}
        <Section id="packages" title={popularTexts.title} description={popularTexts.description}>
          <PackageGrid
            items={showAll ? popular.rows : popular.rows.slice(0, initialCount)}
            loading={popular.loading}
            onBook={book}
            empty={<EmptyState icon={PackageSearch} title={popularTexts.none} />}
          />
          {!showAll && popular.rows.length > initialCount && (
            <div className="mt-7 flex justify-center">
              <Button variant="outline" size="lg" onClick={() => setShowAll(true)}>
                {popularTexts.showAll(popular.rows.length)}
              </Button>
            </div>
          )}
        </Section>
        <HowItWorks />
        <Trust />
        <FamilyStory />
      </main>
      <Footer />
    </>
  )
}

/** @returns the trimmed text once it has not changed for 250 ms (at once when it is cleared), and a function to skip the wait */
function useDebouncedQuery(text: string): [query: string, flush: () => void] {
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setQuery(text.trim()), text.trim() ? 250 : 0)
    return () => clearTimeout(timer)
  }, [text])
  return [query, () => setQuery(text.trim())]
}

const anchors = [
  ['#packages', headerTexts.packages],
  ['#how', headerTexts.howItWorks],
  ['#trust', headerTexts.why],
] as const

const linkClass = 'inline-flex min-h-11 items-center rounded-lg px-3 font-medium text-ink-soft hover:text-ink'

function LandingHeader() {
  return (
    <header className="sticky top-0 z-20 border-b bg-surface/95 backdrop-blur">
      <div className="mx-auto flex h-16 max-w-[1200px] items-center justify-between gap-4 px-4 sm:px-6">
        <Link to={paths.landing} className="flex min-h-11 items-center rounded-lg">
          <Logo />
        </Link>
        <nav aria-label={headerTexts.page} className="hidden md:flex">
          {anchors.map(([href, label]) => (
            <a key={href} href={href} className={linkClass}>
              {label}
            </a>
          ))}
        </nav>
        <div className="flex items-center gap-1 sm:gap-2">
          <ThemeToggle />
          <Link to={paths.labLogin} className={`${linkClass} max-lg:hidden`}>
            {headerTexts.forLabs}
          </Link>
          <ButtonLink to={paths.customerLogin}>{headerTexts.login}</ButtonLink>
        </div>
      </div>
    </header>
  )
}

function FamilyStory() {
  return (
    <section aria-labelledby="family-title" className="bg-surface py-14 sm:py-20">
      <div className="mx-auto grid max-w-[1200px] items-center gap-10 px-4 sm:px-6 lg:grid-cols-2">
        <div>
          <IconSpot icon={HeartHandshake} className="size-12 rounded-xl bg-accent-soft text-accent-ink" />
          <h2 id="family-title" className="mt-4 font-bold text-xl">
            {familyTexts.title}
          </h2>
          <p className="mt-2 max-w-lg text-base text-ink-soft">{familyTexts.text}</p>
          <ButtonLink to={paths.customerLogin} size="lg" variant="accent" className="mt-6">
            {familyTexts.start}
          </ButtonLink>
        </div>
        <ul className="grid grid-cols-1 gap-3" aria-label={familyTexts.example}>
          {familyTexts.members.map(([initial, who, test, state]) => (
            <li key={who} className="flex items-center gap-4 rounded-xl border bg-canvas p-4">
              <span
                className="grid size-11 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand-ink"
                aria-hidden
              >
                {initial}
              </span>
              <div className="min-w-0 grow">
                <p className="font-semibold">{who}</p>
                <p className="text-ink-soft text-xs">{test}</p>
              </div>
              <span className="text-right font-medium text-brand-ink text-xs">{state}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

type SearchResultsProps = {
  text: string
  /** A change of this number scrolls the results into view */
  scrollRequest: number
  onClear: () => void
  onBook: (item: PackageView) => void
}

function SearchResults({ text, scrollRequest, onClear, onBook }: SearchResultsProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (scrollRequest > 0) section.current?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  }, [scrollRequest])
  const { rows, loading } = useSearch(text)
  const isReachable = useIsReachable()
  return (
    <section ref={section} aria-labelledby="results-title" className="border-b bg-brand-soft/50 py-10">
      <div className="mx-auto max-w-[1200px] px-4 sm:px-6">
        <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0">
            <h2 id="results-title" className="font-bold text-xl">
              {resultsTexts.title}
            </h2>
            <p role="status" className="text-ink-soft">
              {loading
                ? resultsTexts.searching
                : rows.length === 0 && !isReachable
                  ? resultsTexts.offline
                  : resultsTexts.found(rows.length, text)}
            </p>
          </div>
          <Button variant="outline" onClick={onClear}>
            {resultsTexts.clear}
          </Button>
        </div>
        <PackageGrid
          items={rows}
          loading={loading}
          skeletons={3}
          onBook={onBook}
          empty={<EmptyState icon={SearchX} title={resultsTexts.none} text={resultsTexts.noneText} />}
        />
      </div>
    </section>
  )
}

const groups = [
  {
    title: footerTexts.page.title,
    links: [
      ['#packages', footerTexts.page.packages],
      ['#how', footerTexts.page.howItWorks],
      ['#trust', footerTexts.page.why],
    ],
  },
  {
    title: footerTexts.signIn.title,
    links: [
      [paths.customerLogin, footerTexts.signIn.customers],
      [paths.labLogin, footerTexts.signIn.labs],
      [paths.adminLogin, footerTexts.signIn.admins],
    ],
  },
  {
    title: footerTexts.legal.title,
    links: [
      [paths.privacy, footerTexts.legal.privacy],
      [paths.terms, footerTexts.legal.terms],
      [paths.grievance, footerTexts.legal.grievance],
      [paths.support, footerTexts.legal.support],
    ],
  },
] as const

const footerLinkClass =
  'inline-flex min-h-11 items-center text-on-deep-soft hover:text-on-deep hover:underline pointer-fine:sm:min-h-8'

function Footer() {
  return (
    <footer className="bg-deep text-on-deep">
      <div className="mx-auto grid max-w-[1200px] gap-10 px-4 py-12 sm:grid-cols-2 sm:px-6 lg:grid-cols-[2fr_1fr_1fr_1fr_1.5fr]">
        <div>
          <Logo />
          <p className="mt-3 max-w-xs text-on-deep-soft">{footerTexts.about}</p>
          <SupportContact className="mt-3 text-on-deep-soft" linkClassName="text-on-deep" />
        </div>
        {groups.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="font-semibold">{title}</h2>
            <ul className="mt-2">
              {links.map(([to, label]) => (
                <li key={to}>
                  {to.startsWith('#') ? (
                    <a href={to} className={footerLinkClass}>
                      {label}
                    </a>
                  ) : (
                    <Link to={to} className={footerLinkClass}>
                      {label}
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div>
          <h2 className="font-semibold">{footerTexts.cities}</h2>
          <p className="mt-3 text-on-deep-soft">{cities.join(', ')}</p>
        </div>
      </div>
    </footer>
  )
}

type SectionProps = {
  id: string
  title: string
  description?: string
  className?: string
  children: ReactNode
}

function Section({ id, title, description, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={cn('py-14 sm:py-20', className)}>
      <div className="mx-auto max-w-[1200px] px-4 sm:px-6">
        <h2 id={`${id}-title`} className="font-bold text-xl">
          {title}
        </h2>
        {description && <p className="mt-1 mb-7 text-ink-soft text-base">{description}</p>}
        {children}
      </div>
    </section>
  )
}

const steps = [
  { icon: Search, ...howItWorksTexts.find },
  { icon: Syringe, ...howItWorksTexts.visit },
  { icon: FileCheck2, ...howItWorksTexts.follow },
]

function HowItWorks() {
  return (
    <Section
      id="how"
      title={howItWorksTexts.title}
      description={howItWorksTexts.description}
      className="bg-surface"
    >
      <ol className="grid grid-cols-1 gap-8 md:grid-cols-3">
        {steps.map(({ icon: Icon, title, text }, index) => (
          <li key={title} className="flex gap-4 md:block">
            <IconSpot icon={Icon} className="size-12 shrink-0 rounded-xl bg-brand-soft text-brand-ink" />
            <div>
              <h3 className="font-semibold text-base md:mt-4">
                <span className="text-ink-soft tabular-nums">{index + 1}. </span>
                {title}
              </h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

const reasons = [
  { icon: BadgeCheck, ...trustTexts.certified },
  { icon: Syringe, ...trustTexts.onDemand },
  { icon: FileLock2, ...trustTexts.privacy },
]

export function Trust() {
  const facts = useFacts(landingFacts)
  const figures = trustTexts.figures.flatMap(([id, name]) => {
    const figure = facts[id]
    return figure === null ? [] : { name, figure }
  })
  return (
    <Section
      id="trust"
      title={trustTexts.title}
      {...(figures.length > 0 && { description: trustTexts.description })}
    >
      {figures.length > 0 && (
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
          {figures.map(({ name, figure }) => (
            <div
              key={name}
              className="flex flex-col-reverse rounded-xl border bg-surface p-5 shadow-card last:odd:max-sm:col-span-2"
            >
              <dt className="text-ink-soft">{name}</dt>
              <dd className="font-bold text-3xl text-brand-ink tabular-nums [overflow-wrap:anywhere]">
                {figure}
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ul className="mt-8 grid gap-6 md:grid-cols-3">
        {reasons.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <Icon className="mt-0.5 size-6 shrink-0 text-brand-ink" aria-hidden />
            <div>
              <h3 className="font-semibold text-base">{title}</h3>
              <p className="mt-1 text-ink-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

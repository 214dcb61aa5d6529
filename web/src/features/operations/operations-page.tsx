import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import { Navigate, NavLink, Route, Routes, useLocation } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'

const texts = {
  heading: { title: 'Operations', description: 'The log, its readers, and what needs an operator.' },
  sections: {
    now: 'Now',
    events: 'Events',
    trace: 'Trace',
    history: 'Time travel',
    work: 'Work',
    replay: 'Replay and verify',
    messages: 'Messages',
    affected: 'Affected people',
    quarantine: 'Quarantine',
    settings: 'Settings',
  },
}

/** @param path below /admin/operations; '' for the first */
function section(path: string, label: string, load: () => Promise<ComponentType>) {
  return { path, label, Page: lazyPart(load, 'min-h-96') }
}

const names = texts.sections

const sections = [
  section('', names.now, async () => (await import('./now/now-page')).NowPage),
  section('events', names.events, async () => (await import('./events/events-page')).EventsPage),
  section('trace', names.trace, async () => (await import('./trace/trace-page')).TracePage),
  section('history', names.history, async () => (await import('./history/history-page')).HistoryPage),
  section('work', names.work, async () => (await import('./work/work-page')).WorkPage),
  section('replay', names.replay, async () => (await import('./replay/replay-page')).ReplayPage),
  section('messages', names.messages, async () => (await import('./messages/messages-page')).MessagesPage),
  section('affected', names.affected, async () => (await import('./affected/affected-page')).AffectedPage),
  section('quarantine', names.quarantine, async () => {
    return (await import('./quarantine/quarantine-page')).QuarantinePage
  }),
  section('settings', names.settings, async () => (await import('./settings/settings-page')).SettingsPage),
]

function sectionPath(path: string): string {
  return path ? `${paths.adminOperations}/${path}` : paths.adminOperations
}

/** The page of the operators: one section below each path. Reached from the Overview. */
export function OperationsPage() {
  return (
    <>
      <PageHeading {...texts.heading} />
      <SectionLinks />
      <Suspense fallback={<SkeletonList count={4} itemClassName="h-24" className="grid grid-cols-1 gap-3" />}>
        <Routes>
          {sections.map(({ path, Page }) => (
            <Route key={path} {...(path === '' ? { index: true } : { path })} element={<Page />} />
          ))}
          <Route path="*" element={<Navigate to={paths.adminOperations} replace />} />
        </Routes>
      </Suspense>
    </>
  )
}

function SectionLinks() {
  const scroller = useRef<HTMLElement>(null)
  const { pathname } = useLocation()

  // scrollIntoView would move the page as well
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selected link changes with the path
  useEffect(() => {
    const selected = scroller.current?.querySelector<HTMLElement>('[aria-current="page"]')
    if (!scroller.current || !selected) return
    scroller.current.scrollLeft =
      selected.offsetLeft - (scroller.current.clientWidth - selected.offsetWidth) / 2
  }, [pathname])

  return (
    <nav
      ref={scroller}
      aria-label={texts.heading.title}
      className="relative -mx-4 mb-6 overflow-x-auto px-4 [scrollbar-width:none] sm:mx-0 sm:px-0"
    >
      <ul className="flex w-max min-w-full gap-1 rounded-xl bg-sunken p-1 sm:w-fit sm:min-w-0">
        {sections.map(({ path, label }) => (
          <li key={path} className="grow">
            <NavLink
              to={sectionPath(path)}
              end
              className={({ isActive }) => cn(linkClass, isActive && activeClass)}
            >
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const linkClass =
  'inline-flex min-h-11 w-full items-center justify-center whitespace-nowrap rounded-lg px-3 font-semibold text-ink-soft text-sm transition-colors hover:text-ink pointer-fine:sm:min-h-9 sm:px-4'

const activeClass = 'bg-raised text-ink shadow-card'

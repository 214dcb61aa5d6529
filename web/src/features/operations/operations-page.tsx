import { type ComponentType, Suspense, useEffect, useRef } from 'react'
import { Navigate, NavLink, Route, Routes, useLocation } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { paths } from '@/lib/paths'
import { lazyPart } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { SkeletonList } from '@/ui/skeleton'
import { page as texts } from './texts'

type Section = {
  /** Below /admin/operations; '' for the first */
  path: string
  label: string
  Page: ComponentType
}

const Now = lazyPart(async () => (await import('./now/now-page')).NowPage, 'min-h-96')
const Events = lazyPart(async () => (await import('./events/events-page')).EventsPage, 'min-h-96')
const Trace = lazyPart(async () => (await import('./trace/trace-page')).TracePage, 'min-h-96')
const History = lazyPart(async () => (await import('./history/history-page')).HistoryPage, 'min-h-96')
const Work = lazyPart(async () => (await import('./work/work-page')).WorkPage, 'min-h-96')
const Replay = lazyPart(async () => (await import('./replay/replay-page')).ReplayPage, 'min-h-96')
const Messages = lazyPart(async () => (await import('./messages/messages-page')).MessagesPage, 'min-h-96')
const Affected = lazyPart(async () => (await import('./affected/affected-page')).AffectedPage, 'min-h-96')
const Quarantine = lazyPart(
  async () => (await import('./quarantine/quarantine-page')).QuarantinePage,
  'min-h-96',
)
const Settings = lazyPart(async () => (await import('./settings/settings-page')).SettingsPage, 'min-h-96')

const sections: readonly Section[] = [
  { path: '', label: texts.sections.now, Page: Now },
  { path: 'events', label: texts.sections.events, Page: Events },
  { path: 'trace', label: texts.sections.trace, Page: Trace },
  { path: 'history', label: texts.sections.history, Page: History },
  { path: 'work', label: texts.sections.work, Page: Work },
  { path: 'replay', label: texts.sections.replay, Page: Replay },
  { path: 'messages', label: texts.sections.messages, Page: Messages },
  { path: 'affected', label: texts.sections.affected, Page: Affected },
  { path: 'quarantine', label: texts.sections.quarantine, Page: Quarantine },
  { path: 'settings', label: texts.sections.settings, Page: Settings },
]

function sectionPath({ path }: Pick<Section, 'path'>): string {
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
        {sections.map((section) => (
          <li key={section.path} className="grow">
            <NavLink
              to={sectionPath(section)}
              end
              className={({ isActive }) => cn(linkClass, isActive && activeClass)}
            >
              {section.label}
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

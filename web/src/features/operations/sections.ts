import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { paths } from '@/lib/paths'

export type Section = {
  /** Below /admin/operations; '' for the first */
  path: string
  label: string
  Page: LazyExoticComponent<ComponentType>
}

const Now = lazy(async () => ({ default: (await import('./now/now-page')).NowPage }))
const Events = lazy(async () => ({ default: (await import('./events/events-page')).EventsPage }))
const Trace = lazy(async () => ({ default: (await import('./trace/trace-page')).TracePage }))
const History = lazy(async () => ({ default: (await import('./history/history-page')).HistoryPage }))
const Work = lazy(async () => ({ default: (await import('./work/work-page')).WorkPage }))
const Replay = lazy(async () => ({ default: (await import('./replay/replay-page')).ReplayPage }))
const Messages = lazy(async () => ({ default: (await import('./messages/messages-page')).MessagesPage }))

/** One chunk per section. */
export const sections: readonly Section[] = [
  { path: '', label: 'Now', Page: Now },
  { path: 'events', label: 'Events', Page: Events },
  { path: 'trace', label: 'Trace', Page: Trace },
  { path: 'history', label: 'Time travel', Page: History },
  { path: 'work', label: 'Work', Page: Work },
  { path: 'replay', label: 'Replay and verify', Page: Replay },
  { path: 'messages', label: 'Messages', Page: Messages },
]

export function sectionPath({ path }: Pick<Section, 'path'>): string {
  return path ? `${paths.adminOperations}/${path}` : paths.adminOperations
}

import type { ComponentType } from 'react'
import { paths } from '@/lib/paths'
import { lazyPart } from '@/ui/lazy-part'

export type Section = {
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

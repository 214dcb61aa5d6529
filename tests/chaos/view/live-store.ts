/**
 * The live store of the web client itself. Its files import each other as a bundler resolves them, without `.ts`, so Node
 * needs a hook, and the types are repeated here: the compiler checks the client for a browser.
 */
import { registerHooks } from 'node:module'
import { inRepository } from '@jaanch/infra/local/paths'

export type ApiResponse = { data: unknown; position: number | undefined; next?: string | undefined }

type Cache = {
  read(key: string): unknown
  write(key: string, data: unknown): void
  isReadBelow(key: string): boolean
  holdsNewRows(key: string): boolean
  showCounts(counts: ReadonlyMap<string, number>): void
  isShown(key: string): boolean
  discard(key: string): void
  showNow(): void
  refresh(key: string): void
  refreshAll(): void
}

/** How live changes affect the data of a key */
type LiveRule = (key: string) => object

type LiveStore = {
  track(key: string, load: () => Promise<ApiResponse>, rule: LiveRule | undefined): Promise<unknown>
  receive(change: { kind: string; id: string; position: number; row: unknown }): void
  startConnecting(): number
  setCaughtUp(position: number): void
  startOver(): void
}

const client = `file://${inRepository('web', 'src')}/`
registerHooks({
  resolve(specifier, context, next) {
    const isOfClient = /^(\.|@\/)/.test(specifier) && context.parentURL?.startsWith(client)
    return next(isOfClient ? `${specifier.replace(/^@\//, client)}.ts` : specifier, context)
  },
})

export const { createLiveStore } = (await import(`${client}lib/live/live-store.ts`)) as {
  createLiveStore: (cache: Cache) => LiveStore
}

const importQueries = async (calls: string) =>
  (await import(`${client}features/${calls}-calls.ts`)) as Record<string, { rule: LiveRule }>
const [bookings, prescriptions, notifications, labs] = await Promise.all(
  ['booking/bookings', 'booking/prescriptions', 'account/notifications', 'account/labs'].map(importQueries),
)

const queries: Record<string, { rule: LiveRule } | undefined> = {
  '/api/bookings': bookings?.bookingList,
  '/api/bookings/counts': bookings?.bookingCounts,
  // computed from bookings too
  '/api/bookings/summary': bookings?.bookingCounts,
  '/api/prescriptions': prescriptions?.ownPrescriptions,
  // without a filter the same
  '/api/admin/prescriptions': prescriptions?.ownPrescriptions,
  '/api/notifications': notifications?.notificationList,
  '/api/lab-partners/all': labs?.allLabs,
}

/** The rule of the client's query for a key. @throws Error if there is none, because the view would not follow changes */
export function ruleOf(key: string): LiveRule {
  const query = queries[key.split('?')[0] ?? '']
  if (!query) throw new Error(`No live rule is known for ${key}`)
  return query.rule
}

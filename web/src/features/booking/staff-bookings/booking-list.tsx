import type { BookingView } from '@jaanch/booking/booking-view'
import {
  type ReactNode,
  type Ref,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { PagedList, type PagedRows, type RowsHandle } from '@/components/list/paged-list'
import { groupAdjacentVisits, type VisitGroup } from '@/features/booking/visit/visits'
import { useAddressState } from '@/lib/address-state'
import { dateText, slotText } from '@/lib/format/dates'
import { createStoredSetting } from '@/lib/storage'
import { useStore } from '@/lib/store'
import { useStableCallback } from '@/lib/use-stable-callback'
import { lazyDialog, lazyPart } from '@/ui/lazy-part'
import { Skeleton } from '@/ui/skeleton'
import { type ListKey, useListKeys } from './list-keys'
import type { Layout } from './list-tools'

type ListSettings = {
  /** undefined: as the screen begins */
  layout: Layout | undefined
  /** The columns that are not shown */
  hidden: readonly string[]
}

/** The layout of the staff lists that the user of this browser chose. */
export const listSettings = createStoredSetting<ListSettings>('booking-lists', (stored) => {
  const { layout, hidden } = (stored ?? {}) as Partial<Record<keyof ListSettings, unknown>>
  return {
    layout: layout === 'cards' || layout === 'table' ? layout : undefined,
    hidden: Array.isArray(hidden) ? hidden.filter((id) => typeof id === 'string') : [],
  }
})

// a phone has cards only
const ListTools = lazyPart(async () => (await import('./list-tools')).ListTools)

const BookingDialog = lazyDialog(async () => (await import('./booking-dialog')).BookingDialog)

const ShortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog')).ShortcutsDialog)

/** The input of a table of bookings; each role has its own columns. A visit of several people is one row. */
export type BookingTableProps = {
  label: string
  list: PagedRows<VisitGroup>
  hidden: readonly string[]
  selected: ReadonlySet<string>
  onSelect: (ids: ReadonlySet<string>) => void
  headings: ReadonlyMap<string, ReactNode>
  empty: ReactNode
  handle: Ref<RowsHandle>
  /** Shows the details */
  onOpen: (id: string) => void
}

type StaffBookingListProps = {
  label: string
  /** The view of the list: another value starts it at its top, without a selection */
  listKey: string
  list: PagedRows<BookingView>
  empty: ReactNode
  /** Height of a card in px before it is measured */
  estimate: number
  skeletons: { count: number; itemClassName: string }
  /** The layout in a wide window until the user chooses one */
  firstLayout: Layout
  /** The list is in the order of the visits: with a heading for each slot */
  isByVisit?: boolean
  /** Beside the tools of the list: search, day, views */
  tools?: ReactNode
  /** @param bookings several adjacent ones are one visit @param onOpen shows the details of one */
  card: (bookings: VisitGroup['bookings'], onOpen: (id: string) => void) => ReactNode
  table: (props: BookingTableProps) => ReactNode
  columns: readonly { id: string; label: string }[]
  /** The actions for several bookings */
  selection: (bookings: readonly BookingView[], clear: () => void) => ReactNode
  /** Details for the user's role only */
  details: (id: string) => ReactNode
  /** The keys of the role, besides those of every list */
  shortcuts: readonly ListKey[]
}

const noBooking = { id: '' }

const everyKey: readonly ListKey[] = ['search', 'nextRow', 'previousRow', 'open']

/** The bookings of a lab or of the platform: as cards, or from 1024 px on as a table; by keyboard or by hand. */
export function StaffBookingList({
  label,
  listKey,
  list,
  empty,
  estimate,
  skeletons,
  firstLayout,
  isByVisit = false,
  tools,
  card,
  table,
  columns,
  selection: actions,
  details,
  shortcuts,
}: StaffBookingListProps) {
  const [{ id: opened }, show] = useAddressState(noBooking)
  const onOpen = useStableCallback((id: string) => show({ id }))
  const isWide = useIsWide()
  const { layout = firstLayout, hidden } = useStore(listSettings)
  const [selection, setSelection] = useState<Selection>({ of: listKey, ids: new Set() })
  const [isHelpOpen, setHelpOpen] = useState(false)
  const visits = useMemo(() => groupAdjacentVisits(list.rows), [list.rows])
  const visitList = { ...list, rows: visits }
  const handle = useRef<RowsHandle>(null)
  const onFocus = useListKeys({
    rows: visits,
    handle,
    onOpen,
    onHelp: () => setHelpOpen(true),
  })
  const isTable = isWide && layout === 'table'
  const headings = isByVisit ? slotHeadings(list.rows) : noHeadings
  // a row that leaves the list is not selected when it comes back
  const chosen = selection.of === listKey ? visits.filter(({ id }) => selection.ids.has(id)) : []
  const selected = useStableSet(chosen.map(({ id }) => id))
  const select = (ids: ReadonlySet<string>) => setSelection({ of: listKey, ids })
  useEffect(() => {
    setSelection((before) => (before.ids.size > selected.size ? { ...before, ids: selected } : before))
  }, [selected])

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3 print:hidden">
        {tools}
        {isWide && (
          <Suspense fallback={<div className="h-11" />}>
            <ListTools
              layout={layout}
              columns={columns}
              hidden={hidden}
              onChange={(change) => listSettings.set({ ...listSettings.get(), ...change })}
              onHelp={() => setHelpOpen(true)}
            />
          </Suspense>
        )}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes which row has the focus */}
      <div key={listKey} onFocus={onFocus}>
        {isTable ? (
          <Suspense fallback={<Skeleton className="h-140 w-full rounded-xl" />}>
            {table({
              label,
              list: visitList,
              hidden: isByVisit ? byVisit(hidden) : hidden,
              selected,
              onSelect: select,
              headings,
              empty,
              handle,
              onOpen,
            })}
          </Suspense>
        ) : (
          <PagedList
            label={label}
            list={visitList}
            empty={empty}
            estimate={estimate}
            skeletons={skeletons}
            handle={handle}
          >
            {({ id, bookings }) => (
              <>
                {headings.has(id) && <h3 className="pt-2 pb-3 font-semibold text-sm">{headings.get(id)}</h3>}
                <div data-row={id} tabIndex={-1} className="rounded-xl">
                  {card(bookings, onOpen)}
                </div>
              </>
            )}
          </PagedList>
        )}
      </div>
      {isTable &&
        chosen.length > 0 &&
        actions(
          chosen.flatMap(({ bookings }) => bookings),
          () => select(new Set()),
        )}
      {opened && (
        <BookingDialog id={opened} onClose={() => show(noBooking, 'replace')}>
          {details(opened)}
        </BookingDialog>
      )}
      {isHelpOpen && (
        <ShortcutsDialog
          names={[...everyKey, ...shortcuts.filter((name) => isTable || name !== 'select'), 'help']}
          onClose={() => setHelpOpen(false)}
        />
      )}
    </>
  )
}

type Selection = { of: string; ids: ReadonlySet<string> }

/** The same set as long as it has the same members. */
function useStableSet(ids: readonly string[]): ReadonlySet<string> {
  const text = ids.join(' ')
  return useMemo(() => new Set(text === '' ? [] : text.split(' ')), [text])
}

/** The headings of the slots say when the visits are. */
function byVisit(hidden: readonly string[]): readonly string[] {
  return [...hidden, 'when']
}

const noHeadings: ReadonlyMap<string, string> = new Map()

/**
 * The headings of a list in the order of the visits: one above the first booking of each day and slot.
 * @returns by the id of that booking
 */
function slotHeadings(rows: readonly BookingView[]): ReadonlyMap<string, string> {
  const headings = new Map<string, string>()
  let last = ''
  for (const row of rows) {
    const heading = headingOf(row)
    if (heading !== last) headings.set(row.id, heading)
    last = heading
  }
  return headings
}

function headingOf({ collectionType, scheduledDate, scheduledTime, createdAt }: BookingView): string {
  const day = dateText(scheduledDate ?? createdAt)
  if (collectionType === 'instant') return `${day}, instant: within 2 to 4 hours`
  return scheduledTime ? `${day}, ${slotText(scheduledTime)}` : day
}

/** Tailwind's `lg`: from here on there is a pointer, a sidebar and room for a table */
const wide = '(min-width: 64rem)'

/** Whether the window is 1024 px wide or more. */
function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wide).matches,
    () => false,
  )
}

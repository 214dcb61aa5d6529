import { addDays, istDate } from '@jaanch/contracts/calendar'
import { useMemo, useState } from 'react'
import type { BookingFilter } from '@/features/booking/bookings-calls'
import { useAddressState } from '@/lib/address-state'

/** The days that a list can be limited to by one press; '' for any day. */
export type Day = '' | 'today' | 'tomorrow'

/** `list` is the tab. What is typed or chosen here is in the address under the same names. */
const unfiltered = {
  list: '',
  day: '',
  q: '',
  from: '',
  to: '',
  slot: '',
  type: '',
  status: '',
  sort: '',
} as const

type Chosen = Record<keyof typeof unfiltered, string>

export type BookingFilters<Tab extends string> = ReturnType<typeof useBookingFilters<Tab>>

/** The filters without the tabs, which each screen has of its own */
export type ListFilters = Omit<BookingFilters<string>, 'tab' | 'showTab'>

/** The tab, day, search, filters and order of a staff list, all kept in the address. */
export function useBookingFilters<const Tab extends string>(tabs: readonly [Tab, ...Tab[]]) {
  const [chosen, set] = useAddressState<keyof Chosen>(unfiltered)
  const today = istDate(new Date())
  const { day: named, list, q, from, to, slot, type, status, sort } = chosen
  const day: Day = named === 'today' || named === 'tomorrow' ? named : ''
  const filter = useMemo(
    () => filterOf({ day, q, from, to, slot, type, status, sort }, today),
    [day, q, from, to, slot, type, status, sort, today],
  )
  const isSet = isFiltered(filter)
  const [isOpen, setOpen] = useState(Boolean(from || to || slot || type || status || sort))
  const tab = tabs.find((each) => each === list) ?? tabs[0]

  return {
    tab,
    day,
    filter,
    isSet,
    /** A tab that is left out of the address is the first one */
    showTab: (next: Tab) => set({ list: next === tabs[0] ? '' : next }),
    /** A day of its own replaces the dates of the filters */
    showDay: (next: Day) => set({ day: next, from: '', to: '', sort: '' }),
    search: (text: string) => set({ q: text }, 'replace'),
    /** Dates are typed, so they make no entries of the history */
    set: (change: Partial<BookingFilter>) =>
      'from' in change ? set({ ...change, day: '' }, 'replace') : set(change),
    clear: () => set({ ...unfiltered, list }),
    /** All bookings, newest first: where new ones appear */
    showNewest: () => set(unfiltered),
    isOpen,
    toggle: () => setOpen(!isOpen),
  }
}

/** @param today IST date */
function filterOf({ day, ...filter }: Omit<Chosen, 'list'>, today: string): BookingFilter {
  if (day === '') return filter
  const date = day === 'today' ? today : addDays(today, 1)
  return { ...filter, from: date, to: date, sort: 'visit' }
}

/** Whether the list shows less than its tab has. */
function isFiltered({ sort: _, ...filter }: BookingFilter): boolean {
  return Object.values(filter).some((value) => value.trim() !== '')
}

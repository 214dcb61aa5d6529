import type { EventRowView } from '@jaanch/operations/events/api'
import { ArrowUp, ListX, SlidersHorizontal } from 'lucide-react'
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useAddressState } from '@/lib/address-state'
import { dateText, instantOf, preciseTimeText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { useDebounced } from '@/lib/timing'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import { EventDialog } from './event-dialog'
import { type EventFeed, useEventFeed } from './event-feed'
import { EventFilters } from './event-filters'
import { actorText, streamText, texts } from './texts'

const noFilter = { type: '', stream: '', actor: '', from: '', to: '' }

const noEvent = { event: '' }

/** The log, newest first, followed as it grows. The filter is in the address: a link shows what its sender saw. */
export function EventsPage() {
  const [address, show] = useAddressState(noFilter)
  const [{ event: open }, showEvent] = useAddressState(noEvent)
  const [search] = useSearchParams()
  const { type, actor, from, to } = address
  const stream = useDebounced(address.stream)
  const filter = useMemo(
    () => ({ type, stream, actor, from: instantOf(from), to: instantOf(to) }),
    [type, stream, actor, from, to],
  )
  const isFiltered = Object.values(address).some(Boolean)
  const [isPaused, setPaused] = useState(false)
  const [isFilterOpen, setFilterOpen] = useState(isFiltered)
  const list = useRef<HTMLDivElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const isReading = useIsReading(top, list) || open !== ''
  const { feed, error, isLoading, isBack, more, reveal, reload } = useEventFeed({
    filter,
    isPaused,
    isReading,
  })

  function showNewest() {
    if (isBack) void reload()
    else reveal()
    top.current?.scrollIntoView({ block: 'center' })
  }

  const waiting = feed ? countWaiting(feed, isFiltered) : 0
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <Button
          icon={SlidersHorizontal}
          variant={isFiltered ? 'soft' : 'outline'}
          aria-expanded={isFilterOpen}
          onClick={() => setFilterOpen(!isFilterOpen)}
        >
          {texts.feed.filter}
        </Button>
        <Switch label={texts.feed.pause} checked={isPaused} onChange={setPaused} />
      </div>
      {isFilterOpen && <EventFilters filter={address} onChange={(changes) => show(changes, 'replace')} />}
      <div ref={top} />
      {error && (
        <p role="alert" className="mb-3 rounded-lg bg-error-soft px-4 py-3 text-error">
          {error}
        </p>
      )}
      {(waiting > 0 || isBack) && (isReading || isPaused || isBack) && (
        <div className="sticky top-20 z-10 mb-2 grid h-0 justify-items-center">
          <Button icon={ArrowUp} size="sm" className="h-fit shadow-high" onClick={showNewest}>
            {isBack ? texts.feed.newest : texts.feed.waiting(waiting, isFiltered && feed?.gap !== null)}
          </Button>
        </div>
      )}
      {!feed && isLoading && (
        <SkeletonList count={12} itemClassName="h-16 md:h-11" className="grid grid-cols-1 gap-px" />
      )}
      {feed && feed.rows.length === 0 && feed.next === null && (
        <EmptyState
          icon={ListX}
          title={texts.feed.none}
          onClear={isFiltered && (() => show(noFilter, 'replace'))}
          text={texts.feed.noneText}
        />
      )}
      <div ref={list}>
        {feed && feed.rows.length > 0 && (
          <ol
            aria-label={texts.feed.label}
            className="overflow-hidden rounded-xl border bg-surface shadow-card"
          >
            {feed.rows.map((event) => (
              <EventRow key={event.position} event={event} search={search} />
            ))}
          </ol>
        )}
      </div>
      {feed && (feed.rows.length > 0 || feed.next !== null) && (
        <div className="mt-4 grid justify-items-center gap-3">
          <p role="status" className="text-center text-ink-soft text-xs tabular-nums">
            {feed.newest > 0 && texts.feed.lookedAt(feed.newest, feed.oldest, feed.next === null)}
          </p>
          {feed.next !== null && (
            <Button variant="outline" loading={isLoading} onClick={() => void more()}>
              {texts.feed.more}
            </Button>
          )}
        </div>
      )}
      {open !== '' && <EventDialog position={Number(open)} onClose={() => showEvent(noEvent, 'replace')} />}
    </>
  )
}

/** @returns how many events are newer than the rows; of a filtered list, those that are known */
function countWaiting({ fresh, rows, newest }: EventFeed, isFiltered: boolean): number {
  const shown = rows[0]?.position
  return isFiltered || shown === undefined || fresh.length === 0 ? fresh.length : newest - shown
}

/** A line that opens its event; on a phone two lines. Rows out of sight are not laid out. */
const EventRow = memo(
  function EventRow({ event, search }: { event: EventRowView; search: URLSearchParams }) {
    const { position, at, type, streamId, actor } = event
    const opening = new URLSearchParams(search)
    opening.set('event', String(position))
    return (
      <li className="border-b [contain-intrinsic-size:auto_44px] [content-visibility:auto] last:border-b-0 max-md:[contain-intrinsic-size:auto_64px]">
        <Link
          to={`?${opening}`}
          preventScrollReset
          className="grid min-h-16 grid-cols-[1fr_auto] content-center items-center gap-x-4 gap-y-0.5 px-4 py-2 -outline-offset-2 hover:bg-sunken md:min-h-11 md:grid-cols-[6rem_9.5rem_minmax(0,1.4fr)_minmax(0,1.2fr)_minmax(0,0.8fr)]"
        >
          <span className="text-ink-soft text-xs tabular-nums max-md:order-2 max-md:text-right">
            {countText(position)}
          </span>
          <span className="text-ink-soft text-xs tabular-nums max-md:order-4 max-md:text-right">
            <span className="max-md:hidden">{dateText(at).slice(0, -5)}, </span>
            {preciseTimeText(at)}
          </span>
          <span className="min-w-0 truncate font-semibold text-sm max-md:order-1">{type}</span>
          <span className="min-w-0 truncate text-ink-soft text-xs tabular-nums max-md:order-3">
            {streamText(streamId)}
            <span className="md:hidden"> · {actorText(actor)}</span>
          </span>
          <span className="truncate text-ink-soft text-xs max-md:hidden">{actorText(actor)}</span>
        </Link>
      </li>
    )
  },
  (before, after) => before.event === after.event && `${before.search}` === `${after.search}`,
)

/**
 * Whether a person reads the list, so that nothing in it may move: its top is scrolled out of sight, or the keyboard's focus is in
 * it.
 */
function useIsReading(top: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>): boolean {
  const [isScrolled, setScrolled] = useState(false)
  const [hasFocus, setFocus] = useState(false)

  useEffect(() => {
    if (!top.current) return
    const observer = new IntersectionObserver(([entry]) => setScrolled(entry?.isIntersecting === false))
    observer.observe(top.current)
    return () => observer.disconnect()
  }, [top])

  useEffect(() => {
    const rows = list.current
    if (!rows) return
    const enter = () => setFocus(rows.querySelector(':focus-visible') !== null)
    const leave = () => setFocus(false)
    rows.addEventListener('focusin', enter)
    rows.addEventListener('focusout', leave)
    return () => {
      rows.removeEventListener('focusin', enter)
      rows.removeEventListener('focusout', leave)
    }
  }, [list])

  return isScrolled || hasFocus
}

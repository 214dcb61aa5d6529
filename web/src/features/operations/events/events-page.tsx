import type { UserView } from '@jaanch/account/sessions/api'
import type { EventRowView } from '@jaanch/operations/events/api'
import { ArrowUp, ListX, SlidersHorizontal, X } from 'lucide-react'
import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { PersonSearch } from '@/features/account/person-search/person-search'
import { useAddressState } from '@/lib/address-state'
import { dateText, instantOf, preciseTimeText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { shortId, userName } from '@/lib/format/text'
import { useDebounced } from '@/lib/timing'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { SearchInput } from '@/ui/search-input'
import { Select } from '@/ui/select'
import { SkeletonList } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import { EventDialog } from './event-dialog'
import { type EventFeed, type EventFilter, useEventFeed } from './event-feed'
import {
  actorOptions,
  actorText,
  eventTypes,
  filters as filtersTexts,
  streamText,
  feed as texts,
} from './texts'

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
          {texts.filter}
        </Button>
        <Switch label={texts.pause} checked={isPaused} onChange={setPaused} />
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
            {isBack ? texts.newest : texts.waiting(waiting, isFiltered && feed?.gap !== null)}
          </Button>
        </div>
      )}
      {!feed && isLoading && (
        <SkeletonList count={12} itemClassName="h-16 md:h-11" className="grid grid-cols-1 gap-px" />
      )}
      {feed && feed.rows.length === 0 && feed.next === null && (
        <EmptyState
          icon={ListX}
          title={texts.none}
          onClear={isFiltered && (() => show(noFilter, 'replace'))}
          text={texts.noneText}
        />
      )}
      <div ref={list}>
        {feed && feed.rows.length > 0 && (
          <ol aria-label={texts.label} className="overflow-hidden rounded-xl border bg-surface shadow-card">
            {feed.rows.map((event) => (
              <EventRow key={event.position} event={event} search={search} />
            ))}
          </ol>
        )}
      </div>
      {feed && (feed.rows.length > 0 || feed.next !== null) && (
        <div className="mt-4 grid justify-items-center gap-3">
          <p role="status" className="text-center text-ink-soft text-xs tabular-nums">
            {feed.newest > 0 && texts.lookedAt(feed.newest, feed.oldest, feed.next === null)}
          </p>
          {feed.next !== null && (
            <Button variant="outline" loading={isLoading} onClick={() => void more()}>
              {texts.more}
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

const types = eventTypes.map((value) => ({ value, label: value }))

const aPerson = 'person'

const actors = [...actorOptions, { value: aPerson, label: filtersTexts.aPerson }]

type EventFiltersProps = { filter: EventFilter; onChange: (changes: Partial<EventFilter>) => void }

function EventFilters({ filter, onChange }: EventFiltersProps) {
  const [isPerson, setPerson] = useState(false)
  const [person, setFound] = useState<UserView | null>(null)
  const { type, actor } = filter
  const isId = actor !== '' && !actorOptions.some(({ value }) => value === actor)

  function choose(value: string) {
    setPerson(value === aPerson)
    onChange({ actor: value === aPerson ? '' : value })
  }

  return (
    <search className="mb-4 grid grid-cols-1 items-start gap-3 rounded-xl border bg-surface p-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label={filtersTexts.stream} className="lg:col-span-1">
        <SearchInput
          placeholder={filtersTexts.streamExample}
          maxLength={60}
          value={filter.stream}
          onChange={(event) => onChange({ stream: event.target.value })}
        />
      </Field>
      <Field label={filtersTexts.type}>
        <Select
          value={type}
          onChange={(value) => onChange({ type: value })}
          options={types}
          emptyLabel={filtersTexts.allTypes}
        />
      </Field>
      <Field label={filtersTexts.actor}>
        {isId ? (
          <Button
            variant="outline"
            className="justify-between"
            aria-label={filtersTexts.allActorsInsteadOf(nameOf(person, actor))}
            onClick={() => choose('')}
          >
            <span className="truncate">{nameOf(person, actor)}</span>
            <X aria-hidden />
          </Button>
        ) : (
          <Select
            value={isPerson ? aPerson : actor}
            onChange={choose}
            options={actors}
            emptyLabel={filtersTexts.allActors}
          />
        )}
      </Field>
      {isPerson && !isId && (
        <div className="sm:col-span-2 lg:col-span-3">
          <PersonSearch
            onPerson={(found) => {
              setFound(found)
              onChange({ actor: found.id })
            }}
          />
        </div>
      )}
      {(['from', 'to'] as const).map((name) => (
        <Field key={name} label={filtersTexts[name]}>
          <Input
            type="datetime-local"
            step={1}
            value={filter[name]}
            onChange={({ target }) => onChange({ [name]: target.value })}
          />
        </Field>
      ))}
    </search>
  )
}

function nameOf(person: UserView | null, id: string): string {
  return person?.id === id ? userName(person.name) : filtersTexts.person(shortId(id))
}

import { istDate } from '@jaanch/contracts/calendar'
import type { BoardTube } from '@jaanch/contracts/http/tubes'
import { type TubePlace, tubePlaces } from '@jaanch/contracts/vocabulary'
import { TestTubes } from 'lucide-react'
import { useState } from 'react'
import { ScanCode } from '@/components/scan/scan-code'
import { useCommand } from '@/components/use-command'
import { useAddressState } from '@/lib/address-state'
import { clockOffsetMs } from '@/lib/http/clock'
import { findTube, useTubes } from '@/lib/resources/tubes'
import { useNow } from '@/lib/timing'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { PageHeading } from '@/ui/page-heading'
import { Select } from '@/ui/select'
import { Skeleton } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { PersonTubes } from './person-tubes'
import { none, places, scan as scanTexts, page as texts } from './texts'
import { TubeActions } from './tube-actions'
import { useSelection } from './use-selection'

const firstPlace: TubePlace = 'on-the-way'

/**
 * The tubes of a day by where they are, for the front desk and the technicians. What is scanned opens above: all tubes of its person, the
 * scanned one chosen; several that are scanned one after the other are decided together.
 */
export function TubesPage() {
  const today = istDate(new Date())
  const [address, setAddress] = useAddressState({ date: '', collector: '', place: firstPlace })
  const date = /^\d{4}-\d\d-\d\d$/.test(address.date) ? address.date : today
  const place = tubePlaces.find((each) => each === address.place) ?? firstPlace
  const { data: board, loading } = useTubes(date)
  const all = board?.tubes ?? []
  const collectors = board?.collectors ?? {}
  const selection = useSelection(all)
  const now = new Date(useNow().getTime() - (clockOffsetMs() ?? 0))
  /** Bookings of scanned tubes, the last one first */
  const [opened, setOpened] = useState<readonly string[]>([])

  const { run } = useCommand({
    send: findTube,
    done({ bookingId, number, date: day }) {
      setOpened((before) => [bookingId, ...before.filter((id) => id !== bookingId)])
      selection.select([{ bookingId, number }], true)
      if (!all.some((tube) => tube.bookingId === bookingId)) setAddress({ date: day === today ? '' : day })
    },
    failed: scanTexts.failed,
  })

  const shown =
    address.collector === '' ? all : all.filter(({ collectorId }) => collectorId === address.collector)
  const inPlace = (each: TubePlace) => shown.filter((tube) => tube.place === each)
  const scanned = opened
    .map((id) => all.filter(({ bookingId }) => bookingId === id))
    .filter((tubes) => tubes.length > 0)
  const list = { collectors, now, selected: selection.keys, onSelect: selection.select }

  function clear() {
    selection.clear()
    setOpened([])
  }

  return (
    <>
      <PageHeading {...texts.heading}>
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <Input
            type="date"
            aria-label={texts.day}
            value={date}
            className="w-40 max-sm:grow"
            onChange={({ target }) =>
              target.value && setAddress({ date: target.value === today ? '' : target.value })
            }
          />
          <Select
            label={texts.collector}
            value={address.collector}
            onChange={(collector) => setAddress({ collector })}
            options={Object.entries(collectors).map(([value, label]) => ({ value, label }))}
            emptyLabel={texts.allCollectors}
            className="w-44 max-sm:grow"
          />
        </div>
      </PageHeading>
      <div className="mb-6 max-w-xl">
        <ScanCode label={scanTexts.label} onCode={(code) => void run(code)} />
      </div>
      {opened.length > 0 ? (
        <section aria-label={scanTexts.opened} className="grid gap-3">
          <div className="flex items-center justify-between gap-4">
            <h2 className="font-semibold text-base">{scanTexts.opened}</h2>
            <Button variant="ghost" onClick={clear}>
              {scanTexts.close}
            </Button>
          </div>
          {loading && <Loading />}
          {scanned.map((tubes) => (
            <PersonTubes key={tubes[0]?.bookingId} tubes={tubes} {...list} hasPlaces />
          ))}
        </section>
      ) : (
        <Tabs
          label={texts.places}
          tabs={tubePlaces.map((value) => ({
            value,
            label: places[value],
            count: board && inPlace(value).length,
          }))}
          value={place}
          onChange={(next) => setAddress({ place: next })}
        >
          {loading && <Loading />}
          {!loading && !board && <EmptyState icon={TestTubes} title={texts.failed} />}
          {board && <Board tubes={inPlace(place)} place={place} list={list} />}
        </Tabs>
      )}
      {board?.isCut && <p className="mt-4 text-ink-soft">{texts.cut}</p>}
      <TubeActions tubes={selection.tubes} now={now} onClear={selection.clear} />
    </>
  )
}

type BoardProps = {
  tubes: readonly BoardTube[]
  place: TubePlace
  list: Omit<Parameters<typeof PersonTubes>[0], 'tubes'>
}

function Board({ tubes, place, list }: BoardProps) {
  if (tubes.length === 0) {
    const [title, text] = none[place]
    return (
      <EmptyState icon={TestTubes} title={title}>
        {text}
      </EmptyState>
    )
  }
  return (
    <ul className="grid gap-3">
      {[...Map.groupBy(tubes, ({ bookingId }) => bookingId)].map(([bookingId, own]) => (
        <li key={bookingId}>
          <PersonTubes tubes={own} {...list} />
        </li>
      ))}
    </ul>
  )
}

function Loading() {
  return (
    <div role="status" aria-label={texts.loading} className="grid gap-3">
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
      <Skeleton className="h-32" />
    </div>
  )
}

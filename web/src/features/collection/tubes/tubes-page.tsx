import type { BoardTube } from '@jaanch/collection/api'
import { istDate } from '@jaanch/contracts/calendar'
import { type TubePlace, tubePlaces } from '@jaanch/contracts/vocabulary'
import { Check, PackageCheck, TestTubes, X } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { ScanCode } from '@/features/collection/scan/scan-code'
import { useAddressState } from '@/lib/address-state'
import { hasCode } from '@/lib/http/api-error'
import { clockOffsetMs } from '@/lib/http/clock'
import { useNow } from '@/lib/timing'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Input } from '@/ui/input'
import { lazyDialog } from '@/ui/lazy-part'
import { PageHeading } from '@/ui/page-heading'
import { Select } from '@/ui/select'
import { SkeletonBlocks } from '@/ui/skeleton'
import { Tabs } from '@/ui/tabs'
import { findTube, recordTubes, useTubes } from './calls'
import { isLate, PersonTubes, useSelection } from './person-tubes'
import * as texts from './texts'

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
    failed: texts.scan.failed,
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
      <PageHeading {...texts.page.heading}>
        <div className="flex flex-wrap gap-2 max-sm:w-full">
          <Input
            type="date"
            aria-label={texts.page.day}
            value={date}
            className="w-40 max-sm:grow"
            onChange={({ target }) =>
              target.value && setAddress({ date: target.value === today ? '' : target.value })
            }
          />
          <Select
            label={texts.page.collector}
            value={address.collector}
            onChange={(collector) => setAddress({ collector })}
            options={Object.entries(collectors).map(([value, label]) => ({ value, label }))}
            emptyLabel={texts.page.allCollectors}
            className="w-44 max-sm:grow"
          />
        </div>
      </PageHeading>
      <div className="mb-6 max-w-xl">
        <ScanCode label={texts.scan.label} onCode={(code) => void run(code)} />
      </div>
      {opened.length > 0 ? (
        <section aria-label={texts.scan.opened} className="grid gap-3">
          <div className="flex items-center justify-between gap-4">
            <h2 className="font-semibold text-base">{texts.scan.opened}</h2>
            <Button variant="ghost" onClick={clear}>
              {texts.scan.close}
            </Button>
          </div>
          {loading && <Loading />}
          {scanned.map((tubes) => (
            <PersonTubes key={tubes[0]?.bookingId} tubes={tubes} {...list} hasPlaces />
          ))}
        </section>
      ) : (
        <Tabs
          label={texts.page.places}
          tabs={tubePlaces.map((value) => ({
            value,
            label: texts.places[value],
            count: board && inPlace(value).length,
          }))}
          value={place}
          onChange={(next) => setAddress({ place: next })}
        >
          {loading && <Loading />}
          {!loading && !board && <EmptyState icon={TestTubes} title={texts.page.failed} />}
          {board && <Board tubes={inPlace(place)} place={place} list={list} />}
        </Tabs>
      )}
      {board?.isCut && <p className="mt-4 text-ink-soft">{texts.page.cut}</p>}
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
    const [title, text] = texts.none[place]
    return <EmptyState icon={TestTubes} title={title} text={text} />
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
    <SkeletonBlocks label={texts.page.loading} className="grid gap-3" blocks={['h-32', 'h-32', 'h-32']} />
  )
}

const AcceptLateDialog = lazyDialog(async () => (await import('./tube-dialogs')).AcceptLateDialog)
const ReceiveDialog = lazyDialog(async () => (await import('./tube-dialogs')).ReceiveDialog)
const RejectDialog = lazyDialog(async () => (await import('./tube-dialogs')).RejectDialog)

type TubeActionsProps = { tubes: readonly BoardTube[]; now: Date; onClear: () => void }

/** The actions for the chosen tubes, of one person or of several. */
function TubeActions({ tubes, now, onClear }: TubeActionsProps) {
  const [dialog, setDialog] = useState<'receive' | 'late' | 'reject'>()
  const unreceived = tubes.filter(({ receivedAt }) => receivedAt === null)
  const drawn = tubes.filter(({ drawnAt }) => drawnAt !== null)
  const { run, busy } = useCommand({
    send: recordTubes,
    succeeded: texts.accept.done(drawn.length),
    failed: texts.accept.failed,
    onFailure(error) {
      // its window ended between the look and the press
      const isOver = hasCode(error, 'stability-over')
      if (isOver) setDialog('late')
      return isOver
    },
  })
  // a dialog stays, even if somebody else decides meanwhile
  if (tubes.length === 0 && !dialog) return null

  function accept() {
    if (drawn.some((tube) => isLate(tube, now))) return setDialog('late')
    void run({
      tubes: drawn,
      at: new Date().toISOString(),
      commandOf: (own) => ({ type: 'accept', tubes: own.map(({ number }) => number) }),
    })
  }

  const close = () => setDialog(undefined)
  return (
    <section
      aria-label={texts.actions.label}
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] z-20 mx-auto mt-4 flex w-fit max-w-full animate-rise flex-wrap items-center gap-2 rounded-xl border border-brand bg-surface py-2 pr-2 pl-4 shadow-high lg:bottom-4"
    >
      <p role="status" className="mr-2 font-semibold tabular-nums">
        {texts.actions.count(tubes.length)}
      </p>
      {unreceived.length > 0 && (
        <Button icon={PackageCheck} variant="outline" onClick={() => setDialog('receive')}>
          {texts.actions.receive(unreceived.length)}
        </Button>
      )}
      {drawn.length > 0 && (
        <Button icon={Check} loading={busy} onClick={accept}>
          {texts.actions.accept(drawn.length)}
        </Button>
      )}
      <Button variant="danger" onClick={() => setDialog('reject')}>
        {texts.actions.reject(tubes.length)}
      </Button>
      <Button icon={X} variant="ghost" size="icon" aria-label={texts.actions.clear} onClick={onClear} />
      {dialog === 'receive' && <ReceiveDialog tubes={unreceived} onClose={close} />}
      {dialog === 'late' && (
        <AcceptLateDialog
          tubes={drawn}
          late={drawn.filter((tube) => isLate(tube, now)).length || 1}
          onClose={close}
        />
      )}
      {dialog === 'reject' && <RejectDialog tubes={tubes} onClose={close} />}
    </section>
  )
}

import { type CollectionOutcome, collectionOutcomes } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Choices } from './choices'
import { tubesToHandOver, type Visit } from './local-round'
import { ContactButtons, RoundFrame, visitPath } from './round-frame'
import { RoundView } from './round-view'
import * as texts from './texts'
import { type RoundControl, useRound } from './use-round'
import { MissingVisit, VisitView } from './visit-view'

/**
 * The collector's screen: the visits of today (no query), one of them (`?visit=` its id), why nothing could be drawn (`&unable=` a booking
 * id or `all`), and handing over (`?view=hand-over`). It works without a network once it was open with one.
 */
export function RoundPage() {
  const [search] = useSearchParams()
  const round = useRound()
  const id = search.get('visit')
  if (search.get('view') === 'hand-over' && round.round) return <HandOverView round={round} />
  if (id === null || !round.round) return <RoundView round={round} />
  const visit = round.round.visits.find((each) => each.id === id)
  if (!visit) return <MissingVisit round={round} />
  const unable = search.get('unable')
  if (unable === null) return <VisitView key={id} visit={visit} round={round} />
  const why = collectionOutcomes.find((outcome) => outcome === search.get('why'))
  return <UnableView visit={visit} round={round} of={unable} why={why} />
}

const options = collectionOutcomes.map((value) => ({
  value,
  label: texts.outcome.names[value],
  description: texts.outcome.next[value],
}))

type UnableViewProps = {
  visit: Visit
  round: RoundControl
  /** A booking id, or 'all' */
  of: string
  why: CollectionOutcome | undefined
}

/** Asks why nothing is drawn from a person, or from everybody of a visit, and says what follows from each reason. */
function UnableView({ visit, round, of, why }: UnableViewProps) {
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<CollectionOutcome | undefined>(why)
  const people = visit.people.filter(
    ({ bookingId, custody }) =>
      (of === 'all' || of === bookingId) && !custody.tubes.some(({ drawn }) => drawn),
  )
  const name = of === 'all' ? texts.visitName(visit) : (people[0]?.patient?.name ?? '')
  const back = visitPath(visit)

  async function record() {
    if (!outcome) return
    for (const person of people) if (!(await round.record(person, { type: 'fail', outcome }))) return
    navigate(back, { replace: true })
  }

  return (
    <RoundFrame title={texts.outcome.title} lead={name} round={round} back={back}>
      <ContactButtons visit={visit} />
      <Choices label={texts.outcome.what} value={outcome} onChange={setOutcome} options={options} />
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink to={back} replace variant="outline" size="lg">
          {texts.end.cancel}
        </ButtonLink>
        <Button size="lg" disabled={!outcome || people.length === 0} onClick={() => void record()}>
          {texts.outcome.record}
        </Button>
      </div>
    </RoundFrame>
  )
}

/** All drawn tubes of the round leave the collector's hands at once. */
function HandOverView({ round }: { round: RoundControl }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const left = round.round ? tubesToHandOver(round.round) : []
  const count = left.reduce((sum, { tubes }) => sum + tubes.length, 0)
  const celsius = typed.trim() === '' ? undefined : Number(typed.replace(',', '.').replace('−', '-'))
  const isWrong = celsius !== undefined && !(celsius >= -80 && celsius <= 60)

  async function record() {
    for (const { person, tubes } of left) {
      const isKept = await round.record(person, {
        type: 'handOver',
        tubes: tubes.map(({ number }) => number),
        ...(celsius !== undefined && { temperatureC: celsius }),
      })
      if (!isKept) return
    }
    navigate(paths.labRound, { replace: true })
  }

  return (
    <RoundFrame
      title={texts.handOver.title}
      lead={texts.handOver.lead(count, left.length)}
      round={round}
      back={paths.labRound}
    >
      <p className="text-ink-soft">{texts.handOver.count}</p>
      <ul
        aria-label={texts.handOver.label}
        className="grid divide-y rounded-xl border bg-surface shadow-card"
      >
        {left.map(({ person: { bookingId, patient, orderNumber }, tubes }) => (
          <li key={bookingId} className="flex items-center justify-between gap-3 px-3.5 py-3">
            <span className="min-w-0">
              <span className="block truncate font-semibold">{patient?.name}</span>
              <span className="block text-ink-soft text-xs">{orderNumber}</span>
            </span>
            <span className="shrink-0 font-semibold tabular-nums">{texts.list.tubes(tubes.length)}</span>
          </li>
        ))}
      </ul>
      <Field
        label={texts.handOver.temperature}
        optional
        hint={texts.handOver.temperatureHint}
        error={isWrong ? texts.handOver.wrongTemperature : undefined}
      >
        <Input
          className="h-12"
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Button size="lg" disabled={count === 0 || isWrong} onClick={() => void record()}>
        {texts.handOver.confirm(count)}
      </Button>
    </RoundFrame>
  )
}

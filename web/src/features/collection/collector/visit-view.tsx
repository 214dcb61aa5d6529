import { Info } from 'lucide-react'
import { useState } from 'react'
import { cn } from '@/lib/class-names'
import { slotText } from '@/lib/format/dates'
import { phoneText } from '@/lib/format/phone'
import { paths } from '@/lib/paths'
import { useStore } from '@/lib/store'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { isPersonDone, isVisitDone, type Visit } from './local-round'
import { PersonSteps } from './person-steps'
import { ContactButtons, Refusals, RoundFrame, visitPath } from './round-frame'
import { ArriveStep, FastingStep, PaymentStep } from './steps'
import * as texts from './texts'
import { fastedVisits, type RoundControl } from './use-round'

/** One visit, step by step, from the door to the payment. */
export function VisitView({ visit, round }: { visit: Visit; round: RoundControl }) {
  const visits = round.round?.visits ?? []
  const fasted = useStore(fastedVisits)
  const next = visits.find((each) => each.closed === null && each.id !== visit.id && !isVisitDone(each))
  const [chosen, setChosen] = useState<string>()
  const left = visit.people.filter((person) => !isPersonDone(person))
  const open = left.find(({ bookingId }) => bookingId === chosen) ?? left[0]
  const isArrived = visit.people.some(({ custody }) => custody.arrived)
  const isDone = isVisitDone(visit)
  const isReady = isArrived && (visit.fastingHours === null || fasted.includes(visit.id))
  const isDrawnAtAll = visit.people.some(({ custody }) => custody.tubes.some(({ drawn }) => drawn))
  const isUnpaid = visit.due > 0 && isDrawnAtAll
  const time = visit.time ? slotText(visit.time) : texts.list.instant
  return (
    <RoundFrame
      title={texts.visitName(visit)}
      lead={`${time}, ${texts.list.of(visits.indexOf(visit) + 1, visits.length).toLowerCase()}`}
      round={round}
      back={paths.labRound}
    >
      <Refusals round={round} of={visit.people.map(({ bookingId }) => bookingId)} />
      <Where visit={visit} />
      {visit.closed !== null ? (
        <p className="rounded-xl border border-dashed p-4 text-ink-soft">
          {visit.closed} {texts.person.closed}
        </p>
      ) : (
        <>
          <ol className="grid gap-2">
            <ArriveStep visit={visit} round={round} />
            {visit.fastingHours !== null && <FastingStep visit={visit} isReady={isArrived} />}
          </ol>
          {visit.people.map((person) => (
            <PersonSteps
              key={person.bookingId}
              person={person}
              visit={visit}
              round={round}
              isReady={isReady}
              isOpen={person.bookingId === open?.bookingId}
              onOpen={() => setChosen(person.bookingId)}
            />
          ))}
          {(isDone ? isDrawnAtAll : visit.due > 0) && (
            <ol className="mt-2">
              <PaymentStep visit={visit} round={round} isReady={isDone && isDrawnAtAll} />
            </ol>
          )}
          {isDone && (
            <div className="mt-2 grid gap-3">
              <p
                role="status"
                className={cn('text-center font-semibold', isUnpaid ? 'text-accent-ink' : 'text-success')}
              >
                {isUnpaid ? texts.visit.unpaid : texts.visit.finished}
              </p>
              <ButtonLink
                size="lg"
                variant={isUnpaid ? 'outline' : 'primary'}
                to={next ? visitPath(next) : paths.labRound}
              >
                <span className="truncate">
                  {next ? texts.visit.next(texts.visitName(next)) : texts.visit.allDone}
                </span>
              </ButtonLink>
            </div>
          )}
          {!isDone && !isDrawnAtAll && (
            <ButtonLink to={visitPath(visit, { unable: 'all' })} variant="outline" size="lg" className="mt-2">
              {texts.visit.unable}
            </ButtonLink>
          )}
        </>
      )}
    </RoundFrame>
  )
}

function Where({ visit }: { visit: Visit }) {
  const { address, contactNumber, instructions, area } = visit
  return (
    <Card className="grid gap-3 p-3.5">
      <div>
        {address ? (
          <>
            <p className="font-semibold">{[address.line1, address.line2].filter(Boolean).join(', ')}</p>
            <p className="text-ink-soft">
              {[address.landmark, `${address.city} ${address.pincode}`].filter(Boolean).join(', ')}
            </p>
          </>
        ) : (
          <p className="text-ink-soft">{area ?? texts.visit.noAddress}</p>
        )}
        {visit.closed === null && (
          <p className="text-ink-soft tabular-nums">
            {contactNumber ? phoneText(contactNumber) : texts.visit.noNumber}
          </p>
        )}
      </div>
      {instructions && (
        <p className="flex gap-2 rounded-lg bg-accent-soft p-3 text-accent-ink">
          <Info className="mt-0.5 size-5 shrink-0" aria-hidden />
          <span className="min-w-0 [overflow-wrap:anywhere]">{instructions}</span>
        </p>
      )}
      <ContactButtons visit={visit} />
    </Card>
  )
}

/** In place of a visit that another collector has now, or that was moved */
export function MissingVisit({ round }: { round: RoundControl }) {
  return (
    <RoundFrame title={texts.page.title} lead="" round={round} back={paths.labRound}>
      <Refusals round={round} />
      <p>{texts.visit.missing}</p>
      <Button size="lg" variant="outline" onClick={round.refresh}>
        {texts.page.refresh}
      </Button>
    </RoundFrame>
  )
}

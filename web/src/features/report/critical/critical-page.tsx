import {
  type CalledValueView,
  type CriticalCallState,
  type CriticalCallView,
  criticalCallStates,
} from '@jaanch/report/critical/api'
import {
  ChevronsDown,
  ChevronsUp,
  CircleCheck,
  Clock,
  Phone,
  PhoneCall,
  PhoneForwarded,
  PhoneMissed,
  PhoneOff,
  TriangleAlert,
} from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { useCriticalCalls } from '@/features/report/critical-calls'
import { sexWords } from '@/features/report/results/texts'
import { useAddressState } from '@/lib/address-state'
import { dayAndTimeText } from '@/lib/format/dates'
import { durationText } from '@/lib/format/durations'
import { phoneText } from '@/lib/format/phone'
import { ageText } from '@/lib/format/text'
import { bookingPathFor } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { useNow } from '@/lib/timing'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { PageHeading } from '@/ui/page-heading'
import { Segmented } from '@/ui/segmented'
import { SkeletonBlocks } from '@/ui/skeleton'
import * as texts from './texts'

const emptyIcons = { open: PhoneCall, confirmed: PhoneForwarded, 'not-reached': PhoneOff }

/** The calls about critical values that a lab, or the medical admins, have to make, and those that are closed. */
export function CriticalPage() {
  const [address, setAddress] = useAddressState({ state: '' })
  const state = criticalCallStates.find((each) => each === address.state) ?? 'open'
  const { rows, data, loading, hasMore, more, mutate } = useCriticalCalls(state)
  return (
    <>
      <PageHeading {...texts.page.heading}>
        <Segmented<CriticalCallState>
          label={texts.page.state}
          value={state}
          onChange={(next) => setAddress({ state: next === 'open' ? '' : next })}
          options={criticalCallStates.map((value) => ({ value, label: texts.page.states[value] }))}
        />
      </PageHeading>
      {loading ? (
        <SkeletonBlocks
          label={texts.page.loading}
          className="grid gap-3"
          blocks={Array(2).fill('h-64 sm:h-52')}
        />
      ) : !data ? (
        // never shown as if nobody had to be called
        <EmptyState
          icon={TriangleAlert}
          title={texts.page.unavailable}
          action={<Button onClick={() => void mutate()}>{texts.page.retry}</Button>}
          text={texts.page.unavailableText}
        />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={emptyIcons[state]}
          title={texts.page.none[state].title}
          text={texts.page.none[state].text}
        />
      ) : (
        <ul className="grid gap-3">
          {rows.map((call) => (
            <li key={call.id}>
              <CallCard call={call} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button variant="outline" className="mt-4" onClick={more}>
          {texts.page.more}
        </Button>
      )}
    </>
  )
}

const RecordCall = lazyDialog(async () => (await import('./record-call')).RecordCall)

/** Says whom to call, on which number, what to tell them, and who has tried. */
function CallCard({ call }: { call: CriticalCallView }) {
  const { role } = useUser()
  const heading = useId()
  const [isRecording, setRecording] = useState(false)
  const name = call.patientName ?? texts.card.noName
  const { patientAge, patientSex, bookedBy } = call
  const isOpen = call.confirmedAt === null && call.notReachedAt === null
  const details = [patientAge !== null && ageText(patientAge), patientSex && sexWords[patientSex]]
    .filter(Boolean)
    .join(', ')
  return (
    <Card className="overflow-hidden">
      <article aria-labelledby={heading} className="grid gap-4 p-4 sm:p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0">
            <h2 id={heading} className="font-semibold text-base [overflow-wrap:anywhere]">
              {name}
            </h2>
            {details && <p className="text-ink-soft text-xs">{details}</p>}
            <p className="text-ink-soft text-xs tabular-nums">
              <Link
                to={bookingPathFor(role, call.bookingId)}
                className="inline-flex min-h-11 items-center font-medium underline underline-offset-2 pointer-fine:min-h-6"
              >
                {call.orderNumber ?? texts.card.booking}
              </Link>
              {role === 'admin' && call.labName && ` · ${call.labName}`}
            </p>
          </div>
          <Since call={call} />
        </div>
        <section
          aria-label={texts.card.values}
          className="rounded-lg border border-error/30 bg-error-soft/60"
        >
          <ul className="divide-y divide-error/20">
            {call.values.map((value) => (
              <ValueRow key={value.code ?? value.name} value={value} />
            ))}
          </ul>
        </section>
        <Attempts attempts={call.attempts} isOpen={isOpen} />
        {isOpen && (
          <div className="grid gap-2 sm:flex sm:flex-wrap">
            {call.contactNumber && bookedBy && (
              <p className="font-medium [overflow-wrap:anywhere] sm:w-full">
                {texts.card.numberOf(bookedBy)}
              </p>
            )}
            {call.contactNumber ? (
              <ButtonLink icon={Phone} to={`tel:${call.contactNumber}`} reloadDocument>
                {texts.card.call} {phoneText(call.contactNumber)}
              </ButtonLink>
            ) : (
              <p className="flex min-h-11 items-center font-medium text-error">{texts.card.noPhone}</p>
            )}
            <Button variant="outline" onClick={() => setRecording(true)}>
              <Named of={texts.card.of(name)}>{texts.card.record}</Named>
            </Button>
          </div>
        )}
      </article>
      {isRecording && <RecordCall call={call} onClose={() => setRecording(false)} />}
    </Card>
  )
}

const minute = 60_000

/** How long the call has been open, which grows while it is shown, or how it ended. */
function Since({ call }: { call: CriticalCallView }) {
  const [badge, note] = stateOf(call, useNow(10_000))
  return (
    <div className="grid justify-items-start gap-1 sm:justify-items-end">
      <StyledBadge {...badge} />
      {note && <p className="text-ink-soft text-xs tabular-nums">{note}</p>}
    </div>
  )
}

function stateOf(
  { foundAt, confirmedAt, notReachedAt }: CriticalCallView,
  now: Date,
): [badge: BadgeStyle, note?: string] {
  const { card } = texts
  if (confirmedAt !== null) {
    return [{ label: card.confirmed(dayAndTimeText(confirmedAt)), variant: 'success', icon: CircleCheck }]
  }
  if (notReachedAt !== null) {
    const badge = { label: card.notReached, variant: 'neutral', icon: PhoneOff } as const
    return [badge, card.ended(dayAndTimeText(notReachedAt))]
  }
  const ms = Math.max(0, now.getTime() - Date.parse(foundAt))
  const openFor = ms < minute ? card.justNow : durationText(ms - (ms % minute))
  const badge = { label: card.waiting(openFor), variant: 'error', icon: Clock } as const
  return [badge, card.since(dayAndTimeText(foundAt))]
}

const directions = { 'critical-low': ChevronsDown, 'critical-high': ChevronsUp }

function ValueRow({ value }: { value: CalledValueView }) {
  const { name, code, text, unit, limit, flag } = value
  const amended = texts.amendedText(value)
  const Icon = flag === 'critical-low' || flag === 'critical-high' ? directions[flag] : TriangleAlert
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-3 py-2.5">
      <span className="min-w-0">
        <span className="font-semibold">{name}</span> <span className="text-ink-soft text-xs">{code}</span>
      </span>
      <span className="flex flex-wrap items-baseline gap-x-3 tabular-nums">
        <span className="inline-flex items-center gap-1 font-bold text-base text-error">
          <Icon className="size-4 self-center" aria-hidden />
          {text || texts.card.noValue}
          {text && unit && <span className="font-medium text-xs">{unit}</span>}
        </span>
        <span className="text-ink-soft text-xs">{limit ? texts.card.beyond(limit) : texts.card.onPdf}</span>
      </span>
      {amended && <span className="w-full font-semibold text-sm">{amended}</span>}
    </li>
  )
}

const outcomeStyles: Record<keyof typeof texts.outcomes, Omit<BadgeStyle, 'label'>> = {
  CONFIRMED: { variant: 'success', icon: CircleCheck },
  REACHED_NO_READBACK: { variant: 'accent', icon: PhoneMissed },
  UNABLE_TO_REACH: { variant: 'neutral', icon: PhoneOff },
  ENDED_NOT_REACHED: { variant: 'neutral', icon: PhoneOff },
}

function Attempts({ attempts, isOpen }: { attempts: CriticalCallView['attempts']; isOpen: boolean }) {
  if (attempts.length === 0) return isOpen && <p className="text-ink-soft text-xs">{texts.card.noAttempts}</p>
  return (
    <section aria-label={texts.card.attempts}>
      <h3 className="font-semibold text-ink-soft text-xs">{texts.card.attempts}</h3>
      <ol className="mt-1 divide-y">
        {attempts.map(({ id, outcome, reached: whom, by, calledBy, at, note }) => (
          <li key={id} className="grid gap-1 py-2 text-xs tabular-nums">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <StyledBadge label={texts.outcomes[outcome].label} {...outcomeStyles[outcome]} />
              {outcome !== 'ENDED_NOT_REACHED' && (
                <span>{`${texts.reached[whom]} · ${texts.means[by]}`}</span>
              )}
              <span className="text-ink-soft">
                {texts.card.attempt(calledBy ?? texts.card.somebody, dayAndTimeText(at))}
              </span>
            </span>
            {note && <span className="[overflow-wrap:anywhere]">{note}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}

import { istDate } from '@jaanch/contracts/calendar'
import { type PaymentMethod, paymentMethods } from '@jaanch/contracts/vocabulary'
import { Check, CircleX } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cn } from '@/lib/class-names'
import { clockText, mealText } from '@/lib/format/dates'
import { rupeesText } from '@/lib/format/numbers'
import { useStore } from '@/lib/store'
import { Button, ButtonLink } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Choices } from './choices'
import type { Visit } from './local-round'
import { visitPath } from './round-frame'
import * as texts from './texts'
import { fastedVisits, type RoundControl } from './use-round'

type StepProps = {
  title: string
  /** 'now': it is open, with what it needs; 'failed': it was not possible, which is recorded */
  state: 'done' | 'now' | 'later' | 'failed'
  /** The outcome, beside the title */
  result?: ReactNode
  children?: ReactNode
}

/** A step of a visit. The one that is due comes into view, its buttons near the thumb. */
export function Step({ title, state, result, children }: StepProps) {
  const element = useRef<HTMLLIElement>(null)
  const isNow = state === 'now'
  useEffect(() => {
    if (isNow) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isNow])
  return (
    <li
      ref={element}
      aria-current={isNow ? 'step' : undefined}
      className={cn(
        'scroll-mt-32 scroll-mb-6 rounded-xl border',
        isNow ? 'border-brand bg-surface shadow-card' : 'bg-surface',
        state === 'later' && 'border-dashed bg-transparent',
      )}
    >
      <div className="flex min-h-12 items-center gap-3 px-3.5 py-2">
        <span
          className={cn(
            'grid size-6 shrink-0 place-items-center rounded-full [&_svg]:size-4',
            state === 'done' && 'bg-success-soft text-success',
            state === 'failed' && 'bg-accent-soft text-accent-ink',
            isNow && 'bg-brand text-on-brand',
            state === 'later' && 'border-2 border-line-strong/60',
          )}
        >
          {state === 'done' && <Check aria-hidden />}
          {state === 'failed' && <CircleX aria-hidden />}
          {isNow && <span className="size-2 rounded-full bg-on-brand" />}
        </span>
        <span className={cn('min-w-0 grow font-semibold', state === 'later' && 'text-ink-soft')}>
          {title}
        </span>
        {result && <span className="shrink-0 text-ink-soft text-xs tabular-nums">{result}</span>}
      </div>
      {children && <div className="grid gap-3 px-3.5 pt-1 pb-3.5">{children}</div>}
    </li>
  )
}

const hourMs = 60 * 60 * 1_000

/** Records the arrival for all people of the visit. */
export function ArriveStep({ visit, round }: { visit: Visit; round: RoundControl }) {
  const arrived = visit.people.find(({ custody }) => custody.arrived)?.custody.arrived
  const isOver = visit.people.every(({ custody }) => custody.outcome)
  async function arrive() {
    for (const person of visit.people) await round.record(person, { type: 'arrive' })
  }
  if (arrived)
    return (
      <Step
        title={texts.steps.arrive}
        state="done"
        result={texts.steps.arrivedAt(clockText(new Date(arrived.at)))}
      />
    )
  if (isOver) return null
  return (
    <Step title={texts.steps.arrive} state="now">
      <Button size="lg" onClick={() => void arrive()}>
        {texts.steps.arrived}
      </Button>
    </Step>
  )
}

/** Asks about the last meal before anything is drawn. The answer is not sent. */
export function FastingStep({ visit, isReady }: { visit: Visit; isReady: boolean }) {
  const fasted = useStore(fastedVisits)
  const { id, fastingHours, people } = visit
  const isConfirmed = fasted.includes(id)
  if (isConfirmed || people.every(({ custody }) => custody.tubes.every(({ drawn }) => drawn)))
    return <Step title={texts.steps.fastingDone} state="done" />
  if (people.every(({ custody }) => custody.outcome)) return null
  if (!isReady || fastingHours === null) return <Step title={texts.steps.fasting} state="later" />
  const since = new Date(Date.now() - fastingHours * hourMs)
  const isToday = istDate(since) === istDate(new Date())
  return (
    <Step title={texts.steps.fastingAsk(fastingHours)} state="now">
      <p className="text-ink-soft">
        {texts.steps.fastingSince(isToday ? clockText(since) : mealText(since))}
      </p>
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink to={visitPath(visit, { unable: 'all', why: 'not-fasting' })} variant="outline" size="lg">
          {texts.steps.notFasted}
        </ButtonLink>
        <Button size="lg" className="px-3" onClick={() => fastedVisits.set([...fasted, id])}>
          {texts.steps.fasted}
        </Button>
      </div>
    </Step>
  )
}

const options = paymentMethods.map((value) => ({ value, label: texts.payment.methods[value] }))

type PaymentStepProps = { visit: Visit; round: RoundControl; isReady: boolean }

/** Takes the unpaid sum of all people of the visit. */
export function PaymentStep({ visit, round, isReady }: PaymentStepProps) {
  const [method, setMethod] = useState<PaymentMethod>('cash-on-collection')
  const [reference, setReference] = useState('')
  const amount = rupeesText(visit.due)
  const payer = visit.people.find(({ due }) => due > 0)
  if (!payer) return <Step title={texts.payment.title} state="done" result={texts.payment.paid} />
  if (!isReady) return <Step title={texts.payment.title} state="later" result={amount} />
  return (
    <Step title={texts.payment.collect(amount)} state="now">
      <Choices
        label={texts.payment.method}
        value={method}
        onChange={setMethod}
        options={options}
        className="grid-cols-3"
      />
      {method !== 'cash-on-collection' && (
        <Field label={texts.payment.reference} optional>
          <Input
            className="h-12"
            maxLength={64}
            autoComplete="off"
            value={reference}
            onChange={({ target }) => setReference(target.value)}
          />
        </Field>
      )}
      <Button size="lg" onClick={() => void round.pay(payer, method, reference.trim() || null)}>
        {texts.payment.record(amount)}
      </Button>
    </Step>
  )
}

import { istDate } from '@jaanch/contracts/calendar'
import { clockText, mealText } from '@/lib/format/dates'
import { useStore } from '@/lib/store'
import { Button, ButtonLink } from '@/ui/button'
import type { Visit } from './local-round'
import { Step } from './step'
import { steps as texts } from './texts'
import { fastedVisits, type RoundControl } from './use-round'

const hourMs = 60 * 60 * 1_000

/** The arrival is of all people of the visit. */
export function ArriveStep({ visit, round }: { visit: Visit; round: RoundControl }) {
  const arrived = visit.people.find(({ custody }) => custody.arrived)?.custody.arrived
  const isOver = visit.people.every(({ custody }) => custody.outcome)
  async function arrive() {
    for (const person of visit.people) await round.record(person, { type: 'arrive' })
  }
  if (arrived)
    return (
      <Step title={texts.arrive} state="done" result={texts.arrivedAt(clockText(new Date(arrived.at)))} />
    )
  if (isOver) return null
  return (
    <Step title={texts.arrive} state="now">
      <Button size="lg" onClick={() => void arrive()}>
        {texts.arrived}
      </Button>
    </Step>
  )
}

/** What the person says about the last meal, before anything is drawn. It is not sent. */
export function FastingStep({ visit, isReady }: { visit: Visit; isReady: boolean }) {
  const fasted = useStore(fastedVisits)
  const { id, fastingHours, people } = visit
  const isConfirmed = fasted.includes(id)
  if (isConfirmed || people.every(({ custody }) => custody.tubes.every(({ drawn }) => drawn)))
    return <Step title={texts.fastingDone} state="done" />
  if (people.every(({ custody }) => custody.outcome)) return null
  if (!isReady || fastingHours === null) return <Step title={texts.fasting} state="later" />
  const since = new Date(Date.now() - fastingHours * hourMs)
  const isToday = istDate(since) === istDate(new Date())
  return (
    <Step title={texts.fastingAsk(fastingHours)} state="now">
      <p className="text-ink-soft">{texts.fastingSince(isToday ? clockText(since) : mealText(since))}</p>
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink
          to={`?${new URLSearchParams({ visit: id, unable: 'all', why: 'not-fasting' })}`}
          variant="outline"
          size="lg"
        >
          {texts.notFasted}
        </ButtonLink>
        <Button size="lg" className="px-3" onClick={() => fastedVisits.set([...fasted, id])}>
          {texts.fasted}
        </Button>
      </div>
    </Step>
  )
}

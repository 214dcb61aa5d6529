import type { SlotsView } from '@jaanch/booking/slots/api'
import { istDate } from '@jaanch/contracts/calendar'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { ArrowRight, CalendarCheck, CalendarX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'
import { capitalised } from '@/lib/format/text'
import { SupportContact } from '@/ui/support-contact'
import { dayMark, isMorning, nextFree, type Slot } from './availability'
import { visitText } from './slot-texts'

const texts = {
  visit: 'Your visit',
  lost: 'Your time was just taken.',
  dayFull: 'This day is full.',
  next: 'Next free:',
  nextMorning: 'Next free morning:',
  askForTime: 'Please ask us for a time:',
  nothingFree: 'Nothing is free in the next 30 days',
  chooseSlot: 'Choose a time slot',
  choose: 'Choose a day and a time slot',
}

type ChoiceLineProps = {
  date: string
  time: TimeSlot | ''
  /** The choice that somebody else was faster with */
  lost: Slot | null
  slots: SlotsView | undefined
  now: Date
  /** Morning slots are offered first */
  isFasting: boolean
  onChoose: (slot: Slot) => void
}

/** Shows the chosen slot, or offers the next free one. Its height is fixed, so that nothing moves when data arrive. */
export function ChoiceLine({ date, time, lost, slots, now, isFasting, onChoose }: ChoiceLineProps) {
  const today = istDate(now)
  if (date && time) {
    return (
      <Line
        icon={<CalendarCheck />}
        above={texts.visit}
        className="border-brand/30 bg-brand-soft text-brand-ink"
      >
        {capitalised(visitText({ date, time }, today))}
      </Line>
    )
  }
  const isDayFull = date !== '' && dayMark(slots, date, now)?.word === 'Full'
  const why = lost ? texts.lost : isDayFull ? texts.dayFull : undefined
  const next = slots?.isLimited && nextFree(slots, date, now, isFasting)
  if (next) {
    return (
      <button
        type="button"
        onClick={() => onChoose(next)}
        className={cn(
          lineClass,
          'border-accent-strong/60 bg-accent-soft text-left text-accent-ink transition-colors hover:border-accent-strong',
        )}
      >
        <LineContent
          icon={<Clock />}
          above={`${why ?? ''} ${isFasting && isMorning(next.time) ? texts.nextMorning : texts.next}`.trim()}
        >
          {capitalised(visitText(next, today))}
        </LineContent>
        <ArrowRight className="size-5 shrink-0" aria-hidden />
      </button>
    )
  }
  if (slots?.isLimited) {
    return (
      <>
        <Line icon={<CalendarX />} above={why} className="border-error/30 bg-error-soft text-error">
          {texts.nothingFree}
        </Line>
        <SupportContact lead={texts.askForTime} className="-mt-3 text-ink-soft" />
      </>
    )
  }
  return (
    <Line icon={<Clock />} above={why} className="bg-sunken text-ink-soft">
      {date ? texts.chooseSlot : texts.choose}
    </Line>
  )
}

const lineClass = 'flex min-h-16 w-full items-center gap-3 rounded-xl border px-3.5 py-2'

type LineProps = { icon: ReactNode; above?: string | undefined; children: ReactNode }

function Line({ className, ...content }: LineProps & { className: string }) {
  return (
    <div className={cn(lineClass, className)}>
      <LineContent {...content} />
    </div>
  )
}

function LineContent({ icon, above, children }: LineProps) {
  return (
    <>
      <span className="shrink-0 max-sm:hidden [&_svg]:size-5" aria-hidden>
        {icon}
      </span>
      <span className="min-w-0 grow">
        {above && <span className="block text-xs">{above} </span>}
        <span className="block font-semibold">{children}</span>
      </span>
    </>
  )
}

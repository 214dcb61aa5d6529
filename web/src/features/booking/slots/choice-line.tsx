import type { SlotsView } from '@jaanch/booking/slots/api'
import type { TimeSlot } from '@jaanch/contracts/vocabulary'
import { ArrowRight, CalendarCheck, CalendarX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '@/lib/class-names'
import { capitalised } from '@/lib/format/text'
import { SupportContact } from '@/ui/support-contact'
import { isMorning, nextFree, type Slot } from './availability'
import { choice as texts, visitText } from './slot-texts'

type ChoiceLineProps = {
  date: string
  time: TimeSlot | ''
  /** The choice that somebody else was faster with */
  lost: Slot | null
  isDayFull: boolean
  slots: SlotsView | undefined
  today: string
  now: Date
  /** Morning slots are offered first */
  isFasting: boolean
  onChoose: (slot: Slot) => void
}

/** What is chosen, or the next free slot with one tap. It has one height, so that nothing moves when data arrive. */
export function ChoiceLine({
  date,
  time,
  lost,
  isDayFull,
  slots,
  today,
  now,
  isFasting,
  onChoose,
}: ChoiceLineProps) {
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

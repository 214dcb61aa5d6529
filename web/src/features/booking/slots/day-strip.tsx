import type { SlotsView } from '@jaanch/booking/slots/api'
import { addDays } from '@jaanch/contracts/calendar'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { cn } from '@/lib/class-names'
import { Button } from '@/ui/button'
import { RadioCards } from '@/ui/radio-cards'
import { dayMark, daysShown } from './availability'
import { dayParts, dayText, picker as texts } from './slot-texts'

type DayStripProps = {
  first: string
  today: string
  date: string
  slots: SlotsView | undefined
  now: Date
  onChoose: (date: string) => void
  onShow: (first: string) => void
}

/** Legible, other than a card that is merely pale: it says why it can't be chosen. */
export const unavailableClass =
  'disabled:border-dashed disabled:bg-transparent disabled:text-ink-soft disabled:opacity-100'

const markClasses = {
  open: 'text-success',
  few: 'text-accent-ink',
  full: 'text-ink-soft',
}

/** The one way to choose a date: seven days from today on, each with a word for what is free. The month takes the place of the word while that is not known. */
export function DayStrip({ first, today, date, slots, now, onChoose, onShow }: DayStripProps) {
  const days = Array.from({ length: daysShown }, (_, index) => addDays(first, index))
  const range = [first, days.at(-1) ?? first].map((day) => dayParts(day))
  return (
    <div>
      <div className="mb-1 flex items-center justify-between">
        <p className="font-medium">
          {texts.date}
          <span className="block font-normal text-ink-soft text-xs">
            {range.map(({ day, month }) => `${day} ${month}`).join(' – ')}
          </span>
        </p>
        <div className="-mr-2 flex">
          <Button
            icon={ChevronLeft}
            variant="ghost"
            size="icon"
            aria-label={texts.earlier}
            disabled={first <= today}
            onClick={() => onShow(addDays(first, -daysShown))}
          />
          <Button
            icon={ChevronRight}
            variant="ghost"
            size="icon"
            aria-label={texts.later}
            onClick={() => onShow(addDays(first, daysShown))}
          />
        </div>
      </div>
      <RadioCards
        label={texts.date}
        value={date}
        onChange={onChoose}
        compact
        // a day is 44 px wide from 360 px on
        className="grid-cols-4 gap-[2px] sm:gap-2 min-[22.5rem]:grid-cols-7"
        itemClassName={cn(unavailableClass, 'min-h-20 px-0 sm:px-1')}
        options={days.map((day) => {
          const mark = dayMark(slots, day, now)
          const { weekday, day: number, month } = dayParts(day)
          const near = dayText(day, today)
          const isNear = near === 'today' || near === 'tomorrow'
          return {
            value: day,
            disabled: mark?.word === 'Over',
            label: (
              <>
                <span className="block font-normal text-ink-soft text-xs">{weekday}</span>
                <span
                  className={cn(
                    'block font-bold text-base tabular-nums',
                    mark?.state === 'full' && 'text-ink-soft',
                  )}
                >
                  {number}
                </span>
              </>
            ),
            description: (
              <>
                {mark && <span className="sr-only">{month}, </span>}
                <span
                  className={cn(
                    'whitespace-nowrap tabular-nums',
                    mark && `font-medium ${markClasses[mark.state]}`,
                  )}
                >
                  {mark?.word ?? month}
                </span>
                {isNear && <span className="sr-only">, {near}</span>}
              </>
            ),
          }
        })}
      />
    </div>
  )
}

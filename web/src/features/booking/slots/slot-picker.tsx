import { lastMealAt } from '@jaanch/booking/rules'
import type { SlotsView } from '@jaanch/booking/slots/api'
import { addDays, hasBegun, istDate } from '@jaanch/contracts/calendar'
import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSlots } from '@/features/booking/slots-calls'
import { cn } from '@/lib/class-names'
import { mealText, slotText } from '@/lib/format/dates'
import { announce } from '@/ui/announcer'
import { Button } from '@/ui/button'
import { RadioCards } from '@/ui/radio-cards'
import { dayMark, daysShown, firstDayShown, type Slot, slotOf, slotsQuery, withoutSlot } from './availability'
import { ChoiceLine } from './choice-line'
import { dayParts, dayText, mealOfDayText, visitText } from './slot-texts'

const texts = {
  date: 'Preferred Date',
  slot: 'Time Slot',
  earlier: 'Earlier days',
  later: 'Later days',
  full: 'Full',
  yours: 'Yours',
  left: (count: number) => `${count} left`,
  taken: (visit: string) => `${visit} has just been taken. Please choose another time.`,
  lastMeal: (by: string) => `Last meal by ${by}`,
}

export type SlotPickerProps = {
  pincode: string
  packageIds: readonly string[]
  /** A booking that is moved: its own place counts as free */
  bookingId?: string
  /** YYYY-MM-DD in India, or '' */
  date: string
  time: TimeSlot | ''
  onChange: (choice: { date: string; time: TimeSlot | '' }) => void
  now: Date
  /** The choice is held for this person, or being held: that others fill the slot does not take it back */
  isHeld?: boolean
  /** The server refused the choice, whatever the data say */
  isRefused?: boolean
  /** The hours of the strictest test: each slot says when the last meal is, and morning slots are offered first. null: nobody fasts */
  fastingHours?: number | null
}

/**
 * Date and time of a visit; where labs declared limits, with what is free on seven days and in each slot. While that is not known,
 * everything can be chosen: the server decides.
 */
export function SlotPicker({
  pincode,
  packageIds,
  bookingId,
  date,
  time,
  onChange,
  now,
  isHeld = false,
  isRefused = false,
  fastingHours = null,
}: SlotPickerProps) {
  const today = istDate(now)
  const [turnedTo, setTurnedTo] = useState<string | null>(null)
  const [lost, setLost] = useState<{ slot: Slot; seen: SlotsView | undefined } | null>(null)
  const place = { pincode, packageIds, bookingId }
  const first = firstDayShown(date, today)
  const firstShown = turnedTo && turnedTo > today ? turnedTo : first
  const known = useSlots(slotsQuery(place, first)).slots
  // Only the week of the choice is live: another one is looked at, and becomes the choice's once a day of it is chosen
  const turned = useSlots(firstShown === first ? null : slotsQuery(place, firstShown), false).slots
  // while another week is loading, as in the one before
  const [isLimited, setLimited] = useState(known?.isLimited ?? false)
  if (known && known.isLimited !== isLimited) setLimited(known.isLimited)
  // Newer data than that which showed the lost slot as free decides
  const slots = lost && lost.seen === known ? withoutSlot(known, lost.slot) : known

  const isPast = (slot: Slot) => slot.date !== '' && hasBegun(slot.date, slot.time, now)
  const isFull = (slot: Slot) => slotOf(slots, slot)?.state === 'full' && !isPast(slot)

  function choose(choice: { date: string; time: TimeSlot | '' }) {
    const slot = choice.date && choice.time ? { date: choice.date, time: choice.time } : null
    setTurnedTo(null)
    setLost(null)
    onChange(slot && (isPast(slot) || isFull(slot)) ? { date: choice.date, time: '' } : choice)
  }

  const chosen = date && time ? { date, time } : null
  const isLost = chosen !== null && !isHeld && (isRefused || isFull(chosen))
  useEffect(() => {
    if (!isLost || !date || !time) return
    setLost({ slot: { date, time }, seen: known })
    onChange({ date, time: '' })
    announce(texts.taken(visitText({ date, time }, today)))
  }, [isLost, date, time, today, known, onChange])

  function option(slot: TimeSlot) {
    const isPastSlot = isPast({ date, time: slot })
    const isOwn = isHeld && slot === time
    const free = slots?.isLimited && !isPastSlot ? slotOf(slots, { date, time: slot }) : undefined
    const text = isOwn
      ? texts.yours
      : free?.state === 'full'
        ? texts.full
        : free?.left && texts.left(free.left)
    const meal = fastingHours !== null && text !== texts.full && texts.lastMeal(mealOf(slot, fastingHours))
    return {
      value: slot,
      label: slotText(slot),
      description: (text || meal) && (
        <>
          {text && <span className={cn('block', textClass(text))}>{text}</span>}
          {meal && <span className="block font-normal">{meal}</span>}
        </>
      ),
      disabled: isPastSlot || text === texts.full,
    }
  }

  function mealOf(slot: TimeSlot, hours: number): string {
    const at = lastMealAt(date || today, slot, hours)
    return date ? mealText(at) : mealOfDayText(at, today)
  }

  return (
    <div className="grid grid-cols-1 gap-5">
      <DayStrip
        first={firstShown}
        date={date}
        slots={firstShown === first ? slots : turned}
        now={now}
        onChoose={(day) => choose({ date: day, time })}
        onShow={setTurnedTo}
      />
      {isLimited && (
        <ChoiceLine
          date={date}
          time={time}
          lost={lost?.slot ?? null}
          slots={slots}
          now={now}
          isFasting={fastingHours !== null}
          onChoose={choose}
        />
      )}
      <div>
        <p className="mb-2 font-medium" aria-hidden>
          {texts.slot}
        </p>
        <RadioCards
          label={texts.slot}
          value={time}
          onChange={(slot) => choose({ date, time: slot as TimeSlot })}
          compact
          className="grid-cols-2 sm:grid-cols-3"
          itemClassName={cn(unavailableClass, isLimited && 'min-h-16')}
          options={timeSlots.map(option)}
        />
      </div>
    </div>
  )
}

function textClass(text: string): string {
  if (text === texts.full) return ''
  return `font-medium ${text === texts.yours ? 'text-brand-ink' : 'text-accent-ink'}`
}

type DayStripProps = {
  first: string
  date: string
  slots: SlotsView | undefined
  now: Date
  onChoose: (date: string) => void
  onShow: (first: string) => void
}

/** Legible, unlike a merely pale card, because it says why it can't be chosen */
const unavailableClass =
  'disabled:border-dashed disabled:bg-transparent disabled:text-ink-soft disabled:opacity-100'

const markClasses = {
  open: 'text-success',
  few: 'text-accent-ink',
  full: 'text-ink-soft',
}

/** The only way to choose a date: seven days from today on, each with a word for what is free, or the month while that is not known. */
function DayStrip({ first, date, slots, now, onChoose, onShow }: DayStripProps) {
  const today = istDate(now)
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

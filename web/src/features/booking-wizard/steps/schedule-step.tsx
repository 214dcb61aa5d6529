import { addDays, hasBegun, istDate } from '@jaanch/contracts/calendar'
import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { FastingWarning } from '@/components/package/fasting-warning'
import { slotText } from '@/lib/format/dates'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import type { StepProps } from '../draft'
import { StepHeading } from './step-heading'

export function ScheduleStep({ item, draft, updateDraft, now }: StepProps & { now: Date }) {
  const today = istDate(now)
  const days = [
    { label: 'Today', date: today },
    { label: 'Tomorrow', date: addDays(today, 1) },
  ]
  const isPastSlot = (slot: TimeSlot) =>
    draft.preferredDate !== '' && hasBegun(draft.preferredDate, slot, now)

  function choose(preferredDate: string) {
    const slot = draft.preferredTime
    const isPast = slot !== '' && preferredDate !== '' && hasBegun(preferredDate, slot, now)
    updateDraft(isPast ? { preferredDate, preferredTime: '' } : { preferredDate })
  }

  return (
    <>
      <StepHeading>Which day and time suit you?</StepHeading>
      <FastingWarning item={item} advice="An early slot is easiest." />
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Preferred Date" className="w-full sm:w-56">
          <Input
            type="date"
            min={today}
            value={draft.preferredDate}
            onChange={(event) => choose(event.target.value)}
          />
        </Field>
        {days.map(({ label, date }) => (
          <Button
            key={date}
            className="max-sm:grow"
            variant={draft.preferredDate === date ? 'soft' : 'outline'}
            aria-pressed={draft.preferredDate === date}
            onClick={() => choose(date)}
          >
            {label}
          </Button>
        ))}
      </div>
      <p className="mt-6 mb-2 font-medium" aria-hidden>
        Time Slot
      </p>
      <RadioCards
        label="Time Slot"
        value={draft.preferredTime}
        onChange={(slot) => updateDraft({ preferredTime: slot as TimeSlot })}
        compact
        className="grid-cols-2 sm:grid-cols-3"
        options={timeSlots.map((slot) => ({
          value: slot,
          label: slotText(slot),
          disabled: isPastSlot(slot),
        }))}
      />
      <Field label="Special Instructions" optional className="mt-6">
        <Textarea
          maxLength={500}
          placeholder="Anything the collector should know"
          value={draft.specialInstructions}
          onChange={(event) => updateDraft({ specialInstructions: event.target.value })}
        />
      </Field>
    </>
  )
}

import { type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import type { FieldError, UseFormReturn } from 'react-hook-form'
import { slotText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { Button } from '@/ui/button'
import { Input } from '@/ui/input'
import { type CapacityForm, visitsOf } from './capacity-form'

const columns =
  'grid grid-cols-[minmax(0,1fr)_3.5rem_0.625rem_3.5rem_2rem] items-center gap-x-1.5 sm:grid-cols-[minmax(0,1fr)_5rem_1rem_5rem_3rem] sm:gap-x-3'

export function SlotRows({ form }: { form: UseFormReturn<CapacityForm> }) {
  const { register, watch, setValue, formState } = form
  const slots = watch('slots')
  const [first] = timeSlots
  const errors = formState.errors.slots as Partial<Record<TimeSlot, FieldError>> | undefined

  function repeatFirst() {
    for (const slot of timeSlots) setValue(`slots.${slot}`, slots[first], { shouldDirty: true })
    if (formState.isSubmitted) void form.trigger('slots')
  }

  return (
    <fieldset className="grid gap-2">
      <legend className="font-medium text-ink text-sm">Visits in each slot</legend>
      <div className={`${columns} mt-2 text-ink-soft text-xs`} aria-hidden>
        <span className="-mx-2 col-start-2 whitespace-nowrap text-center">Collectors</span>
        <span className="col-start-4 text-center">Visits each</span>
        <span className="text-right">Total</span>
      </div>
      {timeSlots.map((slot: TimeSlot) => {
        const message = errors?.[slot]?.message
        const text = slotText(slot)
        const describedBy = message ? `slot-problem-${slot}` : undefined
        const shared = {
          inputMode: 'numeric',
          autoComplete: 'off',
          maxLength: 3,
          className: 'px-2 text-center tabular-nums',
          'aria-invalid': message ? true : undefined,
          'aria-describedby': describedBy,
        } as const
        return (
          <div key={slot}>
            <div className={columns}>
              <span className="text-sm">{text}</span>
              <Input
                aria-label={`Collectors, ${text}`}
                placeholder="0"
                {...shared}
                {...register(`slots.${slot}.collectors`)}
              />
              <span aria-hidden className="text-center text-ink-soft">
                ×
              </span>
              <Input
                aria-label={`Visits of each collector, ${text}`}
                placeholder="0"
                {...shared}
                {...register(`slots.${slot}.each`)}
              />
              <output aria-label={`Visits, ${text}`} className="text-right font-semibold tabular-nums">
                {countText(visitsOf(slots[slot]))}
              </output>
            </div>
            {message && (
              <p id={describedBy} role="alert" className="mt-1 text-right text-error text-xs">
                {message}
              </p>
            )}
          </div>
        )
      })}
      <Button variant="ghost" className="-ml-2 justify-self-start px-2" onClick={repeatFirst}>
        Use the first row for all slots
      </Button>
    </fieldset>
  )
}

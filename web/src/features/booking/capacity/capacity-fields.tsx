import { cities as offered, type TimeSlot, timeSlots } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import type { FieldError, UseFormReturn } from 'react-hook-form'
import { usePackages } from '@/features/catalogue/packages-calls'
import { slotText } from '@/lib/format/dates'
import { countText } from '@/lib/format/numbers'
import { controlOf } from '@/lib/forms'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { useCities } from './calls'
import { type CapacityForm, pincodesOf, visitsOf, weekdayChoices, weekdays } from './capacity-form'
import { Chips, Group, SearchAndAdd, Toggle, toggled } from './chosen'
import { DaysOff, type Look } from './days-off'

type FieldsProps = { form: UseFormReturn<CapacityForm> }
/** @property lab the lab whose bookings an admin looks up; a lab looks up its own */
type CapacityFieldsProps = FieldsProps & {
  lab?: string | undefined
  declaredDaysOff: readonly string[]
  /** Called with what is known of the bookings on each new day off */
  onLook: (day: string, look: Look) => void
}

export function CapacityFields({ form, lab, declaredDaysOff, onLook }: CapacityFieldsProps) {
  const days = controlOf(form, 'weekdays')
  const instant = controlOf(form, 'instant')
  const excluded = controlOf(form, 'excludedPackageIds')
  const daysOff = controlOf(form, 'daysOff')
  const { errors } = form.formState
  return (
    <>
      <Areas form={form} />
      <Group legend="Weekdays">
        <div className="flex flex-wrap gap-2">
          {weekdayChoices.map((choice) => (
            <Button key={choice.label} variant="ghost" size="sm" onClick={() => days.onChange(choice.days)}>
              {choice.label}
            </Button>
          ))}
        </div>
        <div className="grid grid-cols-4 gap-2 sm:grid-cols-7">
          {weekdays.map(({ value, name }) => (
            <Toggle
              key={value}
              label={name.slice(0, 3)}
              pressed={days.value.includes(value)}
              onChange={() => days.onChange(toggled(days.value, value))}
            />
          ))}
        </div>
        {errors.weekdays && (
          <p role="alert" className="text-error text-sm">
            {errors.weekdays.message}
          </p>
        )}
      </Group>
      <SlotRows form={form} />
      <Checkbox checked={instant.value} onChange={instant.onChange}>
        Collects within four hours too (instant)
      </Checkbox>
      <ExcludedTests ids={excluded.value} onChange={excluded.onChange} />
      <DaysOff
        days={daysOff.value}
        declared={declaredDaysOff}
        lab={lab}
        error={errors.daysOff?.message}
        onChange={daysOff.onChange}
        onLook={onLook}
      />
    </>
  )
}

function Areas({ form }: FieldsProps) {
  const [searching, setSearching] = useState(false)
  const all = useCities(searching).rows
  const { value: chosen, onChange } = controlOf(form, 'cities')
  const toggle = (city: string) => onChange(toggled(chosen, city))
  const isOffered = (city: string) => offered.some((each) => each === city)
  const { errors } = form.formState
  const codes = pincodesOf(form.watch('pincodes')).length
  return (
    <>
      <Group legend="Cities">
        <div className="flex flex-wrap gap-2">
          {offered.map((city) => (
            <Toggle key={city} label={city} pressed={chosen.includes(city)} onChange={() => toggle(city)} />
          ))}
        </div>
        <Chips
          label="Other cities"
          items={chosen.filter((city) => !isOffered(city)).map((city) => ({ id: city, name: city }))}
          onRemove={toggle}
        />
        <SearchAndAdd
          label="Add another city"
          items={all.filter((city) => !chosen.includes(city)).map((city) => ({ id: city, name: city }))}
          onFocus={() => setSearching(true)}
          onAdd={toggle}
        />
      </Group>
      <Field
        label="PIN codes"
        optional
        hint={
          codes > 0
            ? `${codes} PIN ${codes === 1 ? 'code' : 'codes'}, besides the cities.`
            : 'Besides the cities. Paste them, separated by blanks or commas.'
        }
        error={errors.pincodes?.message}
      >
        <Textarea
          inputMode="numeric"
          autoComplete="off"
          placeholder="395001, 395003"
          {...form.register('pincodes')}
        />
      </Field>
    </>
  )
}

type ListProps<Value> = { onChange: (values: Value[]) => void }

function ExcludedTests({ ids, onChange }: ListProps<string> & { ids: string[] }) {
  const { rows } = usePackages('')
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  return (
    <Group legend="Tests that are not done">
      <Chips
        label="Tests that are not done"
        items={ids.map((id) => ({ id, name: nameOf.get(id) ?? 'A test that is not offered any more' }))}
        onRemove={(id) => onChange(toggled(ids, id))}
      />
      <SearchAndAdd
        label="Add a test"
        hint="Customers who book it do not get a slot of this lab."
        items={rows.filter(({ id }) => !ids.includes(id))}
        onAdd={(id) => onChange(toggled(ids, id))}
      />
    </Group>
  )
}

const columns =
  'grid grid-cols-[minmax(0,1fr)_3.5rem_0.625rem_3.5rem_2rem] items-center gap-x-1.5 sm:grid-cols-[minmax(0,1fr)_5rem_1rem_5rem_3rem] sm:gap-x-3'

function SlotRows({ form }: { form: UseFormReturn<CapacityForm> }) {
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

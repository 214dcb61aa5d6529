import { istDate } from '@jaanch/contracts/calendar'
import { cities as offered } from '@jaanch/contracts/vocabulary'
import { X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { dateText } from '@/lib/format/dates'
import { useCities } from '@/lib/resources/capacity'
import { usePackages } from '@/lib/resources/packages'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { Input, Textarea } from '@/ui/input'
import { type CapacityForm, pincodesOf, weekdays, withDayOff } from './capacity-form'
import { SearchAndAdd } from './search-and-add'
import { SlotRows } from './slot-rows'

type FieldsProps = { form: UseFormReturn<CapacityForm> }

export function CapacityFields({ form }: FieldsProps) {
  return (
    <>
      <Areas form={form} />
      <Controller
        control={form.control}
        name="weekdays"
        render={({ field }) => (
          <Group legend="Weekdays">
            <div className="grid grid-cols-4 gap-2 sm:grid-cols-7">
              {weekdays.map(({ value, name }) => (
                <Toggle
                  key={value}
                  label={name.slice(0, 3)}
                  pressed={field.value.includes(value)}
                  onChange={() => field.onChange(toggled(field.value, value))}
                />
              ))}
            </div>
          </Group>
        )}
      />
      <SlotRows form={form} />
      <Controller
        control={form.control}
        name="instant"
        render={({ field }) => (
          <Checkbox checked={field.value} onChange={field.onChange}>
            Collects within four hours too (instant)
          </Checkbox>
        )}
      />
      <Controller
        control={form.control}
        name="excludedPackageIds"
        render={({ field }) => <ExcludedTests ids={field.value} onChange={field.onChange} />}
      />
      <Controller
        control={form.control}
        name="daysOff"
        render={({ field, fieldState }) => (
          <DaysOff days={field.value} error={fieldState.error?.message} onChange={field.onChange} />
        )}
      />
    </>
  )
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium text-ink text-sm">{legend}</legend>
      {children}
    </fieldset>
  )
}

function toggled<Value>(values: readonly Value[], value: Value): Value[] {
  return values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
}

function Areas({ form }: FieldsProps) {
  const [searching, setSearching] = useState(false)
  const all = useCities(searching).rows
  const { errors } = form.formState
  const codes = pincodesOf(form.watch('pincodes')).length
  return (
    <>
      <Controller
        control={form.control}
        name="cities"
        render={({ field: { value: chosen, onChange } }) => {
          const others = chosen.filter((city) => !offered.some((each) => each === city))
          return (
            <Group legend="Cities">
              <div className="flex flex-wrap gap-2">
                {offered.map((city) => (
                  <Toggle
                    key={city}
                    label={city}
                    pressed={chosen.includes(city)}
                    onChange={() => onChange(toggled(chosen, city))}
                  />
                ))}
              </div>
              <Chips
                label="Other cities"
                items={others.map((city) => ({ id: city, name: city }))}
                onRemove={(city) => onChange(toggled(chosen, city))}
              />
              <SearchAndAdd
                label="Add another city"
                items={all.filter((city) => !chosen.includes(city)).map((city) => ({ id: city, name: city }))}
                onFocus={() => setSearching(true)}
                onAdd={(city) => onChange(toggled(chosen, city))}
              />
            </Group>
          )
        }}
      />
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

function DaysOff({
  days,
  error,
  onChange,
}: ListProps<string> & { days: string[]; error: string | undefined }) {
  const [day, setDay] = useState('')
  const input = useRef<HTMLInputElement>(null)

  function add() {
    if (day !== '') onChange(withDayOff(days, day))
    setDay('')
    input.current?.focus()
  }

  return (
    <Group legend="Days off">
      <Chips
        label="Days off"
        items={days.map((date) => ({ id: date, name: dateText(date) }))}
        onRemove={(date) => onChange(toggled(days, date))}
      />
      <div className="flex items-end gap-2">
        <Field label="Date" error={error} className="min-w-0 grow">
          <Input
            ref={input}
            type="date"
            min={istDate(new Date())}
            value={day}
            onChange={(event) => setDay(event.target.value)}
          />
        </Field>
        <Button variant="outline" onClick={add}>
          Add Day Off
        </Button>
      </div>
    </Group>
  )
}

type ChipsProps = {
  label: string
  items: readonly { id: string; name: string }[]
  onRemove: (id: string) => void
}

/** Chosen things, each with a button that takes it away. Inside a fieldset with the input that adds them. */
function Chips({ label, items, onRemove }: ChipsProps) {
  if (items.length === 0) return null
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2">
      {items.map(({ id, name }) => (
        <li
          key={id}
          className="flex min-w-0 items-center rounded-lg bg-brand-soft pl-3 font-medium text-brand-ink text-sm"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            className="grid size-11 shrink-0 place-items-center rounded-lg hover:bg-line/50"
            onClick={(event) => {
              // pressed by keyboard: the focus would go with the button
              if (event.detail === 0) event.currentTarget.closest('fieldset')?.querySelector('input')?.focus()
              onRemove(id)
            }}
          >
            <X className="size-4" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

type ToggleProps = { label: string; pressed: boolean; onChange: () => void }

function Toggle({ label, pressed, onChange }: ToggleProps) {
  return (
    <Button
      variant={pressed ? 'soft' : 'outline'}
      aria-pressed={pressed}
      className={pressed ? 'border border-brand px-3' : 'px-3'}
      onClick={onChange}
    >
      {label}
    </Button>
  )
}

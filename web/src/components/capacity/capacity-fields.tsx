import { cities as offered } from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { useCities } from '@/lib/resources/capacity'
import { usePackages } from '@/lib/resources/packages'
import { Button } from '@/ui/button'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { Textarea } from '@/ui/input'
import { type CapacityForm, pincodesOf, weekdayChoices, weekdays } from './capacity-form'
import { Chips, Group, Toggle, toggled } from './chosen'
import { DaysOff, type Look } from './days-off'
import { SearchAndAdd } from './search-and-add'
import { SlotRows } from './slot-rows'

type FieldsProps = { form: UseFormReturn<CapacityForm> }
/** @property lab whose bookings are looked up: of an admin; the lab itself has its own */
type CapacityFieldsProps = FieldsProps & {
  lab?: string | undefined
  declaredDaysOff: readonly string[]
  /** Called with what is known of the bookings on each new day off */
  onLook: (day: string, look: Look) => void
}

export function CapacityFields({ form, lab, declaredDaysOff, onLook }: CapacityFieldsProps) {
  return (
    <>
      <Areas form={form} />
      <Controller
        control={form.control}
        name="weekdays"
        render={({ field, fieldState }) => (
          <Group legend="Weekdays">
            <div className="flex flex-wrap gap-2">
              {weekdayChoices.map(({ label, days }) => (
                <Button key={label} variant="ghost" size="sm" onClick={() => field.onChange(days)}>
                  {label}
                </Button>
              ))}
            </div>
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
            {fieldState.error && (
              <p role="alert" className="text-error text-sm">
                {fieldState.error.message}
              </p>
            )}
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
          <DaysOff
            days={field.value}
            declared={declaredDaysOff}
            lab={lab}
            error={fieldState.error?.message}
            onChange={field.onChange}
            onLook={onLook}
          />
        )}
      />
    </>
  )
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

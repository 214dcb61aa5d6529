import { bookingStatuses, timeSlots } from '@jaanch/contracts/vocabulary'
import { bookingStatusStyles } from '@/components/booking/status'
import { slotText } from '@/lib/format/dates'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import { filters as texts } from './texts'
import type { ListFilters } from './use-booking-filters'

const statuses = bookingStatuses.map((status) => ({
  value: status,
  label: bookingStatusStyles[status].label,
}))
const slots = timeSlots.map((slot) => ({ value: slot, label: slotText(slot) }))
const types = Object.entries(texts.types).map(([value, label]) => ({ value, label }))

export function FilterPanel({ filters: { filter, day, set, clear, isSet } }: { filters: ListFilters }) {
  return (
    <Card className="animate-rise p-4 sm:p-5">
      <section
        aria-label={texts.label}
        className="grid grid-cols-1 gap-4 sm:grid-cols-2 md:grid-cols-3 xl:grid-cols-6"
      >
        <Field label={texts.from}>
          <Input
            type="date"
            value={filter.from}
            max={filter.to}
            onChange={(event) => set({ from: event.target.value, to: filter.to })}
          />
        </Field>
        <Field label={texts.to}>
          <Input
            type="date"
            value={filter.to}
            min={filter.from}
            onChange={(event) => set({ from: filter.from, to: event.target.value })}
          />
        </Field>
        <Field label={texts.slot}>
          <Select
            value={filter.slot}
            options={slots}
            emptyLabel={texts.anySlot}
            onChange={(slot) => set({ slot })}
          />
        </Field>
        <Field label={texts.type}>
          <Select
            value={filter.type}
            options={types}
            emptyLabel={texts.anyType}
            onChange={(type) => set({ type })}
          />
        </Field>
        <Field label={texts.status}>
          <Select
            value={filter.status}
            options={statuses}
            emptyLabel={texts.anyStatus}
            onChange={(status) => set({ status })}
          />
        </Field>
        {day === '' && (
          <Field label={texts.sort}>
            <Select
              value={filter.sort}
              options={[{ value: 'visit', label: texts.byVisit }]}
              emptyLabel={texts.newestFirst}
              onChange={(sort) => set({ sort })}
            />
          </Field>
        )}
      </section>
      <div className="mt-3 flex justify-end">
        <Button variant="ghost" size="sm" disabled={!isSet} onClick={clear}>
          {texts.clear}
        </Button>
      </div>
    </Card>
  )
}

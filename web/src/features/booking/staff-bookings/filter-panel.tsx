import { bookingStatuses, timeSlots } from '@jaanch/contracts/vocabulary'
import { bookingStatusStyles } from '@/features/booking/visit/status'
import { slotText } from '@/lib/format/dates'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'
import type { ListFilters } from './use-booking-filters'

const texts = {
  label: 'Filters',
  from: 'From date',
  to: 'To date',
  slot: 'Time slot',
  anySlot: 'Any slot',
  type: 'Collection type',
  types: { scheduled: 'Scheduled', instant: 'Instant' },
  anyType: 'Any type',
  status: 'Status',
  anyStatus: 'Any status',
  sort: 'Order',
  newestFirst: 'Newest first',
  byVisit: 'By time of the visit',
  clear: 'Clear filters',
}

const statuses = bookingStatuses.map((value) => ({ value, label: bookingStatusStyles[value].label }))
const slots = timeSlots.map((slot) => ({ value: slot, label: slotText(slot) }))
const types = Object.entries(texts.types).map(([value, label]) => ({ value, label }))
const orders = [{ value: 'visit', label: texts.byVisit }]

const choices = [
  { name: 'slot', options: slots, emptyLabel: texts.anySlot },
  { name: 'type', options: types, emptyLabel: texts.anyType },
  { name: 'status', options: statuses, emptyLabel: texts.anyStatus },
  { name: 'sort', options: orders, emptyLabel: texts.newestFirst },
] as const

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
        {choices
          .filter(({ name }) => name !== 'sort' || day === '')
          .map(({ name, ...choice }) => (
            <Field key={name} label={texts[name]}>
              <Select {...choice} value={filter[name]} onChange={(value) => set({ [name]: value })} />
            </Field>
          ))}
      </section>
      <div className="mt-3 flex justify-end">
        <Button variant="ghost" size="sm" disabled={!isSet} onClick={clear}>
          {texts.clear}
        </Button>
      </div>
    </Card>
  )
}

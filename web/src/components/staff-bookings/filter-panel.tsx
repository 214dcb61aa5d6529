import { timeSlots } from '@jaanch/contracts/vocabulary'
import { slotText } from '@/lib/format/dates'
import { type BookingFilter, emptyFilter, isFiltered } from '@/lib/resources/bookings'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { Select } from '@/ui/select'

type FilterPanelProps = { filter: BookingFilter; onChange: (filter: BookingFilter) => void }

const slots = timeSlots.map((slot) => ({ value: slot, label: slotText(slot) }))
const types = [
  { value: 'scheduled', label: 'Scheduled' },
  { value: 'instant', label: 'Instant' },
]

export function FilterPanel({ filter, onChange }: FilterPanelProps) {
  const set = (change: Partial<BookingFilter>) => onChange({ ...filter, ...change })
  return (
    <Card className="animate-rise p-4 sm:p-5">
      <section aria-label="Filters" className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-5">
        <Field label="Search" className="sm:col-span-2 lg:col-span-1">
          <Input
            type="search"
            value={filter.q}
            maxLength={100}
            placeholder="Test, order or booking ID"
            onChange={(event) => set({ q: event.target.value })}
          />
        </Field>
        <Field label="From date">
          <Input
            type="date"
            value={filter.from}
            max={filter.to}
            onChange={(event) => set({ from: event.target.value })}
          />
        </Field>
        <Field label="To date">
          <Input
            type="date"
            value={filter.to}
            min={filter.from}
            onChange={(event) => set({ to: event.target.value })}
          />
        </Field>
        <Field label="Time slot">
          <Select
            value={filter.slot}
            options={slots}
            emptyLabel="Any slot"
            onChange={(slot) => set({ slot })}
          />
        </Field>
        <Field label="Collection type">
          <Select
            value={filter.type}
            options={types}
            emptyLabel="Any type"
            onChange={(type) => set({ type })}
          />
        </Field>
      </section>
      <div className="mt-3 flex justify-end">
        <Button
          variant="ghost"
          size="sm"
          disabled={!isFiltered(filter)}
          onClick={() => onChange(emptyFilter)}
        >
          Clear filters
        </Button>
      </div>
    </Card>
  )
}

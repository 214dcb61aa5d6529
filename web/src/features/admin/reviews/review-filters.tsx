import { useApprovedLabs } from '@/lib/resources/labs'
import type { ReviewFilter } from '@/lib/resources/reviews'
import { Select } from '@/ui/select'

const starOptions = ['5', '4', '3', '2', '1'].map((value) => ({
  value,
  label: value === '1' ? '1 star' : `${value} stars`,
}))
const stateOptions = [
  { value: 'shown', label: 'Shown' },
  { value: 'hidden', label: 'Hidden' },
]

type ReviewFiltersProps = { filter: ReviewFilter; onChange: (filter: ReviewFilter) => void }

export function ReviewFilters({ filter, onChange }: ReviewFiltersProps) {
  const labs = useApprovedLabs().rows.map(({ id, labName }) => ({ value: id, label: labName }))
  return (
    <search className="mb-4 grid grid-cols-2 gap-3 sm:grid-cols-[10rem_12rem_minmax(0,20rem)]">
      <Select
        label="Stars"
        value={filter.stars}
        onChange={(stars) => onChange({ ...filter, stars })}
        options={starOptions}
        placeholder="All stars"
        emptyLabel="All stars"
      />
      <Select
        label="State"
        value={filter.state}
        onChange={(state) => onChange({ ...filter, state })}
        options={stateOptions}
        placeholder="Shown and hidden"
        emptyLabel="Shown and hidden"
      />
      <Select
        label="Lab"
        value={filter.lab}
        onChange={(lab) => onChange({ ...filter, lab })}
        options={labs}
        placeholder="All labs"
        emptyLabel="All labs"
        className="max-sm:col-span-2"
      />
    </search>
  )
}

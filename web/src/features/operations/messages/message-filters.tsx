import { notificationKinds } from '@jaanch/contracts/notification-kinds'
import type { MessageFilter } from '@/lib/resources/operations/messages'
import { SearchInput } from '@/ui/search-input'
import { Select } from '@/ui/select'
import { channelNames, kindText, stateStyles } from './message-texts'

const channels = Object.entries(channelNames).map(([value, label]) => ({ value, label }))
const states = Object.entries(stateStyles).map(([value, { label }]) => ({ value, label }))
const kinds = [
  ...notificationKinds.map((value) => ({ value: value as string, label: kindText(value) })),
  { value: 'account', label: kindText(null) },
]

type MessageFiltersProps = { filter: MessageFilter; onFilter: (filter: MessageFilter) => void }

export function MessageFilters({ filter, onFilter }: MessageFiltersProps) {
  const change = (name: keyof MessageFilter) => (value: string) => onFilter({ ...filter, [name]: value })
  return (
    <search className="mb-4 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-[10rem_10rem_14rem_1fr]">
      <Select
        label="Channel"
        value={filter.channel}
        onChange={change('channel')}
        options={channels}
        placeholder="All channels"
        emptyLabel="All channels"
      />
      <Select
        label="State"
        value={filter.state}
        onChange={change('state')}
        options={states}
        placeholder="All states"
        emptyLabel="All states"
      />
      <Select
        label="Kind"
        value={filter.kind}
        onChange={change('kind')}
        options={kinds}
        placeholder="All kinds"
        emptyLabel="All kinds"
      />
      <SearchInput
        aria-label="Booking"
        placeholder="Booking, at least 8 characters of its id"
        maxLength={36}
        value={filter.booking}
        onChange={(event) => change('booking')(event.target.value)}
      />
    </search>
  )
}

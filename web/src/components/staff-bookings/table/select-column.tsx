import { Checkbox } from '@/ui/checkbox'
import { orderText } from '../booking-names'
import { keys } from '../shortcut-keys'
import { select as texts } from '../texts'
import type { BookingColumn } from './columns'

/** The boxes with which several bookings are chosen. */
export const selectColumn: BookingColumn = {
  id: 'select',
  meta: { label: texts.all, width: 44 },
  header: ({ table }) => (
    <Box
      label={texts.all}
      checked={table.getIsAllRowsSelected()}
      onChange={(next) => table.toggleAllRowsSelected(next)}
    />
  ),
  cell: ({ row }) => (
    <Box
      label={texts.one(orderText(row.original.bookings[0]))}
      checked={row.getIsSelected()}
      shortcut={keys.select}
      onChange={(next) => row.toggleSelected(next)}
    />
  ),
}

type BoxProps = { label: string; checked: boolean; shortcut?: string; onChange: (next: boolean) => void }

function Box({ label, checked, shortcut, onChange }: BoxProps) {
  return (
    <Checkbox checked={checked} onChange={onChange} shortcut={shortcut} className="w-fit gap-0">
      <span className="sr-only">{label}</span>
    </Checkbox>
  )
}

import { useCommand } from '@/components/use-command'
import type { BookingSource } from '@/features/booking/bookings-calls'
import { toast } from '@/ui/toast-store'

export const exportLabel = 'Export'

/**
 * The command that saves the bookings of a list.
 * @param selected their ids; undefined for the whole list
 */
export function useExport(selected?: readonly string[]) {
  return useCommand({
    async send(source: BookingSource) {
      const { exportBookings } = await import('./export-bookings')
      return exportBookings(source, selected && new Set(selected))
    },
    done: (count) =>
      toast.success('Export ready', count === 1 ? '1 booking saved' : `${count} bookings saved`),
    failed: 'Failed to export bookings',
  })
}

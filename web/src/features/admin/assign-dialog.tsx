import type { BookingView } from '@jaanch/contracts/http/bookings'
import { MapPin } from 'lucide-react'
import { useState } from 'react'
import { whenText } from '@/components/booking/texts'
import { assignLab } from '@/lib/resources/bookings'
import { useApprovedLabs } from '@/lib/resources/labs'
import { Badge } from '@/ui/badge'
import { Dialog, DialogActions } from '@/ui/dialog'
import { Input } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { isInCity, rankLabs } from './rank-labs'

type AssignDialogProps = { booking: BookingView; onClose: () => void }

/** Lists the approved labs, first those of the booking's city. */
export function AssignDialog({ booking, onClose }: AssignDialogProps) {
  const { rows, loading } = useApprovedLabs()
  const [labId, setLabId] = useState(booking.labPartnerId ?? '')
  const [search, setSearch] = useState('')
  const [assigning, setAssigning] = useState(false)
  const labs = rankLabs(rows, booking.city, search)

  async function assign() {
    if (!labId) return toast.error('Please select a lab partner')
    setAssigning(true)
    try {
      await assignLab(booking, labId)
      toast.success('Lab assigned', rows.find(({ id }) => id === labId)?.labName)
      onClose()
    } catch {
      toast.error('Failed to assign lab')
      setAssigning(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Assign Lab"
      description={[booking.packageName, whenText(booking), booking.city].filter(Boolean).join(', ')}
      footer={
        <DialogActions
          submitLabel="Assign"
          loading={assigning}
          onCancel={onClose}
          onSubmit={() => void assign()}
        />
      }
    >
      <Input
        type="search"
        aria-label="Search labs"
        placeholder="Search by name, city or PIN"
        className="mb-4"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {loading && <Skeleton className="h-32 w-full" />}
      {!loading && labs.length === 0 && (
        <p className="py-6 text-center text-ink-soft">
          {rows.length === 0 ? 'No lab has been approved yet.' : 'No lab matches this text.'}
        </p>
      )}
      <RadioCards
        label="Lab partner"
        value={labId}
        onChange={setLabId}
        options={labs.slice(0, maxShown).map((lab) => ({
          value: lab.id,
          label: lab.labName,
          description: (
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              {[lab.address, lab.city, lab.pincode].filter(Boolean).join(', ')}
              {isInCity(lab, booking.city) && (
                <Badge variant="brand" icon={MapPin}>
                  Same city
                </Badge>
              )}
            </span>
          ),
        }))}
      />
      {labs.length > maxShown && (
        <p className="mt-4 text-center text-ink-soft text-xs">
          {labs.length - maxShown} more: search to narrow them down.
        </p>
      )}
    </Dialog>
  )
}

/** A longer list needs the search. */
const maxShown = 50

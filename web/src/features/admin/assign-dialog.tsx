import type { BookingView } from '@jaanch/contracts/http/bookings'
import { useState } from 'react'
import { whenText } from '@/components/booking/when-text'
import { assignLab } from '@/lib/api/bookings'
import { useApprovedLabs } from '@/lib/api/labs'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'

type AssignDialogProps = { booking: BookingView; onClose: () => void }

export function AssignDialog({ booking, onClose }: AssignDialogProps) {
  const { rows, loading } = useApprovedLabs()
  const [labId, setLabId] = useState(booking.labPartnerId ?? '')
  const [busy, setBusy] = useState(false)
  const labs = rows.toSorted((a, b) => a.labName.localeCompare(b.labName))

  async function assign() {
    if (!labId) return toast.bad('Please select a lab partner')
    setBusy(true)
    try {
      await assignLab(booking.id, labId)
      toast.good('Lab assigned', labs.find(({ id }) => id === labId)?.labName)
      onClose()
    } catch {
      toast.bad('Failed to assign lab')
      setBusy(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Assign Lab"
      description={`${booking.packageName}, ${whenText(booking)}`}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button busy={busy} onClick={() => void assign()}>
            Assign
          </Button>
        </>
      }
    >
      {loading && <Skeleton className="h-32 w-full" />}
      {!loading && labs.length === 0 && <p className="text-ink-soft">No lab has been approved yet.</p>}
      <RadioCards
        label="Lab partner"
        value={labId}
        onChange={setLabId}
        cards={labs.map((lab) => ({
          value: lab.id,
          title: lab.labName,
          note: [lab.address, lab.city].filter(Boolean).join(', '),
        }))}
      />
    </Dialog>
  )
}

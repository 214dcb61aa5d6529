import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'
import { useNavigate } from 'react-router-dom'
import { ReasonDialog } from '@/components/reason-dialog'
import { labBookingsPath } from '@/lib/paths'
import { reinstateLab, suspendLab } from '@/lib/resources/labs'
import { toast } from '@/ui/toast-store'

type SuspendLabDialogProps = { lab: LabPartnerView; onClose: () => void }

/** Suspends a lab and leads to its open bookings, or reinstates it. */
export function SuspendLabDialog({ lab, onClose }: SuspendLabDialogProps) {
  const navigate = useNavigate()

  async function suspend(reason: string) {
    const { openBookings } = await suspendLab(lab.id, reason)
    toast.success('Lab suspended', lab.labName)
    if (openBookings.length > 0) navigate(labBookingsPath(lab.id))
  }

  async function reinstate(reason: string) {
    await reinstateLab(lab.id, reason)
    toast.success('Lab reinstated', lab.labName)
  }

  if (lab.status === 'suspended') {
    return (
      <ReasonDialog
        title={`Reinstate ${lab.labName}?`}
        description="Its people can sign in again, and bookings can be assigned to it."
        submitLabel="Reinstate"
        failure="Failed to reinstate the lab"
        onSubmit={reinstate}
        onClose={onClose}
      />
    )
  }
  return (
    <ReasonDialog
      title={`Suspend ${lab.labName}?`}
      description="Its people are signed out at once and cannot sign in, and no booking can be assigned to it. You get the list of its open bookings, to give them to other labs."
      submitLabel="Suspend"
      failure="Failed to suspend the lab"
      onSubmit={suspend}
      onClose={onClose}
    />
  )
}

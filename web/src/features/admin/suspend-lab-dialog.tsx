import type { LabPartnerView } from '@jaanch/contracts/http/lab-partners'
import { useNavigate } from 'react-router-dom'
import { ReasonDialog } from '@/components/reason-dialog'
import { labBookingsPath } from '@/lib/paths'
import { reinstateLab, suspendLab } from '@/lib/resources/labs'
import { toast } from '@/ui/toast-store'
import { reinstateLab as reinstateTexts, suspendLab as suspendTexts } from './texts'

type SuspendLabDialogProps = { lab: LabPartnerView; onClose: () => void }

export function SuspendLabDialog({ lab, onClose }: SuspendLabDialogProps) {
  const navigate = useNavigate()

  async function suspend(reason: string) {
    const { openBookings } = await suspendLab(lab.id, reason)
    toast.success(suspendTexts.succeeded, lab.labName)
    if (openBookings.length > 0) navigate(labBookingsPath(lab.id))
  }

  async function reinstate(reason: string) {
    await reinstateLab(lab.id, reason)
    toast.success(reinstateTexts.succeeded, lab.labName)
  }

  const isSuspended = lab.status === 'suspended'
  return (
    <ReasonDialog
      {...(isSuspended ? reinstateTexts : suspendTexts).dialog(lab)}
      onSubmit={isSuspended ? reinstate : suspend}
      onClose={onClose}
    />
  )
}

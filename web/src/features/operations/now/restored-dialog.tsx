import { ReasonDialog } from '@/components/reason-dialog'
import { declareRestored } from '@/lib/resources/operations/now'
import { toast } from '@/ui/toast-store'

type RestoredDialogProps = { epoch: string; onClose: () => void }

export function RestoredDialog({ epoch, onClose }: RestoredDialogProps) {
  async function submit(reason: string) {
    await declareRestored(epoch, reason)
    toast.success('A new epoch has begun', 'The readers are repaired within seconds.')
  }

  return (
    <ReasonDialog
      title="Begin a new epoch"
      description="Do this after the database was restored. Read tables and consumers that are beyond the end of the log are set back to it, what they knew of lost events is forgotten, and every browser fetches everything again."
      submitLabel="Begin a new epoch"
      hint="What was restored and why. It is stored with the epoch, for operators."
      failure="No epoch has begun"
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

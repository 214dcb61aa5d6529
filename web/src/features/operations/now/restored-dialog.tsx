import { ReasonDialog } from '@/components/reason-dialog'
import { declareRestored } from '@/lib/resources/operations/now'
import { toast } from '@/ui/toast-store'
import { restored as texts } from './texts'

type RestoredDialogProps = { epoch: string; onClose: () => void }

export function RestoredDialog({ epoch, onClose }: RestoredDialogProps) {
  async function submit(reason: string) {
    await declareRestored(epoch, reason)
    toast.success(...texts.succeeded)
  }

  return <ReasonDialog {...texts.dialog} onSubmit={submit} onClose={onClose} />
}
